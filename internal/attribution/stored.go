package attribution

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"

	"judgement/internal/casefile"
)

// stored is attribution.json (schema 1). It holds no day: it changes only when
// the case does, or when a due date or its grace has come. Its two hashes are
// what the next run holds the case to: what was seen once must not be taken
// back.
type stored struct {
	Schema         int                `json:"schema"`
	Case           string             `json:"case"`
	NoModel        bool               `json:"no_model,omitempty"`
	Outcomes       int                `json:"outcomes"`        // lines of outcomes.jsonl
	OutcomesSHA256 string             `json:"outcomes_sha256"` // of the last one, without its end; empty without one
	VersionSHA256  string             `json:"version_sha256"`  // of the latest version's version.json; empty without one
	Evidence       Evidence           `json:"evidence"`
	Status         Status             `json:"status"`
	Checkpoints    []CheckpointStatus `json:"checkpoints"`

	bytes   []byte // the file; nil if no real run wrote it
	damaged bool
}

func storedName(id string) string { return "cases/" + id + "/" + casefile.AttributionFile }

func outcomesName(id string) string { return "cases/" + id + "/" + casefile.OutcomesFile }

// maxStored bounds attribution.json in bytes.
const maxStored = 4 << 20

// loadStored reads what the last real run kept. A damaged file counts for nothing:
// it follows from the others.
func loadStored(ctx context.Context, st casefile.Storage, id string) (out stored, err error) {
	data, err := casefile.ReadLimited(ctx, st, storedName(id), maxStored)
	if errors.Is(err, fs.ErrNotExist) {
		return out, nil
	}
	if err != nil {
		return out, err
	}
	if json.Unmarshal(data, &out) != nil || out.Schema != 1 || out.Outcomes < 0 || (out.Outcomes > 0) != (out.OutcomesSHA256 != "") {
		out = stored{damaged: true}
	}
	out.bytes = data
	return out, nil
}

// loadHistory reads what the last real run kept of a case, and its outcomes, of which
// nothing that was seen then may be gone.
func (c *Checker) loadHistory(ctx context.Context, info *casefile.Info) (stored, *history, error) {
	was, err := loadStored(ctx, c.Storage, info.ID)
	if err != nil {
		return was, nil, err
	}
	name := outcomesName(info.ID)
	data, err := casefile.ReadLimited(ctx, c.Storage, name, maxOutcomes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return was, nil, err
	}
	h, err := readHistory(name, data, info)
	if err != nil {
		return was, nil, err
	}
	switch n := was.Outcomes; {
	case n == 0:
	case len(h.heads) < n:
		return was, nil, fmt.Errorf("%s has %d whole lines and had %d: restore the file from a backup", name, len(h.heads), n)
	case h.heads[n-1] != was.OutcomesSHA256:
		return was, nil, fmt.Errorf("%s: line %d or one before it was changed: restore the file from a backup", name, n)
	}
	return was, h, nil
}

// sameVersion holds the latest version to what was seen of it.
func (s *stored) sameVersion(id string, version int, sha256 string) error {
	switch was := s.Evidence.Version; {
	case was > version:
		return fmt.Errorf("cases/%s/case.yaml: latest_version is %d and was %d: restore the file from a backup", id, version, was)
	case was == version && s.VersionSHA256 != sha256:
		return fmt.Errorf("cases/%s/v%d/version.json was changed: restore it from a backup", id, version)
	}
	return nil
}
