package pdfium

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"judgement/internal/document"
	"judgement/internal/document/child"
	"judgement/internal/faulttest"
)

// workerArg makes the test binary a child, as the program's hidden command does.
const workerArg = "document-worker"

// program is what plays the child: the tests themselves, without the race
// detector, with which compiling PDFium would take ten times as long.
var program faulttest.Program

// mutations is how many damaged files of each kind are read.
func mutations() int { return faulttest.Fewer(200, 24) }

func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == workerArg {
		os.Exit(worker(os.Args[2]))
	}
	code := m.Run()
	program.Forget()
	os.Exit(code)
}

func worker(cache string) int {
	err := child.Main(context.Background(), os.Stdin, os.Stdout, func(maxText int, progress func(int)) document.Extractor {
		return Extractor{CacheDir: cache, MaxText: maxText, Progress: progress}
	})
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// read reads a document in the test binary, with a cache shared by all tests.
func read(t testing.TB, name string, data []byte) (*document.Document, error) {
	t.Helper()
	e, err := child.New(child.Options{Executable: program.Path(t), Args: []string{workerArg, filepath.Join(os.TempDir(), "judgement-test-pdfium")}})
	if err != nil {
		t.Fatal(err)
	}
	return document.Read(context.Background(), name, data, document.Options{Isolator: e})
}
