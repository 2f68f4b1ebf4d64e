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
	plain := slices.Sorted(maps.Keys(l.words))
	l.lex.joined = sync.OnceValue(func() *trie { return newTrie(plain) })
	for _, text := range plain {
		for w := range strings.FieldsSeq(text) {
			l.lex.known[w] = true
		}
		if runes := []rune(text); len(runes) >= 2 && unspaced(runes[0]) {
			l.disguise(reverse(text), classMirrorWide)
		}
	}
	l.lex.disguises = sync.OnceValue(l.lex.makeDisguises)
	texts := slices.Sorted(maps.Keys(l.phrases))
	for _, text := range texts {
		l.lex.phrases = append(l.lex.phrases, l.phrases[text])
	}
	l.lex.trie = newTrie(texts)
	byClass := make([][]int32, firstOwnClass+len(l.class))
	for i := range l.lex.rules {
		for c := range byClass {
			if l.lex.rules[i].items[0].of.has(c) {
				byClass[c] = append(byClass[c], int32(i))
			}
		}
	}
	for i := range l.lex.phrases {
		p := &l.lex.phrases[i]
		p.within.rules = beginning(byClass, &p.within.classes)
		p.first.rules = beginning(byClass, &p.first.classes)
	}
	l.lex.full.classes.add(classFull)
	l.lex.full.rules = beginning(byClass, &l.lex.full.classes)
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
	p := phrase{units: unitsOf(text)}
	p.within.classes.add(class)
	p.first.classes.add(class)
	l.phrases[text] = p
}
