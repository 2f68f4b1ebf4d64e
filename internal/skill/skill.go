// Package skill owns Agent Skill files (SKILL.md): reading them leniently,
// checking them strictly, their versions and hashes. It never calls a model.
package skill

import "regexp"

// Skill is a judge's method, as read from one SKILL.md.
type Skill struct {
	Path        string            `json:"path"` // from the workspace, with slashes
	Name        string            `json:"name"`
	Description string            `json:"description"`
	Metadata    map[string]string `json:"metadata,omitempty"`
	Body        string            `json:"-"`      // Markdown after the front matter
	SHA256      string            `json:"sha256"` // of the whole file, hex
	Warnings    []string          `json:"warnings,omitempty"`
}

// JudgeSlug returns metadata.judge-slug, else the name.
func (s *Skill) JudgeSlug() string {
	if v := s.Metadata["judge-slug"]; v != "" {
		return v
	}
	return s.Name
}

// Version returns metadata.version as v<major>.<minor>.<patch>, "v0.0.0" where
// it is missing or has another form.
func (s *Skill) Version() string { return NormalVersion(s.Metadata["version"]) }

var versionForm = regexp.MustCompile(`^v?(\d+)\.(\d+)\.(\d+)$`)

// NormalVersion turns 1.2.3 or v1.2.3 into v1.2.3, and anything else into
// v0.0.0.
func NormalVersion(s string) string {
	m := versionForm.FindStringSubmatch(s)
	if m == nil {
		return "v0.0.0"
	}
	return "v" + m[1] + "." + m[2] + "." + m[3]
}
