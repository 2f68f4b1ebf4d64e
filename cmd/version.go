package cmd

import (
	"fmt"
	"runtime/debug"

	"github.com/spf13/cobra"
)

// buildInfo is what the binary knows of itself.
type buildInfo struct {
	Version string `json:"version"`
	Commit  string `json:"commit,omitempty"`
	Go      string `json:"go"`
}

func (a *App) versionCmd() *cobra.Command {
	return a.output(&cobra.Command{
		Use:     "version",
		Short:   "Print the version of this program",
		Example: "  judgement version --output json",
		Args:    exactArgs(0),
		RunE: func(*cobra.Command, []string) error {
			v := readBuildInfo()
			return a.print(v, func(p *page) { p.WriteString(v.line()) })
		},
	})
}

// line is the version for people.
func (v buildInfo) line() string {
	commit := ""
	if v.Commit != "" {
		commit = " (" + v.Commit + ")"
	}
	return fmt.Sprintf("judgement %s%s, %s\n", v.Version, commit, v.Go)
}

// programVersion is the version of a build that carries no other.
const programVersion = "0.1.0"

func readBuildInfo() buildInfo {
	v := buildInfo{Version: programVersion}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return v
	}
	v.Go = info.GoVersion
	for _, s := range info.Settings {
		if s.Key == "vcs.revision" && len(s.Value) >= 7 {
			v.Commit = s.Value[:7]
		}
	}
	return v
}
