package label

import (
	"slices"

	"judgement/internal/align"
	"judgement/internal/board"
	"judgement/internal/study"
	"judgement/panel"
	"judgement/report"
)

// scales are the kinds of labels, the most telling first, by the fields that have
// them.
var scales = []struct {
	scale  study.Scale
	fields []string
}{
	{study.ScoreScale, []string{"score"}},
	{study.PreferenceScale, []string{"preference"}},
	{study.OrdinalScale, []string{"grade", "rank", "decision"}},
}

// Set is the study of a scene: what its judges said of the documents, with the labels
// of one kind. Labels of whole documents are compared with the panel's totals. Scores
// are used if there are any, then preferences, then one of grades, ranks and decisions. unused counts the other labels, those that no judge has a score
// beside, and those of documents that are not among the submissions, which must be judged
// by one panel.
func Set(subs []board.Submission, rows []Row) (set *study.Set, unused int, err error) {
	set = &study.Set{Kind: study.Scores}
	if len(subs) == 0 {
		return set, len(rows), nil
	}
	set.Scale = study.ScoreScale
	field := ""
	for _, s := range slices.Backward(scales) {
		for _, f := range slices.Backward(s.fields) {
			if slices.ContainsFunc(rows, func(r Row) bool { return r.Field == f }) {
				set.Scale, field = s.scale, f
			}
		}
	}
	b := builder{set: set, panel: subs[0].Panel, subs: map[string]*board.Submission{}, types: map[string]string{}}
	for i := range subs {
		if b.subs[subs[i].Document] == nil {
			b.subs[subs[i].Document] = &subs[i]
			b.order = append(b.order, subs[i].Document)
		}
	}
	used := b.usable(rows, field)
	for _, r := range used {
		b.types[r.Document], b.whole = max(b.types[r.Document], r.Type), b.whole || r.Lens == ""
		if r.Other != "" { // a pair's type is that of both
			b.types[r.Other] = max(b.types[r.Other], r.Type)
		}
	}
	if b.whole {
		set.Totals = map[string]float64{}
	}
	if set.Scale == study.PreferenceScale {
		b.pairs(used)
	} else {
		b.scores(used)
	}
	return set, len(rows) - len(set.Labels), set.Normalise()
}

// builder collects a scene's study.
type builder struct {
	set   *study.Set
	panel *panel.Panel
	subs  map[string]*board.Submission // by document
	order []string
	types map[string]string
	whole bool // some labels are of whole documents
}

func (b *builder) usable(rows []Row, field string) []Row {
	var out []Row
	for _, r := range rows {
		if r.Field == field && b.subs[r.Document] != nil && (r.Other == "" || b.subs[r.Other] != nil) {
			out = append(out, r)
		}
	}
	return out
}

// values are a judge's scores of a document by lens. "" is its total: its share of the
// points of the lenses that it has to score, of the panel's maximum.
func (b *builder) values(s *board.Submission, j panel.Judge) map[string]float64 {
	out := map[string]float64{}
	for _, lens := range b.panel.Lenses {
		score, ok := report.JudgeScore(s.Verdicts, j.Slug, lens.Slug, lens.MaxScore)
		if ok && j.Scores(lens.Slug) {
			out[lens.Slug] = score.Float()
		}
	}
	if total, ok := align.JudgeTotal(b.panel, s.Verdicts, j.Slug); ok {
		out[""] = total
	}
	return out
}

// total is the panel's total of a document, as its report has it. ok is false if a lens
// has no score.
func (b *builder) total(s *board.Submission) (sum float64, ok bool) {
	var total panel.Points
	for _, lens := range b.panel.Lenses {
		var points, weights panel.Points
		for _, j := range b.panel.Voting() {
			if score, ok := report.JudgeScore(s.Verdicts, j.Slug, lens.Slug, lens.MaxScore); ok && j.Scores(lens.Slug) {
				points, weights = points.Add(score.Mul(j.Weight)), weights.Add(j.Weight)
			}
		}
		if weights.Float() <= 0 {
			return 0, false
		}
		total = total.Add(points.Quo(weights))
	}
	return total.Float(), true
}

// scores leaves labels out that no judge has a score beside.
func (b *builder) scores(rows []Row) {
	type place struct{ document, lens string }
	scored := map[place]bool{}
	for _, doc := range b.order {
		s := b.subs[doc]
		if total, ok := b.total(s); ok && b.whole {
			b.set.Totals[s.Case] = total
		}
		for _, j := range b.panel.Voting() {
			values := b.values(s, j)
			for _, lens := range append([]string{""}, b.panel.LensSlugs()...) {
				if v, ok := values[lens]; ok && (lens != "" || b.whole) {
					scored[place{doc, lens}] = true
					b.set.Verdicts = append(b.set.Verdicts, study.Verdict{Item: s.Case, Type: b.types[doc], Judge: j.Slug, Lens: lens, Value: v})
				}
			}
		}
	}
	for _, r := range rows {
		if !scored[place{r.Document, r.Lens}] {
			continue
		}
		b.set.Labels = append(b.set.Labels, study.Label{Item: b.subs[r.Document].Case, Person: r.Person, Lens: r.Lens, Value: r.value, Comment: r.Comment, Quote: r.Quote})
	}
}

// pairs has each judge vote for the document that it scored higher. A pair has one order,
// whichever a person named first.
func (b *builder) pairs(rows []Row) {
	b.set.Kind = study.Preferences
	type pair struct{ one, other, lens string }
	seen := map[pair]bool{}
	for _, r := range rows {
		r = r.ordered()
		one, other := b.subs[r.Document], b.subs[r.Other]
		item := one.Case + " or " + other.Case
		b.set.Labels = append(b.set.Labels, study.Label{Item: item, Person: r.Person, Lens: r.Lens, Value: r.value, Comment: r.Comment, Quote: r.Quote})
		p := pair{r.Document, r.Other, r.Lens}
		if seen[p] {
			continue
		}
		seen[p] = true
		x, ok := b.total(one)
		y, both := b.total(other)
		if ok && both && r.Lens == "" {
			b.set.Totals[item] = better(x, y)
		}
		for _, j := range b.panel.Voting() {
			x, ok := b.values(one, j)[r.Lens]
			y, both := b.values(other, j)[r.Lens]
			if ok && both {
				b.set.Verdicts = append(b.set.Verdicts, study.Verdict{Item: item, Type: b.types[r.Document], Judge: j.Slug, Lens: r.Lens, Value: better(x, y)})
			}
		}
	}
}

// better is the preference between two scores.
func better(x, y float64) float64 {
	switch {
	case x > y:
		return study.First
	case x < y:
		return study.Second
	}
	return study.Tie
}
