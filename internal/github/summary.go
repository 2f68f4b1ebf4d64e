package github

import (
	"cmp"
	"fmt"
	"net/url"
	"strings"
	"unicode/utf8"

	"judgement/internal/document"
	"judgement/report"
)

// Place is where the readers of a summary find the files. A place without a repository
// gives a summary without links.
type Place struct {
	Server     string // such as https://github.com
	Repository string // owner/name
	Commit     string
	Run        string // number of the workflow's run
}

// Limits of a summary: GitHub takes comments of up to 65,536 characters.
const (
	maxSummary = 60_000 // characters
	maxItem    = 600    // characters of one item
	maxItems   = 10     // must-fix items of one document, and passages
)

// Summary is the Markdown of a comment or a job summary: a table of the documents, then
// the must-fix items of each, with links to the quoted lines. Names of people and numbers
// of issues in untrusted text refer to nobody and nothing.
func Summary(docs []Document, at Place) string {
	all, b := read(docs), &strings.Builder{}
	lang := &found{lang: report.English}
	for i := range all {
		if all[i].Result != nil {
			lang = &all[i]
			break
		}
	}
	if lang.Result != nil {
		fmt.Fprintf(b, "## %s\n\n", plain(lang.Result.Plan.SceneName, 100))
	}
	fmt.Fprintf(b, "| %s |\n|---|---|---|---|\n", strings.Join([]string{
		lang.say("document", "文档"), lang.say("total", "总分"), lang.say("grade", "等级"), lang.say("quotes proven", "已核实引文"),
	}, " | "))
	used, left := utf8.RuneCountInString(b.String()), 0
	add := func(text string) bool {
		n := utf8.RuneCountInString(text)
		if used+n > maxSummary {
			left++
			return false
		}
		b.WriteString(text)
		used += n
		return true
	}
	for i := range all {
		add(all[i].row(at))
	}
	for i := range all {
		all[i].section(at, add)
	}
	if left > 0 {
		b.WriteString("\n" + lang.say("More is in the reports.", "其余内容见报告。") + "\n")
	}
	if at.Repository != "" && at.Run != "" {
		fmt.Fprintf(b, "\n[%s](%s/%s/actions/runs/%s)\n", lang.say("Reports and log", "报告与日志"), at.Server, at.Repository, at.Run)
	}
	return b.String()
}

func (f *found) row(at Place) string {
	name := at.link(plain(f.Path, 200), f.Path, 0)
	if f.Result == nil {
		return fmt.Sprintf("| %s | %s |  |  |\n", name, f.say("not judged", "未评审"))
	}
	total, grade := "", ""
	if s := f.overview.Score; s != nil {
		total = report.Shown(s.Total, s.Max) + " / " + s.Max.String()
		grade = plain(s.Grade, 20)
		if f.Below != "" {
			total += fmt.Sprintf(f.say(" **below %s %%**", " **低于 %s %%**"), f.Below)
		}
	}
	if f.Result.Plan.NoModel() {
		grade = f.say("baseline, no language model (grade ", "基线，未使用语言模型（等级 ") + grade + f.say(")", "）")
	}
	e := f.overview.Evidence
	return fmt.Sprintf("| %s | %s | %s | %d / %d%s |\n", name, total, grade, e.Proven, e.Total, f.lang.WithNote(e.Noted))
}

// section is what a document has beside its row: why it was not judged, what the scanner and
// the integrity reader found, or why the reader did not answer, missing judges, must-fix items.
func (f *found) section(at Place, add func(string) bool) {
	var notes []string
	if f.Result == nil {
		notes = append(notes, plain(f.Problem, maxItem))
	} else {
		notes = f.notes()
	}
	if len(notes)+len(f.passages)+len(f.mustFix) == 0 || !add("\n### "+plain(f.Path, 200)+"\n\n") {
		return
	}
	for _, n := range notes {
		add(n + "\n\n")
	}
	for i, it := range f.passages {
		if i == maxItems {
			add(f.more(len(f.passages) - i))
			break
		}
		add("- " + f.shown(at, it.Text+f.say(": “", "：“")+it.quote+"”", it.line) + "\n")
	}
	if len(f.passages) > 0 {
		add("\n")
	}
	if n := len(f.mustFix); n > 0 {
		add(fmt.Sprintf("**%s (%d)**\n\n", f.say("Must fix", "必须修改"), n))
	}
	for i, it := range f.mustFix {
		if i == maxItems {
			add(f.more(len(f.mustFix) - i))
			return
		}
		text := f.shown(at, it.Text, it.line)
		if name := f.names[it.Lens]; name != "" {
			text = plain(name, 100) + f.say(": ", "：") + text
		}
		add("- " + text + "\n")
	}
}

