package pdfium

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"judgement/internal/document"
)

// Config is what a worker gets from its parent.
type Config struct {
	CacheDir   string
	MaxText    int // bytes of text after which it gives up
	MaxSeconds int // processor time of the process
}

const (
	wasmPages    = 2048      // 64 KiB each: 128 MiB for PDFium
	heapLimit    = 256 << 20 // where the garbage collector starts to work harder
	maxInput     = 512 << 20 // far above what intake hands over
	maxPages     = 20_000
	maxBrokenRow = 5 // pages in a row that can't be read, after which the rest is not tried
)

// Main is a worker: it reads one PDF file from in and writes its pages to out.
// The error is for the process's exit code; the parent learns of it by message.
func Main(in io.Reader, out io.Writer, cfg Config) error {
	debug.SetMemoryLimit(heapLimit)
	limitSelf(cfg.MaxSeconds)
	w := bufio.NewWriterSize(out, 64<<10)
	err := work(in, w, cfg)
	if err != nil {
		var we *workerError
		if !errors.As(err, &we) {
			we = &workerError{Kind: "damaged", Detail: err.Error()}
		}
		_ = writeFrame(w, frame{Error: we})
	}
	return errors.Join(err, w.Flush())
}

func work(in io.Reader, w *bufio.Writer, cfg Config) error {
	lib, err := open(cfg.CacheDir)
	if err != nil {
		return err
	}
	if err := send(w, frame{Ready: true}); err != nil {
		return err
	}
	data, err := io.ReadAll(io.LimitReader(in, maxInput))
	if err != nil {
		return fmt.Errorf("read the file: %w", err)
	}
	doc, err := lib.OpenDocument(&requests.OpenDocument{File: &data})
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return &workerError{Kind: "encrypted"}
	case err != nil:
		return &workerError{Kind: "damaged", Detail: "its structure can't be read"}
	}
	count, err := lib.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc.Document})
	switch {
	case err != nil || count.PageCount == 0:
		return &workerError{Kind: "damaged", Detail: "it has no pages"}
	case count.PageCount > maxPages:
		return &workerError{Kind: "too_large", Detail: fmt.Sprintf("it has %d pages, the limit is %d", count.PageCount, maxPages)}
	}
	if err := send(w, frame{Pages: count.PageCount, Title: infoTitle(lib, doc.Document)}); err != nil {
		return err
	}
	return sendPages(lib, doc.Document, count.PageCount, w, cfg.MaxText)
}

// maxTitle bounds the title of a file's description, in bytes.
const maxTitle = 4 << 10

// infoTitle is the title in the file's description, empty where it has none that
// can be read.
func infoTitle(lib pdfium.Pdfium, doc references.FPDF_DOCUMENT) string {
	meta, err := lib.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: doc, Tag: "Title"})
	if err != nil {
		return ""
	}
	title := strings.Trim(meta.Value, "\x00")
	return strings.ToValidUTF8(title[:min(len(title), maxTitle)], "")
}

// send writes a message at once.
func send(w *bufio.Writer, f frame) error {
	if err := writeFrame(w, f); err != nil {
		return err
	}
	return w.Flush()
}

// sendPages reads the pages one by one. A page that can't be read is sent as
// broken; when all are, the file is damaged.
func sendPages(lib pdfium.Pdfium, doc references.FPDF_DOCUMENT, count int, w io.Writer, maxText int) error {
	total, broken, row := 0, 0, 0
	for i := range count {
		page := document.PageText{Number: i + 1, Broken: true}
		if row < maxBrokenRow {
			p, err := readPage(lib, doc, i)
			var we *workerError
			switch {
			case errors.As(err, &we):
				return we
			case err == nil:
				page, row = p, 0
			case outOfMemory(err):
				return &workerError{Kind: "hostile", Detail: fmt.Sprintf("page %d needs more than %d MiB of memory", i+1, wasmPages>>4)}
			}
		}
		if page.Broken {
			broken++
			row++
		}
		page.Number = i + 1
		total += len(page.Text)
		if maxText > 0 && total > maxText {
			return &workerError{Kind: "too_large", Detail: fmt.Sprintf("the text up to page %d is over the limit of %d bytes", i+1, maxText)}
		}
		if err := writeFrame(w, frame{Page: &page}); err != nil {
			return err
		}
	}
	if broken == count {
		return &workerError{Kind: "damaged", Detail: "none of its pages can be read"}
	}
	return writeFrame(w, frame{Done: true})
}

// outOfMemory tells a page that ate all memory from one that is merely broken.
func outOfMemory(err error) bool {
	s := err.Error()
	return strings.Contains(s, "wasm error") || strings.Contains(s, "unreachable") || strings.Contains(s, "exit_code")
}

// open starts PDFium with no file system, bounded memory and its cache. Where the
// cache can't be used, it is emptied and filled anew: a file in it may be broken.
// Where that does not help either, PDFium starts without.
func open(cacheDir string) (pdfium.Pdfium, error) {
	if cacheDir == "" || os.MkdirAll(cacheDir, 0o700) != nil {
		return start(runtimeConfig())
	}
	for range 2 {
		cache, err := wazero.NewCompilationCacheWithDir(cacheDir)
		if err != nil {
			break
		}
		if lib, err := start(runtimeConfig().WithCompilationCache(cache)); err == nil {
			return lib, nil
		}
		forget(cacheDir)
	}
	return start(runtimeConfig())
}

func runtimeConfig() wazero.RuntimeConfig {
	return wazero.NewRuntimeConfig().WithMemoryLimitPages(wasmPages)
}

// start compiles PDFium, or takes it from the configuration's cache.
func start(rc wazero.RuntimeConfig) (pdfium.Pdfium, error) {
	pool, err := webassembly.Init(webassembly.Config{
		MinIdle: 1, MaxIdle: 1, MaxTotal: 1,
		FSConfig: wazero.NewFSConfig(), RuntimeConfig: rc,
		Stdout: io.Discard, Stderr: io.Discard,
	})
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	lib, err := pool.GetInstance(math.MaxInt32 * time.Millisecond)
	if err != nil {
		return nil, fmt.Errorf("start PDFium: %w", err)
	}
	return lib, nil
}

// forget removes the files of compiled code, and nothing else that may stand in
// the folder. One that stays costs time, no more.
func forget(cacheDir string) {
	files, err := filepath.Glob(filepath.Join(cacheDir, "wazero-*", "*"))
	if err != nil {
		return // the folder's name is no pattern
	}
	for _, f := range files {
		_ = os.Remove(f)
	}
}
