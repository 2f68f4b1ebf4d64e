package meeting

import (
	"slices"
	"strings"

	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/report"
)

// View is one judge's judgement of a meeting (schema 1), as it is stored.
type View struct {
	Schema       int           `json:"schema"`
	NoModel      bool          `json:"no_model,omitempty"` // no language model answered
	Judge        string        `json:"judge"`
	Outcome      string        `json:"outcome"`          // internal/jury's outcomes
	Reason       string        `json:"reason,omitempty"` // why, if the outcome is not ok
	Cause        string        `json:"cause,omitempty"`  // of a failed call, in one word
	Logic        string        `json:"logic"`
	Highlights   []Point       `json:"highlights"`   // at most Wanted
	Shortcomings []Point       `json:"shortcomings"` // at most Wanted
	Verdict      string        `json:"verdict"`      // at most one sentence
	Marks        []Mark        `json:"marks"`        // what was trimmed or is missing
	Model        string        `json:"model"`
	Usage        report.Usage  `json:"usage"`
	Cost         *report.Money `json:"cost"` // null: unknown
	ReplySHA256  string        `json:"reply_sha256,omitempty"`
}

// Point is a highlight or a shortcoming with what was found of its evidence.
type Point struct {
	Text      string            `json:"text"`
	At        string            `json:"at,omitempty"` // time stamp: the judge's, else that of the first proven quote
	Citations []report.Citation `json:"citations"`
}

// Proven reports whether a point cites something and all of it is proven.
func (p Point) Proven() bool {
	return len(p.Citations) > 0 && !slices.ContainsFunc(p.Citations, func(c report.Citation) bool { return !report.Proven(c.Status) })
}

// OK reports whether the judge answered.
func (v View) OK() bool { return v.Outcome == string(jury.OK) }

func (v View) ended() format.Ended {
	return format.Ended{Judge: v.Judge, NoModel: v.NoModel, Outcome: jury.Outcome(v.Outcome), Reason: v.Reason, Cause: v.Cause, Says: v.Verdict, Proven: report.CountEvidence(Citations([]View{v})).Proven > 0}
}

func (v View) remarks(points []Point) (out []report.Remark) {
	for _, p := range points {
		out = append(out, report.Remark{Judge: v.Judge, Text: p.Text, Citations: p.Citations})
	}
	return out
}

// Mark is something that was trimmed or is missing in a view.
type Mark struct {
	Kind MarkKind `json:"kind"`
	N    int      `json:"n"` // how many there were
}

// MarkKind is a closed set.
type MarkKind string

// The kinds of mark.
const (
	FewHighlights    MarkKind = "few_highlights"
	ManyHighlights   MarkKind = "many_highlights" // the first three are kept
	FewShortcomings  MarkKind = "few_shortcomings"
	ManyShortcomings MarkKind = "many_shortcomings" // the first three are kept
	NoLogic          MarkKind = "no_logic"
	NoVerdict        MarkKind = "no_verdict"
	LongVerdict      MarkKind = "long_verdict"  // the first of N sentences is kept
	PartsUnread      MarkKind = "parts_unread"  // N parts could not be read
	NotesReduced     MarkKind = "notes_reduced" // N points per part went into the merge
)

// fill puts a reply into a view: trimmed to what was asked for, and marked;
// never padded.
func (v *View) fill(r Reply, prove func(Claim) []report.Citation) {
	v.Logic = r.Logic
	if r.Logic == "" {
		v.mark(NoLogic, 0)
	}
	v.Highlights = v.points(r.Highlights, prove, FewHighlights, ManyHighlights)
	v.Shortcomings = v.points(r.Shortcomings, prove, FewShortcomings, ManyShortcomings)
	list := sentences(r.Verdict)
	switch {
	case len(list) == 0:
		v.mark(NoVerdict, 0)
		return
	case len(list) > 1:
		v.mark(LongVerdict, len(list))
	}
	v.Verdict = list[0]
}

func (v *View) mark(kind MarkKind, n int) { v.Marks = append(v.Marks, Mark{kind, n}) }

