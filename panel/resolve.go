package panel

import (
	"cmp"
	"path"
	"slices"
	"strings"

	"judgement/internal/yamlfile"
)

// resolver merges one panel file with its base.
type resolver struct {
	file     *file
	base     *file // nil without extends
	basePath string
	problems yamlfile.Problems
}

func (r *resolver) add(p yamlfile.Problem) { r.problems = append(r.problems, p) }

// resolve merges in the contract's order: base lists, drop, override, add.
func (r *resolver) resolve() *Panel {
	whole := len(r.problems) == 0
	p := r.defaults()
	var judges []judgeEntry
	var lenses []lensEntry
	for _, f := range []*file{r.base, r.file} {
		if f == nil {
			continue
		}
		f.inherit(p)
		judges = r.mergeJudges(r.addJudges(judges, f.judges, "keep one of them"), f)
		if f.top.Has("scoring_lenses") {
			lenses = r.distinctLenses(f.lenses)
		}
		if f.top.Has("scoring_lenses_override") {
			lenses = r.distinctLenses(f.lensOverride)
		}
	}
	r.checkSelection(p)
	for _, l := range lenses {
		p.Lenses = append(p.Lenses, l.Lens)
	}
	for _, j := range judges {
		if !j.at.Has("weight") && j.Weight.Sign() == 0 {
			j.Weight = PointsOf(1)
		}
		p.Judges = append(p.Judges, j.Judge)
	}
	if whole {
		r.checkLenses(p, judges)
	}
	return p
}

// defaults is the panel with what its file says of itself alone.
func (r *resolver) defaults() *Panel {
	name := cmp.Or(r.file.name, nameOfPath(r.file.yaml.Name))
	return &Panel{
		Path: r.file.yaml.Name, Extends: r.basePath, Name: name, DisplayName: cmp.Or(r.file.displayName, name),
		ScoringMode: SumMaxScore, OutputFormat: ScoredReport, Select: SelectAll, Judges: []Judge{}, Lenses: []Lens{},
	}
}

func (r *resolver) checkSelection(p *Panel) {
	switch top := r.file.top; {
	case p.Select == SelectAuto && p.SelectMax == 0 && !top.Has("select_max"):
		r.add(top.ProblemAt("select", "add select_max: the number of judges chosen beside the always-active ones", "select: auto needs select_max"))
	case p.Select == SelectAll && r.file.selectMax > 0:
		r.add(top.ProblemAt("select_max", "add select: auto, or remove select_max", "select_max needs select: auto"))
	case p.Select == SelectAll:
		p.SelectMax = 0
	}
}

// nameOfPath is a panel's name if its file gives none.
func nameOfPath(p string) string {
	name := strings.TrimSuffix(strings.TrimPrefix(p, "scenes/"), path.Ext(p))
	if dir, ok := strings.CutSuffix(name, "/panel"); ok {
		return dir
	}
	return name
}

func (r *resolver) mergeJudges(judges []judgeEntry, f *file) []judgeEntry {
	judges = r.dropJudges(judges, f.drop)
	judges = r.overrideJudges(judges, f.override)
	return r.addJudges(judges, f.add, "remove it, or use judges_override to change the judge that is there")
}

func (r *resolver) dropJudges(judges []judgeEntry, drop []yamlfile.Item) []judgeEntry {
	slugs := slugsOf(judges)
	for i, d := range drop {
		at := indexOf(judges, d.Value)
		switch {
		case at >= 0:
			judges = slices.Delete(judges, at, at+1)
		case slices.ContainsFunc(drop[:i], func(e yamlfile.Item) bool { return e.Value == d.Value }):
			r.add(d.ProblemAt("keep one of them", "judges_drop names %.80q twice", d.Value))
		default:
			r.add(d.ProblemAt(suggestJudge(d.Value, slugs), "judges_drop names a judge that the panel does not have: %.80q", d.Value))
		}
	}
	return judges
}

func (r *resolver) overrideJudges(judges []judgeEntry, overrides []judgeEntry) []judgeEntry {
	seen := map[string]bool{}
	for _, o := range overrides {
		i := indexOf(judges, o.Slug)
		switch {
		case o.Slug == "":
		case seen[o.Slug]:
			r.add(o.at.ProblemAt("slug", "put both into one entry", "judges_override names %q twice", o.Slug))
		case i < 0:
			r.add(o.at.ProblemAt("slug", suggestJudge(o.Slug, slugsOf(judges)), "judges_override names a judge that the panel does not have: %q", o.Slug))
		default:
			judges[i].read(o.at)
		}
		seen[o.Slug] = true
	}
	return judges
}

