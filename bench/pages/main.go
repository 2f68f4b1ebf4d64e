//go:build linux

// Command pages measures the pages of a running server: how soon the list of many
// cases begins, and what many people cost who watch one review. It clones one judged
// case, in a temporary folder that it removes or in a Postgres of its own.
//
//	go run ./bench/pages                        10,000 cases, 200 viewers
//	go run ./bench/pages -postgres
//	go run ./bench/pages -cases 500 -viewers 20
package main

import (
	"bufio"
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/casefile/pgfiles"
	"judgement/internal/database"
	"judgement/internal/database/pgtest"
	"judgement/internal/llm/fakeserver"
)

const (
	token   = "4f0c1f5d9f3b4e8896a1a3f1c0d2e4b6a8c0e2f4061728394a5b6c7d8e9fa0b1"
	address = "127.0.0.1:8531"
	base    = "http://" + address
	first   = "C-2026-0001"
	asks    = 40
)

func main() {
	var b bench
	flag.IntVar(&b.cases, "cases", 10_000, "cases in the list")
	flag.IntVar(&b.viewers, "viewers", 200, "people who watch one review")
	flag.BoolVar(&b.postgres, "postgres", false, "keep the cases in a Postgres that the command starts")
	flag.Parse()
	if err := b.run(); err != nil {
		fmt.Fprintln(os.Stderr, "bench:", err)
		os.Exit(1)
	}
}

// bench is one run.
type bench struct {
	cases, viewers int
	postgres       bool
	database       string // its address; empty: the cases are in a folder

	dir, binary, workspace string
	env                    []string
	client                 *http.Client
}

func (b *bench) run() (err error) {
	if b.dir, err = os.MkdirTemp("", "bench-pages-"); err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(b.dir)) }()
	if b.postgres {
		cluster, err := pgtest.New("fsync=off")
		if err != nil {
			return err
		}
		defer func() { err = errors.Join(err, cluster.Close()) }()
		b.database = cluster.Address("postgres")
	}
	model, err := fakeserver.New(fakeserver.Options{Delay: fakeserver.Delay{Median: 4 * time.Second, Sigma: 0.5}})
	if err != nil {
		return err
	}
	defer model.Close()
	b.binary, b.workspace = filepath.Join(b.dir, "judgement"), filepath.Join(b.dir, "ws")
	b.env = append(os.Environ(), "OPENAI_BASE_URL="+model.URL(), "JUDGEMENT_LLM_MODEL=fake", "SERVICE_API_TOKEN="+token, "JUDGEMENT_DATABASE_URL="+b.database)
	if err := b.prepare(); err != nil {
		return err
	}
	service := exec.Command(b.binary, "up", "--workspace", b.workspace, "--listen", address, "--log-format", "none")
	service.Env, service.Stderr = b.env, os.Stderr
	if err := service.Start(); err != nil {
		return err
	}
	defer func() { _ = service.Process.Signal(os.Interrupt); _ = service.Wait() }()
	if err := b.login(); err != nil {
		return err
	}
	if err := b.list(); err != nil {
		return err
	}
	return b.watch(service.Process.Pid)
}

// prepare builds the program, judges one document without a model and clones its case.
func (b *bench) prepare() error {
	document, err := filepath.Abs("examples/pitch-good-en.md")
	if err != nil {
		return err
	}
	for _, args := range [][]string{
		{"go", "build", "-o", b.binary, "."},
		{b.binary, "init", b.workspace},
		{b.binary, "review", document, "--scene", "pitch-review", "--brand", "first", "--workspace", b.workspace},
	} {
		c := exec.Command(args[0], args[1:]...)
		c.Env = append(slices.Clone(b.env), "JUDGEMENT_LLM_PROVIDER=offline")
		if out, err := c.CombinedOutput(); err != nil {
			return fmt.Errorf("%v: %w: %s", args, err, out)
		}
	}
	begin := time.Now()
	if err := b.clone(); err != nil {
		return err
	}
	fmt.Printf("%d cases made in %s\n", b.cases, time.Since(begin).Round(time.Second))
	return nil
}

// clone makes copies of the first case under other ids and brands.
func (b *bench) clone() error {
	ctx := context.Background()
	var st casefile.Storage
	folder, err := casefile.OpenFolder(b.workspace)
	if err != nil {
		return err
	}
	defer func() { _ = folder.Close() }()
	st = folder
	if b.database != "" {
		db, err := database.Connect(ctx, b.database)
		if err != nil {
			return err
		}
		defer func() { _ = db.Close() }()
		if st, err = pgfiles.New(db); err != nil {
			return err
		}
	}
	sample := map[string][]byte{}
	for _, name := range []string{"case.yaml", "v1/plan.json", "v1/document.txt", "v1/document.json", "v1/result.json", "v1/version.json"} {
		if sample[name], err = st.Read(ctx, "cases/"+first+"/"+name); err != nil {
			return err
		}
	}
	for i := 2; i <= b.cases; i++ {
		id := fmt.Sprintf("C-2026-%04d", i)
		var files []casefile.File
		for name, data := range sample {
			if name == "case.yaml" {
				data = []byte(strings.NewReplacer(first, id, "brand: first", "brand: brand-"+strconv.Itoa(i), "pitch-first", "pitch-brand-"+strconv.Itoa(i)).Replace(string(data)))
			}
			files = append(files, casefile.File{Name: "cases/" + id + "/" + name, Data: data})
		}
		if err := b.write(ctx, st, files); err != nil {
			return err
		}
	}
	return nil
}

