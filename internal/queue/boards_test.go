package queue

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"judgement/internal/board"
	"judgement/internal/board/keeper"
	"judgement/internal/database/lease"
	"judgement/internal/job"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/logtest"
	"judgement/report"
)

// enter submits a document of its own to the competition.
func (w *world) enter(t testing.TB, brand string) string {
	t.Helper()
	r, err := w.q.Submit(t.Context(), job.Submission{
		SceneSlug: "c", Brand: brand, Filename: brand + ".md", Data: []byte(kettle + "\nEntry " + brand + ".\n"), Origin: job.Origin{Kind: "cli"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.Job.ID
}

const boardFile = "reports/c-ranking/board.json"

// board reads the competition's board; none is one of version 0.
func (w *world) board(t testing.TB) report.Board {
	t.Helper()
	var b report.Board
	data, err := os.ReadFile(filepath.Join(w.dir, boardFile))
	if err == nil {
		err = json.Unmarshal(data, &b)
	}
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return b
}

// awaitBoard waits for a board of n submissions.
func (w *world) awaitBoard(t testing.TB, n int) report.Board {
	t.Helper()
	var b report.Board
	eventually(t, func() bool { b = w.board(t); return len(b.Entries) == n }, func() string {
		return fmt.Sprintf("version %d of the board with %d submissions, want %d", b.Version, len(b.Entries), n)
	})
	return b
}

// age lets time pass for the boards, as far as the database knows.
func (w *world) age(t testing.TB, column string, by time.Duration) {
	t.Helper()
	if _, err := w.db.Exec(t.Context(), `UPDATE scene_board SET `+column+` = `+column+` - $1`, by.Milliseconds()); err != nil {
		t.Fatal(err)
	}
}

// maker is who holds the boards that a test claims.
const maker = "maker/board"

// claim asks for a board that is due, as a worker does.
func (w *world) claim(t testing.TB) (keeper.Stale, bool) {
	t.Helper()
	b, due, err := keeper.Claim(t.Context(), w.db, keeper.Rules{Every: board.Every, Quiet: keeper.Quiet}, maker, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	return b, due
}

// settled waits until no worker makes a board.
func (w *world) settled(t testing.TB) {
	t.Helper()
	eventually(t, func() bool {
		held, err := lease.List(t.Context(), w.db, "board/")
		return err == nil && len(held) == 0
	}, func() string { return "a board is being made all the time" })
}

// TestBoardsOfABatchInTheQueue: three workers run a competition of 24 submissions:
// at most one board a minute, and one that has them all.
func TestBoardsOfABatchInTheQueue(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		start := time.Now()
		for range 3 {
			w.work(t, WorkerOptions{Jobs: 2})
		}
		const n = 24
		ids := make([]string, n)
		for i := range n {
			ids[i] = w.enter(t, fmt.Sprintf("entry-%02d", i))
		}
		for _, id := range ids {
			w.finish(t, id)
		}
		b := w.awaitBoard(t, n)
		// One each whole minute, and the last.
		if most := 1 + int(time.Since(start)/time.Minute); b.Version > most {
			t.Errorf("%d boards, want %d at most", b.Version, most)
		}
		w.settled(t)
		if b, due := w.claim(t); due {
			t.Errorf("there is nothing to make, and this one is due: %+v", b)
		}
	})
}

// stuck is a fake model that does not answer about the entry of that name before
// release is closed.
func stuck() (o fakeserver.Options, release chan struct{}) {
	release = make(chan struct{})
	return fakeserver.Options{Responder: func(r fakeserver.Request) string {
		if strings.Contains(r.Document, "Entry stuck.") {
			<-release
		}
		return fakeserver.Answer(r)
	}}, release
}

// TestBoardWaitsForTheBatch: while a review of the competition runs, the board
// waits until the last one is a minute old; it doesn't wait for one that is
// cancelled.
func TestBoardWaitsForTheBatch(t *testing.T) {
	t.Parallel()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			o, release := stuck()
			w := newWorld(t, 1, o, address(t, kind))
			defer close(release)
			w.work(t, WorkerOptions{})
			w.finish(t, w.enter(t, "first"))
			if b := w.awaitBoard(t, 1); b.Version != 1 {
				t.Errorf("version %d", b.Version)
			}
			last := w.enter(t, "stuck")
			w.await(t, last, func(j job.Job) bool { return j.Status == job.Running })
			w.finish(t, w.enter(t, "second"))
			if b, due := w.claim(t); due {
				t.Errorf("within the minute this board is due: %+v", b)
			}
			w.age(t, "since_ms", board.Every)
			if b := w.awaitBoard(t, 2); b.Version != 2 {
				t.Errorf("version %d after a minute", b.Version)
			}
			w.finish(t, w.enter(t, "third"))
			if _, err := w.q.Cancel(t.Context(), last); err != nil {
				t.Fatal(err)
			}
			w.await(t, last, ended)
			if b := w.awaitBoard(t, 3); b.Version != 3 {
				t.Errorf("version %d after the last one was cancelled", b.Version)
			}
		})
	}
}

