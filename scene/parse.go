package scene

import (
	"fmt"
	"io/fs"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"judgement/internal/yamlfile"
	"judgement/panel"
)

var (
	slugForm   = regexp.MustCompile(`^[a-z0-9]([a-z0-9-]{0,62}[a-z0-9])?$`)
	envForm    = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
	appIDForm  = regexp.MustCompile(`^CHAT_APP_ID_[A-Z0-9_]+$`)
	secretForm = regexp.MustCompile(`^CHAT_APP_SECRET_[A-Z0-9_]+$`)
	nameForm   = regexp.MustCompile(`^[a-z0-9]([a-z0-9_-]{0,62}[a-z0-9])?$`)
	prefixForm = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9_-]|\.[A-Za-z0-9_-])*$`)
)

const (
	maxPrefix = 64
	maxBrand  = 200 // bytes, with its prefix
)

// brandForm reports whether a text may be a brand, with or without the scene's
// prefix; what exactly a brand is, cases know.
func brandForm(s string) bool {
	return len(s) <= maxBrand && !strings.ContainsFunc(s, func(r rune) bool { return r == '/' || r == '\\' || unicode.IsSpace(r) || unicode.IsControl(r) })
}

// CheckSlug returns an error that says how a scene's slug must look.
func CheckSlug(slug string) error {
	if !slugForm.MatchString(slug) {
		return fmt.Errorf("%.80q is not a valid scene slug: use a to z, 0 to 9 and hyphens, at most 64 characters, a letter or digit first and last", slug)
	}
	return nil
}

// EnvName returns a scene's part of its variables' names: my-scene → MY_SCENE.
func EnvName(slug string) string { return strings.ToUpper(strings.ReplaceAll(slug, "-", "_")) }

// parsed is one scene file with the places of its keys, and the scene's panel.
type parsed struct {
	Scene
	yaml *yamlfile.File
	top  yamlfile.Map
	rank yamlfile.Map
	ties []yamlfile.Item
	rprt yamlfile.Map
	bot  yamlfile.Map // the key chat

	fsys          fs.FS
	panel         *panel.Panel // nil if it does not resolve
	panelProblems yamlfile.Problems
}

// parseScene reads a scene file that lies in the folder of that slug, and holds
// it to every rule that needs no other file.
func parseScene(y *yamlfile.File, folder string) *parsed {
	p := &parsed{yaml: y}
	p.top = y.Map("slug", "scene_type", "display_name", "display_name_cn", "chat", "access", "report", "anchor_judge",
		"show_scores_publicly", "ranking", "board", "meeting", "checkpoints", "alignment", "integrity_reader")
	if !y.Parsed() {
		return p
	}
	m := p.top
	m.Require("slug", "scene_type", "chat", "report", "anchor_judge", "show_scores_publicly")
	p.PanelPath = PanelFile(folder)
	p.slug(folder)
	p.Type = Type(m.Enum("scene_type", string(Review), string(Competition)))
	p.DisplayName = m.Text("display_name")
	if p.DisplayName == "" {
		p.DisplayName = p.Slug
	}
	p.DisplayNameCN = m.Text("display_name_cn")
	p.chat()
	p.access()
	p.report()
	p.anchorAndScores()
	p.extras()
	return p
}

func (p *parsed) slug(folder string) {
	p.Slug = p.top.Text("slug")
	switch {
	case p.Slug == "":
	case CheckSlug(p.Slug) != nil:
		p.top.Problem("slug", "use a to z, 0 to 9 and hyphens, at most 64 characters, a letter or digit first and last", "slug is not a valid scene slug: %.80q", p.Slug)
	case p.Slug != folder:
		p.top.Problem("slug", "write slug: "+folder+", or rename the folder to "+p.Slug, "slug %q is not its folder's: %q", p.Slug, folder)
	}
}

func (p *parsed) chat() {
	c := p.top.Map("chat", "app_id_env", "app_secret_env")
	p.bot = c
	c.Require("app_id_env", "app_secret_env")
	p.Chat.AppIDEnv = p.env(c, "app_id_env", appIDForm, "CHAT_APP_ID_"+EnvName(p.Slug))
	p.Chat.AppSecretEnv = p.env(c, "app_secret_env", secretForm, "CHAT_APP_SECRET_"+EnvName(p.Slug))
}

// env reads the name of a variable. A name that does not match the slug is a
// warning; CheckAll refuses one that two scenes share.
func (p *parsed) env(c yamlfile.Map, key string, form *regexp.Regexp, own string) string {
	s := c.Text(key)
	switch {
	case s == "":
	case !form.MatchString(s):
		c.Problem(key, "write the variable's name, not its value: "+own, "chat.%s has another form than %s", key, strings.TrimSuffix(own, EnvName(p.Slug))+"<SLUG>")
		return ""
	case s != own && slugForm.MatchString(p.Slug):
		p.Warnings = append(p.Warnings, c.ProblemAt(key, "write "+own+"; each scene has a bot of its own", "chat.%s is not the scene's own variable: %s", key, s).Error())
	}
	return s
}

func (p *parsed) access() {
	a := p.top.Map("access", "whitelist_env", "rate_limit")
	p.Access.WhitelistEnv = a.Text("whitelist_env")
	if s := p.Access.WhitelistEnv; s != "" && !envForm.MatchString(s) {
		a.Problem("whitelist_env", "write a name of capitals, digits and _, such as CHAT_WHITELIST_"+EnvName(p.Slug), "access.whitelist_env is not a variable's name: %.80q", s)
	}
	p.Access.RateLimit = a.Int("rate_limit", 1, 1_000_000)
}

func (p *parsed) report() {
	r := p.top.Map("report", "brand_prefix", "redact_review", "language", "theme")
	p.rprt = r
	r.Require("brand_prefix")
	p.Report.BrandPrefix = r.Text("brand_prefix")
	if s := p.Report.BrandPrefix; s != "" && (len(s) > maxPrefix || !prefixForm.MatchString(s)) {
		r.Problem("brand_prefix", "use letters, digits, hyphens, underscores and single dots, at most 64 characters, a letter or digit first",
			"report.brand_prefix must be one safe piece of a path, not %.80q", s)
	}
	p.Report.RedactReview = r.Bool("redact_review")
	p.Report.Language = r.Enum("language", "en", "zh")
	if s := r.Text("theme"); s != "" {
		clean, ok := panel.CleanPath(s)
		if !ok {
			r.Problem("theme", "write a path from the workspace's root with forward slashes", "report.theme leaves the workspace: %.200q", s)
		}
		p.Report.Theme = clean
	}
}

func (p *parsed) anchorAndScores() {
	m := p.top
	p.ShowScoresPublicly = m.Bool("show_scores_publicly")
	named := m.Has("anchor_judge") && !m.IsNull("anchor_judge")
	if named && p.Type != Competition {
		if s := m.Text("anchor_judge"); s != "" {
			p.AnchorJudge = &s
			if !slugForm.MatchString(s) {
				m.Problem("anchor_judge", "write the name of a folder of anchors/", "anchor_judge is not a valid slug: %.80q", s)
			}
		}
	}
	switch p.Type {
	case Competition:
		if named {
			m.Problem("anchor_judge", "write anchor_judge: null, or scene_type: review", "anchor_judge must be null for a competition")
		}
		if m.Has("show_scores_publicly") && !p.ShowScoresPublicly {
			m.Problem("show_scores_publicly", "write show_scores_publicly: true", "show_scores_publicly must be true for a competition")
		}
	case Review:
		if m.IsNull("anchor_judge") {
			m.Problem("anchor_judge", "write the name of a folder of anchors/, or scene_type: competition", "anchor_judge must not be empty for a review")
		}
	}
}

func (p *parsed) extras() {
	r := p.top.Map("ranking", "mode", "tie_breaks", "trim", "severity", "calls", "withdrawn")
	p.rank = r
	p.Ranking.Mode = r.Enum("mode", ModeScores, ModePairwise)
	if p.Ranking.Mode == "" {
		p.Ranking.Mode = ModeScores
	}
	p.ties = r.Texts("tie_breaks")
	for _, t := range p.ties {
		p.Ranking.TieBreaks = append(p.Ranking.TieBreaks, t.Value)
	}
	for _, w := range r.Texts("withdrawn") {
		switch {
		case !brandForm(w.Value):
			w.Problem("write the submission's brand, as the board names it in parentheses", "ranking.withdrawn holds what is no brand: %.80q", w.Value)
		case slices.Contains(p.Ranking.Withdrawn, w.Value):
			w.Problem("keep one of them", "ranking.withdrawn names %q twice", w.Value)
		default:
			p.Ranking.Withdrawn = append(p.Ranking.Withdrawn, w.Value)
		}
	}
	p.Ranking.Trim = r.Int("trim", 0, 10)
	p.Ranking.Severity = !r.Has("severity") || r.Bool("severity")
	p.Ranking.Calls = r.Int("calls", 2, 10_000_000)
	if p.Ranking.Calls > 0 && !p.Ranking.Pairwise() {
		p.Warnings = append(p.Warnings, r.ProblemAt("calls", "write ranking.mode: pairwise, or remove the key", "ranking.calls does nothing: the ranking's mode is scores").Error())
	}
	p.Board.Public = p.top.Map("board", "public").Bool("public")
	p.Meeting.ContextTokens = p.top.Map("meeting", "context_tokens").Int("context_tokens", 1000, 10_000_000)
	p.Checkpoints = p.top.Bool("checkpoints")
	p.Alignment.Grades = p.top.Map("alignment", "grades").Enum("grades", GradesRaw, GradesAligned)
	p.integrityReader()
}

func (p *parsed) integrityReader() {
	if !p.top.Has("integrity_reader") {
		return
	}
	r := p.top.Map("integrity_reader", "enabled", "provider", "model")
	r.Require("enabled")
	p.IntegrityReader = IntegrityReader{Enabled: r.Bool("enabled"), Provider: r.Text("provider"), Model: r.Text("model")}
	if s := p.IntegrityReader.Provider; s != "" && !nameForm.MatchString(s) {
		r.Problem("provider", "write openai, anthropic or a name of llm.providers in judgement.yaml", "integrity_reader.provider is not a valid name: %.80q", s)
	}
}
