package report

import (
	"cmp"
	"fmt"
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
	Page    int // 0 if unknown
	// Line and Paragraph are of the file; 0 if unknown.
	Line, Paragraph int
	Rest            bool // the first of Count findings that are not listed one by one
	AtLeast         bool // counting stopped at Count
	// Grade is one of internal/document's; empty: not known.
	Grade string
}

// What a passage that the integrity reader found does.
const (
	ReaderInstruction = "instruction" // says what a judge or a model is to do
	ReaderVerdict     = "verdict"     // asks for a score or states one
	ReaderHint        = "hint"        // suggests how to treat the document
	ReaderOther       = "other"       // the reader gave it a kind that is none of these
)

// ReaderKinds are the kinds of passages that an integrity reader is asked for.
func ReaderKinds() []string { return []string{ReaderInstruction, ReaderVerdict, ReaderHint} }

// IntegrityReading is what the integrity reader found: a model that lists the passages
// of a document that address judges.
type IntegrityReading struct {
	Model       string          `json:"model"`
	NoModel     bool            `json:"no_model,omitempty"`       // no language model read the document
	Outcome     string          `json:"outcome"`                  // as of a verdict
	Reason      string          `json:"reason,omitempty"`         // why, if the outcome is not ok
	Cause       string          `json:"cause,omitempty"`          // of a failed call, in one word
	Passages    []ReaderPassage `json:"passages"`                 // whose words are in the document
	Unproven    int             `json:"unproven"`                 // left out: the words are not in the document
	TooShort    int             `json:"too_short,omitempty"`      // left out: too short to be proven
	Whole       int             `json:"whole_document,omitempty"` // left out: most of the document, and no passage
	Usage       Usage           `json:"usage"`
	Cost        *Money          `json:"cost"` // null: unknown
	ReplySHA256 string          `json:"reply_sha256,omitempty"`
}

// ReaderPassage is a passage that addresses judges.
type ReaderPassage struct {
	Kind string `json:"kind"`           // one of ReaderKinds, or ReaderOther
	Line int    `json:"line,omitempty"` // of the file; 0 if unknown
	Citation
}

// Words are the document's own words of the passage, in one line.
func (p ReaderPassage) Words() string { return cmp.Or(p.Found, text.Cells(p.Quote)) }

// Where is the page of the passage, else its line; empty if neither is known.
func (p ReaderPassage) Where(l Lang) string {
	return (&Passage{Found: []IntegrityWarning{{Page: p.Page, Line: p.Line}}}).Where(l)
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
			Kind: "reader_" + p.Kind, Excerpt: CutCells(p.Words(), maxExcerpt), Start: p.Start, End: p.End, Count: 1, Page: p.Page, Line: p.Line, Grade: "addressed",
		})
	}
	return out
}

// Answered reports that the reader read the document.
func (r *IntegrityReading) Answered() bool { return r.Outcome == "ok" }

// Asked reports that nothing kept the reader from being asked, such as no language model.
func (r *IntegrityReading) Asked() bool {
	return r.Outcome != "failed" || r.Usage.Calls > 0 || r.Cause != ""
}

// Line says to readers of a report how the reading ended; empty for nil.
func (r *IntegrityReading) Line(l Lang) string {
	if r == nil {
		return ""
	}
	return r.line(l, r.whyNot(l))
}

// OperatorLine is Line for those who run the program: with the server and what to do.
func (r *IntegrityReading) OperatorLine(l Lang) string { return r.line(l, r.Why(l)) }

