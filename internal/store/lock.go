package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/binary"
	"fmt"
	"path"
	"strings"
	"sync"
	"time"

	"judgement/internal/casefile"
)

// lockSession holds the locks of this process in one Postgres session: a
// session's locks end with it, so a process that died holds nothing. If the
// connection is lost, the locks are taken again in a new session, before the next
// write that they guard and within lockCheck at the latest. A lock that another
// process has taken meanwhile is lost, and so are the writes that it guards.
type lockSession struct {
	db   *DB
	stop context.CancelFunc
	done chan struct{} // closed when nothing watches the session any more

	mu   sync.Mutex
	conn *sql.Conn
	held map[string]*heldLock // by name
}

// lockCheck is how often the session is looked after while locks are held.
const lockCheck = 2 * time.Second

// lockSession returns the session of this process's locks.
func (db *DB) lockSession() *lockSession {
	db.mu.Lock()
	defer db.mu.Unlock()
	if db.locks == nil {
		ctx, stop := context.WithCancel(context.Background())
		db.locks = &lockSession{db: db, stop: stop, done: make(chan struct{}), held: map[string]*heldLock{}}
		go db.locks.watch(ctx)
	}
	return db.locks
}

// watch takes the locks again where the session was lost.
func (s *lockSession) watch(ctx context.Context) {
	defer close(s.done)
	for pause(ctx, lockCheck) == nil {
		s.mu.Lock()
		if len(s.held) > 0 {
			_ = s.connect(ctx) // the next round tries again
		}
		s.mu.Unlock()
	}
}

// heldLock is one lock; its address tells it from a later one of that name.
type heldLock struct {
	key  int64
	lost bool // to another process
}

func (s *lockSession) lock(ctx context.Context, name string) (unlock func(), ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[name] != nil {
		return nil, false, nil
	}
	if err := s.connect(ctx); err != nil {
		return nil, false, err
	}
	h := &heldLock{key: lockKey(name)}
	ok, err = s.try(ctx, h.key)
	if err != nil || !ok {
		return nil, false, err
	}
	s.held[name] = h
	return func() { s.unlock(context.WithoutCancel(ctx), name, h) }, true, nil
}

// connect sees to it that there is a live session that holds what this process
// holds.
func (s *lockSession) connect(ctx context.Context) error {
	if s.conn != nil {
		if s.conn.PingContext(ctx) == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		_ = s.conn.Close()
		s.conn = nil
	}
	conn, err := s.db.conn(ctx)
	if err != nil {
		return err
	}
	s.conn = conn
	for _, h := range s.held {
		ok, err := s.try(ctx, h.key)
		if err != nil {
			_ = conn.Close() // the next one takes all again
			s.conn = nil
			return err
		}
		h.lost = h.lost || !ok
	}
	return nil
}

// guard sees to it that this process still holds the locks that guard files: those
// of names in a file's folder, or in one above it.
func (s *lockSession) guard(ctx context.Context, files []casefile.File) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	guards := map[*heldLock]string{} // the file that it guards
	for name, h := range s.held {
		for _, f := range files {
			if strings.HasPrefix(f.Name, path.Dir(name)+"/") {
				guards[h] = f.Name
			}
		}
	}
	if len(guards) == 0 {
		return nil
	}
	if err := s.connect(ctx); err != nil {
		return err
	}
	for h, file := range guards {
		if h.lost {
			return fmt.Errorf("write %s: %w", file, casefile.ErrLockLost)
		}
	}
	return nil
}

func (s *lockSession) try(ctx context.Context, key int64) (ok bool, err error) {
	err = s.conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, key).Scan(&ok)
	return ok, s.db.explain("lock a name in the database", err)
}

func (s *lockSession) unlock(ctx context.Context, name string, h *heldLock) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.held[name] != h {
		return
	}
	delete(s.held, name)
	if s.conn != nil {
		// Where this fails, the session is gone and its locks with it.
		_, _ = s.conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, h.key)
	}
}

func (s *lockSession) close() {
	s.stop()
	<-s.done
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.held)
	if s.conn != nil {
		_, _ = s.conn.ExecContext(context.Background(), `SELECT pg_advisory_unlock_all()`)
		_ = s.conn.Close()
		s.conn = nil
	}
}

// lockKey is the number that Postgres locks for a name: 63 bits of its hash, so
// that it is never that of the migrations' lock, which is negative.
func lockKey(name string) int64 {
	sum := sha256.Sum256([]byte("judgement file " + name))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}