// TestBoardOfADeadMaker: a worker that dies while it makes a board, or after the
// review and before the board, leaves it to others.
func TestBoardOfADeadMaker(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		if err := keeper.MarkStale(t.Context(), w.db, "c", false); err != nil {
			t.Fatal(err)
		}
		if b, due := w.claim(t); !due || b.Scene != "c" {
			t.Fatalf("due: %+v", b)
		}
		p := w.pipeline(t)
		setup, err := p.Open("c")
		if err != nil {
			t.Fatal(err)
		}
		entry := job.Spec{SceneSlug: "c", Brand: "lost", Filename: "lost.md", Data: []byte(kettle), Options: job.Options{MaxReplyTokens: 1000, NoBoard: true}}
		if _, err := p.Run(t.Context(), setup, entry, nil); err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{})
		if _, due, err := keeper.Claim(t.Context(), w.db, keeper.Rules{Every: board.Every}, "another", time.Minute); due || err != nil {
			t.Errorf("a board that is being made is due: %v", err)
		}
		if _, err := w.db.Exec(t.Context(), `UPDATE lease SET until_ms = 0 WHERE owner = $1`, maker); err != nil {
			t.Fatal(err)
		}
		w.awaitBoard(t, 1)
	})
}

// TestBoardThatCannotBeMade: the reviews are done all the same, the log says why,
// and the board comes once its cause is fixed.
func TestBoardThatCannotBeMade(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	var log logtest.Buffer
	w.opts.Log = slog.New(slog.NewTextHandler(&log, nil))
	file := filepath.Join(w.dir, boardFile)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(`{"schema": 1,`), 0o600); err != nil {
		t.Fatal(err)
	}
	w.work(t, WorkerOptions{})
	w.finish(t, w.enter(t, "first"))
	eventually(t, func() bool { return strings.Contains(log.String(), "board.json is damaged: move it away") }, log.String)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	w.age(t, "until_ms", time.Minute+time.Minute)
	w.awaitBoard(t, 1)
}

// TestBoardOfASceneThatIsGone: a scene that was deleted while its board was stale
// gets none any more, and the log says so once; one that is merely broken gets it
// still. When the scene is back, its next review makes the board.
func TestBoardOfASceneThatIsGone(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		var log logtest.Buffer
		k := &worker{q: w.q, o: WorkerOptions{Pipeline: w.pipeline(t), ttl: time.Minute}, id: "maker", lease: newLease(), log: slog.New(slog.NewTextHandler(&log, nil))}
		const file = "scenes/c/scene.yaml"
		whole := w.files[file]
		if err := keeper.MarkStale(t.Context(), w.db, "c", false); err != nil {
			t.Fatal(err)
		}

		w.files[file] = &fstest.MapFile{Data: []byte("slug: c\n")}
		k.boards().Make(t.Context(), keeper.Quiet)
		if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "level=WARN") || !strings.Contains(got, "it is tried again") {
			t.Errorf("of a broken scene the log says:\n%s", got)
		}
		w.age(t, "until_ms", time.Minute+time.Second)
		if _, due := w.claim(t); !due {
			t.Error("the board of a broken scene is not stale any more")
		}
		if err := lease.DropAll(t.Context(), w.db, maker); err != nil {
			t.Fatal(err)
		}

		log = logtest.Buffer{}
		panel := w.files["scenes/c/panel.yaml"]
		delete(w.files, file)
		delete(w.files, "scenes/c/panel.yaml")
		for range 2 {
			k.boards().Make(t.Context(), keeper.Quiet)
			w.age(t, "since_ms", time.Hour)
			w.age(t, "until_ms", time.Hour)
		}
		if got := log.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "level=INFO") || !strings.Contains(got, "scene=c") {
			t.Errorf("of a scene that is gone the log says:\n%s", got)
		}
		if b, due := w.claim(t); due {
			t.Errorf("a scene that is gone has a stale board: %+v", b)
		}

		w.files[file], w.files["scenes/c/panel.yaml"] = whole, panel
		w.work(t, WorkerOptions{})
		w.finish(t, w.enter(t, "first"))
		w.awaitBoard(t, 1)
	})
}