// line says how the reading ended; why is why there is none.
func (r *IntegrityReading) line(l Lang, why string) string {
	reader := l.pick("integrity reader", "完整性阅读模型")
	if r.Model != "" {
		reader += l.parens(r.Model)
	}
	if !r.Answered() {
		said := Phrase{"The %s gave no answer%s. No score depends on it.", "%s未作答%s。评分与其无关。"}
		if !r.Asked() {
			said = Phrase{"The %s was not asked%s. No score depends on it.", "%s未被询问%s。评分与其无关。"}
		}
		if why != "" {
			why = l.Say(phColon) + why
		}
		return l.Say(said, reader, why)
	}
	line := l.Say(Phrase{"The %s found no passage that addresses judges.", "%s未发现写给评委的段落。"}, reader)
	if n := len(r.Passages); n > 0 {
		said := Phrase{"The %s says that %d passages address judges: %s.", "%s认为有 %d 处段落写给评委：%s。"}
		if n == 1 {
			said.EN = "The %s says that %d passage addresses judges: %s."
		}
		line = l.Say(said, reader, n, r.kinds(l))
	}
	var left []string
	for _, one := range []struct {
		n   int
		why Phrase
	}{
		{r.Unproven, Phrase{"%d not in the document word for word", "%d 处未能在原文中逐字核实"}},
		{r.TooShort, Phrase{"%d too short to be proven", "%d 处过短而无法核实"}},
		{r.Whole, Phrase{"%d that is most of the document, not a passage", "%d 处是文档的大部分内容，并非段落"}},
	} {
		if one.n > 0 {
			left = append(left, l.Say(one.why, one.n))
		}
	}
	if len(left) > 0 {
		line += l.gap() + l.Say(Phrase{"Left out of what it named: %s.", "其指出的内容中未列出：%s。"}, strings.Join(left, l.Say(phListComma)))
	}
	return line
}

// kinds counts the passages by kind, in the order of the kinds.
func (r *IntegrityReading) kinds(l Lang) string {
	count := map[string]int{}
	for _, p := range r.Passages {
		count[p.Kind]++
	}
	var out []string
	for _, k := range append(ReaderKinds(), ReaderOther) {
		if count[k] > 0 {
			out = append(out, l.term(readerTerms, k)+l.parens(l.times(count[k], false)))
		}
	}
	return strings.Join(out, l.Say(phListComma))
}

// maxWhy is how much of a reason a line shows, in cells of a terminal. JSON has all of it.
const maxWhy = 100

// whyNot says to readers of a report why the reader gave no answer.
func (r *IntegrityReading) whyNot(l Lang) string {
	if r.Outcome != "failed" {
		return l.Outcome(r.Outcome)
	}
	return CutCells(text.OneLine(l.WhyNot(r.Cause, r.Reason)), maxWhy)
}

// Why says in short why the reader gave no answer, where, and what to do. A call's error
// is a chain: its first two parts name the server and what happened.
func (r *IntegrityReading) Why(l Lang) string {
	reason := l.Reason(r.Reason)
	if r.Usage.Calls > 0 {
		parts := strings.SplitN(r.Reason, ": ", 3)
		reason = strings.Join(parts[:min(2, len(parts))], ": ")
		if l == Chinese && r.Cause != "" {
			reason = parts[0] + "：" + l.term(causeTerms, r.Cause)
		}
	}
	reason = CutCells(strings.TrimRight(text.OneLine(reason), ". "), maxWhy)
	switch {
	case r.Outcome == "over_budget":
		return l.pick("the budget was spent before; raise it", "此前预算已用尽；请提高上限")
	case r.Outcome != "failed":
		return l.Outcome(r.Outcome) + l.pick("; name another model for integrity_reader in scene.yaml", "；请在 scene.yaml 的 integrity_reader 中换用其他模型")
	case r.NoModel:
		return reason
	case reason == "":
		reason = l.Outcome(r.Outcome)
	}
	return reason + l.pick("; check integrity_reader in scene.yaml", "；请检查 scene.yaml 中的 integrity_reader")
}

