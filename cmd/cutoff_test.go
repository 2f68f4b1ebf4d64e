//go:build unix

package cmd

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net"
	"net/url"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"judgement/internal/database"
	"judgement/internal/database/pgtest"
	"judgement/internal/faulttest"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/logtest"
)

// cutOffLong is how long the cable is out in 'make chaos'; in the short form until
// the others have done the work.
const cutOffLong = 30 * time.Second

// cutOffAtOnce is how many jobs and calls each worker runs at once.
const cutOffAtOnce = 2

// TestCutOffWorker pulls the cable between one of three workers and the database
// while it runs jobs. It goes on hearing from the model, so it could do harm; but
// it stops its own work when its lease lapses, the others do it again, and there
// is one result each, also when the cable is back and what it had sent arrives.
// Then it works again.
func TestCutOffWorker(t *testing.T) {
	t.Parallel()
	reviews, long := chaosSize(t)
	if long {
		reviews = 60
	}
	network := faulttest.NewNetwork(t, 3)
	cluster := pgtest.Start(t, "listen_addresses="+network.Gateway())
	if err := cluster.Allow(network.Subnet()); err != nil {
		t.Fatal(err)
	}
	c := &cutOff{
		t: t, network: network, database: cluster.Address("postgres"),
		remote: "postgres://postgres@" + net.JoinHostPort(network.Gateway(), "5432") + "/postgres?sslmode=disable",
	}
	if !long { // the server notices sooner that a host is gone
		c.remote += "&tcp_keepalives_idle=3&tcp_keepalives_interval=1&tcp_keepalives_count=3&tcp_user_timeout=6000"
	}
	c.site = newSite(t, t.TempDir(), chaosJudges, fakeserver.Options{})
	var err error
	if c.db, err = database.Open(t.Context(), c.database); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.db.Close() })
	c.queue(reviews, "first")
	c.start(0)
	<-c.hosts[0].asked
	<-c.hosts[0].asked
	c.start(1)
	c.start(2)
	began := time.Now()
	network.Cut(0)
	c.hosts[0].answer() // it hears from the model, and can't keep what it hears
	c.until("for the cut-off worker to stop its work", func() bool { return strings.Contains(c.hosts[0].log.String(), "this worker's jobs are stopped") })
	stopped := c.hosts[0].server.Counters().Calls
	c.until("for the others to do it", func() bool { return c.count(`SELECT count(*) FROM job WHERE status <> 'done'`) == 0 })
	if long {
		time.Sleep(time.Until(began.Add(cutOffLong)))
	}
	if n := c.hosts[0].server.Counters().Calls - stopped; n > cutOffAtOnce {
		t.Errorf("the cut-off worker made %d calls after it had stopped its work", n)
	}
	network.Restore(0)
	t.Logf("cut off for %s", time.Since(began).Round(time.Second))
	before := c.hosts[0].server.Counters().Calls
	for _, h := range c.hosts[1:] {
		h.end(t)
	}
	c.queue(3, "second")
	c.until("for the worker to do the rest, being back", func() bool { return c.count(`SELECT count(*) FROM job WHERE status <> 'done'`) == 0 })
	if n := c.hosts[0].server.Counters().Calls - before; n < 3*chaosJudges {
		t.Errorf("the worker that is back made %d calls", n)
	}
	c.hosts[0].end(t)
	c.judge(reviews + 3)
}

// cutOff is a deployment over three hosts.
type cutOff struct {
	t        *testing.T
	network  *faulttest.Network
	site     *site
	database string // as it is reached here
	remote   string // as it is reached from the hosts
	db       *database.DB
	hosts    []*host
}

// host is one worker on a host of its own, with a model of its own that the
// network's cables have no part in.
type host struct {
	server *fakeserver.Server
	asked  chan struct{}
	answer func() // lets the first answers go
	log    logtest.Buffer
	cmd    *exec.Cmd
}

