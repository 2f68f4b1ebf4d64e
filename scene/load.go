package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/yamlfile"
	"judgement/panel"
)

// List returns the slugs of all scenes, that is the folders of scenes/ that do
// not begin with "_" or ".", sorted. It reads no scene file.
func List(fsys fs.FS) ([]string, error) {
	entries, err := fs.ReadDir(fsys, "scenes")
	if err != nil {
		return nil, fmt.Errorf("list the scenes: %w", err)
	}
	var out []string
	for _, e := range entries {
		if n := e.Name(); n[0] != '_' && n[0] != '.' && (e.IsDir() || e.Type()&fs.ModeSymlink != 0) {
			out = append(out, n)
		}
	}
	return out, nil
}

// Load reads a scene and its panel and checks every rule. The panel is the
// resolved one; an anchor that a review names and the panel lacks has joined it.
// An error is yamlfile.Problems of both files, or has the code ErrUnknownScene and
// names the nearest slug. Outputs are as for panel.Load.
func Load(fsys fs.FS, slug string, outputs ...panel.OutputFormat) (*Scene, *panel.Panel, error) {
	slugs, err := List(fsys)
	if err != nil {
		return nil, nil, err
	}
	if !slices.Contains(slugs, slug) {
		hint := yamlfile.Suggest(slug, slugs)
		if hint == "" {
			hint = "the workspace has no scenes"
		}
		return nil, nil, fault.New(ErrUnknownScene, nil, "scene", fmt.Sprintf("%.80q", slug), "detail", hint)
	}
	l := load(fsys, slug, outputs)
	return l.Scene, l.Panel, l.Err
}

// Loaded is one scene of a workspace, or what is wrong with it.
type Loaded struct {
	Slug  string
	Scene *Scene       // nil with an error
	Panel *panel.Panel // nil with an error
	Err   error        // yamlfile.Problems
}

// LoadAll loads every scene with its panel, sorted by slug. Outputs are as for panel.Load.
func LoadAll(fsys fs.FS, outputs ...panel.OutputFormat) ([]Loaded, error) {
	slugs, err := List(fsys)
	if err != nil {
		return nil, err
	}
	out := make([]Loaded, len(slugs))
	for i, slug := range slugs {
		out[i] = load(fsys, slug, outputs)
	}
	return out, nil
}

// Unscored refuses a scene that gives no scores. It names those that do.
func Unscored(fsys fs.FS, slug string) error {
	var names []string
	all, _ := LoadAll(fsys) // the advice is general if they can't be read
	for _, l := range all {
		if l.Err == nil && l.Panel.OutputFormat.Scores() {
			names = append(names, l.Slug)
		}
	}
	fix := "choose a scene whose panel has output_format " + string(panel.ScoredReport) + " or " + string(panel.RankingBoard)
	if len(names) > 0 {
		fix = "choose a scene that gives scores: " + strings.Join(names, ", ")
	}
	return fault.New(fault.NoScores, nil, "text", fmt.Sprintf("scene %s gives no scores", slug), "fix", fix)
}

// exists returns what is wrong with a file that must be there.
func exists(fsys fs.FS, path string) error {
	info, err := fs.Stat(fsys, path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("%s does not exist", path)
	case err != nil:
		return fmt.Errorf("%s cannot be read: %w", path, errors.Unwrap(err))
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is not a file", path)
	}
	return nil
}

func load(fsys fs.FS, slug string, outputs []panel.OutputFormat) Loaded {
	p := read(fsys, slug, outputs)
	if problems := slices.Concat(p.problems(), p.panelProblems); len(problems) > 0 {
		return Loaded{Slug: slug, Err: problems.Sorted()}
	}
	p.joinAnchor()
	return Loaded{Slug: slug, Scene: &p.Scene, Panel: p.panel}
}

// read reads a scene's two files.
func read(fsys fs.FS, slug string, outputs []panel.OutputFormat) *parsed {
	p := parseScene(yamlfile.Read(fsys, File(slug)), slug)
	p.fsys = fsys
	var err error
	p.panel, err = panel.Load(fsys, PanelFile(slug), outputs...)
	errors.As(err, &p.panelProblems)
	return p
}

// problems is what is wrong with a scene's own file.
func (p *parsed) problems() yamlfile.Problems {
	return slices.Concat(p.yaml.Problems(), p.themeProblems(), p.anchorProblems(), p.tieProblems())
}

func (p *parsed) themeProblems() yamlfile.Problems {
	if p.Report.Theme == "" {
		return nil
	}
	if err := exists(p.fsys, p.Report.Theme); err != nil {
		return yamlfile.Problems{p.rprt.ProblemAt("theme", "create the theme file, or remove the key", "report.theme: %v", err)}
	}
	return nil
}

