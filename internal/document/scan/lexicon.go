package scan

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

//go:embed lang/*.txt
var languageFiles embed.FS

//go:embed lang/roles.rules
var roleRules string

// phrase is one entry of the lexicon.
type phrase struct {
	within *sense // what it is within a clause
	first  *sense // and where it begins one
	units  int32  // words, or characters of a script without spaces
	stem   bool   // any ending may follow
}

// sense is what a phrase stands for. Phrases of the same classes share one.
type sense struct {
	classes set
	rules   []int32 // that begin with one of the classes
}

// item is one part of a rule: a phrase of one of the classes, at most gap words after
// the part before it.
type item struct {
	of  set
	gap int32
}

// rule is an order of classes within a sentence, as a language file has it.
type rule struct {
	kind    Kind
	items   []item
	with    []set  // one phrase of each must be in the sentence, too
	without set    // and none of these
	negated set    // the language's class negation
	src     string // the file and its line, for tests
	weak    bool   // counts only in a document that is not about judging
	shared  bool   // the examples are for all rules of roles.rules
	yes, no []string
}

// lexicon is what the files of all languages say.
type lexicon struct {
	trie      *trie
	phrases   []phrase
	rules     []rule
	full      *sense          // full marks, such as 10/10
	mention   []string        // words before a quoted example
	known     map[string]bool // single words of the phrases
	joined    func() *trie    // finds the phrases in words that were run together
	disguises func() *disguises
	openers   map[string]bool // lines that begin an answer and say nothing
	gloss     set             // words of praise that a text without sense is made of
	core      set             // words about judging, of documents about it

	simplified [1 << 16]rune // of traditional ideographs
}

// Classes that are not lists of phrases.
const (
	classFull       = iota // n/n or n out of n
	classMirrorWide        // a word of the lexicon backwards, of a script without spaces
	firstOwnClass
)

// entry is a phrase as the files have it.
type entry struct {
	within, first set
	stem          bool
}

// loader reads the language files.
type loader struct {
	lex     *lexicon
	class   map[string]int
	phrases map[string]*entry
	words   map[string]bool // that are looked for only in disguise
	variant map[rune]rune   // of the language that is read: simplified to traditional
}

// theLexicon is made when it is first needed.
var theLexicon = sync.OnceValue(func() *lexicon {
	l := &loader{lex: &lexicon{known: map[string]bool{}, openers: map[string]bool{}}, class: map[string]int{}, phrases: make(map[string]*entry, 1<<16), words: map[string]bool{}}
	files, err := languageFiles.ReadDir("lang")
	if err != nil {
		panic(err)
	}
	for _, f := range files {
		data, err := languageFiles.ReadFile("lang/" + f.Name())
		if err != nil {
			panic(err)
		}
		if err := l.file(strings.TrimSuffix(f.Name(), ".txt"), string(data)); err != nil {
			panic(err) // the files are part of the program, and a test reads them
		}
	}
	return l.finish()
})

// file reads one language: lines 'class NAME: phrase, stem~, ^phrase that begins a clause',
// 'words: word, word', 'variants: 评評 …',
// 'mention: word, word', and rules with their examples.
func (l *loader) file(language, data string) error {
	l.variant = map[rune]rune{}
	lines := strings.ReplaceAll(data, "\\\n", "")
	for line := range strings.Lines(lines) { // before the classes, and before the rules that use them
		if pairs, ok := strings.CutPrefix(line, "variants:"); ok {
			for pair := range strings.FieldsSeq(pairs) {
				r := []rune(pair)
				l.variant[r[0]] = r[1]
				l.lex.simplified[r[1]&0xFFFF] = r[0]
			}
		}
		if rest, ok := strings.CutPrefix(line, "class "); ok {
			name, phrases, _ := strings.Cut(rest, ":")
			l.phrasesOf(language+"."+strings.TrimSpace(name), list(phrases))
		}
	}
	var last *rule
	number := 0
	for line := range strings.Lines(lines) {
		number++
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		rest = strings.TrimSpace(rest)
		var err error
		switch {
		case line == "" || word == "#" || word == "class" || word == "variants:":
		case word == "+" && last != nil:
			last.yes = append(last.yes, rest)
		case word == "-" && last != nil:
			last.no = append(last.no, rest)
		case word == "words:":
			for _, w := range list(rest) {
				l.words[foldPhrase(w)] = true
				l.words[foldPhrase(l.traditional(w))] = true
			}
		case word == "mention:":
			for _, m := range list(rest) {
				l.lex.mention = append(l.lex.mention, foldPhrase(m))
			}
		case word == "openers:":
			for _, o := range list(rest) {
				l.lex.openers[foldPhrase(o)] = true
			}
		case line == "roles":
			if last, err = l.roles(language); err == nil {
				last.src, last.shared = fmt.Sprintf("%s.txt:%d", language, number), true
			}
		default:
			last, err = l.rule(language, strings.TrimSuffix(word, ":"), rest)
			if err != nil {
				return fmt.Errorf("%s.txt:%d: %w", language, number, err)
			}
			last.src = fmt.Sprintf("%s.txt:%d", language, number)
		}
	}
	return nil
}

