package chat

import (
	"strconv"
	"strings"

	"judgement/internal/format"
	"judgement/internal/pipeline"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// What a card shows at most: the rest is in the report's files.
const (
	maxBars   = 12
	maxItems  = 5
	maxSteps  = 20
	maxPhrase = 240 // runes of a remark
	maxName   = 40  // runes of a name
	maxFile   = 64  // runes of a document's name: a title of titleWidth and its ending
)

// Head is what all cards of one job have in common.
type Head struct {
	Lang     report.Lang
	Scene    string // its display name
	Document string // the name of the file or the title of the text; not shown under redaction
	Shown    Shown  // what the chat may see
	Page     string // address of the result's page; empty: none is known
}

func (h Head) card(tone Tone, tag string, parts ...Part) Card {
	if h.Shown >= OnlyTally {
		h.Document = ""
	}
	return Card{Lang: h.Lang, Tone: tone, Title: clip(h.Scene, maxName), Subtitle: clip(h.Document, maxFile), Tag: tag, Parts: parts, Link: h.Page}
}

func (h Head) say(p phrase, args ...any) string { return say(h.Lang, p, args...) }

// QueuedCard is the answer to a document: how many are before it.
func QueuedCard(h Head, ahead int) Card {
	text := h.say(phQueuedNext)
	if ahead > 0 {
		text = h.say(phQueuedAfter, ahead)
	}
	return h.card(ToneWait, h.say(phQueued), Part{Text: text})
}

// ProgressCard shows a job on its way, judge by judge; if only a tally may
// be seen, how many judges have answered.
func ProgressCard(h Head, p Progress) Card {
	card := h.card(ToneWork, h.say(phWorking), Part{Text: h.say(phaseOf(p.Phase))})
	if p.Total > 0 {
		done := min(p.Done, p.Total)
		card.Parts = append(card.Parts, Part{Bars: []Bar{{
			Label: h.say(phJudges), Value: h.say(phOfJudges, done, p.Total), Share: done * 100 / p.Total, Tone: ToneWork,
		}}})
	}
	if h.Shown >= OnlyTally {
		return card
	}
	var steps []Step
	for _, j := range p.Judges[:min(len(p.Judges), maxSteps)] {
		s := Step{Label: clip(j.Name, maxName), State: j.State}
		if h.Shown == ShowAll {
			s.Note = clip(j.Score, maxName)
		}
		if j.State == StepMiss {
			s.Note = h.Lang.Outcome(j.Outcome)
		}
		steps = append(steps, s)
	}
	if len(steps) > 0 {
		card.Parts = append(card.Parts, Part{Steps: steps})
	}
	return card
}

// phases are the words of a job's phases.
var phases = map[string]phrase{
	"intake": phReading, "score": phScoring, "meeting": phMeeting, "read": phMeeting, "merge": phMeeting,
	"integrity": phIntegrity, "checkpoints": phQuestions, "forecast": phQuestions, "publish": phPublishing,
}

func phaseOf(phase string) phrase {
	if p, ok := phases[phase]; ok {
		return p
	}
	return phWorking
}

// FinalCard is a finished job as far as the chat may see it. files says that
// the report follows.
func FinalCard(h Head, r *pipeline.Result, files bool) Card {
	t := TallyOf(r)
	if h.Shown >= OnlyTally {
		return TallyCard(h, t, h.Shown == OnlyTally)
	}
	o, scores := r.Judgement.Overview(), t.Scored && h.Shown == ShowAll
	card := h.card(ToneFlat, h.say(phDone))
	if scores {
		card.Tone, card.Tag = toneOf(t.Total, t.Max), h.say(phGrade, t.Grade)
		card.Parts = append(card.Parts, Part{Headline: h.headline(t.Total, t.Max, t.Grade)}, Part{Bars: h.bars(r, o.Lenses)})
	}
	card.Parts = append(card.Parts, h.remarks(phMustFix, o.MustFix, r, false)...)
	if len(o.MustFix) == 0 {
		card.Parts = append(card.Parts, h.remarks(phSuggestions, o.Suggestions, r, true)...)
	}
	if !t.Scored {
		card.Parts = append(card.Parts, h.judges(phVerdicts, r, o.Judges))
	}
	card.Parts = append(card.Parts, Part{Facts: h.facts(o.Score, t, scores)})
	if scores {
		totals := h.judges(phJudges, r, o.Judges)
		totals.List.Fold = true
		card.Parts = append(card.Parts, totals)
	}
	card.Footer = h.footer(r, files)
	if t.Scored && !scores {
		card.Footer = sentences(h.Lang, h.say(phRedactedGroup), card.Footer)
	}
	return card
}

// TallyCard is a finished job under redaction. It is made from numbers alone:
// the head's document is left out.
func TallyCard(h Head, t Tally, scores bool) Card {
	h.Document = ""
	card := h.card(ToneFlat, h.say(phDone))
	if t.Scored && scores {
		card.Tone, card.Tag = toneOf(t.Total, t.Max), h.say(phGrade, t.Grade)
		card.Parts = append(card.Parts, Part{Headline: h.headline(t.Total, t.Max, t.Grade)})
	}
	facts := []Fact{h.judged(t)}
	if t.Scored {
		facts = append(facts, Fact{h.say(phMustFix), strconv.Itoa(t.MustFix)}, Fact{h.say(phSuggestions), strconv.Itoa(t.Suggestions)}, Fact{h.say(phCuts), strconv.Itoa(t.Cuts)})
	}
	facts = append(facts, h.quoted(t))
	card.Parts = append(card.Parts, Part{Facts: facts})
	card.Footer = h.say(phRedacted)
	if t.Scored && !scores {
		card.Footer = sentences(h.Lang, card.Footer, h.say(phRedactedGroup))
	}
	if t.NoModel {
		card.Footer = sentences(h.Lang, card.Footer, h.say(phNoModel))
	}
	return card
}

func (h Head) judged(t Tally) Fact {
	return Fact{h.say(phJudges), h.say(phOfJudges, t.Answered, t.Judges)}
}

func (h Head) quoted(t Tally) Fact {
	return Fact{h.say(phQuotes), h.say(phQuotesValue, t.Proven, t.Quotes) + h.Lang.WithNote(t.Noted)}
}

func (h Head) headline(total, max panel.Points, grade string) *Headline {
	return &Headline{
		Big: grade, Side: h.say(phScore, report.Shown(total, max), max, report.ShownPercent(total, max)), Tone: toneOf(total, max),
	}
}

func (h Head) bars(r *pipeline.Result, lenses []format.LensResult) []Bar {
	var out []Bar
	for _, l := range lenses[:min(len(lenses), maxBars)] {
		bar := Bar{
			Label: h.lens(r, l.Lens, l.Lens), Value: report.Shown(l.Score, l.Max) + " / " + l.Max.String(),
			Share: int(report.Percent(l.Score, l.Max).Float()), Tone: bandTone(l.Score, l.Max),
		}
		if l.Spread.Judges > 1 {
			bar.Note = report.Shown(l.Spread.Min, l.Max) + "–" + report.Shown(l.Spread.Max, l.Max)
		}
		out = append(out, bar)
	}
	return out
}

// lens names a lens of a result, or returns otherwise if its panel has none.
func (h Head) lens(r *pipeline.Result, slug, otherwise string) string {
	if lens, ok := r.Plan.Panel.Lens(slug); ok {
		otherwise = h.Lang.Lens(lens)
	}
	return clip(otherwise, maxName)
}

// listOf makes a list of at most most items.
func listOf[T any](title string, from []T, most int, item func(T) Item) *List {
	l := &List{Title: title}
	for _, v := range from[:min(len(from), most)] {
		l.Items = append(l.Items, item(v))
	}
	l.More = len(from) - len(l.Items)
	return l
}

func (h Head) remarks(title phrase, remarks []report.Remark, r *pipeline.Result, fold bool) []Part {
	if len(remarks) == 0 {
		return nil
	}
	list := listOf(h.say(phCounted, h.say(title), len(remarks)), remarks, maxItems, func(m report.Remark) Item {
		return Item{Head: h.lens(r, m.Lens, ""), Text: clip(m.Text, maxPhrase)}
	})
	list.Fold = fold
	return []Part{{List: list}}
}

func (h Head) facts(s *format.Score, t Tally, scores bool) []Fact {
	out := []Fact{h.quoted(t), h.judged(t)}
	if scores && s.Spread != nil && s.Spread.Judges > 1 {
		return append([]Fact{{h.say(phSpread), h.say(phSpreadValue, s.Spread.Min, s.Spread.Max, s.Spread.SD, s.Spread.Judges)}}, out...)
	}
	return out
}

// judges lists what every judge says in a line.
func (h Head) judges(title phrase, r *pipeline.Result, judges []format.Ended) Part {
	return Part{List: listOf(h.say(title), judges, maxSteps, func(e format.Ended) Item {
		item := Item{Head: clip(h.judge(r.Plan.Panel, e.Judge), maxName), Text: clip(e.Says, maxPhrase)}
		if item.Text == "" {
			item.Text = h.Lang.Outcome(string(e.Outcome))
		}
		return item
	})}
}

func (h Head) judge(p *panel.Panel, slug string) string {
	if p != nil {
		if j, ok := p.Judge(slug); ok {
			return h.Lang.Judge(j)
		}
	}
	return slug
}

func (h Head) footer(r *pipeline.Result, files bool) string {
	parts := []string{h.say(phListAnd, r.CaseID, h.say(phVersion, r.Version))}
	if files {
		parts = append(parts, h.say(phFilesFollow))
	}
	if TallyOf(r).NoModel {
		parts = append(parts, h.say(phNoModel))
	}
	return strings.Join(parts, " · ")
}

// FailedCard ends a job that has no report, with words of our own on why; under
// redaction it only says that there is a reason.
func FailedCard(h Head, why string) Card {
	if h.Shown >= OnlyTally || why == "" {
		why = h.say(phReviewFailedPrivate)
	}
	return h.card(ToneBad, h.say(phFailed), Part{Text: why})
}

// WithheldCard replaces a card that may be shown no more.
func WithheldCard(h Head) Card {
	h.Document = ""
	return h.card(ToneFlat, h.say(phDone), Part{Text: h.say(phWithheld)})
}

// CancelledCard ends a job that somebody cancelled.
func CancelledCard(h Head) Card {
	return h.card(ToneFlat, h.say(phCancelled), Part{Text: h.say(phStillThere)})
}

// tones colour a total by its grade.
var tones = map[string]Tone{"S": ToneBest, "A": ToneGood, "B": ToneFair, "C": TonePoor, "D": ToneBad}

func toneOf(total, max panel.Points) Tone { return tones[report.Letter(total, max)] }

func bandTone(score, max panel.Points) Tone {
	switch report.BandOf(score, max) {
	case report.BandMustFix:
		return ToneBad
	case report.BandSuggestion:
		return ToneFair
	case report.BandSound:
	}
	return ToneGood
}

// clip makes one line of text and cuts it to most runes.
func clip(s string, most int) string {
	s = text.OneLine(strings.ToValidUTF8(s, ""))
	if len([]rune(s)) > most {
		s = text.Clip(s, most-1)
	}
	return s
}
