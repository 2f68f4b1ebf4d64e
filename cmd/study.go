package cmd

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
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

// Limits of the files of a study, in bytes.
const (
	maxStudyFile = 512 << 20
	studyFolder  = "studies"
	studyEnding  = ".csv.gz"
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

func studyFile(name string) string { return studyFolder + "/" + name + studyEnding }

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

// decodeStudy reads a stored study. It counts the lines first, since a list that grows
// takes twice its memory.
func decodeStudy(data []byte) (*study.Set, error) {
	open := func() (*gzip.Reader, error) {
		z, err := gzip.NewReader(bytes.NewReader(data))
		if err != nil {
			return nil, fmt.Errorf("decompress: %w", err)
		}
		return z, nil
	}
	z, err := open()
	if err != nil {
		return nil, err
	}
	rows, buffer := 0, make([]byte, 64<<10)
	for {
		n, err := z.Read(buffer)
		rows += bytes.Count(buffer[:n], []byte("\n"))
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("decompress: %w", err)
		}
	}
	if z, err = open(); err != nil {
		return nil, err
	}
	return study.Decode(z, rows)
}

// study reads a study by its name; without one, the only study.
func (a *App) study(ctx context.Context, args []string) (names study.Naming, set *study.Set, err error) {
	folder, err := a.studies()
	if err != nil {
		return names, nil, err
	}
	defer folder.Close()
	files, err := folder.List(ctx, studyFolder)
	if err != nil {
		return names, nil, err
	}
	var all []string
	for _, f := range files {
		if name, ok := strings.CutSuffix(f, studyEnding); ok {
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
	data, err := folder.Read(ctx, studyFile(name))
	if err != nil {
		return names, nil, err
	}
	if set, err = decodeStudy(data); err != nil {
		return names, nil, fmt.Errorf("study %s: %w", name, err)
	}
	return study.Naming{Title: name, Source: studyFile(name) + ", SHA-256 " + text.Hash(data)}, set, nil
}
