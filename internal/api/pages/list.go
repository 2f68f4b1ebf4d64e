package pages

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/heartbeat"
	"judgement/report"
)

// Times of the list of cases.
const (
	listEvery  = 5 * time.Second       // how often Watch looks for changes while somebody reads the list
	listIdle   = time.Minute           // after which nobody does
	listAge    = time.Second           // from which a list that is read quickly is read again for a visitor
	listQuick  = 20 * time.Millisecond // how long that may take
	listWait   = 20 * time.Millisecond // how long a visitor waits for the first reading
	listBudget = 20                    // reading takes at most one part in so many of the time
)

// row is a case in the list.
type row struct {
	ID, Scene, Brand, Title string
	Latest                  int
	Grade, Total, Max       string
	Judges                  []string
	Unproven                int
	NoModel                 bool
	Date                    string // YYYY-MM-DD, of its latest version, UTC
	Problem                 string // why it can't be read

	at  time.Time
	hay string // what a search looks in
}

// snapshot is the list at one time, and what its filters offer.
type snapshot struct {
	rows                   []row
	scenes, grades, judges []string
}

// glanced is a row with the case.yaml that it was made from.
type glanced struct {
	mark string
	row  row
}

// list keeps the rows of all cases in memory. Reading all cases takes seconds if there
// are thousands, so that visitors get the last list and only what changed is read.
type list struct {
	o      Options
	latest atomic.Pointer[snapshot]
	ready  chan struct{} // closed when there is a first snapshot
	asked  atomic.Int64  // when a visitor last wanted it, in Unix nanoseconds
	done   atomic.Int64  // cases that the first reading has read

	mu     sync.Mutex // of what follows
	known  map[string]casefile.Entry
	seen   map[string]glanced
	readAt time.Time
	took   time.Duration
}

func newList(o Options) *list {
	return &list{o: o, ready: make(chan struct{}), known: map[string]casefile.Entry{}, seen: map[string]glanced{}}
}

// watch reads the list at once, and while somebody reads it again and again.
func (l *list) watch(ctx context.Context) {
	refresh := func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		now := l.o.Now()
		idle := l.latest.Load() != nil && now.Sub(time.Unix(0, l.asked.Load())) > listIdle
		if !idle && now.Sub(l.readAt) >= listBudget*l.took {
			_ = l.refresh(ctx) // a visitor's request shows the error
		}
	}
	refresh()
	heartbeat.Every(ctx, listEvery, refresh)
}

// current returns the list; nil while it is read for the first time.
func (l *list) current(ctx context.Context) (*snapshot, error) {
	l.asked.Store(l.o.Now().UnixNano())
	s := l.latest.Load()
	if !l.mu.TryLock() { // somebody reads it
		if s == nil {
			select {
			case <-l.ready:
			case <-time.After(listWait):
			}
		}
		return l.latest.Load(), nil
	}
	if s == nil {
		return l.first(ctx)
	}
	defer l.mu.Unlock()
	if l.took < listQuick && l.o.Now().Sub(l.readAt) > listAge {
		if err := l.refresh(ctx); err != nil {
			return nil, err
		}
	}
	return l.latest.Load(), nil
}

// first reads the list for the first time, and waits for it as long as a visitor can.
// It gives the caller's lock back.
func (l *list) first(ctx context.Context) (*snapshot, error) {
	done := make(chan error, 1)
	go func() {
		defer l.mu.Unlock()
		done <- l.refresh(context.WithoutCancel(ctx))
	}()
	select {
	case err := <-done:
		return l.latest.Load(), err
	case <-time.After(listWait):
		return nil, nil
	}
}

