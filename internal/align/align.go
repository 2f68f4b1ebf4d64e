// Package align owns the alignment of a scene: its file, scenes/<slug>/alignment.yaml,
// whether it belongs to the panel that judges, and the aligned scores of one review. It
// fits nothing: package study does. It opens no files and calls no model.
package align

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"

	"gopkg.in/yaml.v3"

	"judgement/internal/study"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
)

// Path returns the path of a scene's alignment from the workspace.
func Path(scene string) string { return "scenes/" + scene + "/alignment.yaml" }

// MaxSize is the greatest size of an alignment file in bytes.
const MaxSize = 1 << 20

// File is a panel fitted to labels (schema 1). Judges and panel are those that the fit
// was made for.
type File struct {
	Schema       int        `yaml:"schema" json:"schema"`
	Scene        string     `yaml:"scene" json:"scene"`
	Date         string     `yaml:"date" json:"date"` // YYYY-MM-DD
	PanelSHA256  string     `yaml:"panel_sha256" json:"panel_sha256"`
	LabelsSHA256 string     `yaml:"labels_sha256" json:"labels_sha256"`
	Labels       int        `yaml:"labels" json:"labels"` // labelled items
	People       int        `yaml:"people" json:"people"`
	Kind         study.Kind `yaml:"kind" json:"kind"`
	Plain        float64    `yaml:"held_out_raw" json:"held_out_raw"` // mean absolute error, or accuracy
	Aligned      float64    `yaml:"held_out_aligned" json:"held_out_aligned"`
	Gain         float64    `yaml:"gain" json:"gain"`
	GainLow      float64    `yaml:"gain_low" json:"gain_low"` // of the 90 % interval
	GainHigh     float64    `yaml:"gain_high" json:"gain_high"`
	Judges       []Judge    `yaml:"judges" json:"judges"`
	Lenses       []Lens     `yaml:"lenses" json:"lenses"`
	SHA256       string     `yaml:"sha256" json:"sha256"` // of all the rest
}

// Judge is a judge as it was when the fit was made.
type Judge struct {
	Judge       string `yaml:"judge" json:"judge"`
	Model       string `yaml:"model" json:"model"`
	SkillSHA256 string `yaml:"skill_sha256" json:"skill_sha256"`
}

// Lens is the fit in one lens; an empty one is of the totals.
type Lens struct {
	Lens   string  `yaml:"lens" json:"lens"`
	Base   float64 `yaml:"base" json:"base"`
	Judges []Fit   `yaml:"judges" json:"judges"`
}

// Fit is a judge's part: its shift, its scale and its weight, which is never negative.
type Fit struct {
	Judge  string  `yaml:"judge" json:"judge"`
	Mean   float64 `yaml:"mean" json:"mean"`
	SD     float64 `yaml:"sd" json:"sd"`
	Weight float64 `yaml:"weight" json:"weight"`
}

// New takes a fit that proved its gain. The caller fills in whose it is.
func New(a *study.Alignment) *File {
	g := a.Gain
	f := &File{
		Schema: 1, Kind: a.Kind, Labels: g.Labels, Plain: rounded(g.Plain), Aligned: rounded(g.Aligned),
		Gain: rounded(g.Value), GainLow: rounded(g.Low), GainHigh: rounded(g.High),
	}
	for _, l := range a.Lenses {
		lens := Lens{Lens: l.Lens, Base: rounded(l.Base)}
		for _, j := range l.Judges {
			lens.Judges = append(lens.Judges, Fit{j.Judge, rounded(j.Mean), rounded(j.SD), rounded(j.Weight)})
		}
		f.Lenses = append(f.Lenses, lens)
	}
	return f
}

func rounded(v float64) float64 { return math.Round(v*1e6) / 1e6 }

// hash is the SHA-256 of all but itself.
func (f File) hash() string {
	f.SHA256 = ""
	b, _ := json.Marshal(f) // finite numbers and texts always encode
	return text.Hash(b)
}

// Encode writes the file with its hash.
func (f *File) Encode() ([]byte, error) {
	f.SHA256 = f.hash()
	var b bytes.Buffer
	b.WriteString("# Written by 'judgement align', and read only as it was written: do not edit it.\n")
	e := yaml.NewEncoder(&b)
	e.SetIndent(2)
	if err := e.Encode(f); err != nil {
		return nil, fmt.Errorf("encode the alignment: %w", err)
	}
	return b.Bytes(), e.Close()
}

// Parse reads a file. A file that was edited is an error.
func Parse(data []byte) (*File, error) {
	if len(data) > MaxSize {
		return nil, errors.New("it is too large for an alignment")
	}
	f := &File{}
	d := yaml.NewDecoder(bytes.NewReader(data))
	d.KnownFields(true)
	if err := d.Decode(f); err != nil && !errors.Is(err, io.EOF) {
		return nil, errors.New("it was edited by hand, or is no alignment: it has other fields than the program writes")
	}
	if f.Schema != 1 {
		return nil, fmt.Errorf("it has schema %d, and this version of the program knows schema 1", f.Schema)
	}
	for _, v := range f.numbers() {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, errors.New("it was edited by hand: a number in it is not finite")
		}
	}
	if f.hash() != f.SHA256 {
		return nil, errors.New("it was edited by hand: its hash is another one")
	}
	return f, nil
}

func (f *File) numbers() []float64 {
	out := []float64{f.Plain, f.Aligned, f.Gain, f.GainLow, f.GainHigh}
	for _, l := range f.Lenses {
		out = append(out, l.Base)
		for _, j := range l.Judges {
			out = append(out, j.Mean, j.SD, j.Weight)
		}
	}
	return out
}

