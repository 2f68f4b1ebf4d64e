package pdfium

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"judgement/internal/document"
	"judgement/internal/faulttest"
)

// workerArg makes the test binary a worker, as the program's hidden command does.
const (
	workerArg = "pdf-worker"
	faultyArg = "faulty-worker"
)

// program is what plays the worker: the tests themselves, without the race
// detector, with which compiling PDFium would take ten times as long.
var program faulttest.Program

// mutations is how many damaged files of each kind are read.
func mutations() int { return faulttest.Fewer(200, 24) }

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == workerArg {
		os.Exit(worker(os.Args[2:]))
	}
	if len(os.Args) > 2 && os.Args[1] == faultyArg {
		misbehave(os.Args[2])
		os.Exit(3)
	}
	code := m.Run()
	program.Forget()
	os.Exit(code)
}

// misbehave is what a worker must be able to do without harm.
func misbehave(how string) {
	switch how {
	case "hang", "never read":
		if how == "hang" {
			_, _ = io.Copy(io.Discard, os.Stdin)
		}
		time.Sleep(time.Minute)
	case "hang when ready":
		_ = writeFrame(os.Stdout, frame{Ready: true})
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
	case "huge frame":
		_, _ = os.Stdout.Write([]byte{0xff, 0xff, 0xff, 0xff, 'x'})
		time.Sleep(time.Minute)
	}
}

func worker(args []string) int {
	var cfg Config
	fs := flag.NewFlagSet(workerArg, flag.ContinueOnError)
	fs.StringVar(&cfg.CacheDir, "cache-dir", "", "")
	fs.IntVar(&cfg.MaxText, "max-text", 0, "")
	fs.IntVar(&cfg.MaxSeconds, "max-seconds", 0, "")
	if fs.Parse(args) != nil {
		return 2
	}
	if err := Main(os.Stdin, os.Stdout, cfg); err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// reader is an Extractor on the test binary with a cache shared by all tests.
func reader(t testing.TB, timeout time.Duration) *Extractor {
	t.Helper()
	exe := program.Path(t)
	e, err := New(Options{Executable: exe, Args: []string{workerArg}, CacheDir: filepath.Join(os.TempDir(), "judgement-test-pdfium"), Timeout: timeout})
	if err != nil {
		t.Fatal(err)
	}
	return e
}

func read(t testing.TB, name string, data []byte) (*document.Document, error) {
	t.Helper()
	return document.Read(context.Background(), name, data, document.Options{PDF: reader(t, 0)})
}
