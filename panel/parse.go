package panel

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"

	"judgement/internal/yamlfile"
)

// file is one panel file as it is, before inheritance.
type file struct {
	yaml         *yamlfile.File
	top          yamlfile.Map
	outputs      []OutputFormat // that output_format may name; none: any
	extends      string
	name         string
	displayName  string
	selectMax    int
	judges       []judgeEntry
	drop         []yamlfile.Item
	override     []judgeEntry
	add          []judgeEntry
	lenses       []lensEntry
	lensOverride []lensEntry
}

// judgeEntry is a judge of one list, or what replaces its fields.
type judgeEntry struct {
	Judge
	at         yamlfile.Map
	lensPlaces []yamlfile.Item
}

type lensEntry struct {
	Lens
	at yamlfile.Map
}

const (
	maxRepeats = 100
	maxSelect  = 1000
)

func parseFile(y *yamlfile.File, outputs []OutputFormat) *file {
	m := y.Map(
		"extends", "scoring_mode", "output_format", "judges_drop", "judges_add", "judges_override",
		"scoring_lenses_override", "name", "display_name", "anchor_slug", "select", "select_max", "judges", "scoring_lenses",
	)
	f := &file{yaml: y, top: m, outputs: outputs}
	if !y.Parsed() {
		return f
	}
	f.extends = m.Text("extends")
	m.Enum("scoring_mode", SumMaxScore)
	f.name, f.displayName = m.Text("name"), m.Text("display_name")
	var head Panel
	f.inherit(&head)
	f.selectMax = head.SelectMax
	if m.Has("extends") {
		notWithExtends(m, "judges", "judges_add")
		notWithExtends(m, "scoring_lenses", "scoring_lenses_override")
	}
	f.judges = parseJudges(m, "judges", true)
	f.add = parseJudges(m, "judges_add", true)
	f.override = parseJudges(m, "judges_override", false)
	f.drop = m.Texts("judges_drop")
	f.lenses = parseLenses(m, "scoring_lenses")
	f.lensOverride = parseLenses(m, "scoring_lenses_override")
	return f
}

// set reads a key that is there.
func set[T any](m yamlfile.Map, key string, to *T, read func(key string) T) {
	if m.Has(key) {
		*to = read(key)
	}
}

// inherit puts the keys that a panel takes over from its base into p, those that
// the file has.
func (f *file) inherit(p *Panel) {
	m := f.top
	set(m, "output_format", &p.OutputFormat, func(key string) OutputFormat {
		if len(f.outputs) == 0 {
			return OutputFormat(checkSlug(m, key))
		}
		var names []string
		for _, o := range f.outputs {
			names = append(names, string(o))
		}
		return OutputFormat(m.Enum(key, names...))
	})
	set(m, "select", &p.Select, func(key string) Selection { return Selection(m.Enum(key, string(SelectAll), string(SelectAuto))) })
	set(m, "select_max", &p.SelectMax, func(key string) int { return m.Int(key, 1, maxSelect) })
	set(m, "anchor_slug", &p.AnchorSlug, func(key string) string {
		if m.IsNull(key) {
			return ""
		}
		return checkSlug(m, key)
	})
}

func notWithExtends(m yamlfile.Map, key, instead string) {
	if m.Has(key) {
		m.Problem(key, "use "+instead, "%s is only for a panel without extends", key)
	}
}

func parseJudges(m yamlfile.Map, list string, whole bool) []judgeEntry {
	var out []judgeEntry
	for _, e := range m.Maps(list, "slug", "display_name_cn", "display_name", "judge_category", "skill_path", "always_active", "provider", "model", "lenses", "weight", "repeats") {
		e.Require("slug")
		if whole {
			e.Require("judge_category", "skill_path")
		}
		j := judgeEntry{at: e}
		j.Slug = checkSlug(e, "slug")
		j.read(e)
		out = append(out, j)
	}
	return out
}