func suggestJudge(slug string, slugs []string) string {
	if len(slugs) == 0 {
		return "remove it: the panel has no judges to change here"
	}
	return yamlfile.Suggest(slug, slugs)
}

// addJudges appends judges that are not there yet; fix says what to do about one
// that is.
func (r *resolver) addJudges(judges, more []judgeEntry, fix string) []judgeEntry {
	for _, j := range more {
		if indexOf(judges, j.Slug) >= 0 {
			r.add(j.at.ProblemAt("slug", fix, "the panel already has a judge %q", j.Slug))
		} else if j.Slug != "" {
			judges = append(judges, j)
		}
	}
	return judges
}

func (r *resolver) distinctLenses(list []lensEntry) []lensEntry {
	var out []lensEntry
	for _, l := range list {
		if slices.ContainsFunc(out, func(o lensEntry) bool { return o.Slug == l.Slug }) {
			r.add(l.at.ProblemAt("slug", "keep one of them", "the panel already has a lens %q", l.Slug))
		} else if l.Slug != "" {
			out = append(out, l)
		}
	}
	return out
}

// lostLens says that a judge scores a lens that is not there. If the base
// gave it the lens, the base is right and the panel has to say what becomes of
// the judge.
func (r *resolver) lostLens(p *Panel, j judgeEntry, place yamlfile.Item, slugs []string) yamlfile.Problem {
	own := place.ProblemAt(yamlfile.Suggest(place.Value, slugs), "judge %q scores a lens that panel %s does not have: %.80q", j.Slug, p.Path, place.Value)
	if own.File == p.Path {
		return own
	}
	return r.file.top.ProblemAt("scoring_lenses_override", "keep the lens, give the judge other lenses under judges_override, or leave the judge out with judges_drop",
		"judge %q of %s scores the lens %.80q, which is not among these", j.Slug, own.File, place.Value)
}

// replacedLenses reports, as one problem, that many judges still score lenses which the
// panel has replaced.
func (r *resolver) replacedLenses(p *Panel, judges []judgeEntry, slugs []string) bool {
	var who, lost []string
	var first yamlfile.Item
	for _, j := range judges {
		for _, place := range j.lensPlaces {
			if slices.Contains(slugs, place.Value) {
				continue
			}
			if len(who) == 0 {
				first = place
			}
			who, lost = append(who, j.Slug), append(lost, place.Value)
		}
	}
	slices.Sort(lost)
	lost = slices.Compact(lost)
	if who = slices.Compact(who); len(who) <= 2 {
		return false
	}
	problem := first.ProblemAt("", "%d judges score lenses that panel %s does not have: %.300q", len(who), p.Path, strings.Join(lost, ", "))
	if problem.File != p.Path {
		problem = r.file.top.ProblemAt("scoring_lenses_override", "", "%s", problem.Message)
	}
	problem.Fix = "give each of these judges lenses: [], which is every lens, or some of " + strings.Join(slugs, ", ") +
		": " + strings.Join(who, ", ")
	r.add(problem)
	return true
}

// checkLenses holds the judges' lists of lenses against the panel's.
func (r *resolver) checkLenses(p *Panel, judges []judgeEntry) {
	if len(p.Lenses) == 0 {
		if p.OutputFormat.Scores() {
			r.add(r.file.top.ProblemAt("scoring_lenses_override", "list scoring_lenses with slug and max_score, or set an output_format without scores, such as "+string(MeetingSummary),
				"a panel that scores (%s) needs lenses, and this one has none", p.OutputFormat))
		}
		return
	}
	slugs := p.LensSlugs()
	if r.replacedLenses(p, judges, slugs) {
		return
	}
	for _, j := range judges {
		for i, place := range j.lensPlaces {
			if !slices.Contains(slugs, place.Value) {
				r.add(r.lostLens(p, j, place, slugs))
			} else if slices.Contains(j.Lenses[:i], place.Value) {
				r.add(place.ProblemAt("keep one of them", "judge %q names the lens %q twice", j.Slug, place.Value))
			}
		}
	}
	for _, s := range slugs {
		if v := p.Voting(); len(v) > 0 && !slices.ContainsFunc(v, func(j Judge) bool { return j.Scores(s) }) {
			r.add(r.file.top.ProblemAt("", "add it to a judge's lenses, or remove the lens", "no voting judge scores the lens %q", s))
		}
	}
}

func indexOf(judges []judgeEntry, slug string) int {
	return slices.IndexFunc(judges, func(j judgeEntry) bool { return j.Slug == slug })
}

func slugsOf(judges []judgeEntry) []string {
	out := make([]string, len(judges))
	for i, j := range judges {
		out[i] = j.Slug
	}
	return out
}