// refresh reads what changed. The caller holds the lock.
func (l *list) refresh(ctx context.Context) error {
	begin := l.o.Now()
	entries, err := l.o.Cases.Reindex(ctx, casefile.Filter{}, l.known)
	if err != nil {
		return fmt.Errorf("list the cases: %w", err)
	}
	known, seen := make(map[string]casefile.Entry, len(entries)), make(map[string]glanced, len(entries))
	s := &snapshot{rows: make([]row, 0, len(entries))}
	for i, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		l.done.Store(int64(i))
		known[e.ID] = e
		g, ok := l.seen[e.ID]
		if !ok || g.mark != e.Mark {
			g = glanced{e.Mark, l.rowOf(ctx, e)}
		}
		seen[e.ID] = g
		s.rows = append(s.rows, g.row)
	}
	s.finish()
	l.known, l.seen, l.readAt, l.took = known, seen, l.o.Now(), l.o.Now().Sub(begin)
	if l.latest.Swap(s) == nil {
		close(l.ready)
	}
	return nil
}

// rowOf reads what the list shows of a case.
func (l *list) rowOf(ctx context.Context, e casefile.Entry) row {
	r := row{ID: e.ID, Scene: e.Scene, Brand: e.Brand, Latest: e.Latest, at: e.CreatedAt}
	err := e.Err
	if err == nil && e.Latest > 0 {
		err = l.glance(ctx, e, &r)
	}
	if err != nil {
		r.Problem = public(err)
	}
	if !r.at.IsZero() {
		r.Date = r.at.UTC().Format(time.DateOnly)
	}
	r.hay = strings.ToLower(strings.Join([]string{r.ID, r.Scene, r.Brand, r.Title}, "\n"))
	return r
}

func (l *list) glance(ctx context.Context, e casefile.Entry, r *row) error {
	engine, err := l.o.Engine(ctx)
	if err != nil {
		return err
	}
	g, err := engine.Glance(ctx, e.Case, e.Latest)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("a file of cases/%s/v%d is missing", e.ID, e.Latest)
	}
	if err != nil {
		return err
	}
	r.Title, r.Judges, r.Unproven, r.NoModel, r.at = g.Title, g.Judges, g.Unproven, g.NoModel, g.StartedAt
	if s := g.Score; s != nil {
		r.Grade, r.Total, r.Max = s.Grade, report.Shown(s.Total, s.Max), s.Max.String()
	}
	return nil
}

// finish sorts the rows, the youngest first, and collects what filters offer.
func (s *snapshot) finish() {
	slices.SortStableFunc(s.rows, func(a, b row) int {
		return cmp.Or(b.at.Compare(a.at), casefile.CompareIDs(b.ID, a.ID))
	})
	scenes, grades, judges := map[string]bool{}, map[string]bool{}, map[string]bool{}
	for _, r := range s.rows {
		scenes[r.Scene], grades[r.Grade] = true, true
		for _, j := range r.Judges {
			judges[j] = true
		}
	}
	s.scenes, s.grades, s.judges = namesOf(scenes), namesOf(grades), namesOf(judges)
}

func namesOf(set map[string]bool) []string {
	var out []string
	for name := range set {
		if name != "" {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

// filter is what a visitor wants to see of the list.
type filter struct {
	Search, Scene, Grade, Judge, From, To string
	Unproven                              bool
}

// accepts reports whether a row is among what the visitor wants to see.
func (f filter) accepts(r row) bool {
	switch {
	case f.Scene != "" && r.Scene != f.Scene,
		f.Grade != "" && r.Grade != f.Grade,
		f.Judge != "" && !slices.Contains(r.Judges, f.Judge),
		f.Unproven && r.Unproven == 0,
		f.From != "" && r.Date < f.From,
		f.To != "" && r.Date > f.To:
		return false
	}
	for word := range strings.FieldsSeq(strings.ToLower(f.Search)) {
		if !strings.Contains(r.hay, word) {
			return false
		}
	}
	return true
}

// pick returns the rows that a filter accepts.
func (s *snapshot) pick(f filter) []row {
	if f == (filter{}) {
		return s.rows
	}
	var out []row
	for _, r := range s.rows {
		if f.accepts(r) {
			out = append(out, r)
		}
	}
	return out
}
