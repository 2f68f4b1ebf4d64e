package immunity

import (
	"cmp"
	"slices"

	"judgement/internal/document"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/stat"
	"judgement/report"
)

// Result is what an experiment came to. Scores and shifts are in percent of the maximum.
// NoModel of a part is that of the whole: each part can be read alone.
type Result struct {
	Schema    int             `json:"schema"`
	Scene     string          `json:"scene"`
	NoModel   bool            `json:"no_model,omitempty"` // no language model answered
	Documents int             `json:"honest_documents"`
	Attacks   int             `json:"attacks"` // each in one document
	Families  []FamilyEffect  `json:"families"`
	All       FamilyEffect    `json:"all"` // all families together
	Defences  []DefenceEffect `json:"defences"`
	Detection []Detection     `json:"detection"`
	// Unscored counts documents without a score, over all settings; OverBudget those of them
	// that the budget left out, also because their honest document has no score to compare with.
	Unscored   int          `json:"unscored"`
	OverBudget int          `json:"over_budget"`
	Usage      report.Usage `json:"usage"` // of the calls that this run made, and of Again
	// Again counts calls of earlier runs that got no reply, such as those under way at
	// Ctrl-C, and that this run made again. Their replies may have been paid, too: Usage has
	// what is known of them, their prompts.
	Again   int           `json:"calls_made_again"`
	Cost    *report.Money `json:"cost"` // of these; null: unknown, or there were none
	Samples []Measured    `json:"samples"`

	Partly   *report.Partial `json:"-"` // what is known of an unknown cost; nil: nothing
	UnderWay int             `json:"-"` // of Usage: calls that were under way when the run was stopped
}

// Shift is by how much scores change: the mean over honest documents, each of which counts
// once, and its interval of confidence stat.Level, null if there are fewer than two. All
// attacks on a document are compared with one score of it, so they are no units of their own.
type Shift struct {
	NoModel  bool     `json:"no_model,omitempty"`
	Mean     float64  `json:"mean"`
	Low      *float64 `json:"low"`
	High     *float64 `json:"high"`
	N        int      `json:"documents"`                    // honest ones, in the mean
	Attacked int      `json:"attacked_documents,omitempty"` // in the mean, if it is of attacks
	// NoInterval says why there is no interval and what to do; empty: there is one.
	NoInterval string `json:"no_interval,omitempty"`
}

// Of is how many attacks the shift is of, or how many honest documents if it is of none.
func (s *Shift) Of() int { return cmp.Or(s.Attacked, s.N) }

// Why a shift has no interval, and what to do.
const (
	OneDocument = "too few documents: all scores are compared with those of one honest document, so any shift may be chance; name five or more with --doc"
	OneOfMany   = "too few documents: only one has scores to compare, so any shift may be chance; give more documents with --doc, or more attacks with --attacks or --all"
)

// Why cleaning has no effect to measure: judges get the same text without it.
const (
	NoHiddenAttack = "no attack hides text"
	NothingHidden  = "nothing hidden is found in the honest documents"
	NotPutBack     = "what is hidden in the honest documents is not put back, so its effect is not measured"
)

// FamilyEffect is what the attacks of a family do.
type FamilyEffect struct {
	Family  string `json:"family"`
	NoModel bool   `json:"no_model,omitempty"`
	About   string `json:"about,omitempty"`
	Source  string `json:"source,omitempty"`
	Attacks int    `json:"attacks"`
	Flagged int    `json:"flagged"` // by the scanner
	Read    *int   `json:"read"`    // flagged by the integrity reader; null: it gave no answer
	ReadOf  int    `json:"read_of"` // attacks about which the reader answered
	Reached int    `json:"reached"` // the judges see the attack
	// Shift is the score of the attacked document less that of the honest one, with all
	// defences; null: no document has both.
	Shift   *Shift         `json:"shift"`
	Without []WithoutShift `json:"without"`
}

// WithoutShift is a shift without one of the defences.
type WithoutShift struct {
	Defence Defence `json:"defence"`
	NoModel bool    `json:"no_model,omitempty"`
	Shift   *Shift  `json:"shift"`
	NoShift string  `json:"no_shift,omitempty"` // why the defence has nothing to do
}

