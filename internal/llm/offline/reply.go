package offline

import (
	"fmt"
	"slices"
	"strings"

	"judgement/internal/llm"
)

type scoreReply struct {
	Scores      []scoreItem `json:"scores"`
	MustFix     []advice    `json:"must_fix"`
	Suggestions []advice    `json:"suggestions"`
	Cuts        []advice    `json:"cuts"`
	Summary     string      `json:"summary"`
}

type scoreItem struct {
	Lens    string   `json:"lens"`
	Score   float64  `json:"score"`
	Comment string   `json:"comment"`
	Quotes  []string `json:"quotes"`
}

type advice struct {
	Lens   string   `json:"lens"`
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
}

// Shares of a maximum below which advice is given, as reports have them.
const (
	mustFixBelow = 0.60
	suggestBelow = 0.80
)

func (r *reader) scores() scoreReply {
	out := scoreReply{Scores: []scoreItem{}, MustFix: []advice{}, Suggestions: []advice{}, Cuts: []advice{}}
	got, most := 0.0, 0.0
	views := make([]view, len(r.criteria))
	for i, c := range r.criteria {
		views[i] = r.judge(c)
	}
	cited := r.cite(views)
	for i, c := range r.criteria {
		v := views[i]
		item := scoreItem{Lens: c.ID, Score: v.score(), Comment: r.words.comment(r.measures, v), Quotes: cited[i]}
		out.Scores = append(out.Scores, item)
		got, most = got+item.Score, most+c.Max
		share := 1.0
		if c.Max > 0 {
			share = item.Score / c.Max
		}
		add := advice{Lens: c.ID, Text: r.words.advice(v.topic), Quotes: []string{}}
		switch {
		case share < mustFixBelow:
			add.Quotes = r.quotes(r.weak(v.topic), 1, true)
			out.MustFix = append(out.MustFix, add)
		case share < suggestBelow:
			add.Quotes = r.quotes(r.weak(v.topic), 1, true)
			out.Suggestions = append(out.Suggestions, add)
		}
	}
	out.Cuts = r.cuts()
	out.Summary = r.words.summary(r.measures, got, most)
	return out
}

// cite gives each criterion its best sentence in turn, then a second one that
// none has cited. A criterion whose sentences are all taken shares its best.
func (r *reader) cite(views []view) [][]string {
	out := make([][]string, len(views))
	for range wantQuotes {
		for i, v := range views {
			out[i] = append(out[i], r.quotes(v.hits, 1, false)...)
		}
	}
	for i, v := range views {
		if len(out[i]) == 0 {
			out[i] = r.quotes(v.hits, 1, true)
		}
	}
	return out
}

// weak lists the sentences that speak of an aspect without anything checkable,
// in the document's order.
func (r *reader) weak(topic aspect) []sentence {
	var out []sentence
	for _, s := range r.sentences {
		if len(out) == maxTries {
			break
		}
		if !s.solid() && !s.list && s.words >= 5 && (s.hype > 0 || topic >= 0 && s.marks[topic] > 0) {
			out = append(out, s)
		}
	}
	return out
}

const maxCuts = 3

// cuts names what can go: praise, lists of keywords, repetitions.
func (r *reader) cuts() []advice {
	out := []advice{}
	lens := ""
	if len(r.criteria) > 0 {
		lens = r.criteria[0].ID
	}
	for _, c := range r.criteria {
		if topic(c.ID, c.Text) == clarity {
			lens = c.ID
		}
	}
	if lens == "" {
		return out
	}
	groups := []struct {
		text string
		is   func(s sentence) bool
	}{
		{r.words.cutHype, func(s sentence) bool { return s.hype > 1 && !s.list && !s.again }},
		{r.words.cutList, func(s sentence) bool { return s.list }},
		{r.words.cutAgain, func(s sentence) bool { return s.again }},
	}
	for _, g := range groups {
		var found []sentence
		for _, s := range r.sentences {
			if g.is(s) && len(found) < maxTries {
				found = append(found, s)
			}
		}
		if q := r.quotes(found, wantQuotes, true); len(q) > 0 && len(out) < maxCuts {
			out = append(out, advice{Lens: lens, Text: g.text, Quotes: q})
		}
	}
	return out
}

type meetingReply struct {
	Logic        string  `json:"logic"`
	Highlights   []point `json:"highlights"`
	Shortcomings []point `json:"shortcomings"`
	Verdict      string  `json:"verdict"`
}

type point struct {
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
}