// read sets the fields that the entry of a file has. What is wrong with them is
// found when the file is parsed; an override reads its entry again, into the judge
// that it changes.
func (j *judgeEntry) read(m yamlfile.Map) {
	set(m, "display_name_cn", &j.DisplayNameCN, func(key string) string { return textOrNull(m, key) })
	set(m, "display_name", &j.DisplayName, func(key string) string { return textOrNull(m, key) })
	set(m, "judge_category", &j.Category, func(key string) Category { return Category(m.Enum(key, string(Anchor), string(Dimension))) })
	set(m, "skill_path", &j.SkillPath, func(key string) string { return checkPath(m, key) })
	set(m, "always_active", &j.AlwaysActive, m.Bool)
	set(m, "provider", &j.Provider, func(key string) string { return checkSlug(m, key) })
	set(m, "model", &j.Model, m.Text)
	set(m, "weight", &j.Weight, func(key string) Points { return checkPoints(m, key) })
	set(m, "repeats", &j.Repeats, func(key string) int { return m.Int(key, 1, maxRepeats) })
	if m.Has("lenses") {
		j.lensPlaces, j.Lenses = m.Texts("lenses"), nil
		for _, l := range j.lensPlaces {
			j.Lenses = append(j.Lenses, l.Value)
		}
	}
}

func textOrNull(m yamlfile.Map, key string) string {
	if m.IsNull(key) {
		return ""
	}
	return m.Text(key)
}

func parseLenses(m yamlfile.Map, list string) []lensEntry {
	var out []lensEntry
	for _, e := range m.Maps(list, "slug", "display_name_cn", "display_name", "max_score", "description") {
		e.Require("slug", "max_score")
		l := lensEntry{at: e}
		l.Slug = checkSlug(e, "slug")
		l.DisplayNameCN = textOrNull(e, "display_name_cn")
		l.DisplayName = textOrNull(e, "display_name")
		l.MaxScore = checkPoints(e, "max_score")
		l.Description = e.Text("description")
		out = append(out, l)
	}
	return out
}

// maxPoints bounds a lens maximum and a weight.
const maxPoints = 1_000_000

// checkPoints reads a number above 0, exactly as it is written.
func checkPoints(m yamlfile.Map, key string) Points {
	text, ok := m.Number(key)
	if !ok {
		return Points{}
	}
	p, err := ParsePoints(text)
	switch {
	case err != nil:
		m.Problem(key, "write a plain decimal number, such as 20 or 7.5", "%s: %v", key, err)
	case p.Sign() <= 0:
		m.Problem(key, "write a number above 0", "%s must be above 0, not %s", key, text)
	case p.Cmp(PointsOf(maxPoints)) > 0:
		m.Problem(key, fmt.Sprintf("write a number up to %d", maxPoints), "%s must be at most %d, not %s", key, maxPoints, text)
	case !p.Equal(MustPoints(p.Decimal(12))):
		m.Problem(key, "write at most twelve decimals", "%s has more than twelve decimals: %s", key, text)
	default:
		return p
	}
	return Points{}
}

// slugForm is the form of judges' and lenses' slugs: they become file names and
// keys of replies. Scenes are stricter: no "_".
var slugForm = regexp.MustCompile(slugPattern)

const slugPattern = `^[a-z0-9]([a-z0-9_-]{0,62}[a-z0-9])?$`

func checkSlug(m yamlfile.Map, key string) string {
	s := m.Text(key)
	if s != "" && !slugForm.MatchString(s) {
		m.Problem(key, "use a to z, 0 to 9, - and _, at most 64 characters, a letter or digit first and last", "%s is not a valid slug: %.80q", key, s)
		return ""
	}
	return s
}

// checkPath reads a path from the workspace's root and cleans it.
func checkPath(m yamlfile.Map, key string) string {
	s := m.Text(key)
	if s == "" {
		return ""
	}
	p, ok := CleanPath(s)
	if !ok {
		m.Problem(key, "write a path from the workspace's root with forward slashes, such as judges/NAME/SKILL.md", "%s leaves the workspace: %.200q", key, s)
		return ""
	}
	return p
}

// CleanPath returns a path from the workspace's root in its shortest form, and
// false if it is absolute, has backslashes or leads out of the workspace.
func CleanPath(s string) (string, bool) {
	p := path.Clean(s)
	if path.IsAbs(s) || strings.ContainsAny(s, "\\\x00") || !fs.ValidPath(p) || p == "." {
		return "", false
	}
	return p, true
}