// DefenceEffect is what a defence does to attacks and to honest documents.
type DefenceEffect struct {
	Defence Defence `json:"defence"`
	NoModel bool    `json:"no_model,omitempty"`
	About   string  `json:"about"`
	With    *Shift  `json:"with"`    // of attacked documents that have a score in both settings
	Without *Shift  `json:"without"` // likewise
	Saved   *Shift  `json:"saved"`   // the second less the first, document by document
	// Honest is the score of honest documents with the defence less that without.
	Honest *Shift `json:"honest"`
	// NoSaved and NoHonest say why the defence has nothing to do; then the shift is null.
	NoSaved  string `json:"no_saved,omitempty"`
	NoHonest string `json:"no_honest,omitempty"`
	// The others are of the honest documents that have a score in both settings, and null
	// if none has.
	Refused        *int     `json:"refused"` // judges that refused, or abstained
	RefusedWithout *int     `json:"refused_without"`
	Calls          *float64 `json:"calls"` // how many more a document takes with the defence
	Tokens         *float64 `json:"tokens"`
}

// Detection is what finds attacks without changing a score.
type Detection struct {
	Name    string `json:"name"` // scanner or reader
	NoModel bool   `json:"no_model,omitempty"`
	Attacks int    `json:"attacks"` // about which it answered
	Flagged int    `json:"flagged"`
	Honest  int    `json:"honest"` // likewise
	// HonestFlagged counts honest documents with a finding.
	HonestFlagged  int      `json:"honest_flagged"`
	HonestFindings []Honest `json:"honest_findings"`       // these documents
	Failed         int      `json:"failed"`                // documents about which the reader gave no answer
	OverBudget     int      `json:"over_budget,omitempty"` // of these, because the budget was spent
	NotAsked       int      `json:"not_asked,omitempty"`   // of these, such as without a language model
	Calls          float64  `json:"calls"`                 // per honest document
	Tokens         float64  `json:"tokens"`
}

// Measured is one sample with its scores.
type Measured struct {
	Document string           `json:"document"`
	NoModel  bool             `json:"no_model,omitempty"`
	Attack   string           `json:"attack,omitempty"` // empty: an honest document
	Grades   []document.Grade `json:"grades"`           // of what the scanner found; of an attack, of what it adds
	Reached  bool             `json:"reached,omitempty"`
	Scores   []Scored         `json:"scores"`
}

// Scored is a score in one setting.
type Scored struct {
	Without Defence  `json:"without"` // empty: all defences
	NoModel bool     `json:"no_model,omitempty"`
	Score   *float64 `json:"score"` // null: too few judges answered
	Reason  string   `json:"reason,omitempty"`
}

// Failed says which honest documents have no score with all defences, and why.
func (r *Result) Failed() (out []string) {
	for _, s := range r.Samples {
		if first := s.Scores[0]; s.Attack == "" && first.Score == nil {
			out = append(out, s.Document+": "+first.Reason)
		}
	}
	return out
}

func (m *measurement) result() *Result {
	out := m.spent()
	out.Schema, out.Scene, out.NoModel, out.Documents, out.Attacks = 1, m.setup.Scene.Slug, m.noModel(), m.honest, len(m.attacks)
	out.Families, out.Samples = []FamilyEffect{}, []Measured{}
	for _, f := range Families() {
		effect := m.family(func(a *Attack) bool { return a.Family == f.Name })
		effect.Family, effect.About, effect.Source = f.Name, f.About, f.Source
		if effect.Attacks > 0 {
			out.Families = append(out.Families, effect)
		}
	}
	out.All = m.family(func(*Attack) bool { return true })
	out.All.Family = "all"
	for _, d := range Defences() {
		out.Defences = append(out.Defences, m.defence(d))
	}
	out.Detection = m.detection()
	for i, s := range m.samples {
		row := Measured{Document: s.name, NoModel: out.NoModel, Grades: s.grades, Reached: s.reached}
		if s.attack != nil {
			row.Attack = s.attack.ID
		}
		if row.Grades == nil {
			row.Grades = []document.Grade{}
		}
		for _, without := range m.settings() {
			o := m.found[without][i]
			score := Scored{Without: without, NoModel: out.NoModel, Reason: o.reason}
			if o.scored {
				score.Score = &o.share
			} else {
				out.Unscored++
			}
			if o.budget {
				out.OverBudget++
			}
			row.Scores = append(row.Scores, score)
		}
		out.Samples = append(out.Samples, row)
	}
	return out
}

