package pdfium

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"judgement/internal/document"
)

// workerArg makes the test binary a worker, as the program's hidden command does.
const workerArg = "pdf-worker"

func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == workerArg {
		os.Exit(worker(os.Args[2:]))
	}
	os.Exit(m.Run())
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
	exe, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
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

func TestScratch(t *testing.T) {
	for _, p := range flag.Args() {
		data, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		at := time.Now()
		doc, err := read(t, p, data)
		if err != nil {
			t.Log(p, err, time.Since(at))
			continue
		}
		t.Logf("%s %v\n%s\n%+v %+v", p, time.Since(at), doc.Text, doc.Warnings, doc.Pages)
	}
}