// TestBoardOfAReviewThatEndsTheWorker: a worker that drains makes the board of what
// it has drained.
func TestBoardOfAReviewThatEndsTheWorker(t *testing.T) {
	t.Parallel()
	o, arrived, release := held()
	w := newWorld(t, 1, o, address(t, "sqlite"))
	s := w.work(t, WorkerOptions{Drain: time.Minute})
	id := w.enter(t, "last")
	<-arrived
	s.stop()
	close(release)
	<-s.done
	w.finish(t, id)
	if b := w.board(t); len(b.Entries) != 1 {
		t.Errorf("the board has %d submissions", len(b.Entries))
	}
}

// TestWorkerThatStopsWhileItMakesABoard: the board is made all the same.
func TestWorkerThatStopsWhileItMakesABoard(t *testing.T) {
	t.Parallel()
	w := newWorld(t, 1, fakeserver.Options{}, address(t, "sqlite"))
	for n := range 4 {
		s := w.work(t, WorkerOptions{Drain: time.Minute})
		w.finish(t, w.enter(t, fmt.Sprint("entry", n)))
		w.age(t, "since_ms", board.Every)
		for len(w.board(t).Entries) == n {
			if held, err := lease.List(t.Context(), w.db, "board/"); err != nil || len(held) > 0 {
				break
			}
		}
		s.stop()
		<-s.done
		if b := w.board(t); len(b.Entries) != n+1 {
			t.Fatalf("the board has %d submissions, want %d", len(b.Entries), n+1)
		}
	}
}

// TestLastWorkerMakesTheLastBoard: where no worker is left, the one that stops
// doesn't wait for jobs that may follow, though the last board is new.
func TestLastWorkerMakesTheLastBoard(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		s := w.work(t, WorkerOptions{Drain: time.Minute})
		w.finish(t, w.enter(t, "first"))
		w.awaitBoard(t, 1)
		w.settled(t)
		ids := []string{w.enter(t, "second"), w.enter(t, "third")}
		for _, id := range ids {
			w.finish(t, id)
		}
		s.stop()
		<-s.done
		if b := w.board(t); len(b.Entries) != 3 {
			t.Errorf("the last worker left a board of %d submissions", len(b.Entries))
		}
	})
}

// TestBoardOfAPublishedReviewThatFails: what is published is on the board, also
// if its job was ended after that.
func TestBoardOfAPublishedReviewThatFails(t *testing.T) {
	t.Parallel()
	both(t, 1, fakeserver.Options{}, func(t *testing.T, w *world) {
		s := w.work(t, WorkerOptions{})
		w.finish(t, w.enter(t, "first"))
		w.awaitBoard(t, 1)
		s.stop()
		<-s.done
		id := w.enter(t, "second")
		p := w.pipeline(t)
		setup, err := p.Open("c")
		if err != nil {
			t.Fatal(err)
		}
		entry := job.Spec{SceneSlug: "c", Brand: "second", Filename: "second.md", Data: []byte(kettle), Options: job.Options{MaxReplyTokens: 1000, NoBoard: true}}
		if _, err := p.Run(t.Context(), setup, entry, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := w.q.Cancel(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		w.work(t, WorkerOptions{})
		w.age(t, "since_ms", board.Every)
		w.awaitBoard(t, 2)
	})
}
