package offline

import (
	"math"
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

// What is said of a whole document.
var (
	noModel   = wording{"No language model read this document; these are word counts. ", "没有语言模型读过本文，以下只是词句统计。"}
	checkable = wording{
		" Sentences with a figure, or a limit with a measurement: %d of %d in the whole document.",
		"全文 %[2]d 句中有 %[1]d 句带有数字，或带有局限并说明测量依据。",
	}
)

// views judges every criterion, with the quotes for each.
func (r *reader) views() ([]view, [][]string) {
	views := make([]view, len(r.criteria))
	for i, c := range r.criteria {
		views[i] = r.judge(c)
	}
	return views, r.cite(views)
}

// reading is what was found, for a kind of request without a rule here.
func (r *reader) reading() llm.Reading {
	views, cited := r.views()
	out := llm.Reading{Summary: noModel.in(r.language) + checkable.in(r.language, r.solid, len(r.sentences))}
	for i, c := range r.criteria {
		out.Findings = append(out.Findings, llm.Finding{ID: c.ID, Share: views[i].share, Comment: r.comment(views[i]), Quotes: cited[i]})
	}
	return out
}

func (r *reader) scores() scoreReply {
	out := scoreReply{Scores: []scoreItem{}, MustFix: []advice{}, Suggestions: []advice{}, Cuts: []advice{}}
	got, most := 0.0, 0.0
	views, cited := r.views()
	for i, c := range r.criteria {
		v := views[i]
		score := math.Min(c.Max, math.Round(v.share*c.Max*10)/10)
		out.Scores = append(out.Scores, scoreItem{Lens: c.ID, Score: score, Comment: r.comment(v), Quotes: cited[i]})
		got, most = got+score, most+c.Max
		if c.Max <= 0 || score/c.Max >= suggestBelow {
			continue
		}
		add := advice{Lens: c.ID, Text: aspectOf(v.topic).advice.in(r.language), Quotes: r.quotes(r.weak(v.topic), 1, true)}
		if score/c.Max < mustFixBelow {
			out.MustFix = append(out.MustFix, add)
		} else {
			out.Suggestions = append(out.Suggestions, add)
		}
	}
	out.Cuts = r.cuts()
	out.Summary = r.summary(got, most)
	return out
}

// comment says what was found for one criterion, and what was not.
func (r *reader) comment(v view) string {
	var text string
	switch v.topic {
	case -1:
		text = wording{
			"This criterion names no subject that the baseline knows. It counts every checkable sentence: %d found.",
			"本项没有基线所知的方面，因此统计全部可核对的句子：找到 %d 句。",
		}.in(r.language, v.count)
	case clarity:
		text = wording{"For this criterion the baseline looks at headings, paragraphs and the number of sentences.", "基线对本项看标题、段落和句子数量。"}.in(r.language)
	default:
		text = wording{"For this criterion the baseline counts checkable sentences about %s: %d found.", "基线对本项统计与“%s”有关的可核对句子：找到 %d 句。"}.
			in(r.language, aspects[v.topic].name.in(r.language), v.count)
	}
	text += checkable.in(r.language, r.solid, len(r.sentences))
	for _, c := range []struct {
		n    int
		text wording
	}{
		{r.praise, wording{" Words of praise without content: %d.", "空泛赞美词 %d 处。"}},
		{r.lists, wording{" Lists of keywords in place of sentences: %d.", "有 %d 句只是罗列关键词。"}},
		{r.again, wording{" Sentences that repeat others or the criteria: %d.", "有 %d 句重复他句或评分标准。"}},
	} {
		if c.n > 0 {
			text += c.text.in(r.language, c.n)
		}
	}
	return text
}

func (r *reader) summary(got, most float64) string {
	return noModel.in(r.language) + wording{
		"They give %.1f of %.1f points. The score measures wording, not truth: figures were not checked against each other.",
		"按此得 %.1f 分，满分 %.1f 分。分数只反映措辞，不反映真实性：数字之间未作核对。",
	}.in(r.language, got, most) + checkable.in(r.language, r.solid, len(r.sentences))
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
func (r *reader) weak(topic int) []sentence {
	return r.which(func(s sentence) bool {
		return !s.solid() && !s.list && s.words >= 5 && (s.marks[praise] > 0 || topic >= 0 && s.marks[topic] > 0)
	})
}

// which lists the document's sentences that are so.
func (r *reader) which(is func(sentence) bool) []sentence {
	var out []sentence
	for _, s := range r.sentences {
		if is(s) && len(out) < maxTries {
			out = append(out, s)
		}
	}
	return out
}

// cuts names what can go: praise, lists of keywords, repetitions.
func (r *reader) cuts() []advice {
	out := []advice{}
	lens := ""
	for _, c := range r.criteria {
		if lens == "" || topic(c.ID, c.Text) == clarity {
			lens = c.ID
		}
	}
	if lens == "" {
		return out
	}
	for _, g := range []struct {
		text wording
		is   func(s sentence) bool
	}{
		{
			wording{"Sentences of praise with nothing in them to check.", "只有赞美、无可核对的句子。"},
			func(s sentence) bool { return s.marks[praise] > 1 && !s.list && !s.again },
		},
		{wording{"Lists of keywords instead of sentences.", "以罗列关键词代替句子。"}, func(s sentence) bool { return s.list }},
		{wording{"Sentences that repeat others or the criteria.", "重复他句或评分标准的句子。"}, func(s sentence) bool { return s.again }},
	} {
		if q := r.quotes(r.which(g.is), wantQuotes, true); len(q) > 0 {
			out = append(out, advice{Lens: lens, Text: g.text.in(r.language), Quotes: q})
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
	for _, a := range aspects[:clarity] { // the last aspect is about writing, not meetings
		all = append(all, r.judge(llm.Criterion{ID: a.id, Max: 10}))
	}
	slices.SortStableFunc(all, func(a, b view) int { return b.count - a.count })
	out := meetingReply{Logic: noModel.in(r.language) + wording{
		"Sentences with figures, dates, reasons and limits count for the meeting, praise and repetition against it.",
		"带有数字、日期、理由和局限的句子加分，空泛赞美与重复减分。",
	}.in(r.language)}
	high := wording{"Checkable sentences with words of %[2]s: %[1]d.", "有 %d 个可核对的句子含有“%s”类词语。"}
	low := wording{"Checkable sentences with words of %[2]s: only %[1]d.", "只有 %d 个可核对的句子含有“%s”类词语。"}
	for _, v := range all[:meetingPoints] {
		out.Highlights = append(out.Highlights, point{r.counted(high, v), r.quotes(v.hits, 1, true)})
	}
	slices.Reverse(all)
	for _, v := range all[:meetingPoints] {
		out.Shortcomings = append(out.Shortcomings, point{r.counted(low, v), r.quotes(r.weak(v.topic), 1, true)})
	}
	out.Verdict = wording{
		"No language model read this material; sentences with something checkable: %d of %d.",
		"没有语言模型读过本材料：%[2]d 句中有 %[1]d 句带有可核对的内容。",
	}.in(r.language, r.solid, len(r.sentences))
	return out
}

// counted says how many sentences there are for an aspect.
func (r *reader) counted(some wording, v view) string {
	name := aspects[v.topic].name.in(r.language)
	if v.count == 0 {
		return wording{"No checkable sentence with words of %s.", "没有可核对的句子含有“%s”类词语。"}.in(r.language, name)
	}
	return some.in(r.language, v.count, name)
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
	v := r.judge(llm.Criterion{ID: aspects[plans].id, Max: 10})
	for _, days := range []int{30, 90, 365} {
		q := r.quotes(v.hits, 1, false)
		if len(q) == 0 {
			break
		}
		question := wording{"Did this come true as written: “%s”?", "这句话是否如期成真：“%s”？"}.in(r.language, q[0])
		out.Checkpoints = append(out.Checkpoints, checkpoint{question, "binary", days, q})
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
		out.Forecasts = append(out.Forecasts, forecastItem{c.ID, 0.5, noModel.in(req.Language)})
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
	out := compareReply{QuotesA: []string{}, QuotesB: []string{}, Winner: "tie", Reason: noModel.in(req.Language)}
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
	out.Reason += wording{
		"Counted alike, the first text reaches %.0f %% and the second %.0f %%; a difference of up to 2 points is none.",
		"按同一方法统计，前一文本得 %.0f%%，后一文本得 %.0f%%；相差不超过 2 个百分点视为相同。",
	}.in(req.Language, 100*shareA, 100*shareB)
	out.QuotesA, out.QuotesB = telling(a.Text), telling(b.Text)
	return out
}

// telling quotes the sentence of a document that counts most.
func telling(document string) []string {
	r := newReader(llm.Request{Document: document})
	return r.quotes(r.judge(llm.Criterion{ID: aspects[measured].id, Max: 1}).hits, 1, false)
}

// overall is a document's mean share over all aspects.
func overall(document string) float64 {
	if strings.TrimSpace(document) == "" {
		return 0
	}
	m := measure(document, nil)
	sum := 0.0
	for _, a := range aspects {
		sum += m.judge(llm.Criterion{ID: a.id, Max: 1}).share
	}
	return sum / float64(len(aspects))
}
