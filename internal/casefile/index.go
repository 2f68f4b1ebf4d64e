package casefile

import (
	"context"
	"slices"
	"time"

	"judgement/internal/text"
)

// Filter says which cases an index lists; empty fields accept all.
type Filter struct {
	Scene string
	Brand string // without the scene's prefix, or the report folder
}

// Entry is a case in an index.
type Entry struct {
	*Case
	CreatedAt time.Time
	Latest    int    // the highest complete version, 0 before the first
	Mark      string // SHA-256 of case.yaml
	Err       error  // why case.yaml can't be read; then only the ID is known
}

// Index lists the cases that a filter accepts, by year and number, and those whose
// case.yaml can't be read. It reads every case.yaml, in one query on Postgres.
func (cs *Cases) Index(ctx context.Context, f Filter) ([]Entry, error) {
	return cs.Reindex(ctx, f, nil)
}

// Reindex is Index that takes over the entries of cases whose case.yaml has not changed
// since known was made, by id, instead of parsing it again.
func (cs *Cases) Reindex(ctx context.Context, f Filter, known map[string]Entry) ([]Entry, error) {
	var out []Entry
	err := cs.st.ReadEach(ctx, "cases", infoFile, MaxInfo, func(id string, data []byte, err error) error {
		if !caseID.MatchString(id) {
			return nil
		}
		e, ok := known[id]
		if mark := text.Hash(data); err != nil || !ok || e.Mark != mark {
			e = cs.entry(id, data, err)
			e.Mark = mark
		}
		if e.Err != nil || (f.Scene == "" || f.Scene == e.Scene) && (f.Brand == "" || f.Brand == e.Brand || f.Brand == e.Folder) {
			out = append(out, e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	slices.SortFunc(out, func(a, b Entry) int { return CompareIDs(a.ID, b.ID) })
	return out, nil
}

func (cs *Cases) entry(id string, data []byte, err error) Entry {
	var info Info
	if err == nil {
		info, err = parseCase(id, data)
	}
	if err != nil {
		return Entry{Case: &Case{ID: id, cs: cs}, Err: err}
	}
	return Entry{Case: cs.caseOf(info), CreatedAt: info.CreatedAt, Latest: info.LatestVersion}
}
