package api

import "judgement/internal/job"

// The answers; internal/job has the forms of jobs and their results. Nullable fields
// are pointers without omitempty: null is written, never left out; lists are made, so
// that they are never null.

type versionResponse struct {
	Skill        string  `json:"skill"`
	SkillVersion string  `json:"skill_version"`
	VaultVersion string  `json:"vault_version"`
	GitCommit    *string `json:"git_commit"`
	APIVersion   string  `json:"api_version"`
}

type panelsResponse struct {
	Panels []panelInfo `json:"panels"`
	Count  int         `json:"count"`
}

type panelInfo struct {
	Name          string      `json:"name"`
	AnchorSlug    *string     `json:"anchor_slug"`
	DisplayName   string      `json:"display_name"`
	Judges        []judgeInfo `json:"judges"`
	ScoringLenses []string    `json:"scoring_lenses"`
}

type judgeInfo struct {
	Slug          string  `json:"slug"`
	DisplayNameCN *string `json:"display_name_cn"`
	JudgeCategory string  `json:"judge_category"`
	SkillPath     string  `json:"skill_path"`
	AlwaysActive  bool    `json:"always_active"`
}

type anchorsResponse struct {
	Anchors           []anchorInfo `json:"anchors"`
	Count             int          `json:"count"`
	DefaultAnchorSlug *string      `json:"default_anchor_slug"`
}

type anchorInfo struct {
	Slug                   string   `json:"slug"`
	PerspectiveSkillExists bool     `json:"perspective_skill_exists"`
	RawDirs                []string `json:"raw_dirs"`
	ReadmeExcerpt          *string  `json:"readme_excerpt"`
}

type submitResponse struct {
	JobID  string `json:"job_id"`
	Status string `json:"status"`
}

type jobsResponse struct {
	Jobs       []job.Job `json:"jobs"`
	NextCursor *string   `json:"next_cursor"`
}