// Other says why the alignment is not of a scene's panel; empty: it is.
func (f *File) Other(scene, panelSHA256 string) string {
	switch {
	case f.Scene != scene:
		return "it is of scene " + f.Scene
	case f.PanelSHA256 != panelSHA256:
		return "it is older than the scene's panel"
	}
	return ""
}

// Stale says why the alignment is not of the panel that judges; empty: it is.
func (f *File) Stale(scene, panelSHA256 string, judges []Judge) string {
	if other := f.Other(scene, panelSHA256); other != "" {
		return other
	}
	for _, was := range f.Judges {
		i := slices.IndexFunc(judges, func(j Judge) bool { return j.Judge == was.Judge })
		switch {
		case i < 0:
			return "judge " + was.Judge + " does not judge any more"
		case judges[i].Model != was.Model:
			return fmt.Sprintf("judge %s has the model %s, not %s", was.Judge, judges[i].Model, was.Model)
		case judges[i].SkillSHA256 != was.SkillSHA256:
			return "the skill of judge " + was.Judge + " was changed"
		}
	}
	return ""
}

// Use is an alignment in a plan.
type Use struct {
	File   *File `json:"file"`
	Grades bool  `json:"grades"` // the grade follows the aligned total
}

// Apply returns the aligned scores of one review; nil if no judge of a fit scored.
// raw are the panel's scores by lens.
func (u *Use) Apply(p *panel.Panel, verdicts []report.Verdict, raw map[string]panel.Points) *report.Aligned {
	f := u.File
	out := &report.Aligned{
		Grades: u.Grades, Date: f.Date, LabelsSHA256: f.LabelsSHA256, Labels: f.Labels, People: f.People,
		HeldOutRaw: f.Plain, HeldOutAligned: f.Aligned, Gain: f.Gain, GainLow: f.GainLow, GainHigh: f.GainHigh, Preferences: f.Kind == study.Preferences,
	}
	var whole *panel.Points
	scores := map[string]panel.Points{}
	for _, l := range f.Lenses {
		most := p.TotalMax()
		if l.Lens != "" {
			lens, ok := p.Lens(l.Lens)
			if !ok {
				continue
			}
			most = lens.MaxScore
		}
		v, ok := f.value(l, row(p, verdicts, l))
		if !ok {
			continue
		}
		score := report.Held(panel.Rounded(v, 2), most)
		if l.Lens == "" {
			whole = &score
			continue
		}
		scores[l.Lens] = score
	}
	if whole == nil && len(scores) == 0 {
		return nil
	}
	for _, lens := range p.Lenses {
		score, ok := scores[lens.Slug]
		if ok {
			out.Lenses = append(out.Lenses, report.AlignedLens{Lens: lens.Slug, Max: lens.MaxScore, Raw: raw[lens.Slug], Score: score})
		} else {
			score = raw[lens.Slug]
		}
		out.Total, out.Raw = out.Total.Add(score), out.Raw.Add(raw[lens.Slug])
	}
	if whole != nil {
		out.Total = *whole
	}
	out.Max, out.Grade = p.TotalMax(), report.Letter(out.Total, p.TotalMax())
	return out
}

// row are the scores of a lens's judges; NaN: none.
func row(p *panel.Panel, verdicts []report.Verdict, l Lens) []float64 {
	out := make([]float64, len(l.Judges))
	for i, j := range l.Judges {
		out[i] = math.NaN()
		if lens, ok := p.Lens(l.Lens); ok {
			if score, ok := report.JudgeScore(verdicts, j.Judge, lens.Slug, lens.MaxScore); ok {
				out[i] = score.Float()
			}
		} else if total, ok := JudgeTotal(p, verdicts, j.Judge); ok {
			out[i] = total
		}
	}
	return out
}

// JudgeTotal is a judge's total on the panel's scale: its share of the points of the
// lenses that it has to score. ok is false if it has none, or a score is missing.
func JudgeTotal(p *panel.Panel, verdicts []report.Verdict, judge string) (total float64, ok bool) {
	j, ok := p.Judge(judge)
	if !ok {
		return 0, false
	}
	var sum, most panel.Points
	for _, lens := range p.Lenses {
		if !j.Scores(lens.Slug) {
			continue
		}
		score, ok := report.JudgeScore(verdicts, judge, lens.Slug, lens.MaxScore)
		if !ok {
			return 0, false
		}
		sum, most = sum.Add(score), most.Add(lens.MaxScore)
	}
	if most.Float() <= 0 {
		return 0, false
	}
	return sum.Mul(p.TotalMax()).Quo(most).Float(), true
}

// value is the aligned score. Weights from preferences weigh the judges' scores.
func (f *File) value(l Lens, scores []float64) (v float64, ok bool) {
	fit := study.LensAlignment{Base: l.Base}
	sum, weights := 0.0, 0.0
	for i, j := range l.Judges {
		fit.Judges = append(fit.Judges, study.JudgeAlignment{Judge: j.Judge, Mean: j.Mean, SD: j.SD, Weight: j.Weight})
		if !math.IsNaN(scores[i]) {
			ok = true
			sum, weights = sum+j.Weight*scores[i], weights+j.Weight
		}
	}
	if f.Kind == study.Preferences {
		return sum / max(weights, 1e-12), ok && weights > 0
	}
	return fit.Value(scores), ok
}