// start starts a worker. The first one's first calls are answered only when the
// test says so.
func (c *cutOff) start(i int) {
	t := c.t
	t.Helper()
	h := &host{asked: make(chan struct{}, 10_000)}
	held := make(chan struct{})
	h.answer = sync.OnceFunc(func() { close(held) })
	t.Cleanup(h.answer)
	if i > 0 {
		h.answer()
	}
	var err error
	h.server, err = fakeserver.New(fakeserver.Options{
		Delay:     fakeserver.Delay{Median: 300 * time.Millisecond},
		OnRequest: func(fakeserver.Request) { h.asked <- struct{}{} },
		Responder: func(r fakeserver.Request) string { <-held; return byJudge(r) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(h.server.Close)
	model, err := url.Parse(h.server.URL())
	if err != nil {
		t.Fatal(err)
	}
	var l net.Listener
	err = c.network.On(i, func() (err error) { l, err = net.Listen("tcp", "127.0.0.1:0"); return err })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = l.Close() })
	go h.forward(l, model.Host)
	model.Host = l.Addr().String()
	h.cmd = c.site.live(context.Background(), t, c.remote, "worker", "--concurrency", strconv.Itoa(cutOffAtOnce), "--jobs", strconv.Itoa(cutOffAtOnce), "--drain", "1s")
	h.cmd.Env = append(h.cmd.Env, "OPENAI_BASE_URL="+model.String())
	h.cmd.Stderr = &h.log
	if err := c.network.On(i, h.cmd.Start); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = h.cmd.Process.Kill()
		_ = h.cmd.Wait()
		if t.Failed() {
			t.Logf("worker %d:\n%s", i, h.log.String())
		}
	})
	c.hosts = append(c.hosts, h)
}

// forward carries connections from a host to the model.
func (h *host) forward(l net.Listener, model string) {
	for {
		in, err := l.Accept()
		if err != nil {
			return
		}
		go func() {
			defer in.Close()
			out, err := net.Dial("tcp", model)
			if err != nil {
				return
			}
			go func() { _, _ = io.Copy(in, out); _ = in.Close() }()
			_, _ = io.Copy(out, in) // until the worker hangs up
			_ = out.Close()
		}()
	}
}

// end has a worker end as a service manager does.
func (h *host) end(t *testing.T) {
	t.Helper()
	if err := h.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if err := h.cmd.Wait(); err != nil {
		t.Errorf("a worker ended with %v", err)
	}
}

// queue submits reviews.
func (c *cutOff) queue(n int, prefix string) {
	c.t.Helper()
	args := []string{"review", "--scene", "s", "--queue"}
	dir := c.t.TempDir()
	for i := range n {
		name := fmt.Sprintf("%s/%s-%d.md", dir, prefix, i)
		if err := os.WriteFile(name, fmt.Appendf(nil, "%s\nThis is the %s entry %d.\n", ferry, prefix, i), 0o600); err != nil {
			c.t.Fatal(err)
		}
		args = append(args, name)
	}
	mustRun(c.t, c.site.live(c.t.Context(), c.t, c.database, args...))
}

// until waits for something. It is patient: it bounds nothing but a test that
// hangs.
func (c *cutOff) until(what string, ok func() bool) {
	c.t.Helper()
	began := time.Now()
	for !ok() {
		if time.Since(began) > 3*time.Minute {
			c.t.Fatalf("waiting %s without result", what)
		}
		time.Sleep(50 * time.Millisecond)
	}
	c.t.Logf("%s took %s", what, time.Since(began).Round(time.Second))
}

func (c *cutOff) count(query string) (n int) {
	c.t.Helper()
	if err := c.db.Query(c.t.Context(), func(row *sql.Rows) error { return row.Scan(&n) }, query); err != nil {
		c.t.Fatal(err)
	}
	return n
}

// judge demands one complete version a job, and that little more was paid for again
// than what the cut-off worker could not keep: on a busy machine another one's
// lease may lapse, too.
func (c *cutOff) judge(reviews int) {
	c.t.Helper()
	for what, query := range map[string]string{
		"jobs done":                      `SELECT count(*) FROM job WHERE status = 'done' AND result LIKE '%"version":1,%'`,
		"complete versions":              `SELECT count(*) FROM file WHERE name LIKE 'cases/%/version.json'`,
		"complete first versions":        `SELECT count(*) FROM file WHERE name LIKE 'cases/%/v1/version.json'`,
		"ends that are reported, by job": `SELECT count(DISTINCT job_id) FROM job_event JOIN job USING (job_id) WHERE kind = 'review' AND data LIKE '%"type":"done"%'`,
		"ends that are reported":         `SELECT count(*) FROM job_event JOIN job USING (job_id) WHERE kind = 'review' AND data LIKE '%"type":"done"%'`,
	} {
		if n := c.count(query); n != reviews {
			c.t.Errorf("%d %s of %d reviews", n, what, reviews)
		}
	}
	calls := 0
	for _, h := range c.hosts {
		calls += h.server.Counters().Calls
	}
	kept := c.count(`SELECT count(*) FROM file WHERE name LIKE '%/replies/%.json'`)
	if kept != reviews*chaosJudges || calls-kept > 2*cutOffAtOnce*chaosJudges {
		c.t.Errorf("%d calls and %d replies kept; the cut-off worker had %d jobs of %d calls", calls, kept, cutOffAtOnce, chaosJudges)
	}
}