// more says that so many items are not listed.
func (f *found) more(n int) string {
	return fmt.Sprintf(f.say("- … %d more in the report\n", "- …… 另有 %d 条，见报告\n"), n)
}

// shown is the text of an item with a link to its line.
func (f *found) shown(at Place, text string, line int) string {
	text = plain(text, maxItem)
	if line > 0 {
		text += " (" + at.link(fmt.Sprintf(f.say("line %d", "第 %d 行"), line), f.Path, line) + ")"
	}
	return text
}

func (f *found) notes() []string {
	var out []string
	if kinds := f.Result.Document.Tricks(); len(kinds) > 0 {
		out = append(out, "**"+f.say("Caution: it holds text that speaks to the judges or is hidden: ", "注意：文档含有写给评委的内容或隐藏文本：")+f.lang.Kinds(texts(kinds))+"**")
	}
	if kinds := f.Result.Document.Unsure(); len(kinds) > 0 {
		out = append(out, "**"+f.say("Caution: it may hold text that speaks to the judges: ", "注意：文档可能含有写给评委的内容：")+f.lang.MayBe(texts(kinds))+"**")
	}
	if r := f.overview.Reading; r != nil && (len(r.Passages) > 0 || !r.Answered()) {
		out = append(out, "**"+plain(f.say("Caution: ", "注意：")+r.Line(f.lang), maxItem)+"**")
	}
	if text := f.overview.MostUnproven(f.Result.Plan); text != "" {
		out = append(out, "**"+plain(f.say("Caution: ", "注意：")+text, maxItem)+"**")
	}
	if n := len(f.overview.Judges) - f.overview.Answered(); n > 0 {
		out = append(out, fmt.Sprintf(f.say("%d of %d judges gave no verdict; they don't count as zero.", "%d / %d 位评委缺席，不计为零分。"), n, len(f.overview.Judges)))
	}
	return out
}

func texts(kinds []document.WarningKind) []string {
	out := make([]string, len(kinds))
	for i, k := range kinds {
		out[i] = string(k)
	}
	return out
}

// link is a link to a line of a file, 0 for the file; without a repository it is the label.
func (p Place) link(label, file string, line int) string {
	if p.Repository == "" {
		return label
	}
	parts := strings.Split(file, "/")
	for i, part := range parts {
		// Parentheses would end the link.
		parts[i] = strings.NewReplacer("(", "%28", ")", "%29", "@", "%40", ":", "%3A").Replace(url.PathEscape(part))
	}
	to := fmt.Sprintf("%s/%s/blob/%s/%s", p.Server, p.Repository, cmp.Or(p.Commit, "HEAD"), strings.Join(parts, "/"))
	if line > 0 {
		to += fmt.Sprintf("?plain=1#L%d", line)
	}
	return "[" + label + "](" + to + ")"
}

// quiet keeps names of people and teams, and numbers of issues, from becoming references.
var quiet = strings.NewReplacer("@", "@\u200b", "#", "#\u200b", "GH-", "GH\u200b-", "gh-", "gh\u200b-")

// plain is untrusted text as a line of Markdown without marks, cut to a length.
func plain(s string, most int) string {
	if utf8.RuneCountInString(s) > most {
		s = string([]rune(s)[:most]) + "…"
	}
	return quiet.Replace(report.PlainMarkdown(s))
}