// spent is what the calls of this run used and cost.
func (m *measurement) spent() *Result {
	m.shared.mu.Lock()
	defer m.shared.mu.Unlock()
	out := &Result{Again: m.shared.again, UnderWay: m.shared.open, Partly: report.PartCost(m.shared.parts)}
	out.Usage, out.Cost = format.Total(m.shared.now, func(s format.Spent) (report.Usage, *report.Money) { return s.Usage, s.Cost })
	return out
}

// changes are by how much scores change, by the index of the honest document.
type changes map[int][]float64

// shift is the mean of the documents' means with Student's t over these; nil without changes.
// An interval from the means of few groups holds whatever the dependence within them, and if
// their variances differ (Ibragimov and Müller 2010).
func (m *measurement) shift(by changes) *Shift {
	out := &Shift{NoModel: m.noModel()}
	var means []float64
	var units []int
	for i := range m.honest {
		n := len(by[i])
		if n == 0 {
			continue
		}
		sum := 0.0
		for _, one := range by[i] {
			sum += one
		}
		means, units = append(means, sum/float64(n)), append(units, i)
		out.Attacked += n
	}
	if len(means) == 0 {
		return nil
	}
	in, ok := stat.ClusterMean(means, units, stat.Level)
	out.Mean, out.N = in.Mean, in.N
	switch {
	case ok:
		out.Low, out.High = &in.Low, &in.High
	case m.honest == 1:
		out.NoInterval = OneDocument
	default:
		out.NoInterval = OneOfMany
	}
	return out
}

// moved is by how much an attack moves the score of its document, whose index is honest, in
// a setting; ok is false if one of the two has none.
func (m *measurement) moved(i int, without Defence) (by float64, honest int, ok bool) {
	honest = slices.Index(m.samples, m.samples[i].honest)
	after, before := m.found[without][i], m.found[without][honest]
	return after.share - before.share, honest, after.scored && before.scored
}

// family measures the attacks that are meant.
func (m *measurement) family(meant func(*Attack) bool) FamilyEffect {
	out := FamilyEffect{NoModel: m.noModel(), Without: []WithoutShift{}}
	shifts := map[Defence]changes{}
	for _, without := range m.settings() {
		shifts[without] = changes{}
	}
	read := 0
	for i, s := range m.samples {
		if s.attack == nil || !meant(s.attack) {
			continue
		}
		out.Attacks++
		if len(s.grades) > 0 {
			out.Flagged++
		}
		if s.reached {
			out.Reached++
		}
		if m.readerFlags(i) {
			read++
		}
		if r := m.found[none][i].reading; r != nil && r.Answered() {
			out.ReadOf++
		}
		for _, without := range m.settings() {
			if by, honest, ok := m.moved(i, without); ok {
				shifts[without][honest] = append(shifts[without][honest], by)
			}
		}
	}
	if out.ReadOf > 0 {
		out.Read = &read
	}
	out.Shift = m.shift(shifts[none])
	for _, d := range Defences() {
		without := WithoutShift{Defence: d, NoModel: m.noModel(), Shift: m.shift(shifts[d])}
		if d == Cleaning && out.Reached == out.Attacks {
			without.Shift, without.NoShift = nil, NoHiddenAttack
		}
		out.Without = append(out.Without, without)
	}
	return out
}