// roles adds the rules that all languages with classes for the roles share.
func (l *loader) roles(language string) (last *rule, err error) {
	for line := range strings.Lines(roleRules) {
		kind, parts, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || strings.HasPrefix(line, "#") {
			continue
		}
		if last, err = l.rule(language, kind, parts); err != nil {
			return nil, err
		}
		last.src = language + ": " + strings.TrimSpace(line)
	}
	return last, nil
}

// foldPhrase folds a phrase of the files as a text is folded.
func foldPhrase(p string) string {
	if plainPhrase(p) {
		return p
	}
	return strings.ReplaceAll(strings.Trim(fold(p).Text, "\n"), "-", " ")
}

// plainPhrase reports a phrase of small Latin letters and single spaces, which is folded.
func plainPhrase(p string) bool {
	for i := range len(p) {
		if c := p[i]; (c < 'a' || c > 'z') && (c != ' ' || i == 0 || i == len(p)-1 || p[i-1] == ' ') {
			return false
		}
	}
	return true
}

// number returns the number of a class, a new one if it has none.
func (l *loader) number(name string) int {
	if n, ok := l.class[name]; ok {
		return n
	}
	n := firstOwnClass + len(l.class)
	l.class[name] = n
	return n
}

// phrasesOf adds phrases to a class, each with its variant.
func (l *loader) phrasesOf(class string, phrases []string) {
	n := l.number(class)
	if strings.HasSuffix(class, ".gloss") {
		l.lex.gloss.add(n)
	}
	if strings.HasSuffix(class, ".core") {
		l.lex.core.add(n)
	}
	for _, p := range phrases {
		p, stem := strings.CutSuffix(p, "~")
		p, first := strings.CutPrefix(p, "^")
		l.add(p, n, stem, first)
		if t := l.traditional(p); t != p {
			l.add(t, n, stem, first)
		}
	}
}

func (l *loader) traditional(p string) string {
	return strings.Map(func(r rune) rune {
		if v, ok := l.variant[r]; ok {
			return v
		}
		return r
	}, p)
}

// add adds a phrase to a class; any ending may follow a stem, and one that is first has
// the class only where it begins a clause.
func (l *loader) add(text string, class int, stem, first bool) {
	text = foldPhrase(text)
	p := l.phrases[text]
	if p == nil {
		p = &entry{}
		l.phrases[text] = p
	}
	p.first.add(class)
	if !first {
		p.within.add(class)
	}
	p.stem = p.stem || stem
}

// unitsOf counts words, or characters of scripts without spaces.
func unitsOf(text string) (n int32) {
	inWord := false
	for i, r := range text {
		switch {
		case unspaced(r):
			n++
			inWord = false
		case wordy(r) || r == '\'' && i > 0:
			if !inWord {
				n++
			}
			inWord = true
		default:
			inWord = false
		}
	}
	return max(1, n)
}

// unspaced reports a character of a script that writes no spaces between words, or,
// as Hangul, puts endings on them.
func unspaced(r rune) bool { return cjk(r) || r >= 0xAC00 && r <= 0xD7A3 }

// maxRules bounds the rules of all languages.
const maxRules = 1024

// rule reads a kind, with 'weak-' before it if the rule is for documents that are not about
// judging, and 'part part … [with c …] [without c …]', where a part is class|class with a
// number before it for the largest gap.
func (l *loader) rule(language, kind, text string) (*rule, error) {
	kind, weak := strings.CutPrefix(kind, "weak-")
	if !slices.Contains([]Kind{Command, Score, Persuasion}, Kind(kind)) {
		return nil, fmt.Errorf("unknown kind %q", kind)
	}
	r := rule{kind: Kind(kind), weak: weak}
	r.negated.add(l.number(language + ".negation"))
	mode, gap := "", int32(3)
	for word := range strings.FieldsSeq(text) {
		if n, err := strconv.ParseInt(word, 10, 32); err == nil {
			gap = int32(n)
			continue
		}
		if word == "with" || word == "without" {
			mode = word
			continue
		}
		of, err := l.classes(language, word)
		if err != nil {
			return nil, err
		}
		switch mode {
		case "with":
			r.with = append(r.with, of)
		case "without":
			r.without.join(&of)
		default:
			r.items = append(r.items, item{of: of, gap: gap})
		}
		gap = 3
	}
	if len(r.items) == 0 {
		return nil, fmt.Errorf("a rule has no parts")
	}
	l.lex.rules = append(l.lex.rules, r)
	return &l.lex.rules[len(l.lex.rules)-1], nil
}

func (l *loader) classes(language, names string) (out set, err error) {
	for name := range strings.SplitSeq(names, "|") {
		if name == "full" {
			out.add(classFull)
			continue
		}
		n, ok := l.class[language+"."+name]
		if !ok {
			return out, fmt.Errorf("unknown class %q", name)
		}
		out.add(n)
	}
	return out, nil
}
