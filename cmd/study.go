package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/study"
	"judgement/internal/text"
	"judgement/scene"
)

func (a *App) studyCmd() *cobra.Command {
	return group(&cobra.Command{
		Use:   "study",
		Short: "Measure recorded judges against people",
		Long: `A study is a set of recorded verdicts, of any judges, with labels that people gave
the same items. These commands import one, say how good its judges and their panel
are, and try whether labels make the panel better. No model is called.`,
	}, a.studyImportCmd(), a.studyReportCmd(), a.studyAlignCmd())
}

// studyName is the name of a study: the one given, else that of its first file.
func studyName(given, file string) (string, error) {
	name := given
	if name == "" {
		base, _, _ := strings.Cut(filepath.Base(file), ".")
		name = strings.Trim(strings.ReplaceAll(strings.ToLower(base), "_", "-"), "-")
	}
	if err := scene.CheckSlug(name); err != nil {
		return "", usageError("give a name such as llm-bar with --name", "%q can't name a study: use a to z, 0 to 9 and hyphens", text.Clip(name, 60))
	}
	return name, nil
}

func (a *App) studies() (*casefile.Folder, error) {
	if err := a.NeedWorkspace("a study"); err != nil {
		return nil, err
	}
	return casefile.OpenFolder(a.Workspace.OutDir, a.FolderOptions...)
}

// study reads a study by its name; without one, the only study.
func (a *App) study(ctx context.Context, args []string) (names study.Naming, set *study.Set, err error) {
	folder, err := a.studies()
	if err != nil {
		return names, nil, err
	}
	defer folder.Close()
	files, err := folder.List(ctx, study.Folder)
	if err != nil {
		return names, nil, err
	}
	var all []string
	for _, f := range files {
		if name, ok := study.Named(f); ok {
			all = append(all, name)
		}
	}
	name := ""
	switch {
	case len(args) == 1:
		name = args[0]
	case len(all) == 1:
		name = all[0]
	}
	if !slices.Contains(all, name) {
		known := cmp.Or(strings.Join(all, ", "), "none")
		problem := fmt.Sprintf("there is no study %q", text.Clip(name, 60))
		if name == "" {
			problem = "no study is named"
		}
		return names, nil, fault.Refuse(fault.UnknownStudy, "'judgement study import FILE' makes one; there are: "+known, errors.New(problem))
	}
	data, err := folder.Read(ctx, study.File(name))
	if err != nil {
		return names, nil, err
	}
	if set, err = study.Decode(data); err != nil {
		return names, nil, fmt.Errorf("study %s: %w", name, err)
	}
	return study.Naming{Title: name, Source: study.File(name) + ", SHA-256 " + text.Hash(data)}, set, nil
}