// defence compares the settings with and without a defence.
func (m *measurement) defence(d Defence) DefenceEffect {
	out := DefenceEffect{Defence: d, NoModel: m.noModel(), About: d.About()}
	with, without, saved, honest := changes{}, changes{}, changes{}, changes{}
	var refused, refusedWithout int
	var calls, tokens float64
	for i, s := range m.samples {
		on, off := m.found[none][i], m.found[d][i]
		if s.attack == nil {
			if !on.scored || !off.scored {
				continue
			}
			honest[i] = []float64{on.share - off.share}
			refused, refusedWithout = refused+on.refused, refusedWithout+off.refused
			calls += float64(on.usage.Calls - off.usage.Calls)
			tokens += float64(on.usage.Tokens() - off.usage.Tokens())
			if r := on.reading; r != nil { // which is left out with each defence
				calls -= float64(r.Usage.Calls)
				tokens -= float64(r.Usage.PromptTokens + r.Usage.CompletionTokens)
			}
			continue
		}
		a, at, okA := m.moved(i, none)
		b, _, okB := m.moved(i, d)
		if okA && okB {
			with[at], without[at], saved[at] = append(with[at], a), append(without[at], b), append(saved[at], b-a)
		}
	}
	if n := float64(len(honest)); n > 0 {
		calls, tokens = calls/n, tokens/n
		out.Refused, out.RefusedWithout, out.Calls, out.Tokens = &refused, &refusedWithout, &calls, &tokens
	}
	out.With, out.Without, out.Saved, out.Honest = m.shift(with), m.shift(without), m.shift(saved), m.shift(honest)
	if out.Honest != nil {
		out.Honest.Attacked = 0
	}
	if d != Cleaning {
		return out
	}
	if !slices.ContainsFunc(m.samples, func(s *sample) bool { return s.attack != nil && !s.reached }) {
		out.Saved, out.NoSaved = nil, NoHiddenAttack
	}
	if !slices.ContainsFunc(m.samples, func(s *sample) bool { return s.attack == nil && s.raw != s.doc.Text }) {
		out.Honest, out.NoHonest = nil, NothingHidden
		if slices.ContainsFunc(m.samples, func(s *sample) bool { return hides(s.honest.file) }) {
			out.NoHonest = NotPutBack
		}
	}
	return out
}

// reads reports whether the integrity reader was asked.
func (m *measurement) reads() bool {
	return slices.ContainsFunc(m.found[none], func(o outcome) bool { return o.reading != nil })
}

// readerFlags reports whether the reader found a passage in a sample, in an attacked one
// beside those of the honest document.
func (m *measurement) readerFlags(i int) bool {
	r := m.found[none][i].reading
	if r == nil {
		return false
	}
	known := map[string]bool{}
	if s := m.samples[i]; s.attack != nil {
		if honest := m.found[none][slices.Index(m.samples, s.honest)].reading; honest != nil {
			for _, p := range honest.Passages {
				known[p.Quote] = true
			}
		}
	}
	return slices.ContainsFunc(r.Passages, func(p report.ReaderPassage) bool { return !known[p.Quote] })
}

// readerKinds are the kinds of a reading's passages, as reports have them, sorted, each once.
func readerKinds(r *report.IntegrityReading) (out []document.WarningKind) {
	for _, w := range r.Warnings() {
		out = append(out, document.WarningKind(w.Kind))
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// detection sums up what the scanner and the reader found.
func (m *measurement) detection() []Detection {
	scanner, reader := Detection{Name: "scanner", NoModel: m.noModel(), HonestFindings: []Honest{}}, Detection{Name: "reader", HonestFindings: []Honest{}}
	read := 0 // honest documents
	for i, s := range m.samples {
		r := m.found[none][i].reading
		for _, d := range []struct {
			*Detection
			answered, flagged bool
			kinds             []document.WarningKind
			grades            []document.Grade
		}{
			{&scanner, true, len(s.grades) > 0, kindsOf(s.honest.file), s.grades},
			{&reader, r != nil && r.Answered(), m.readerFlags(i), readerKinds(r), []document.Grade{document.GradeAddressed}},
		} {
			switch {
			case !d.answered:
				continue
			case s.attack == nil:
				d.Honest++
			default:
				d.Attacks++
			}
			if d.flagged && s.attack == nil {
				d.HonestFlagged++
				d.HonestFindings = append(d.HonestFindings, Honest{s.name, d.kinds, d.grades, m.noModel()})
			} else if d.flagged {
				d.Flagged++
			}
		}
		if m.found[none][i].budget || r != nil && r.Outcome == string(jury.OverBudget) {
			reader.OverBudget++
		}
		if r == nil {
			reader.Failed++ // there is no review
			continue
		}
		reader.NoModel = reader.NoModel || r.NoModel
		if !r.Answered() {
			reader.Failed++
		}
		if !r.Asked() {
			reader.NotAsked++
		}
		if s.attack == nil {
			read++
			reader.Calls += float64(r.Usage.Calls)
			reader.Tokens += float64(r.Usage.PromptTokens + r.Usage.CompletionTokens)
		}
	}
	if !m.reads() {
		return []Detection{scanner}
	}
	reader.Calls, reader.Tokens = reader.Calls/float64(max(1, read)), reader.Tokens/float64(max(1, read))
	return []Detection{scanner, reader}
}
