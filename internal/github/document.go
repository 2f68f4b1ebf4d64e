package github

import (
	"bytes"
	"cmp"
	"slices"
	"strings"
	"unicode/utf8"

	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/report"
)

// Document is a document of a pull request with what came of it. All of it is untrusted.
type Document struct {
	Path    string           // from the root of the repository, with slashes
	Source  []byte           // the file as it was read
	Result  *pipeline.Result // nil: it was not judged
	Problem string           // why it was not judged
	// Below is the percentage that the total had to reach and did not; empty: none.
	Below string
}

// item is a finding, a must-fix item or a suggestion with the line of its quote, 0 if unknown.
type item struct {
	report.Remark
	topic string // of a finding; of others it is their lens
	quote string
	line  int
}

// found is a document with what its annotations and its summary are made of.
type found struct {
	Document
	lang     report.Lang
	overview format.Overview
	names    map[string]string // of the lenses
	passages []item            // that the scanner or the integrity reader found
	reading  []item            // that no model judged, and what the scanner says of how the file was read
	mustFix  []item
	suggest  []item
}

func read(docs []Document) []found {
	out, baseline := make([]found, len(docs)), false
	for i, d := range docs {
		out[i] = found{Document: d, lang: report.English}
		if d.Result == nil {
			continue
		}
		f := &out[i]
		f.lang, f.overview, f.names = report.Lang(d.Result.Plan.Language), d.Result.Judgement.Overview(), map[string]string{}
		for _, l := range d.Result.Plan.Panel.Lenses {
			f.names[l.Slug] = f.lang.Lens(l)
		}
		if d.Result.Plan.NoModel() && !baseline { // one notice is enough
			baseline = true
			f.reading = append(f.reading, item{Remark: report.Remark{Text: f.say("No language model judged: the offline baseline counts words.", "未使用语言模型评审：由离线词汇基线统计词汇。")}})
		}
		passages := report.Passages(format.Integrity(&d.Result.Document))
		// The gravest first, since only the first ones are shown of many.
		slices.SortStableFunc(passages, func(a, b report.Passage) int { return report.Graver(a.Found[0], b.Found[0]) })
		for _, p := range passages {
			it := f.scanned(&p)
			if p.Found[0].Grade == string(document.GradeFile) {
				f.reading = append(f.reading, it)
			} else {
				f.passages = append(f.passages, it)
			}
		}
		lines := d.lines()
		if r := f.overview.Reading; r != nil {
			for _, p := range r.Passages {
				f.passages = append(f.passages, item{Remark: report.Remark{Text: f.lang.Integrity("reader_" + p.Kind)}, topic: f.integrity(), quote: p.Words(), line: cmp.Or(lines(p.Quote), p.Line)})
			}
		}
		f.mustFix, f.suggest = items(f.overview.MustFix, lines), items(f.overview.Suggestions, lines)
	}
	return out
}

// integrity is the topic of findings.
func (f *found) integrity() string { return f.say("document integrity", "文档完整性") }

// scanned is a passage that the scanner found: its kinds, its place if that is no line, and
// its words.
func (f *found) scanned(p *report.Passage) item {
	it := item{topic: f.integrity(), quote: f.lang.Excerpt(strings.Join(p.Excerpts[:min(1, len(p.Excerpts))], ""))}
	for _, w := range p.Found {
		it.line = cmp.Or(it.line, w.Line)
	}
	it.Text = p.Kinds(f.lang)
	if where := p.Where(f.lang); where != "" && it.line == 0 {
		it.Text += f.say(", ", "，") + where
	}
	return it
}

func items(remarks []report.Remark, lines func(quote string) int) []item {
	out := make([]item, len(remarks))
	for i, r := range remarks {
		out[i].Remark = r
		for _, c := range r.Citations {
			if n := lines(c.Quote); n > 0 {
				out[i].quote, out[i].line = c.Quote, n
				break
			}
		}
	}
	return out
}

// lines finds the line of a quote in the file itself, since judges may have seen less of
// it than its bytes: no comments of Markdown, for example. It gives 0 for quotes that are
// not there and for formats without lines.
func (d *Document) lines() func(quote string) int {
	lined := []document.Format{document.Markdown, document.Text}
	if !slices.Contains(lined, d.Result.Document.Format) || !utf8.Valid(d.Source) {
		return func(string) int { return 0 }
	}
	index := evidence.New(string(d.Source))
	return func(quote string) int {
		c := index.Verify(quote)
		if c.Start < 0 {
			return 0
		}
		return 1 + bytes.Count(d.Source[:c.Start], []byte("\n"))
	}
}