// meetingPoints is how many highlights and shortcomings a meeting's reply has.
const meetingPoints = 3

func (r *reader) meeting() meetingReply {
	var all []view
	for a := range clarity { // the last aspect is about writing, not meetings
		all = append(all, r.judge(llm.Criterion{ID: a.key(), Max: 10}))
	}
	slices.SortStableFunc(all, func(a, b view) int { return b.count - a.count })
	out := meetingReply{Logic: r.words.noModel + r.words.meetingLogic, Highlights: []point{}, Shortcomings: []point{}}
	for _, v := range all[:meetingPoints] {
		out.Highlights = append(out.Highlights, point{r.words.point(r.words.high, v.topic, v.count), r.quotes(v.hits, 1, true)})
	}
	slices.Reverse(all)
	for _, v := range all[:meetingPoints] {
		out.Shortcomings = append(out.Shortcomings, point{r.words.point(r.words.low, v.topic, v.count), r.quotes(r.weak(v.topic), 1, true)})
	}
	out.Verdict = fmt.Sprintf(r.words.verdict, r.solid, len(r.sentences))
	return out
}

// key is the identifier that topic maps back to the aspect.
func (a aspect) key() string {
	return [aspects]string{"problem", "evidence", "numbers", "mechanism", "market", "plan", "risk", "clarity"}[a]
}

type checkpointReply struct {
	Checkpoints []checkpoint `json:"checkpoints"`
}

type checkpoint struct {
	Question    string   `json:"question"`
	Kind        string   `json:"kind"`
	HorizonDays int      `json:"horizon_days"`
	Quotes      []string `json:"quotes"`
}

// checkpoints asks of the document's most countable plans whether they came
// true, at the three horizons.
func (r *reader) checkpoints() checkpointReply {
	out := checkpointReply{Checkpoints: []checkpoint{}}
	v := r.judge(llm.Criterion{ID: plans.key(), Max: 10})
	for _, days := range []int{30, 90, 365} {
		q := r.quotes(v.hits, 1, false)
		if len(q) == 0 {
			break
		}
		out.Checkpoints = append(out.Checkpoints, checkpoint{fmt.Sprintf(r.words.question, q[0]), "binary", days, q})
	}
	return out
}

type forecastReply struct {
	Forecasts []forecastItem `json:"forecasts"`
}

type forecastItem struct {
	ID     string  `json:"id"`
	P      float64 `json:"p"`
	Reason string  `json:"reason"`
}

func forecast(req llm.Request) forecastReply {
	out := forecastReply{Forecasts: []forecastItem{}}
	for _, c := range req.Criteria {
		out.Forecasts = append(out.Forecasts, forecastItem{c.ID, 0.5, wordingFor(req.Language).noModel})
	}
	return out
}

type compareReply struct {
	QuotesA []string `json:"quotes_a"`
	QuotesB []string `json:"quotes_b"`
	Reason  string   `json:"reason"`
	Winner  string   `json:"winner"` // a criterion's identifier, or tie
}

// tieWithin is the difference of shares that is no difference.
const tieWithin = 0.02

// compare weighs two documents, which are the criteria, by their shares over all
// aspects, whichever comes first.
func compare(req llm.Request) compareReply {
	out := compareReply{QuotesA: []string{}, QuotesB: []string{}, Winner: "tie", Reason: wordingFor(req.Language).noModel}
	if len(req.Criteria) != 2 {
		return out
	}
	a, b := req.Criteria[0], req.Criteria[1]
	shareA, shareB := overall(a.Text), overall(b.Text)
	switch {
	case shareA-shareB > tieWithin:
		out.Winner = a.ID
	case shareB-shareA > tieWithin:
		out.Winner = b.ID
	}
	words := wordingFor(req.Language)
	out.Reason = words.noModel + fmt.Sprintf(words.weighed, 100*shareA, 100*shareB)
	out.QuotesA, out.QuotesB = telling(a.Text), telling(b.Text)
	return out
}

// telling quotes the sentence of a document that counts most.
func telling(document string) []string {
	r := newReader(llm.Request{Document: document})
	return r.quotes(r.judge(llm.Criterion{ID: measured.key(), Max: 1}).hits, 1, false)
}

// overall is a document's mean share over all aspects.
func overall(document string) float64 {
	if strings.TrimSpace(document) == "" {
		return 0
	}
	m := measure(document, nil)
	sum := 0.0
	for a := range aspects {
		sum += m.judge(llm.Criterion{ID: a.key(), Max: 1}).share
	}
	return sum / float64(aspects)
}
