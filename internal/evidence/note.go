package evidence

import "strings"

// Note is what was found about a quote. Stored and in prompts it is English text.
type Note []Finding

// Finding is one thing that was found.
type Finding struct {
	Code  string   // a code of the table; empty: the only word is a text that it does not know
	Words []string // what it is about, one for each {} of the code
}

// Codes of what the document says before, after, in place of and beside the words of a quote.
const (
	saidBefore     = "the document says “{}” before the quote"
	saidAfter      = "the document says “{}” after the quote"
	saidInstead    = "the document says “{}”, not “{}”"
	alsoSaid       = "the document also says “{}” here"
	saidNext       = "the next sentence: {}"
	sentenceBegins = "the sentence begins: {}"
	sentenceGoesOn = "the sentence goes on: {}"
	notIn          = "it is not in “{}”"
	notSaid        = "the document does not say “{}” here"
)

// Notes on a quote whose text has itself a finding in the document.
const (
	Hidden         = "the quoted text is hidden in the document"
	SpeaksToJudges = "the quoted text speaks to judges"
	Persuades      = "the quoted text persuades without content"
	SaysNothing    = "the quoted text says nothing to a reader"
	PerhapsSways   = "the quoted text is perhaps meant to sway judges"
)

// table words the findings in Chinese. A code is the sentence in English, with {} in
// place of each word. A text is read by the first code that fits.
var table = []struct{ code, zh string }{
	{"the quote starts inside a number or word", "引文开头截断了数字或单词"},
	{"the quote starts inside a number", "引文开头截断了数字"},
	{"the quote starts inside a word", "引文开头截断了单词"},
	{"the quote leaves out the number before it", "引文遗漏了前面的数字"},
	{"the quote leaves out the sign of its number", "引文遗漏了数字的符号"},
	{"the quote leaves out the unit of its number", "引文遗漏了数字的单位"},
	{"the quote leaves out the number after it", "引文遗漏了后面的数字"},
	{"the quote ends inside a word or number", "引文结尾截断了单词或数字"},
	{"the quote ends inside a number", "引文结尾截断了数字"},
	{"the quote ends inside a range", "引文结尾截断了数值范围"},
	{"the quote ends inside a word", "引文结尾截断了单词"},
	{saidBefore, "原文在引文之前有“{}”"},
	{saidAfter, "原文在引文之后有“{}”"},
	{saidInstead, "原文为“{}”，不是“{}”"},
	{alsoSaid, "原文此处还有“{}”"},
	{notSaid, "原文此处没有“{}”"},
	{"the document says it under “{}”", "原文将其列在“{}”之下"},
	{sentenceGoesOn, "原句后文：“{}”"},
	{sentenceBegins, "原句开头：“{}”"},
	{"the quote is part of a quotation: {}", "引文是他人话语的一部分：“{}”"},
	{"the author struck out “{}”", "作者已划掉“{}”"},
	{saidNext, "下一句：“{}”"},
	{"the footnote: {}", "脚注：“{}”"},
	{"the sentence is a question", "原句是疑问句"},
	{"the quote joins two paragraphs, items or cells", "引文跨越了两个段落、条目或单元格"},
	{"the ellipsis joins parts of two sentences", "省略号把两个句子的片段拼在一起"},
	{"the ellipsis leaves out “{}”", "省略号略去了“{}”"},
	{"a part beside the ellipsis is too short", "省略号旁的片段过短"},
	{"more than 8 parts beside ellipses: not looked for", "省略号之间超过 8 段，未作查找"},
	{"longer than 4,000 characters: not looked for", "超过 4000 个字符，未作查找"},
	{"the words are only in text that the document hides", "这些文字只在文档的隐藏文字中"},
	{Hidden, "引文在文档中是隐藏文字"},
	{SpeaksToJudges, "引文本身是写给评委的话"},
	{Persuades, "引文本身是缺乏内容的劝说"},
	{SaysNothing, "引文本身对读者毫无意义"},
	{PerhapsSways, "引文措辞与写给或劝说评委的文字相近"},
	{"similarity {}", "相似度 {}"},
	{"it is in the judge's method", "见于该评委的评审方法"},
	{"it is in the method of judge {}", "见于评委“{}”的评审方法"},
	{"it is in {}", "见于“{}”"},
	{"no such time stamp", "记录中没有此时间戳"},
	{"the record has no time stamp {}", "记录中没有时间戳 {}"},
	{"it is not at {}", "不在 {} 处"},
	{"it is at {}", "实际位于 {}"},
	{notIn, "不在“{}”"},
}

// Found returns a note of one finding.
func Found(code string, words ...string) Note { return Note{{code, words}} }

// ReadNote reads a note in English, as files keep it. A text that the table does not
// know is kept as it is.
func ReadNote(text string) Note {
	var out Note
	if text == "" {
		return nil
	}
	for part := range strings.SplitSeq(text, "; ") {
		before := len(out)
		for _, row := range table {
			if words, fits := wordsOf(row.code, part); fits {
				out = append(out, Finding{row.code, words})
				break
			}
		}
		if len(out) == before {
			return Note{{Words: []string{text}}}
		}
	}
	return out
}

// wordsOf returns the words of a text that says a code.
func wordsOf(code, text string) (words []string, fits bool) {
	parts := strings.Split(code, "{}")
	text, fits = strings.CutPrefix(text, parts[0])
	for i, next := range parts[1:] {
		word, rest, found := strings.Cut(text, next)
		if i == len(parts)-2 {
			word, found = strings.CutSuffix(text, next)
		}
		if !fits || !found || word == "" {
			return nil, false
		}
		words, text = append(words, word), rest
	}
	return words, fits && (len(words) > 0 || text == "")
}

// String is the note in English.
func (n Note) String() string {
	return n.join("; ", func(code string) string { return code })
}

// Chinese is the note in Chinese; a text that the table does not know stays as it is.
func (n Note) Chinese() string {
	return n.join("；", func(code string) string {
		for _, row := range table {
			if row.code == code {
				return row.zh
			}
		}
		return code
	})
}

func (n Note) join(between string, say func(code string) string) string {
	out := make([]string, len(n))
	for i, f := range n {
		if out[i] = say(f.Code); f.Code == "" {
			out[i] = "{}"
		}
		for _, w := range f.Words {
			out[i] = strings.Replace(out[i], "{}", w, 1)
		}
	}
	return strings.Join(out, between)
}

// MarshalText writes the note in English.
func (n Note) MarshalText() ([]byte, error) { return []byte(n.String()), nil }

// UnmarshalText reads a note in English.
func (n *Note) UnmarshalText(text []byte) error {
	*n = ReadNote(string(text))
	return nil
}
