// Package scene owns scenes: their files, every rule about them and their
// panels, the static check and the templates of new ones. It reads through an
// fs.FS, writes nothing and never reaches the network.
package scene

import "judgement/internal/fault"

// Type says what a scene is for.
type Type string

// The scene types of the contract.
const (
	Review      Type = "review"      // has an anchor judge
	Competition Type = "competition" // has none, and public scores
)

// ErrUnknownScene is the cause of an error about a slug that no scene has.
const ErrUnknownScene = fault.UnknownScene

// Scene binds a chat bot to a panel and a report style.
type Scene struct {
	Slug               string          `json:"slug"`
	Type               Type            `json:"scene_type"`
	DisplayName        string          `json:"display_name"`
	DisplayNameCN      string          `json:"display_name_cn,omitempty"` // in Chinese reports and pages; empty: DisplayName
	PanelPath          string          `json:"panel_path"`                // from the workspace
	Chat               Chat            `json:"chat"`
	Access             Access          `json:"access"`
	Report             Report          `json:"report"`
	AnchorJudge        *string         `json:"anchor_judge"` // nil for a competition
	ShowScoresPublicly bool            `json:"show_scores_publicly"`
	Ranking            Ranking         `json:"ranking"`
	Board              Board           `json:"board"`
	Meeting            Meeting         `json:"meeting"`
	Checkpoints        bool            `json:"checkpoints"` // reviews draft checkpoints
	Alignment          Alignment       `json:"alignment,omitzero"`
	IntegrityReader    IntegrityReader `json:"integrity_reader,omitzero"`
	Warnings           []string        `json:"warnings,omitempty"`
}

// NameIn returns the scene's name in a language, en or zh.
func (s *Scene) NameIn(language string) string {
	if language == "zh" && s.DisplayNameCN != "" {
		return s.DisplayNameCN
	}
	return s.DisplayName
}

// Chat names the variables of the scene's bot; the values are never read here.
type Chat struct {
	AppIDEnv     string `json:"app_id_env"`
	AppSecretEnv string `json:"app_secret_env"`
}

// Access limits who may ask and how often.
type Access struct {
	WhitelistEnv string `json:"whitelist_env,omitempty"`
	RateLimit    int    `json:"rate_limit,omitempty"` // requests per hour; 0: the configured default
}

// Report is the style of the scene's reports.
type Report struct {
	BrandPrefix  string `json:"brand_prefix"`
	RedactReview bool   `json:"redact_review"`
	Language     string `json:"language"`        // en or zh; empty: the document's
	Theme        string `json:"theme,omitempty"` // theme file, from the workspace
}

// Ranking is how a board is made.
type Ranking struct {
	Mode      string   `json:"mode"` // scores or pairwise
	TieBreaks []string `json:"tie_breaks,omitempty"`
	Trim      int      `json:"trim,omitempty"` // highest and lowest scores dropped at each end
	Severity  bool     `json:"severity"`       // correct for harsh and lenient judges if scores are missing; true unless set
	// Withdrawn are brands, with or without the prefix, that take no place any more.
	Withdrawn []string `json:"withdrawn,omitempty"`
	Calls     int      `json:"calls,omitempty"` // most calls for comparisons; 0: by the number of submissions
}

// The modes of a ranking.
const (
	ModeScores   = "scores"   // totals of the judges' scores
	ModePairwise = "pairwise" // beside them, submissions compared two at a time
)

// Pairwise reports whether submissions are compared two at a time.
func (r Ranking) Pairwise() bool { return r.Mode == ModePairwise }

// Board says who sees the board.
type Board struct {
	Public bool `json:"public"`
}

// Alignment is how an alignment of the scene's panel is used.
type Alignment struct {
	Grades string `json:"grades"` // GradesRaw, GradesAligned, or empty as GradesRaw
}

// IntegrityReader is a model that lists the passages of each document that address
// judges. It changes no score.
type IntegrityReader struct {
	Enabled  bool   `json:"enabled"`
	Provider string `json:"provider,omitempty"` // of its model; empty: the configured one
	Model    string `json:"model,omitempty"`    // empty: the configured model
}

// Which total the grades of a scene with an alignment follow.
const (
	GradesRaw     = "raw"
	GradesAligned = "aligned"
)

// Meeting bounds the meeting pipeline.
type Meeting struct {
	ContextTokens int `json:"context_tokens,omitempty"` // 0: the configured default
}

// Anchor returns the anchor's slug, empty for a competition.
func (s *Scene) Anchor() string {
	if s.AnchorJudge == nil {
		return ""
	}
	return *s.AnchorJudge
}

// AnchorSkill returns the path of an anchor's skill file from the workspace.
func AnchorSkill(slug string) string { return "anchors/" + slug + "/perspective/SKILL.md" }

// File returns the path of a scene's own file.
func File(slug string) string { return "scenes/" + slug + "/scene.yaml" }

// PanelFile returns the path of a scene's panel file.
func PanelFile(slug string) string { return "scenes/" + slug + "/panel.yaml" }
