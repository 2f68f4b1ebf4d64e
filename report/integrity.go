package report

import (
	"cmp"
	"slices"
	"strings"

	"judgement/internal/text"
)

// IntegrityWarning is something in the document that a reader would not see or
// that speaks to the judge; see internal/document.
type IntegrityWarning struct {
	Kind    string
	Excerpt string
	Start   int // byte offset into the judged text, −1 if it was left out of it
	End     int
	Count   int
	Page    int  // 0 if unknown
	Line    int  // of the file; 0 if unknown
	Rest    bool // the first of Count findings that are not listed one by one
	AtLeast bool // counting stopped at Count
	// Grade is one of internal/document's; empty: not known.
	Grade string
}

// What a passage that the integrity reader found does.
const (
	ReaderInstruction = "instruction" // says what a judge or a model is to do
	ReaderVerdict     = "verdict"     // asks for a score or states one
	ReaderHint        = "hint"        // suggests how to treat the document
)

// ReaderKinds are the kinds of passages that an integrity reader finds.
func ReaderKinds() []string { return []string{ReaderInstruction, ReaderVerdict, ReaderHint} }

// IntegrityReading is what the integrity reader found: a model that lists the passages
// of a document that address judges.
type IntegrityReading struct {
	Model       string          `json:"model"`
	NoModel     bool            `json:"no_model,omitempty"` // no language model read the document
	Outcome     string          `json:"outcome"`            // as of a verdict
	Reason      string          `json:"reason,omitempty"`   // why, if the outcome is not ok
	Passages    []ReaderPassage `json:"passages"`           // whose words are in the document
	Unproven    int             `json:"unproven"`           // passages whose words are not there, left out
	Usage       Usage           `json:"usage"`
	Cost        *Money          `json:"cost"` // null: unknown
	ReplySHA256 string          `json:"reply_sha256,omitempty"`
}

// ReaderPassage is a passage that addresses judges.
type ReaderPassage struct {
	Kind string `json:"kind"` // one of ReaderKinds
	Citation
}

// maxExcerpt is how much of a passage a list of findings shows, in cells of a terminal.
const maxExcerpt = 200

// Warnings are the passages as findings beside those of the scanner; none of nil.
func (r *IntegrityReading) Warnings() (out []IntegrityWarning) {
	if r == nil {
		return nil
	}
	for _, p := range r.Passages {
		out = append(out, IntegrityWarning{
			Kind: "reader_" + p.Kind, Excerpt: CutCells(text.OneLine(p.Quote), maxExcerpt), Start: p.Start, End: p.End, Count: 1, Page: p.Page, Grade: "addressed",
		})
	}
	return out
}

// Answered reports that the reader read the document.
func (r *IntegrityReading) Answered() bool { return r.Outcome == "ok" }

// Line says how the reading ended; empty for nil.
func (r *IntegrityReading) Line(l Lang) string {
	if r == nil {
		return ""
	}
	reader := l.pick("integrity reader", "完整性阅读模型")
	if r.Model != "" {
		reader += l.parens(r.Model)
	}
	switch {
	case !r.Answered():
		why := l.Outcome(r.Outcome)
		if r.Reason != "" {
			why += l.Say(phColon) + r.Reason
		}
		return l.Say(Phrase{"The %s gave no answer: %s. No score depends on it.", "%s未作答：%s。评分与其无关。"}, reader, why)
	case len(r.Passages) == 0 && r.Unproven == 0:
		return l.Say(Phrase{"The %s found no passage that addresses judges.", "%s未发现写给评委的段落。"}, reader)
	}
	line := l.Say(Phrase{"The %s found passages that address judges: %d.", "%s发现 %d 处写给评委的段落。"}, reader, len(r.Passages))
	if r.Unproven > 0 {
		line += l.gap() + l.Say(Phrase{"It named %d more that are not in the document word for word; they are left out.", "另有 %d 处未能在原文中逐字核实，未予列出。"}, r.Unproven)
	}
	return line
}

