package job

import (
	"fmt"
	"net/url"
	"strings"
)

// CasePage returns the address of the page of a version, below the address at which
// people reach the server; empty without one.
func CasePage(base, caseID string, version int) string {
	if base == "" || caseID == "" || version < 1 {
		return ""
	}
	return fmt.Sprintf("%s/cases/%s/v%d", strings.TrimSuffix(base, "/"), url.PathEscape(caseID), version)
}

// PageOf returns the address of a job's page: that of the version it published, else
// that on which it can be followed. A job without a scene, such as the daily
// attribution check, has none.
func PageOf(base string, j Job) string {
	switch {
	case base == "" || j.SceneSlug == "":
		return ""
	case j.Status == Done && j.CaseID != "":
		return CasePage(base, j.CaseID, j.Version)
	}
	return strings.TrimSuffix(base, "/") + "/cases/jobs/" + url.PathEscape(j.ID)
}
