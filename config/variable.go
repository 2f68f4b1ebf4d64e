package config

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"judgement/internal/yamlfile"
)

// envPrefix is how the program's own variables begin.
const envPrefix = "JUDGEMENT_"

// UnknownVariables says which variables of environ ("NAME=value") have the
// program's prefix although no setting has them, one sentence each, by name.
func UnknownVariables(environ []string) []string {
	known := []string{WorkspaceEnv}
	for _, k := range keys {
		known = append(known, k.env[:min(len(k.env), 1)]...)
	}
	var bare, out []string
	for _, name := range known {
		bare = append(bare, strings.TrimPrefix(name, envPrefix))
	}
	for _, v := range environ {
		name, value, _ := strings.Cut(v, "=")
		rest, ours := strings.CutPrefix(name, envPrefix)
		if !ours || strings.TrimSpace(value) == "" || slices.Contains(known, name) || isServiceLink(rest, value) {
			continue
		}
		hint := "'judgement help environment' lists all variables"
		if near, ok := yamlfile.Nearest(rest, bare); ok {
			hint = "did you mean " + known[slices.Index(bare, near)] + "?"
		}
		out = append(out, fmt.Sprintf("%s is set, but no setting has it; %s", name, hint))
	}
	slices.Sort(out)
	return out
}

// isServiceLink reports a variable by which Kubernetes gives a container the
// address of a Service, such as the one named judgement.
func isServiceLink(name, value string) bool {
	return strings.Contains(value, "://") && strings.HasSuffix("_"+name, "_PORT") || serviceLink.MatchString("_"+name)
}

var serviceLink = regexp.MustCompile(`_(SERVICE_(HOST|PORT)|PORT_[0-9]+_(TCP|UDP|SCTP))(_|$)`)