// IntegrityNotice says in one line what was found in a document, kind by kind,
// and links to the section that Appendix and Colophon write about it. It is empty
// if nothing was found.
func IntegrityNotice(l Lang, found []IntegrityWarning) []Block {
	if len(found) == 0 {
		return nil
	}
	var kinds []string
	count, grades, least := map[string]int{}, map[string]int{}, map[string]bool{}
	for _, w := range found {
		grades[w.Kind] = gravity(w.Grade)
		if count[w.Kind] == 0 {
			kinds = append(kinds, w.Kind)
		}
		count[w.Kind] += max(1, w.Count)
		least[w.Kind] = least[w.Kind] || w.AtLeast
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return cmp.Compare(grades[a], grades[b]) })
	for i, k := range kinds {
		kinds[i] = l.Integrity(k) + l.parens(l.times(count[k], least[k]))
	}
	return []Block{Note{Kind: Caution, Text: []Inline{
		Plain(l.Say(Phrase{"Found in the document: %s. See “", "文档中发现：%s。详见“"}, strings.Join(kinds, l.Say(phListComma)))),
		Link{Text: l.Say(phIntegrity), Target: "#integrity"},
		Plain(l.pick("”.", "”。")),
	}}}
}

// times is how often something was found, at least or exactly.
func (l Lang) times(n int, least bool) string {
	if least {
		return l.Say(Phrase{"%d× or more", "%d 处或更多"}, n)
	}
	return l.Say(phTimes, n)
}

// often is how often a finding was found, with those that are not listed beside it.
func (l Lang) often(w IntegrityWarning) string {
	switch n := max(1, w.Count); {
	case !w.Rest:
		return l.times(n, w.AtLeast)
	case w.AtLeast:
		return l.Say(Phrase{"1× and %d or more others", "1 处，另有 %d 处或更多"}, n-1)
	default:
		return l.Say(Phrase{"1× and %d more", "1 处，另有 %d 处"}, n-1)
	}
}

// gravity orders findings by their grade: what addresses the judges comes first, an
// unknown grade last.
func gravity(grade string) int {
	i := slices.IndexFunc(gradeTerms, func(t term) bool { return t.key == grade })
	if i < 0 {
		return len(gradeTerms)
	}
	return i
}

func (in Review) integrity() []Block {
	l := in.Lang
	blocks := []Block{in.heading(phIntegrity, "integrity")}
	reading := in.reading()
	if len(in.Integrity) == 0 {
		return append(append(blocks, para(l.pick("Nothing unusual was found: no hidden text and no instructions to the judges.",
			"未发现异常：没有隐藏文本，也没有写给评委的指令。"))), reading...)
	}
	var list List
	for _, p := range Passages(in.Integrity) {
		list.Items = append(list.Items, Item{Text: l.passage(p)})
	}
	return append(append(blocks, note(Caution, l.pick("The document has text that a reader does not see, that addresses or lobbies the judges, or that says nothing to a reader. This does not say who put it there, or why: templates, converters and conferences leave such text, too.",
		"文档中含有读者看不到、写给评委、意在影响评委或对读者毫无意义的内容。这不说明由谁写入、为何写入：模板、转换工具和会议方也会留下此类内容。")), list), reading...)
}

// passage says what was found of a passage, where it is, and what it says.
func (l Lang) passage(p Passage) (text []Inline) {
	if grade := p.Found[0].Grade; grade != "" {
		text = append(text, Plain(l.Grade(grade)+" · "))
	}
	for i, w := range p.Found {
		if i > 0 {
			text = append(text, Plain(l.Say(phListComma)))
		}
		text = append(text, Strong(l.Integrity(w.Kind)), Plain(" · "+l.often(w)))
	}
	if where := p.Where(l); where != "" {
		text = append(text, Plain(l.Say(phComma)+where))
	}
	if p.LeftOut() {
		text = append(text, Plain(l.Say(phComma)+l.pick("left out of the judged text", "未纳入评审文本")))
	}
	for i, excerpt := range p.Excerpts {
		between := l.Say(phColon)
		if i > 0 {
			between = " · "
		}
		text = append(text, Plain(between), Code(excerpt))
	}
	return text
}

// reading says what the integrity reader did, if the review has one.
func (in Review) reading() []Block {
	if in.Reading == nil {
		return nil
	}
	return []Block{para(in.Reading.Line(in.Lang))}
}