// write writes a case's files; into a folder without making them durable, which would
// take most of the time.
func (b *bench) write(ctx context.Context, st casefile.Storage, files []casefile.File) error {
	if b.database != "" {
		return st.Write(ctx, files...)
	}
	for _, f := range files {
		name := filepath.Join(b.workspace, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.Data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) login() error {
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	b.client = &http.Client{Jar: jar, Transport: &http.Transport{MaxIdleConnsPerHost: 1000}}
	for range 200 {
		resp, err := b.client.PostForm(base+"/cases/login", url.Values{"token": {token}})
		if err == nil {
			_ = resp.Body.Close()
			return nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	return errors.New("the server does not start")
}

// get asks for a page and returns when its first byte came.
func (b *bench) get(path string) (first time.Duration, body []byte, err error) {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, base+path, nil)
	if err != nil {
		return 0, nil, err
	}
	r.Header.Set("Accept", "text/html")
	begin := time.Now()
	resp, err := b.client.Do(r)
	if err != nil {
		return 0, nil, err
	}
	defer resp.Body.Close()
	one := make([]byte, 1)
	if _, err := io.ReadFull(resp.Body, one); err != nil {
		return 0, nil, err
	}
	first = time.Since(begin)
	body, err = io.ReadAll(resp.Body)
	return first, append(one, body...), err
}

// list measures the list of cases, at the start and once all are read.
func (b *bench) list() error {
	begin := time.Now()
	var slowest time.Duration
	for {
		took, body, err := b.get("/cases")
		if err != nil {
			return err
		}
		slowest = max(slowest, took)
		if bytes.Contains(body, fmt.Appendf(nil, "%d of %d cases", b.cases, b.cases)) {
			break
		}
		if time.Since(begin) > 5*time.Minute {
			return fmt.Errorf("the list has not all cases: %s", body)
		}
		time.Sleep(20 * time.Millisecond)
	}
	fmt.Printf("list complete %.1f s after the login; slowest first byte meanwhile %d ms\n", time.Since(begin).Seconds(), slowest.Milliseconds())
	for _, path := range []string{"/cases", "/cases?q=brand-77&grade=A&judge=numbers-auditor", "/cases?unproven=1", "/cases?page=150"} {
		var all []time.Duration
		for range asks {
			took, _, err := b.get(path)
			if err != nil {
				return err
			}
			all = append(all, took)
			time.Sleep(50 * time.Millisecond)
		}
		slices.Sort(all)
		fmt.Printf("%-50s first byte: median %.1f ms, slowest %.1f ms\n", path, ms(all[len(all)/2]), ms(all[len(all)-1]))
	}
	return nil
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// watch starts a review and has many people watch it.
func (b *bench) watch(pid int) error {
	body, err := json.Marshal(map[string]string{"scene_slug": "pitch-review", "brand": "watched", "document": strings.Repeat("# A pitch\n\nWe measured 40 kettles in 12 weeks. It costs 20 euro.\n\n", 20)})
	if err != nil {
		return err
	}
	r, err := http.NewRequestWithContext(context.Background(), http.MethodPost, base+"/v2/judgement", bytes.NewReader(body))
	if err != nil {
		return err
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	before := resident(pid)
	resp, err := b.client.Do(r)
	if err != nil {
		return err
	}
	defer resp.Body.Close()
	var got struct {
		JobID string `json:"job_id"`
	}
	if err := json.NewDecoder(resp.Body).Decode(&got); err != nil {
		return err
	}
	return b.follow(got.JobID, pid, before)
}

// follow has all viewers follow a job to its end.
func (b *bench) follow(id string, pid int, before int64) error {
	var all sync.WaitGroup
	var mu sync.Mutex
	var late []time.Duration
	var failed []error
	most := before
	opened := time.Now()
	for range b.viewers {
		all.Go(func() {
			delays, err := b.view(id, opened)
			mu.Lock()
			defer mu.Unlock()
			late, failed = append(late, delays...), append(failed, err)
		})
	}
	done := make(chan struct{})
	go func() { all.Wait(); close(done) }()
	for tick := time.NewTicker(100 * time.Millisecond); ; {
		select {
		case <-tick.C:
			most = max(most, resident(pid))
			continue
		case <-done:
		}
		break
	}
	if err := errors.Join(failed...); err != nil || len(late) == 0 {
		return cmp.Or(err, errors.New("no event came"))
	}
	slices.Sort(late)
	fmt.Printf("%d viewers, %d events each: median %.0f ms late, slowest %.0f ms; memory %.1f MiB before, %.1f MiB more at most\n", b.viewers, len(late)/b.viewers,
		ms(late[len(late)/2]), ms(late[len(late)-1]), float64(before)/(1<<20), float64(most-before)/(1<<20))
	return nil
}

// view follows a job and returns how late each event came that was made after all
// viewers had begun.
func (b *bench) view(id string, opened time.Time) (late []time.Duration, err error) {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, base+"/cases/jobs/"+id+"/events", nil)
	if err != nil {
		return nil, err
	}
	resp, err := b.client.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("follow: %s", resp.Status)
	}
	lines := bufio.NewScanner(resp.Body)
	lines.Buffer(nil, 1<<20)
	for lines.Scan() {
		data, ok := strings.CutPrefix(lines.Text(), "data: ")
		var e struct {
			Type string    `json:"type"`
			At   time.Time `json:"at"`
		}
		if !ok || json.Unmarshal([]byte(data), &e) != nil || e.Type == "" || e.At.Before(opened.Add(time.Second)) {
			continue
		}
		late = append(late, time.Since(e.At))
	}
	return late, lines.Err()
}

// resident is the memory of a process, in bytes; 0 if the system does not say.
func resident(pid int) int64 {
	data, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if errors.Is(err, fs.ErrNotExist) {
		return 0
	}
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, "VmRSS:"); ok {
			kib, _ := strconv.ParseInt(strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(rest), "kB")), 10, 64)
			return kib << 10
		}
	}
	return 0
}
