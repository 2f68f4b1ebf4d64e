// Package pdfium reads the text of PDF files with PDFium, compiled to WebAssembly.
// A file that hangs it, or makes it eat memory, takes this process with it: run it
// in a child. Nothing of the file system is visible to the WebAssembly code.
package pdfium

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/klippa-app/go-pdfium"
	pdferrors "github.com/klippa-app/go-pdfium/errors"
	"github.com/klippa-app/go-pdfium/references"
	"github.com/klippa-app/go-pdfium/requests"
	"github.com/klippa-app/go-pdfium/webassembly"
	"github.com/tetratelabs/wazero"

	"judgement/internal/document"
	"judgement/internal/fault"
)

// Extractor reads PDF files in this process.
type Extractor struct {
	CacheDir string          // compiled code, 14 MB; empty means 1.5 s more
	MaxText  int             // bytes of text after which it gives up
	Progress func(pages int) // called with 0 when PDFium is ready, then with the number of pages
}

const (
	wasmPages    = 2048 // 64 KiB each: 128 MiB for PDFium
	maxPages     = 20_000
	maxBrokenRow = 5 // pages in a row that can't be read, after which the rest is not tried
)

// refused is the error for a file that PDFium can't or may not read.
func refused(code fault.Code, detail string) error {
	fix := "open it in a PDF viewer and print it to a new PDF file"
	switch code {
	case fault.DocumentEncrypted:
		fix = "save a copy without the password"
	case fault.DocumentTooLarge:
		fix = "split it into parts"
	}
	return document.Refuse(code, "", detail, fix, nil)
}

// Extract returns the pages of a PDF file and the title in its description. It
// can't be stopped: end its process.
func (e Extractor) Extract(_ context.Context, data []byte) (document.PDFText, error) {
	var none document.PDFText
	lib, err := open(e.CacheDir)
	if err != nil {
		return none, err
	}
	e.Progress(0)
	doc, err := lib.OpenDocument(&requests.OpenDocument{File: &data})
	switch {
	case errors.Is(err, pdferrors.ErrPassword), errors.Is(err, pdferrors.ErrSecurity):
		return none, refused(fault.DocumentEncrypted, "")
	case err != nil:
		return none, refused(fault.DocumentDamaged, "its structure can't be read")
	}
	count, err := lib.FPDF_GetPageCount(&requests.FPDF_GetPageCount{Document: doc.Document})
	switch {
	case err != nil || count.PageCount == 0:
		return none, refused(fault.DocumentDamaged, "it has no pages")
	case count.PageCount > maxPages:
		return none, refused(fault.DocumentTooLarge, fmt.Sprintf("it has %d pages, the limit is %d", count.PageCount, maxPages))
	}
	e.Progress(count.PageCount)
	pages, err := readPages(lib, doc.Document, count.PageCount, e.MaxText)
	if err != nil {
		return none, err
	}
	return document.PDFText{Title: infoTitle(lib, doc.Document), Pages: pages}, nil
}

// maxTitle bounds the title of a file's description, in bytes.
const maxTitle = 4 << 10

// infoTitle is the title in the file's description, empty if it has none that
// can be read.
func infoTitle(lib pdfium.Pdfium, doc references.FPDF_DOCUMENT) string {
	meta, err := lib.FPDF_GetMetaText(&requests.FPDF_GetMetaText{Document: doc, Tag: "Title"})
	if err != nil {
		return ""
	}
	title := strings.Trim(meta.Value, "\x00")
	return strings.ToValidUTF8(title[:min(len(title), maxTitle)], "")
}

// readPages reads the pages one by one. A page that can't be read is broken; when
// all are, the file is damaged.
func readPages(lib pdfium.Pdfium, doc references.FPDF_DOCUMENT, count, maxText int) ([]document.PageText, error) {
	var out []document.PageText
	total, broken, row := 0, 0, 0
	for i := range count {
		page := document.PageText{Number: i + 1, Broken: true}
		if row < maxBrokenRow {
			p, err := readPage(lib, doc, i)
			var in *fault.Error
			switch {
			case errors.As(err, &in):
				return nil, err
			case err == nil:
				page, row = p, 0
			case outOfMemory(err):
				return nil, refused(fault.DocumentHostile, fmt.Sprintf("page %d needs more than %d MiB of memory", i+1, wasmPages>>4))
			}
		}
		if page.Broken {
			broken++
			row++
		}
		page.Number = i + 1
		total += len(page.Text)
		if maxText > 0 && total > maxText {
			return nil, refused(fault.DocumentTooLarge, fmt.Sprintf("the text up to page %d is over the limit of %d bytes", i+1, maxText))
		}
		out = append(out, page)
	}
	if broken == count {
		return nil, refused(fault.DocumentDamaged, "none of its pages can be read")
	}
	return out, nil
}

// outOfMemory reports a page that took all memory, and not one that is merely broken.
func outOfMemory(err error) bool {
	s := err.Error()
	return strings.Contains(s, "wasm error") || strings.Contains(s, "unreachable") || strings.Contains(s, "exit_code")
}

// open starts PDFium with no file system, bounded memory and its cache. If the
// cache can't be used, it is emptied and filled again: a file in it may be broken.
// If that does not help either, PDFium starts without.
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

// forget removes the files of compiled code, and nothing else that may be in
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
