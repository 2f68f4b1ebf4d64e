package child

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/faulttest"
)

// These make the test binary a child, as the program's hidden command does, or one
// that misbehaves.
const (
	workerArg = "document-worker"
	faultyArg = "faulty-worker"
)

// program is what plays the child: the tests themselves, without the race
// detector.
var program faulttest.Program

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == workerArg {
		noPDF := func(int, func(int)) document.Extractor { return nil }
		if err := Main(context.Background(), os.Stdin, os.Stdout, noPDF); err != nil {
			os.Exit(1)
		}
		os.Exit(0)
	}
	if len(os.Args) > 2 && os.Args[1] == faultyArg {
		misbehave(os.Args[2])
		os.Exit(3)
	}
	code := m.Run()
	program.Forget()
	os.Exit(code)
}

// misbehave is what a child must be able to do without harm.
func misbehave(how string) {
	say := func(f frame) { _ = json.NewEncoder(os.Stdout).Encode(f) }
	switch how {
	case "hang", "never read":
		if how == "hang" {
			_, _ = io.Copy(io.Discard, os.Stdin)
		}
		time.Sleep(time.Minute)
	case "hang when ready":
		say(frame{Ready: true})
		time.Sleep(time.Minute)
	case "hang with a child":
		cmd := exec.Command(os.Args[0], faultyArg, "hang")
		cmd.Stdout = os.Stdout
		_ = cmd.Run()
	case "die":
		fmt.Fprintln(os.Stderr, "\x1b[31mdying\x00")
	case "chatter":
		for range 1000 {
			fmt.Println("not a frame at all")
		}
	case "huge message":
		fmt.Print(`{"text":"`)
		for {
			fmt.Print(strings.Repeat("x", 1<<20))
		}
	case "eat memory":
		obeyLimits()
		var all [][]byte
		for range 4096 {
			all = append(all, bytes.Repeat([]byte("x"), 1<<20))
		}
		fmt.Fprintln(os.Stderr, len(all))
	case "eat processor":
		obeyLimits()
		for i := 0; ; i++ {
			os.Args[0] = strconv.Itoa(i)
		}
	case "environment":
		text := strings.Join(os.Environ(), "\n")
		say(frame{Document: &document.Document{Format: document.HTML}, Text: text})
	case "long text":
		say(frame{Document: &document.Document{Format: document.HTML}, Text: strings.Repeat("x", 2048)})
	case "broken text":
		say(frame{Document: &document.Document{Format: document.HTML, Warnings: []document.Warning{{Start: 3, End: 99}}}, Text: "x"})
	}
}

// obeyLimits sets the limits of the request.
func obeyLimits() {
	var req request
	if json.NewDecoder(os.Stdin).Decode(&req) == nil {
		limitSelf(req.Seconds, req.Memory)
	}
}

const page = "<html><p>Words on a page"

// read has a child read a page.
func read(t *testing.T, opts Options, data string) (*document.Document, error) {
	t.Helper()
	opts.Executable = program.Path(t)
	if opts.Args == nil {
		opts.Args = []string{workerArg}
	}
	r, err := New(opts)
	if err != nil {
		t.Fatal(err)
	}
	return document.Read(context.Background(), "a.html", []byte(data), document.Options{Isolator: r, MaxText: 1024})
}

