package review

import (
	"encoding/json"
	"fmt"
	"slices"

	"judgement/internal/board"
	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/panel"
	"judgement/report"
)

// Judgement is what a review came to.
type Judgement struct {
	Result   *Result          `json:"result"`
	Verdicts []report.Verdict `json:"verdicts"`
	Drafts   *Drafts          `json:"drafts,omitempty"` // if checkpoints were asked for
	// Reading is that of the integrity reader; nil: the scene has none.
	Reading  *report.IntegrityReading `json:"integrity_reader,omitempty"`
	Document *document.Document       `json:"document"`
	// Statistics say what the votes are worth. They are made for the report.
	Statistics []report.Statistic `json:"statistics,omitempty"`
	// was is what was published, if the verdicts are put under another panel.
	was *Result
}

// Overview implements format.Judgement.
func (j *Judgement) Overview() format.Overview {
	r := j.Result
	out := format.Overview{
		Score:  &format.Score{Total: r.Total, Max: r.Max, Grade: r.Grade, Spread: r.Spread, Probabilities: r.Probabilities, Repeats: r.Repeats},
		Lenses: r.Lenses, MustFix: r.MustFix, Suggestions: r.Suggestions, Cuts: r.Cuts,
		Evidence: r.Evidence, Reading: j.Reading,
	}
	var sound []string
	for _, l := range r.Lenses {
		if report.BandOf(l.Score, l.Max) != report.BandMustFix {
			sound = append(sound, l.Lens)
		}
	}
	out.Elsewhere = len(report.MustFixOn(sound, j.Verdicts))
	out.Usage, out.Cost = format.WithReading(r.Usage, r.Cost, j.Reading)
	out.Parts = j.Reading.Parts(j.Verdicts)
	for _, v := range j.Verdicts {
		out.Judges = append(out.Judges, ended(v))
	}
	if d := j.Drafts; d != nil {
		out.Drafts = &format.Drafts{Checkpoints: len(d.Checkpoints), Without: len(d.Missing), Problem: d.Problem, Usage: d.Usage}
	}
	return out
}

// SetReading implements format.Judgement.
func (j *Judgement) SetReading(r *report.IntegrityReading) { j.Reading = r }

// Details implements format.Judgement: scores that are aligned with people, raw and
// aligned.
func (j *Judgement) Details(p *format.Plan) (out format.Details) {
	if a := j.Result.Aligned; a != nil {
		lang := report.Lang(p.Language)
		out.Header, out.Rows = a.Rows(lang, p.Panel)
		out.Notes = []string{a.Basis(lang)}
	}
	return out
}

// The version's own files.
const (
	verdictsFile = "verdicts.json"
	resultFile   = "result.json"
	// draftsFile keeps the drafts with the version: they are known to have been made
	// when it was published, and case.yaml can be repaired from it.
	draftsFile = "checkpoints.json"
)

// Reread implements format.Run.
func (r *Run) Reread(read func(string) ([]byte, error), o format.Reread) (format.Judgement, error) {
	b, err := read(verdictsFile)
	if err != nil {
		return nil, err
	}
	j := &Judgement{Document: r.doc}
	if j.Reading, err = r.RereadReading(read, r.doc, o.Recheck); err != nil {
		return nil, err
	}
	if err := json.Unmarshal(b, &j.Verdicts); err != nil {
		return nil, fmt.Errorf("read %s: %w", verdictsFile, err)
	}
	if o.Recheck != nil {
		r.recheck(j.Verdicts, o.Recheck)
	}
	if o.Panel != nil {
		if err := r.restate(j, o.Panel); err != nil {
			return nil, err
		}
	}
	j.Result, err = r.aggregate(j.Verdicts)
	return j, err
}

// restate puts the verdicts under another panel, and keeps what was published.
func (r *Run) restate(j *Judgement, other *panel.Panel) (err error) {
	if j.was, err = Aggregate(r.Panel, j.Verdicts, nil); err != nil {
		return err
	}
	if j.Verdicts, err = Rescale(other, j.Verdicts); err != nil {
		return err
	}
	r.Panel, r.Alignment = other, nil // an alignment is of one panel
	r.Options.Auto = false            // it was another panel's grade that was settled
	r.Judges = slices.DeleteFunc(r.Judges, func(j format.PlannedJudge) bool {
		_, ok := other.Judge(j.Slug)
		return !ok
	})
	return nil
}