func (v *View) points(claims []Claim, prove func(Claim) []report.Citation, few, many MarkKind) []Point {
	switch n := len(claims); {
	case n < Wanted:
		v.mark(few, n)
	case n > Wanted:
		v.mark(many, n)
		claims = claims[:Wanted]
	}
	out := []Point{}
	for _, c := range claims {
		out = append(out, Point{Text: c.Text, At: c.At, Citations: prove(c)})
	}
	return out
}

// Citations are the citations of all points.
func Citations(views []View) []report.Citation {
	var out []report.Citation
	for _, v := range views {
		for _, p := range slices.Concat(v.Highlights, v.Shortcomings) {
			out = append(out, p.Citations...)
		}
	}
	return out
}

// Total adds the usage and the cost of all views.
func Total(views []View) (report.Usage, *report.Money) {
	return format.Total(views, func(v View) (report.Usage, *report.Money) { return v.Usage, v.Cost })
}

// Prover proves claims against the whole material. It is safe for concurrent
// use.
type Prover struct {
	index *evidence.Index
	t     *Transcript
}

// NewProver prepares the material; options are those of the index.
func NewProver(m *Material, opts ...evidence.Option) *Prover {
	return &Prover{index: format.Index(m.Document, opts...), t: m.Transcript}
}

// Cite proves a claim. A quote with a time stamp is proven when the stamp
// is in the transcript and the quote is in the words at that stamp; a stamp
// alone if it is there. A claim with neither is uncited.
func (p *Prover) Cite(c Claim) []report.Citation {
	at := Seconds(c.At)
	if len(c.Quotes) == 0 {
		if at < 0 {
			return []report.Citation{format.Uncited()}
		}
		return []report.Citation{p.timestamp(c.At, at)}
	}
	out := make([]report.Citation, 0, len(c.Quotes))
	for _, q := range c.Quotes {
		out = append(out, p.quote(q, c.At, at))
		at = -1 // the stamp is that of the first quote
	}
	return out
}

// timestamp proves a time stamp without a quote.
func (p *Prover) timestamp(text string, at int) report.Citation {
	turns := p.t.stamps[at]
	if len(turns) == 0 {
		return report.Citation{Quote: text, Status: string(evidence.NotFound), Start: -1, End: -1, Note: evidence.Found("no such time stamp")}
	}
	turn := p.t.Turns[turns[0]]
	start := turn.Start + strings.Index(p.t.Text[turn.Start:turn.End], turn.Stamp)
	return report.Citation{Quote: turn.Stamp, Status: string(evidence.Exact), Start: start, End: start + len(turn.Stamp)}
}

func (p *Prover) quote(q, stamp string, at int) report.Citation {
	for _, i := range p.t.stamps[at] {
		start, end := p.t.speech(i)
		if c := format.Cite(q, evidence.New(p.t.Text[start:end])); report.Proven(c.Status) {
			c.Start, c.End = c.Start+start, c.End+start
			c.Note = p.index.Noted(c.Note, c.Start, c.End)
			return c
		}
	}
	out := format.Cite(q, p.index)
	if at < 0 || !report.Proven(out.Status) {
		return out
	}
	out.Status = string(evidence.Altered)
	out.Note = evidence.Found("the record has no time stamp {}", stamp)
	if len(p.t.stamps[at]) > 0 {
		out.Note = evidence.Found("it is not at {}", stamp)
	}
	if there := p.t.TimestampAt(out.Start); there != "" {
		out.Note = append(out.Note, evidence.Found("it is at {}", there)...)
	}
	out.Note = p.index.Noted(out.Note, out.Start, out.End)
	return out
}

// Again proves the evidence of stored views once more, and puts what the report shows in
// its place.
func (p *Prover) Again(views []View, out *format.Recheck) {
	for _, v := range views {
		for _, points := range [][]Point{v.Highlights, v.Shortcomings} {
			for i, pt := range points {
				c := Claim{Text: pt.Text, At: pt.At}
				for _, cit := range pt.Citations {
					if cit.Quote != "" && !timestampOnly().MatchString(cit.Quote) {
						c.Quotes = append(c.Quotes, cit.Quote)
					}
				}
				points[i].Citations = out.Compare(v.Judge, pt.Citations, p.Cite(c))
			}
		}
	}
}
