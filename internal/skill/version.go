package skill

import "regexp"

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