// recheck proves stored quotes again, and puts what the report shows in their place.
func (r *Run) recheck(verdicts []report.Verdict, out *format.Recheck) {
	for _, v := range verdicts {
		again := func(list []report.Citation) {
			now := slices.Clone(list)
			for i, c := range list {
				if c.Status != string(evidence.Uncited) {
					now[i] = r.cite(c.Quote)
				}
			}
			copy(list, out.Compare(v.Judge, list, now))
		}
		for _, cell := range v.Cells {
			again(cell.Citations)
		}
		for _, remark := range v.Remarks() {
			again(remark.Citations)
		}
	}
}

// Publication implements format.Run.
func (r *Run) Publication(judged format.Judgement, in report.Review) (*format.Publication, error) {
	j := judged.(*Judgement)
	in.Verdicts, in.Means, in.Spreads = j.Verdicts, map[string]panel.Points{}, map[string]report.Spread{}
	in.Usage, in.Cost = format.WithReading(j.Result.Usage, j.Result.Cost, j.Reading)
	in.Parts = j.Reading.Parts(j.Verdicts)
	in.Reading, in.Integrity = j.Reading, append(in.Integrity, j.Reading.Warnings()...)
	in.Probabilities, in.Repeats = j.Result.Probabilities, j.Result.Repeats
	if in.Source != nil {
		in.Source.Markdown = slices.Contains([]document.Format{document.Markdown, document.DOCX, document.HTML}, j.Document.Format)
	}
	for _, l := range j.Result.Lenses {
		in.Means[l.Lens], in.Spreads[l.Lens] = l.Score, l.Spread
	}
	if j.was != nil {
		in.Restated = &report.Restated{Version: fmt.Sprintf("%s v%d", in.Case, in.Version), Total: j.was.Total, Max: j.was.Max}
	}
	j.Statistics = board.ReviewStatistics(in.Panel, in.Verdicts)
	for i := range j.Statistics {
		j.Statistics[i].NoModel = r.NoModel()
	}
	page, err := j.page(in)
	if err != nil {
		return nil, err
	}
	pub := &format.Publication{Page: page}
	for _, planned := range r.Judges {
		b := report.Markdown(report.JudgePage(in, planned.Slug))
		pub.Reviews = append(pub.Reviews, casefile.File{Name: "reviews/" + planned.Slug + ".md", Data: b})
	}
	if j.Drafts != nil {
		pub.Drafts = j.Drafts.Checkpoints
	}
	err = pub.Keep(verdictsFile, j.Verdicts)
	if err == nil {
		err = pub.Keep(resultFile, j.Result)
	}
	if err == nil {
		err = pub.KeepReading(j.Reading)
	}
	if err == nil && j.Statistics != nil {
		err = pub.Keep("statistics.json", j.Statistics)
	}
	if err == nil && j.Drafts != nil {
		err = pub.Keep(draftsFile, j.Drafts.Checkpoints)
	}
	return pub, err
}

// page is the whole report: the contract's six sections and our appendix.
func (j *Judgement) page(in report.Review) (report.Page, error) {
	comments := map[string]string{}
	for _, l := range j.Result.Lenses {
		name := l.Judge
		if member, ok := in.Panel.Judge(l.Judge); ok {
			name = in.Lang.Judge(member)
		}
		comments[l.Lens] = l.Comment
		if len(in.Panel.Judges) > 1 && l.Comment != "" {
			comments[l.Lens] = name + in.Lang.Say(report.Phrase{EN: ": ", ZH: "："}) + l.Comment
		}
	}
	o := report.ScoredOptions{
		Lang: in.Lang, Title: j.Document.Title, Subtitle: fmt.Sprintf("%s · %s · %s v%d · %s", in.Brand, in.Scene.Name, in.Case, in.Version, in.Date),
		NoModel: in.Provenance.NoModel, NoProof: j.Result.Evidence.Proven == 0, Unproven: in.Unproven, Missing: in.Missing(),
		Restated: in.Restated, Aligned: j.Result.Aligned, Integrity: in.Integrity, Total: j.Result.Spread, Spreads: in.Spreads,
	}
	page, err := report.Scored(in.Panel, in.Means, comments, j.Result.MustFix, j.Result.Suggestions, j.Result.Cuts, o)
	if err != nil {
		return page, err
	}
	appendix := report.Appendix(in)
	at := len(appendix)
	if at > 0 {
		if _, ok := appendix[at-1].(report.Source); ok {
			at-- // the judged document comes last
		}
	}
	votes := report.Statistics(in.Lang, in.Panel.Judges, j.Statistics)
	page.Blocks = append(page.Blocks, slices.Insert(appendix, at, votes...)...)
	page.Drawn = report.Drawn(in, report.Drawing{
		ScoredOptions: o, MustFix: j.Result.MustFix, Suggestions: j.Result.Suggestions, Cuts: j.Result.Cuts, Statistics: j.Statistics,
	})
	return page, nil
}
