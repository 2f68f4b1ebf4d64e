package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"judgement/config"
	"judgement/internal/llm/replay"
	"judgement/internal/yamlfile"
)

// replayLine opens a run that recorded replies answer.
const replayLine = "recorded replies answer: no model is called and nothing is paid"

// recordedFix is the advice of records that can't be used.
const recordedFix = "run a review with a model first, or set llm.replay (JUDGEMENT_LLM_REPLAY) to a folder with cases, such as /path/to/workspace/cases"

// replayModel reads the recorded replies of the folder that the settings name.
func replayModel(ws config.Workspace, s *config.Settings) (*replay.Model, *replay.Records, error) {
	dir := s.LLM.Replay
	if !filepath.IsAbs(dir) {
		dir = filepath.Join(ws.OutDir, dir)
	}
	root, err := os.OpenRoot(dir)
	if errors.Is(err, fs.ErrNotExist) {
		err = fmt.Errorf("there is no folder %s with recorded replies", dir)
	}
	if err != nil {
		return nil, nil, recordsFailure("no_records", recordedFix, err)
	}
	defer root.Close()
	records, err := replay.Read(root.FS())
	if err != nil {
		return nil, nil, recordsFailure("bad_record", "delete the file, or put back the one that was recorded", fmt.Errorf("%s: %w", dir, err))
	}
	if records.Len() == 0 {
		return nil, nil, recordsFailure("no_records", recordedFix, fmt.Errorf("%s holds no reply of a language model", dir))
	}
	return replay.New(records, s.LLM.Model), records, nil
}

func recordsFailure(code, fix string, err error) error {
	return &failure{exit: exitCredentials, code: code, fix: fix, err: err}
}

// recordsProblem is why the records that the settings name can't be replayed; nil if
// they can, or if none are named.
func recordsProblem(ws config.Workspace, s *config.Settings) *yamlfile.Problem {
	if s.LLM.Provider != "replay" {
		return nil
	}
	_, _, err := replayModel(ws, s)
	var f *failure
	if !errors.As(err, &f) {
		return nil
	}
	return &yamlfile.Problem{File: config.File, Message: "llm.provider is replay: " + f.Error(), Fix: f.fix}
}

// opening is the line that opens a run that no language model answers, empty
// otherwise.
func opening(s *config.Settings) string {
	switch {
	case noModel(s):
		return noModelLine
	case s.LLM.Provider == "replay":
		return replayLine
	}
	return ""
}
