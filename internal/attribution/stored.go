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
	Outcomes       int                `json:"outcomes"`        // lines of outcomes.jsonl
	OutcomesSHA256 string             `json:"outcomes_sha256"` // of the last one, without its end; empty without one
	VersionSHA256  string             `json:"version_sha256"`  // of the latest version's version.json; empty without one
	Evidence       Evidence           `json:"evidence"`
	Status         Status             `json:"status"`
	Checkpoints    []CheckpointStatus `json:"checkpoints"`
}

// seen is what an earlier real run kept of a case; zero if none did.
type seen struct {
	Schema         int      `json:"schema"`
	Outcomes       int      `json:"outcomes"`
	OutcomesSHA256 string   `json:"outcomes_sha256"`
	Evidence       Evidence `json:"evidence"`
	VersionSHA256  string   `json:"version_sha256"`

	bytes   []byte // attribution.json
	damaged bool
}

func storedName(id string) string { return "cases/" + id + "/" + casefile.AttributionFile }

func outcomesName(id string) string { return "cases/" + id + "/" + casefile.OutcomesFile }

// maxStored bounds attribution.json in bytes.
const maxStored = 4 << 20

// loadSeen reads what the last real run kept. A damaged file counts for nothing:
// it follows from the others.
func loadSeen(ctx context.Context, st casefile.Storage, id string) (seen, error) {
	data, err := casefile.ReadLimited(ctx, st, storedName(id), maxStored)
	if errors.Is(err, fs.ErrNotExist) {
		return seen{}, nil
	}
	if err != nil {
		return seen{}, err
	}
	var out seen
	if json.Unmarshal(data, &out) != nil || !out.valid() {
		out = seen{damaged: true}
	}
	out.bytes = data
	return out, nil
}

func (s *seen) valid() bool {
	return s.Schema == 1 && s.Outcomes >= 0 && (s.Outcomes > 0) == (s.OutcomesSHA256 != "")
}

// loadHistory reads a case's outcomes and holds them to what was seen of them.
func loadHistory(ctx context.Context, st casefile.Storage, info *casefile.Info, was seen) (*history, error) {
	name := outcomesName(info.ID)
	data, err := casefile.ReadLimited(ctx, st, name, maxOutcomes)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	h, err := readHistory(name, data, info)
	if err != nil {
		return nil, err
	}
	switch n := was.Outcomes; {
	case n == 0:
	case len(h.heads) < n:
		return nil, fmt.Errorf("%s has %d whole lines and had %d: restore the file from a backup", name, len(h.heads), n)
	case h.heads[n-1] != was.OutcomesSHA256:
		return nil, fmt.Errorf("%s: line %d or one before it was changed: restore the file from a backup", name, n)
	}
	return h, nil
}

// sameVersion holds the latest version to what was seen of it.
func (s *seen) sameVersion(id string, version int, sha256 string) error {
	switch was := s.Evidence.Version; {
	case was > version:
		return fmt.Errorf("cases/%s/case.yaml: latest_version is %d and was %d: restore the file from a backup", id, version, was)
	case was == version && s.VersionSHA256 != sha256:
		return fmt.Errorf("cases/%s/v%d/version.json was changed: restore it from a backup", id, version)
	}
	return nil
}
