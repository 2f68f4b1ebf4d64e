package queue

import (
	"cmp"
	"context"
	"crypto/rand"
	"flag"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/riverqueue/river/riverdriver"
	"github.com/riverqueue/river/rivertype"

	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/database/dbtest"
	"judgement/internal/database/pgtest"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/llmtest"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
	"judgement/internal/store"
	"judgement/scene/scenetest"
)

// TestMain runs eight tests at once on any machine: they wait for leases, renewals and
// retries, and use little of a processor.
func TestMain(m *testing.M) {
	if err := flag.Set("test.parallel", "8"); err != nil { // "go test -parallel" comes later
		panic(err)
	}
	os.Exit(pgtest.MainInMemory(m))
}

// workspace has a scene "s" with n judges, and with the same a meeting "m"
// and a competition "c".
func workspace(judges int) fstest.MapFS {
	const lenses = "scoring_lenses:\n  - {slug: clarity, max_score: 50}\n  - {slug: proof, max_score: 50}\n"
	return scenetest.Workspace(judges, scenetest.Scene{Slug: "s", Prefix: "s-", Panel: lenses},
		scenetest.Scene{Slug: "m", Prefix: "m-", Panel: "output_format: meeting_summary\n"},
		scenetest.Scene{Slug: "c", Prefix: "c-", Panel: "output_format: workshop_ranking\n" + lenses})
}

const kettle = `# The kettle

The kettle was tried in twelve homes for six weeks, and eleven kept it.
It boils a litre in three minutes and costs 40 euros to make.
`

// world is one deployment: a database, a folder of cases, a fake model.
type world struct {
	t       testing.TB
	address string
	dir     string
	files   fstest.MapFS
	server  *fakeserver.Server
	db      *database.DB
	q       *Queue
	opts    Options

	patience time.Duration // of the model's client; 0: 5 seconds

	mu   sync.Mutex
	asks int // requests that reached the model
}

// both runs a test on SQLite and on Postgres.
func both(t *testing.T, judges int, o fakeserver.Options, test func(t *testing.T, w *world)) {
	t.Helper()
	for _, kind := range []string{"sqlite", "postgres"} {
		t.Run(kind, func(t *testing.T) {
			t.Parallel()
			test(t, newWorld(t, judges, o, address(t, kind)))
		})
	}
}

