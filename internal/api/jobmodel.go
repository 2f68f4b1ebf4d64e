package api

import "judgement/internal/job"

// The answers of version 2. As in version 1 nullable fields are null, never
// left out, and lists are never null. A Job has its form in internal/job.

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
		Report: r.Report, Reviews: []jobReview{}, Folder: r.Folder, Files: r.Files, Warnings: r.Warnings,
	}
	for _, v := range r.Reviews {
		out.Reviews = append(out.Reviews, jobReview{v.Judge, v.Outcome, v.Text})
	}
	if out.Files == nil {
		out.Files = []string{}
	}
	if out.Warnings == nil {
		out.Warnings = []string{}
	}
	return out
}
