package api

import "judgement/internal/job"

// The answers; a Job has its form in internal/job. Nullable fields are pointers without omitempty: null
// is written, never left out; lists are made, so that they are never null.

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

type scenesResponse struct {
	Scenes        []sceneEntry `json:"scenes"`
	EnvReadyCount int          `json:"env_ready_count"`
}

type sceneEntry struct {
	Slug      string    `json:"slug"`
	SceneType string    `json:"scene_type"`
	PanelPath string    `json:"panel_path"`
	Chat      sceneChat `json:"chat"`
}

type sceneChat struct {
	AppIDEnv string `json:"app_id_env"`
	EnvReady bool   `json:"env_ready"`
}

type submitResponse struct {
	JobID  string `json:"job_id"`
	Status string `json:"status"`
}

type jobsResponse struct {
	Jobs       []job.Job `json:"jobs"`
	NextCursor *string   `json:"next_cursor"`
}

type resultResponse struct {
	JobID     string      `json:"job_id"`
	CaseID    string      `json:"case_id"`
	Version   int         `json:"version"`
	SceneSlug string      `json:"scene_slug"`
	Brand     string      `json:"brand"`
	Total     *string     `json:"total"`
	Max       *string     `json:"max"`
	Grade     *string     `json:"grade"`
	NoModel   bool        `json:"no_model"`
	Report    string      `json:"report"`
	Reviews   []jobReview `json:"reviews"`
	Folder    string      `json:"folder"`
	Files     []string    `json:"files"`
	Warnings  []string    `json:"warnings"`
}

type jobReview struct {
	Judge   string `json:"judge"`
	Outcome string `json:"outcome"`
	Review  string `json:"review"`
}

func describeResult(r *job.Result) resultResponse {
	out := resultResponse{
		JobID: r.JobID, CaseID: r.CaseID, Version: r.Version, SceneSlug: r.SceneSlug, Brand: r.Brand,
		Total: orNull(r.Total), Max: orNull(r.Max), Grade: orNull(r.Grade), NoModel: r.NoModel,
		Report: r.Report, Reviews: []jobReview{}, Folder: r.Folder, Files: append([]string{}, r.Files...), Warnings: append([]string{}, r.Warnings...),
	}
	for _, v := range r.Reviews {
		out.Reviews = append(out.Reviews, jobReview{v.Judge, v.Outcome, v.Text})
	}
	return out
}

// orNull returns nil for an empty text.
func orNull(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