func newWorld(t testing.TB, judges int, o fakeserver.Options, address string) *world {
	t.Helper()
	w := &world{t: t, address: address, dir: t.TempDir(), files: workspace(judges)}
	inner := o.OnRequest
	o.OnRequest = func(r fakeserver.Request) {
		w.mu.Lock()
		w.asks++
		w.mu.Unlock()
		if inner != nil {
			inner(r)
		}
	}
	var err error
	if w.server, err = fakeserver.New(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(w.server.Close)
	w.opts = Options{Random: rand.Reader, Defaults: job.Options{Repeats: 1, MaxReplyTokens: 1000}}
	if testing.Verbose() {
		w.opts.Log = slog.New(slog.NewTextHandler(os.Stderr, nil))
	}
	w.db, w.q = w.process(t)
	return w
}

// process opens the database as a process of its own would.
func (w *world) process(t testing.TB) (*database.DB, *Queue) {
	t.Helper()
	db, err := database.Open(t.Context(), w.address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	q, err := New(db, w.opts)
	if err != nil {
		t.Fatal(err)
	}
	return db, q
}

func (w *world) asked() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.asks
}

func (w *world) pipeline(t testing.TB) *pipeline.Pipeline {
	t.Helper()
	st, err := casefile.OpenFolder(w.dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	var m llm.Model
	if m, err = openai.New(openai.Options{BaseURL: w.server.URL(), APIKey: "none", Model: "fake-1", MaxConns: 32, Timeout: cmp.Or(w.patience, 5*time.Second)}); err != nil {
		t.Fatal(err)
	}
	retry := jury.DefaultRetry()
	retry.Base = 10 * time.Millisecond
	return &pipeline.Pipeline{
		Workspace: w.files, Cases: casefile.New(st, time.Now), Zone: time.UTC, Random: rand.Reader,
		Runner: jury.Runner{
			Model: m, Slots: make(jury.Slots, 32), Retry: retry, Now: time.Now, Sleep: jury.Sleep,
			Jitter: func() float64 { return 0.5 },
		},
	}
}

// started is a worker under way.
type started struct {
	id   string
	stop context.CancelFunc // as SIGTERM
	done chan struct{}
}

// work starts a worker with a database handle of its own, as a process would.
func (w *world) work(t testing.TB, o WorkerOptions) *started {
	t.Helper()
	db, q := w.process(t)
	return w.workOn(t, db, q, o)
}

func (w *world) workOn(t testing.TB, _ *database.DB, q *Queue, o WorkerOptions) *started {
	t.Helper()
	if o.Pipeline == nil {
		o.Pipeline = w.pipeline(t)
	}
	if o.Jobs == 0 {
		o.Jobs = 4
	}
	if o.ttl == 0 {
		o.ttl = time.Minute // so that it lapses in no test that isn't about it
	}
	ctx, cancel := context.WithCancel(context.Background())
	s := &started{stop: cancel, done: make(chan struct{})}
	ready := make(chan string, 1)
	o.Ready = func(id string) { ready <- id }
	go func() {
		defer close(s.done)
		if err := q.Work(ctx, o); err != nil {
			t.Errorf("Work: %v", err)
		}
	}()
	t.Cleanup(func() { s.stop(); <-s.done })
	select {
	case s.id = <-ready:
	case <-s.done:
		t.Fatal("the worker did not start")
	}
	return s
}

func (w *world) submit(t testing.TB, brand string) string {
	t.Helper()
	return w.submitTo(t, "s", brand)
}

func (w *world) submitTo(t testing.TB, scene, brand string) string {
	t.Helper()
	r, err := w.q.Submit(t.Context(), job.Submission{
		SceneSlug: scene, Brand: brand, Filename: brand + ".md", Data: []byte(kettle), Origin: job.Origin{Kind: "cli"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return r.Job.ID
}

// await waits until a job is as it should be. It is generous: it bounds nothing
// but a test that hangs.
func (w *world) await(t testing.TB, id string, ok func(job.Job) bool) job.Job {
	t.Helper()
	var j job.Job
	eventually(t, func() bool {
		var err error
		if j, err = w.q.Job(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		return ok(j)
	}, func() string { return fmt.Sprintf("job %+v", j) })
	return j
}

func ended(j job.Job) bool { return j.Status.Ended() }

// finish waits for a job to be done.
func (w *world) finish(t testing.TB, id string) job.Job {
	t.Helper()
	j := w.await(t, id, ended)
	if j.Status != job.Done {
		t.Fatalf("the job failed: %s: %s", j.Reason, j.Message)
	}
	return j
}

func eventually(t testing.TB, ok func() bool, state func() string) {
	t.Helper()
	for range 4500 {
		if ok() {
			return
		}
		time.Sleep(20 * time.Millisecond)
	}
	t.Fatalf("it never came about: %s", state())
}

// versions counts the complete versions of a brand.
func (w *world) versions(t testing.TB, prefixed string) int {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(w.dir, "reports", prefixed, "versions", "*.md"))
	if err != nil {
		t.Fatal(err)
	}
	return len(names)
}

// state returns what River says of a job.
func (w *world) state(t testing.TB, id string) string {
	t.Helper()
	row, _, err := store.Job(t.Context(), w.db, id)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf(t.Context(), w.db, row.QueueID)
	if err != nil || rows[row.QueueID] == nil {
		return fmt.Sprint("not there: ", err)
	}
	return string(rows[row.QueueID].State)
}

// attempts returns how many of its attempts a job has used up.
func (w *world) attempts(t testing.TB, id string) int {
	t.Helper()
	return w.queued(t, id).Attempt
}

// queued returns River's row of a job.
func (w *world) queued(t testing.TB, id string) *rivertype.JobRow {
	t.Helper()
	row, _, err := store.Job(t.Context(), w.db, id)
	if err != nil {
		t.Fatal(err)
	}
	rows, err := rowsOf(t.Context(), w.db, row.QueueID)
	if err != nil || rows[row.QueueID] == nil {
		t.Fatal(rows, err)
	}
	return rows[row.QueueID]
}

// address is that of an empty database of a kind.
func address(t testing.TB, kind string) string {
	t.Helper()
	if kind == "postgres" {
		return pgtest.URL(t)
	}
	return dbtest.SQLite(t)
}

// quick is a policy that waits for nothing.
func quick(int) time.Duration { return 0 }

// crowd is a fake model that takes its time, and counts the requests that it
// answers at once.
func crowd() (o fakeserver.Options, most *atomic.Int32) {
	var now atomic.Int32
	most = &atomic.Int32{}
	return fakeserver.Options{Responder: func(r fakeserver.Request) string {
		n := now.Add(1)
		for old := most.Load(); n > old && !most.CompareAndSwap(old, n); old = most.Load() {
		}
		time.Sleep(50 * time.Millisecond)
		now.Add(-1)
		return fakeserver.Answer(r)
	}}, most
}

// held is a fake model that holds every answer back until release is closed.
func held() (o fakeserver.Options, arrived chan struct{}, release chan struct{}) {
	arrived, release = make(chan struct{}, 1000), make(chan struct{})
	return fakeserver.Options{
		OnRequest: func(fakeserver.Request) { arrived <- struct{}{} },
		Responder: func(r fakeserver.Request) string { <-release; return fakeserver.Answer(r) },
	}, arrived, release
}

// dead makes a job look as a worker leaves it that was killed while it ran it.
func (w *world) dead(t *testing.T, id string, attempt int, by, meta string) *rivertype.JobRow {
	t.Helper()
	at := time.Now()
	row, err := w.db.River().JobUpdateFull(t.Context(), &riverdriver.JobUpdateFullParams{
		ID: w.queued(t, id).ID, StateDoUpdate: true, State: rivertype.JobStateRunning, AttemptDoUpdate: true, Attempt: attempt,
		AttemptedAtDoUpdate: true, AttemptedAt: &at, AttemptedByDoUpdate: true, AttemptedBy: []string{"w-old", by},
		MetadataDoUpdate: true, Metadata: []byte(meta),
	})
	if err != nil {
		t.Fatal(err)
	}
	return row
}

// quiet is a worker that holds its lease and does nothing by itself.
func (w *world) quiet(t *testing.T) *worker {
	t.Helper()
	_, q := w.process(t)
	worker, err := q.begin(t.Context(), WorkerOptions{Pipeline: w.pipeline(t), Jobs: 1, ttl: time.Minute, wait: quick}, "")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(worker.close)
	return worker
}

// publish publishes a job's report without ending the job, as a worker does that
// is killed in between.
func (w *world) publish(t *testing.T, id string) {
	t.Helper()
	row, _, err := store.Job(t.Context(), w.db, id)
	if err != nil {
		t.Fatal(err)
	}
	j := row.Spec
	j.JobID, j.Unique, j.Data = id, true, []byte(kettle)
	p := w.pipeline(t)
	s, err := p.Open(j.SceneSlug)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Run(t.Context(), s, j, nil); err != nil {
		t.Fatal(err)
	}
}

// watched is a model that says on stopped that a call ended because its job was
// stopped.
func watched(m llm.Model, stopped chan<- struct{}) llm.Model {
	return &llmtest.Model{Models: m.Info, Answer: func(ctx context.Context, req llm.Request) (llm.Reply, error) {
		reply, err := m.Complete(ctx, req)
		if ctx.Err() != nil {
			select {
			case stopped <- struct{}{}:
			default: // one call is enough
			}
		}
		return reply, err
	}}
}