// Warned says how many passages of a document have findings, and of which kinds; empty for none.
func (l Lang) Warned(found []IntegrityWarning) string {
	n := len(Passages(found))
	if n == 0 {
		return ""
	}
	said := Phrase{"%d integrity warnings about the document: %s", "文档中发现 %d 处异常：%s"}
	if n == 1 {
		said.EN = "%d integrity warning about the document: %s"
	}
	return l.Say(said, n, strings.Join(l.FoundKinds(found), l.Say(phListComma)))
}

// IntegrityNotice says in one line what was found in a document, and links to the section
// that Appendix and Colophon write about it. It is empty if nothing was found.
func IntegrityNotice(l Lang, found []IntegrityWarning) []Block {
	if len(found) == 0 {
		return nil
	}
	said := sentence(l, l.Warned(found))
	if model := l.modelSays(found); model != "" {
		said += l.gap() + model
	}
	return []Block{Note{Kind: Caution, Text: []Inline{
		Plain(said + l.gap() + l.pick("See “", "详见“")), Link{Text: l.Say(phIntegrity), Target: "#integrity"}, Plain(l.pick("”.", "”。")),
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

// Graver compares findings by their grade, then by their kind: kinds are listed in this order.
func Graver(a, b IntegrityWarning) int {
	return cmp.Or(cmp.Compare(gravity(a.Grade), gravity(b.Grade)), cmp.Compare(order(integrityTerms, a.Kind), order(integrityTerms, b.Kind)))
}

// gravity is the place of a grade among the grades, the gravest first, an unknown one last.
func gravity(grade string) int { return order(gradeTerms, grade) }

// marks returns the places of the document that are quoted, and those of its findings in which
// nothing is quoted.
func (in Review) marks(citations []Citation) []Mark {
	marks := Marks(citations)
	for i, p := range Passages(in.Integrity) {
		if p.shown() && p.mark(marks) == "" {
			marks = append(marks, Mark{ID: fmt.Sprintf("found-%d-%d", p.start, p.end), Start: p.start, End: p.end, Kind: MarkFound, Title: p.Kinds(in.Lang), Back: findingID(i)})
		}
	}
	return marks
}

// findingID is the identifier of a passage in the list of findings.
func findingID(i int) string { return fmt.Sprintf("finding-%d", i+1) }

func (in Review) integrity(marks []Mark) []Block {
	l := in.Lang
	blocks := []Block{in.heading(phIntegrity, "integrity")}
	reading := in.reading()
	if len(in.Integrity) == 0 {
		return append(append(blocks, para(l.pick("Nothing unusual was found: no hidden text and no instructions to the judges.",
			"未发现异常：没有隐藏文本，也没有写给评委的指令。"))), reading...)
	}
	var list, todo List
	all := Passages(in.Integrity)
	for i, p := range all {
		list.Items = append(list.Items, Item{ID: findingID(i), Text: l.passage(p, p.mark(marks))})
	}
	for _, what := range l.ToDo(all) {
		todo.Items = append(todo.Items, entry(what))
	}
	if is := l.foundText(in.Integrity); is != "" {
		blocks = append(blocks, note(Caution, is))
	}
	return append(append(blocks, list, para(l.pick("These findings change no score. What to do:", "这些发现不改变任何评分。处理建议：")), todo), reading...)
}

// passage says what was found of a passage, where it is, and what it says, with links to its
// mark if there is one.
func (l Lang) passage(p Passage, mark string) (text []Inline) {
	if grade := l.Grade(p.Found[0].Grade); grade != "" && !p.Found[0].named() {
		text = append(text, Plain(grade+" · "))
	}
	for i, w := range p.Found {
		if i > 0 {
			text = append(text, Plain(l.Say(phListComma)))
		}
		if w.Unsure() && !p.Found[0].Unsure() {
			text = append(text, Plain(l.pick("perhaps ", "可能是")))
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
		var words Inline = Code(l.Excerpt(excerpt))
		if mark != "" {
			words = Link{Text: l.Excerpt(excerpt), Target: "#" + mark, Code: true}
		}
		text = append(text, Plain(between), words)
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
