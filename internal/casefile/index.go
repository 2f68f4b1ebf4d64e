package casefile

import (
	"context"
	"crypto/sha256"
	"slices"
	"time"
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
	Latest    int   // the highest complete version, 0 before the first
	Err       error // why case.yaml can't be read; then only the ID is known
}

// indexed is what is known of a case.yaml with that hash.
type indexed struct {
	sha256 [sha256.Size]byte
	entry  Entry
}

// Index lists the cases that a filter accepts, by year and number, and those whose
// case.yaml can't be read. It reads every case.yaml, in one query on Postgres, and
// parses those that changed since the last call.
func (cs *Cases) Index(ctx context.Context, f Filter) ([]Entry, error) {
	cs.indexMu.Lock()
	defer cs.indexMu.Unlock()
	next := make(map[string]indexed, len(cs.index))
	var out []Entry
	err := cs.st.ReadEach(ctx, "cases", infoFile, MaxInfo, func(id string, data []byte, err error) error {
		if !caseID.MatchString(id) {
			return nil
		}
		x, sum := cs.index[id], sha256.Sum256(data)
		if x.entry.Case == nil || x.sha256 != sum || err != nil {
			x = indexed{sum, cs.entry(id, data, err)}
		}
		next[id] = x
		e := x.entry
		if e.Err != nil || (f.Scene == "" || f.Scene == e.Scene) && (f.Brand == "" || f.Brand == e.Brand || f.Brand == e.Folder) {
			out = append(out, e)
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	cs.index = next
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