// anchorProblems holds a review to an anchor whose skill file is there, and the
// panel's judge of that slug to be this anchor.
func (p *parsed) anchorProblems() yamlfile.Problems {
	if p.Type != Review || !slugForm.MatchString(p.Anchor()) {
		return nil
	}
	var ps yamlfile.Problems
	if err := exists(p.fsys, AnchorSkill(p.Anchor())); err != nil {
		ps = append(ps, p.top.ProblemAt("anchor_judge", suggestAnchor(p.fsys, p.Anchor()), "anchor_judge %q has no anchor skill file: %v", p.Anchor(), err))
	}
	pan := p.panel
	if pan == nil {
		return ps
	}
	if j, ok := pan.Judge(p.Anchor()); ok {
		if j.Category != panel.Anchor {
			ps = append(ps, p.top.ProblemAt("anchor_judge", "set judge_category: anchor for it in "+pan.Path, "the panel's judge %q is the scene's anchor, but its judge_category is %s", j.Slug, j.Category))
		}
		if !anchorSkillForm(j.SkillPath) {
			ps = append(ps, p.top.ProblemAt("anchor_judge", "set skill_path: "+AnchorSkill(j.Slug)+" for it in "+pan.Path, "the panel's judge %q is the scene's anchor, but its skill_path is no anchor skill file: %s", j.Slug, j.SkillPath))
		}
	}
	return ps
}

func anchorSkillForm(path string) bool {
	return strings.HasPrefix(path, "anchors/") && strings.HasSuffix(path, "/perspective/SKILL.md") && strings.Count(path, "/") == 3
}

func suggestAnchor(fsys fs.FS, slug string) string {
	entries, err := fs.ReadDir(fsys, "anchors")
	var names []string
	for _, e := range entries {
		if e.IsDir() {
			names = append(names, e.Name())
		}
	}
	if err != nil || len(names) == 0 || slices.Contains(names, slug) {
		return "write " + AnchorSkill(slug)
	}
	return yamlfile.Suggest(slug, names)
}

// tieProblems holds tie_breaks to the panel's lenses.
func (p *parsed) tieProblems() yamlfile.Problems {
	pan := p.panel
	if pan == nil {
		return nil
	}
	slugs := pan.LensSlugs()
	var ps yamlfile.Problems
	for i, t := range p.ties {
		if !slices.Contains(slugs, t.Value) {
			ps = append(ps, t.ProblemAt(yamlfile.Suggest(t.Value, slugs), "ranking.tie_breaks names a lens that %s does not have: %.80q", pan.Path, t.Value))
		} else if slices.Contains(p.Ranking.TieBreaks[:i], t.Value) {
			ps = append(ps, t.ProblemAt("keep one of them", "ranking.tie_breaks names %q twice", t.Value))
		}
	}
	return ps
}

// warnings says what does nothing, or less than it seems.
func (p *parsed) warnings() (out []string) {
	pan := p.panel
	if pan == nil {
		return nil
	}
	least, most := 2*p.Ranking.Trim+1, 0
	for _, l := range pan.Lenses {
		n := 0
		for _, j := range pan.Voting() {
			if j.Scores(l.Slug) {
				n++
			}
		}
		most = max(most, n)
	}
	if p.Ranking.Trim > 0 && most < least {
		out = append(out, p.rank.ProblemAt("trim", fmt.Sprintf("have %d judges or more score a lens, or remove the key", least),
			"ranking.trim does nothing: %d scores of a lens can be dropped only if %d judges score it, and here %d do at most", 2*p.Ranking.Trim, least, most).Error())
	}
	if j, ok := pan.Judge(p.Anchor()); ok && p.Type == Review && anchorSkillForm(j.SkillPath) && j.SkillPath != AnchorSkill(j.Slug) {
		out = append(out, p.top.ProblemAt("anchor_judge", "set skill_path: "+AnchorSkill(j.Slug)+" for it in "+pan.Path+", or name that anchor in anchor_judge",
			"anchor_judge is %q, but this judge has the skill of another anchor: %s", j.Slug, j.SkillPath).Error())
	}
	return out
}

// joinAnchor adds a review's anchor to a panel that does not list it.
func (p *parsed) joinAnchor() {
	if p.Type != Review || p.AnchorJudge == nil {
		return
	}
	if _, ok := p.panel.Judge(p.Anchor()); !ok {
		p.panel.Judges = append(p.panel.Judges, panel.Judge{
			Slug: p.Anchor(), Category: panel.Anchor, SkillPath: AnchorSkill(p.Anchor()), AlwaysActive: true, Weight: panel.PointsOf(1),
		})
	}
}
