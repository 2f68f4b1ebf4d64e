package pgfiles

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
	"judgement/internal/database"
	"judgement/internal/heartbeat"
)

// lockSession holds the locks of this process in one Postgres session: a
// session's locks end with it, so a process that died holds nothing. If the
// connection is lost, the locks are taken again in a new session, before the next
// write that they guard and within lockCheck at the latest. A lock that another
// process has taken meanwhile is lost, and so are the writes that it guards.
type lockSession struct {
	db   *database.DB
	stop func() // ends the watch, and waits for its end

	mu   sync.Mutex
	conn *sql.Conn
	held map[string]bool // by name; true: it is lost to another process
}

// lockCheck is how often the session is looked after while locks are held.
const lockCheck = 2 * time.Second

func newLockSession(db *database.DB) *lockSession {
	s := &lockSession{db: db, held: map[string]bool{}}
	ctx, stop := context.WithCancel(context.Background())
	var watch sync.WaitGroup
	watch.Go(func() {
		heartbeat.Every(ctx, lockCheck, func() {
			s.mu.Lock()
			defer s.mu.Unlock()
			if len(s.held) > 0 {
				_ = s.connect(ctx) // the next round tries again
			}
		})
	})
	s.stop = func() { stop(); watch.Wait() }
	return s
}

func (s *lockSession) lock(ctx context.Context, name string) (unlock func(), ok bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, held := s.held[name]; held {
		return nil, false, nil
	}
	if err := s.connect(ctx); err != nil {
		return nil, false, err
	}
	if ok, err = s.try(ctx, name); err != nil || !ok {
		return nil, false, err
	}
	s.held[name] = false
	return sync.OnceFunc(func() { s.unlock(context.WithoutCancel(ctx), name) }), true, nil
}

// connect makes sure that there is a live session that holds what this process
// holds.
func (s *lockSession) connect(ctx context.Context) error {
	if s.conn != nil {
		if s.conn.PingContext(ctx) == nil {
			return nil
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		s.disconnect()
	}
	var err error
	if s.conn, err = s.db.Session(ctx); err != nil {
		return err
	}
	for name, lost := range s.held {
		ok, err := s.try(ctx, name)
		if err != nil {
			s.disconnect() // the next one takes all again
			return err
		}
		s.held[name] = lost || !ok
	}
	return nil
}

func (s *lockSession) disconnect() {
	_ = s.conn.Close()
	s.conn = nil
}

// guard makes sure that this process still holds the locks that guard files: those
// of names in a file's folder, or in one above it.
func (s *lockSession) guard(ctx context.Context, files []casefile.File) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	checked := false
	for _, f := range files {
		for name := range s.held {
			if !strings.HasPrefix(f.Name, path.Dir(name)+"/") {
				continue
			}
			if !checked {
				if err := s.connect(ctx); err != nil {
					return err
				}
				checked = true
			}
			if s.held[name] {
				return fmt.Errorf("write %s: %w", f.Name, casefile.ErrLockLost)
			}
		}
	}
	return nil
}

func (s *lockSession) try(ctx context.Context, name string) (ok bool, err error) {
	err = s.conn.QueryRowContext(ctx, `SELECT pg_try_advisory_lock($1)`, lockKey(name)).Scan(&ok)
	return ok, s.db.Fault(ctx, "lock a name in the database", err)
}

func (s *lockSession) unlock(ctx context.Context, name string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.held, name)
	if s.conn != nil {
		// If this fails, the session is gone and its locks with it.
		_, _ = s.conn.ExecContext(ctx, `SELECT pg_advisory_unlock($1)`, lockKey(name))
	}
}

func (s *lockSession) close() {
	s.stop()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.conn != nil {
		_, _ = s.conn.ExecContext(context.Background(), `SELECT pg_advisory_unlock_all()`)
		s.disconnect()
	}
}

// lockKey is the number that Postgres locks for a name: 63 bits of its hash, so
// that it is never that of the migrations' lock, which is negative.
func lockKey(name string) int64 {
	sum := sha256.Sum256([]byte("judgement file " + name))
	return int64(binary.BigEndian.Uint64(sum[:8]) >> 1)
}
