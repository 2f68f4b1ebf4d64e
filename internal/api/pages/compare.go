package pages

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/review"
	"judgement/panel"
	"judgement/report"
)

// mostDiff is how many lines of a difference of texts a page shows.
const mostDiff = 2000

// comparison is a version beside an earlier or later one of the same case.
type comparison struct {
	Version         int // the other one
	Grade, Total    string
	Change          string // of the total, with its sign; empty: not comparable
	Lenses          []lensPair
	Gone, Open, New []report.Remark
	Diff            []diffLine
	Cut             int // lines that are not shown
	SameText        bool
	OtherPanel      bool
	NoModel         bool // the other version has the scores of the baseline
	OtherProgram    bool // one of the two has
	Date            string
}

// lensPair is a lens in both versions.
type lensPair struct {
	Name              string
	Max               string
	Now, Then         string // means; empty: not scored
	Change            string
	Better, Worse     bool
	Dots, ThenDots    []dot
	NowMean, ThenMean string // x of the marks, in percent
}

// dot is one judge's score.
type dot struct {
	X    string // in percent of the maximum
	Name string
}

// diffLine is a line of a unified difference.
type diffLine struct {
	Kind string // add, remove, same or place
	Text string
}

// compare reads the other version and puts it beside the page's.
func (p *Pages) compare(r *http.Request, b *caseBody, c *casefile.Case, vs string, lang report.Lang) (*comparison, error) {
	v, err := p.visitor(r)
	if err != nil {
		return nil, err
	}
	if !Decide(v, SeeCompare, Target{Case: b.ID, Version: b.Version}).Allowed {
		return nil, fault.NoLink
	}
	digits, ok := strings.CutPrefix(vs, "v")
	n, err := strconv.Atoi(digits)
	if !ok || err != nil || n < 1 {
		return nil, fault.NoPath
	}
	engine, err := p.o.Engine(r.Context())
	if err != nil {
		return nil, err
	}
	then, err := engine.Stored(r.Context(), c, n)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fault.NoPath
	}
	if err != nil {
		return nil, err
	}
	if err := b.verify(r.Context(), c, n); err != nil {
		return nil, err
	}
	out := &comparison{Version: n, Date: then.Date, NoModel: then.Plan.NoModel(), OtherPanel: then.Plan.PanelSHA256 != b.Result.Plan.PanelSHA256}
	before, now := then.Judgement.Overview(), b.Overview
	if s := before.Score; s != nil {
		out.Grade, out.Total = s.Grade, report.Shown(s.Total, s.Max)
		if now.Score != nil && s.Max.Cmp(now.Score.Max) == 0 {
			out.Change = report.Difference(now.Score.Total.Sub(s.Total))
		}
	}
	out.Lenses = pairs(b.Result, then, lang)
	if out.OtherProgram = out.NoModel != b.Result.Plan.NoModel(); out.OtherProgram {
		out.Change = ""
		for i := range out.Lenses {
			l := &out.Lenses[i]
			l.Change, l.Better, l.Worse = "", false, false
		}
	}
	out.Gone, out.Open, out.New = report.CompareFixes(named(before.MustFix, then.Plan.Panel, lang), now.MustFix)
	return out, out.texts(r.Context(), c, b.Version, n)
}

// texts fills in how the document changed.
func (o *comparison) texts(ctx context.Context, c *casefile.Case, now, then int) error {
	var texts [2][]byte
	for i, n := range []int{then, now} {
		v, err := c.Version(ctx, n)
		if err != nil {
			return err
		}
		plan, err := v.Plan(ctx)
		if err != nil {
			return err
		}
		texts[i] = append(plan.Document, '\n')
	}
	out := string(diff.Diff("v"+strconv.Itoa(then), texts[0], "v"+strconv.Itoa(now), texts[1]))
	o.SameText = out == ""
	for i, line := range strings.Split(strings.TrimSuffix(out, "\n"), "\n") {
		switch {
		case o.SameText, i < 3: // its head: diff, ---, +++
		case len(o.Diff) >= mostDiff:
			o.Cut++
		default:
			o.Diff = append(o.Diff, newDiffLine(line))
		}
	}
	return nil
}

// longestDiff is how many bytes of one line a page shows.
const longestDiff = 4000

func newDiffLine(line string) diffLine {
	if short := cutText(line, longestDiff); short != line {
		line = short + " …"
	}
	for sign, kind := range map[string]string{"+": "add", "-": "remove", "@": "place"} {
		if strings.HasPrefix(line, sign) {
			return diffLine{kind, line}
		}
	}
	return diffLine{"same", line}
}

// pairs puts the lenses of two results side by side, in the order of the newer one.
func pairs(now, then *pipeline.Result, lang report.Lang) (out []lensPair) {
	after, before := lensMeans(now), lensMeans(then)
	for _, l := range now.Plan.Panel.Lenses {
		pair := lensPair{Name: lang.Lens(l), Max: l.MaxScore.String(), Dots: dots(now, l.Slug, lang), ThenDots: dots(then, l.Slug, lang)}
		a, isNow := after[l.Slug]
		b, was := before[l.Slug]
		if isNow {
			pair.Now, pair.NowMean = report.Shown(a.Score, a.Max), share(a.Score, a.Max)
		}
		if was {
			pair.Then, pair.ThenMean = report.Shown(b.Score, b.Max), share(b.Score, b.Max)
		}
		if isNow && was && a.Max.Cmp(b.Max) == 0 {
			d := a.Score.Sub(b.Score)
			pair.Change, pair.Better, pair.Worse = report.Difference(d), d.Sign() > 0, d.Sign() < 0
		}
		out = append(out, pair)
	}
	return out
}

// mean is a lens's score with its maximum.
type mean struct{ Score, Max panel.Points }

func lensMeans(r *pipeline.Result) map[string]mean {
	out := map[string]mean{}
	for _, l := range r.Judgement.Overview().Lenses {
		out[l.Lens] = mean{l.Score, l.Max}
	}
	return out
}

// dots are the judges' scores of a lens.
func dots(r *pipeline.Result, lens string, lang report.Lang) (out []dot) {
	j, ok := r.Judgement.(*review.Judgement)
	if !ok {
		return nil
	}
	for _, v := range j.Verdicts {
		for _, cell := range v.Cells {
			if cell.Lens != lens || cell.Score == nil {
				continue
			}
			name := v.Judge
			if member, ok := r.Plan.Panel.Judge(v.Judge); ok {
				name = lang.Judge(member)
			}
			out = append(out, dot{share(*cell.Score, cell.Max), name + " " + report.Shown(*cell.Score, cell.Max)})
		}
	}
	return out
}

// share is a score in percent of its maximum, with room for half a dot at both ends.
func share(score, most panel.Points) string {
	if most.Sign() <= 0 {
		return "2"
	}
	return strconv.FormatFloat(2+96*min(1, max(0, score.Quo(most).Float())), 'f', 2, 64)
}
