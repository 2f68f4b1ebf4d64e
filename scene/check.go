package scene

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"judgement/internal/skill"
	"judgement/internal/yamlfile"
	"judgement/panel"
)

// Status is the outcome of one point of the static check.
type Status string

// A point passes, fails, or does not apply or cannot be looked at.
const (
	Pass Status = "pass"
	Fail Status = "fail"
	Skip Status = "skip"
)

// Point is one of the five points of the static check.
type Point struct {
	Name    string `json:"name"`
	Status  Status `json:"status"`
	Message string `json:"message,omitempty"` // one line per problem
	Fix     string `json:"fix,omitempty"`

	Problems yamlfile.Problems `json:"problems,omitempty"` // what makes it fail, by position
}

// Check is the static check of one scene: no model call, no write, no network.
type Check struct {
	Slug     string   `json:"slug"`
	OK       bool     `json:"ok"`
	Points   []Point  `json:"points"`
	Warnings []string `json:"warnings,omitempty"`

	board string // the brand_prefix of a scene with a ranking
	bot   string // the variable of its bot's application id
	botAt yamlfile.Map
}

// CheckScene runs the contract's five points on the scene of that slug: the
// scene loads; the panel resolves; every skill file exists and can be read; a
// competition has no anchor and public scores; a review has an anchor with an
// anchor skill file. Outputs are as for panel.Load.
func CheckScene(fsys fs.FS, slug string, outputs ...panel.OutputFormat) Check {
	return check(read(fsys, slug, outputs), slug)
}

// CheckAll checks every scene, sorted by slug. Beside the five points
// it refuses scenes that share a bot's variable, and warns of competitions whose
// rankings would be written into one folder.
func CheckAll(fsys fs.FS, outputs ...panel.OutputFormat) ([]Check, error) {
	slugs, err := List(fsys)
	if err != nil {
		return nil, err
	}
	checks := make([]Check, len(slugs))
	first, bots := map[string]string{}, map[string]string{} // slug by prefix, by variable
	for i, slug := range slugs {
		c := &checks[i]
		*c = CheckScene(fsys, slug, outputs...)
		if other, taken := bots[c.bot]; taken {
			c.Add(yamlfile.Problems{c.botAt.ProblemAt("app_id_env", "write CHAT_APP_ID_"+EnvName(c.Slug)+", and make an application for each scene",
				"chat.app_id_env is that of scene %s too: %s; a bot answers under one scene", other, c.bot)})
		} else if c.bot != "" {
			bots[c.bot] = c.Slug
		}
		if c.board == "" {
			continue
		}
		if other, taken := first[c.board]; taken {
			c.Warnings = append(c.Warnings, fmt.Sprintf("%s: report.brand_prefix %s is that of scene %s too, and only one of them can have a ranking → give one of them another", File(c.Slug), c.board, other))
			continue
		}
		first[c.board] = c.Slug
	}
	return checks, nil
}

func check(p *parsed, slug string) Check {
	c := Check{Slug: slug, Warnings: append(p.Warnings, p.warnings()...)}
	c.Points = []Point{
		point("scene loads", p.problems()),
		point("panel resolves", p.panelProblems),
		p.skillPoint(),
		{Name: "competition rules", Status: Skip, Message: "not a competition"},
		{Name: "review anchor", Status: Skip, Message: "not a review"},
	}
	switch p.Type {
	case Competition:
		c.Points[3] = point(c.Points[3].Name, p.rule("anchor_judge", "show_scores_publicly"))
	case Review:
		c.Points[4] = point(c.Points[4].Name, append(p.rule("anchor_judge"), p.anchorProblems()...))
	}
	if p.panel != nil && p.panel.OutputFormat.Ranks() {
		c.board = p.Report.BrandPrefix
	}
	c.bot, c.botAt = p.Chat.AppIDEnv, p.bot
	c.OK = true
	for _, q := range c.Points {
		c.OK = c.OK && q.Status != Fail
	}
	return c
}

// Add makes the first point fail by what was found in a file that the scene
// names and this package doesn't read, such as the theme of its presentations.
func (c *Check) Add(ps yamlfile.Problems) {
	if len(ps) > 0 {
		c.Points[0], c.OK = point(c.Points[0].Name, append(c.Points[0].Problems, ps...)), false
	}
}

// point makes a point of the problems that make it fail.
func point(name string, ps yamlfile.Problems) Point {
	if len(ps) == 0 {
		return Point{Name: name, Status: Pass}
	}
	ps = ps.Sorted()
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Place() + ": " + p.Message
		if i > 0 && p.Fix != "" {
			lines[i] += " → " + p.Fix
		}
	}
	return Point{Name: name, Status: Fail, Message: strings.Join(lines, "\n"), Fix: ps[0].Fix, Problems: ps}
}

func (p *parsed) skillPoint() Point {
	name := "skill files exist"
	pan := p.panel
	if pan == nil {
		return Point{Name: name, Status: Skip, Message: "the panel does not resolve"}
	}
	p.joinAnchor()
	var ps yamlfile.Problems
	if len(pan.Judges) == 0 {
		ps = append(ps, yamlfile.Problem{File: pan.Path, Message: "the panel has no judges", Fix: "add some under judges_add"})
	}
	for _, j := range pan.Judges {
		_, err := skill.Load(p.fsys, j.SkillPath)
		var found yamlfile.Problems
		if errors.As(err, &found) {
			for _, q := range found {
				q.Message = fmt.Sprintf("judge %s: %s", j.Slug, q.Message)
				ps = append(ps, q)
			}
		}
	}
	return point(name, ps)
}

// rule returns the scene file's problems with the keys.
func (p *parsed) rule(keys ...string) yamlfile.Problems {
	var out yamlfile.Problems
	for _, q := range p.yaml.Problems() {
		if slices.Contains(keys, q.Key) {
			out = append(out, q)
		}
	}
	return out
}