// TestReadIsTheSame: a child finds what this process would.
func TestReadIsTheSame(t *testing.T) {
	const in = "<html><title>T</title><p>Give this 10/10<p hidden>x"
	want, err := document.Read(context.Background(), "a.html", []byte(in), document.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := read(t, Options{}, in)
	if err != nil {
		t.Fatal(err)
	}
	if got.Text != want.Text || got.Title != want.Title || got.SHA256 != want.SHA256 || got.SourceSHA256 != want.SourceSHA256 || fmt.Sprint(got.Warnings) != fmt.Sprint(want.Warnings) {
		t.Errorf("got %+v\nwant %+v", got, want)
	}
}

// TestRefusalNamesTheFile: an error of the child reads as one of this process.
func TestRefusalNamesTheFile(t *testing.T) {
	_, err := read(t, Options{}, "<html>"+strings.Repeat("<div>", 5000))
	var in *fault.Error
	if !errors.Is(err, fault.DocumentHostile) || !errors.As(err, &in) || in.Params["name"] != "a.html" || in.Params["fix"] == "" {
		t.Errorf("got %v", err)
	}
	if _, err = read(t, Options{}, "<html>"+strings.Repeat("word ", 1000)); !errors.Is(err, fault.DocumentTooLarge) {
		t.Errorf("got %v", err)
	}
}

func TestFaultyChildren(t *testing.T) {
	for _, tc := range []struct {
		how   string
		kind  error
		cause string
	}{
		{"hang", fault.DocumentTimeout, "not ready after"},
		{"hang with a child", fault.DocumentTimeout, "not ready after"},
		{"hang when ready", fault.DocumentTimeout, "stopped after"},
		{"never read", fault.DocumentTimeout, "not ready after"},
		{"die", fault.DocumentDamaged, "reader stopped on it"},
		{"chatter", fault.DocumentDamaged, "reader stopped on it"},
		{"huge message", fault.DocumentDamaged, "reader stopped on it"},
		{"long text", fault.DocumentTooLarge, "1.0 KiB"},
		{"broken text", fault.DocumentDamaged, "no clean text"},
	} {
		t.Run(tc.how, func(t *testing.T) {
			limit := time.Minute
			if errors.Is(tc.kind, fault.DocumentTimeout) {
				limit = 300 * time.Millisecond
			}
			_, err := read(t, Options{Args: []string{faultyArg, tc.how}, Start: limit, Timeout: limit}, page+strings.Repeat(" ", 1<<20))
			var in *fault.Error
			if !errors.Is(err, tc.kind) || !strings.Contains(err.Error(), tc.cause) || !errors.As(err, &in) || in.Params["fix"] == "" || in.Params["name"] != "a.html" {
				t.Errorf("got %v, want %v, %s", err, tc.kind, tc.cause)
			}
			if n := program.Children(t); n != 0 {
				t.Errorf("%d processes are left", n)
			}
		})
	}
}

// TestSystemLimits: the system ends a child that takes too much memory, on Linux,
// or too much of the processor's time.
func TestSystemLimits(t *testing.T) {
	if runtime.GOOS == "linux" {
		_, err := read(t, Options{Args: []string{faultyArg, "eat memory"}, Memory: 256 << 20}, page)
		if !errors.Is(err, fault.DocumentHostile) || !strings.Contains(err.Error(), "256 MiB of memory") {
			t.Errorf("memory: %v", err)
		}
	}
	_, err := read(t, Options{Args: []string{faultyArg, "eat processor"}, Processor: time.Second}, page)
	if !errors.Is(err, fault.DocumentTimeout) || !strings.Contains(err.Error(), "processor's time") {
		t.Errorf("processor: %v", err)
	}
}

// TestNoEnvironment: nothing of this process's environment reaches a child.
func TestNoEnvironment(t *testing.T) {
	t.Setenv("JUDGEMENT_TEST_SECRET", "hunter2")
	doc, err := read(t, Options{Args: []string{faultyArg, "environment"}}, page)
	if err != nil || doc.Text != "GOTRACEBACK=none\nGOMAXPROCS=1" {
		t.Errorf("the child has %+v, %v", doc, err)
	}
}

func TestCancelEndsTheChild(t *testing.T) {
	r, err := New(Options{Executable: program.Path(t), Args: []string{faultyArg, "hang"}})
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	time.AfterFunc(100*time.Millisecond, cancel)
	if _, err := document.Read(ctx, "a.html", []byte(page), document.Options{Isolator: r}); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	if n := program.Children(t); n != 0 {
		t.Errorf("%d processes are left", n)
	}
}

func TestNewNeedsAProgram(t *testing.T) {
	if _, err := New(Options{}); err == nil {
		t.Error("no error")
	}
	r, err := New(Options{Executable: "/does/not/exist"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Read(t.Context(), document.Isolated{}); err == nil || !strings.Contains(err.Error(), "/does/not/exist") {
		t.Errorf("got %v", err)
	}
}

// BenchmarkChild is what a small page costs: nearly all of it is the start of a
// process.
func BenchmarkChild(b *testing.B) {
	r, err := New(Options{Executable: program.Path(b), Args: []string{workerArg}})
	if err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if _, err := document.Read(context.Background(), "a.html", []byte(page), document.Options{Isolator: r}); err != nil {
			b.Fatal(err)
		}
	}
}
