package replay

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"judgement/internal/casefile"
	"judgement/internal/jury"
	"judgement/internal/llm"
)

// call is what makes a request the same as a recorded one.
type call struct {
	judge, prompt string
	repeat, try   int
}

// Records are recorded replies with the models that they were asked of.
type Records struct {
	replies  map[call]jury.Record
	models   []string // as they were asked for, sorted
	baseline bool     // replies of the offline baseline were left out
}

// Len returns how many different calls are on record.
func (r *Records) Len() int { return len(r.replies) }

// LeftOut says that the folder has replies of the offline baseline, too; empty: it has none.
func (r *Records) LeftOut() string {
	if r.baseline {
		return "; replies of the offline baseline are not replayed"
	}
	return ""
}

// Models returns the models that the recorded calls were made to, sorted.
func (r *Records) Models() []string { return slices.Clone(r.models) }

// Read collects the replies of every version under the folder, at any depth: a
// version is a folder with plan.json and replies/. Of several replies to the
// same call the latest counts. Replies of the offline baseline are left out:
// they are no judgements, and they can be had at any time. A reply that is torn
// or was changed is an error that names its file.
func Read(fsys fs.FS) (*Records, error) {
	r := &Records{replies: map[call]jury.Record{}}
	err := fs.WalkDir(fsys, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if !d.IsDir() || path.Base(name) != "replies" {
			return nil
		}
		if err := r.version(fsys, path.Dir(name)); err != nil {
			return err
		}
		return fs.SkipDir
	})
	if err != nil {
		return nil, fmt.Errorf("read recorded replies: %w", err)
	}
	slices.Sort(r.models)
	r.models = slices.Compact(r.models)
	return r, nil
}

// plan is what a version's plan.json says of who answered.
type plan struct {
	Plan struct {
		Judges []struct {
			Model   string `json:"model"`
			NoModel bool   `json:"no_model"`
		} `json:"judges"`
	} `json:"plan"`
}

// version adds the replies of one version.
func (r *Records) version(fsys fs.FS, dir string) error {
	var p plan
	name := path.Join(dir, "plan.json")
	data, err := fs.ReadFile(fsys, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil // some other folder called replies
	}
	if err == nil {
		err = json.Unmarshal(data, &p)
	}
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	for _, j := range p.Plan.Judges {
		if j.NoModel {
			r.baseline = true
			return nil
		}
		r.models = append(r.models, j.Model)
	}
	files, err := fs.ReadDir(fsys, path.Join(dir, "replies"))
	if err != nil {
		return err
	}
	for _, f := range files {
		if !f.Type().IsRegular() || !strings.HasSuffix(f.Name(), ".json") {
			continue // a damaged reply that was moved aside, or a file being written
		}
		if err := r.add(fsys, path.Join(dir, "replies", f.Name())); err != nil {
			return err
		}
	}
	return nil
}

func (r *Records) add(fsys fs.FS, name string) error {
	data, err := fs.ReadFile(fsys, name)
	if err != nil {
		return err
	}
	rec, err := casefile.DecodeRecord(data)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	// Of the rounds in which a judge was asked again, the last one counts.
	c := call{rec.Key.Judge, rec.Key.PromptSHA256, rec.Key.Repeat, rec.Key.Try % jury.TriesPerRound}
	if old, ok := r.replies[c]; !ok || !rec.At.Before(old.At) {
		r.replies[c] = rec
	}
	return nil
}

// find looks the request up as one to the model, then as one to each of the
// recorded models.
func (r *Records) find(model string, req llm.Request) (jury.Record, bool) {
	for _, name := range append([]string{model}, r.models...) {
		for _, prompt := range []string{llm.PromptSHA256(name, req), llm.FormerSHA256(name, req)} {
			if rec, ok := r.replies[call{req.Judge, prompt, req.Repeat, req.Try}]; ok {
				return rec, true
			}
		}
	}
	return jury.Record{}, false
}
