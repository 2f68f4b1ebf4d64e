package scan

import (
	"maps"
	"slices"
	"strings"
	"sync"
)

// finish adds the disguises of words and makes the trie.
func (l *loader) finish() *lexicon {
	for text := range l.phrases {
		l.words[text] = true
	}
	plain := l.words // the rest of the loader is not kept
	l.lex.joined = sync.OnceValue(func() *trie { return newTrie(slices.Sorted(maps.Keys(plain))) })
	var words []string // phrases of one word
	for text := range plain {
		for w := range strings.FieldsSeq(text) {
			l.lex.known[w] = true
		}
		if !strings.Contains(text, " ") {
			words = append(words, text)
		}
	}
	slices.Sort(words)
	for _, text := range words {
		if runes := []rune(text); len(runes) >= 2 && unspaced(runes[0]) {
			l.disguise(reverse(text), classMirrorWide)
		}
	}
	l.lex.disguises = sync.OnceValue(l.lex.makeDisguises)
	byClass := make([][]int32, firstOwnClass+len(l.class))
	for i := range l.lex.rules {
		for c := range byClass {
			if l.lex.rules[i].items[0].of.has(c) {
				byClass[c] = append(byClass[c], int32(i))
			}
		}
	}
	senses := map[set]*sense{}
	senseOf := func(classes set) *sense {
		if senses[classes] == nil {
			senses[classes] = &sense{classes: classes, rules: beginning(byClass, &classes)}
		}
		return senses[classes]
	}
	texts := slices.Sorted(maps.Keys(l.phrases))
	l.lex.phrases = make([]phrase, 0, len(texts))
	for _, text := range texts {
		e := l.phrases[text]
		l.lex.phrases = append(l.lex.phrases, phrase{within: senseOf(e.within), first: senseOf(e.first), units: unitsOf(text), stem: e.stem})
	}
	l.lex.trie = newTrie(texts)
	var full set
	full.add(classFull)
	l.lex.full = senseOf(full)
	return l.lex
}

// beginning returns the rules whose first part has one of the classes, in order.
func beginning(byClass [][]int32, classes *set) (out []int32) {
	for c, rules := range byClass {
		if len(rules) > 0 && classes.has(c) {
			out = append(out, rules...)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func (l *loader) disguise(text string, class int) {
	if l.words[text] {
		return
	}
	if _, known := l.phrases[text]; known {
		return
	}
	e := &entry{}
	e.within.add(class)
	e.first.add(class)
	l.phrases[text] = e
}
