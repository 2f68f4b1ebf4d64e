package api

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"path"
	"strconv"
	"strings"
)

// openapi is the description of the API, the source of what clients may expect.
// The tests hold every answer to it.
//
//go:embed openapi.json
var openapi []byte

// assets are the documentation pages. The .gz files are what assets/update has
// fetched; their licences stand beside them and are served with them.
//
//go:embed assets/*.html assets/*.js assets/*.css assets/*.gz assets/*.txt
var assets embed.FS

// OpenAPI returns the OpenAPI 3.1 description of the API, as JSON.
func OpenAPI() []byte { return bytes.Clone(openapi) }

// docPolicy lets the pages run their own scripts and styles only, talk to this
// server only, and stand in no frame.
const docPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// pages are the paths of the documentation and their files.
var pages = [...]struct{ path, file string }{
	{"/docs", "docs.html"},
	{"/docs/init.js", "docs.js"},
	{"/docs/swagger-ui-bundle.js", "swagger-ui-bundle.js.gz"},
	{"/docs/swagger-ui.css", "swagger-ui.css.gz"},
	{"/docs/LICENSE.txt", "swagger-ui.LICENSE.txt"},
	{"/docs/NOTICE.txt", "swagger-ui.NOTICE.txt"},
	{"/docs/swagger-ui-bundle.js.LICENSE.txt", "swagger-ui-bundle.js.LICENSE.txt"},
	{"/redoc", "redoc.html"},
	{"/redoc/page.css", "redoc.css"},
	{"/redoc/init.js", "redoc.js"},
	{"/redoc/redoc.standalone.js", "redoc.standalone.js.gz"},
	{"/redoc/LICENSE.txt", "redoc.LICENSE.txt"},
	{"/redoc/redoc.standalone.js.LICENSE.txt", "redoc.standalone.js.LICENSE.txt"},
}

// docRoutes returns the routes of the description and of its pages.
func docRoutes() ([]*route, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, openapi); err != nil {
		return nil, fmt.Errorf("read the embedded description: %w", err)
	}
	description := newPage(compact.Bytes(), "application/json", false)
	routes := []*route{docRoute("/openapi.json", description)}
	for _, p := range pages {
		data, err := assets.ReadFile("assets/" + p.file)
		if err != nil {
			return nil, fmt.Errorf("read the embedded page %s: %w", p.file, err)
		}
		name, packed := strings.CutSuffix(p.file, ".gz")
		routes = append(routes, docRoute(p.path, newPage(data, mediaType(name), packed)))
	}
	return routes, nil
}

// mediaType knows the files of the pages; the system's table is not asked,
// which differs from machine to machine.
func mediaType(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	}
	return "text/plain; charset=utf-8"
}

func docRoute(pattern string, p *page) *route {
	return get(pattern, configured, p.serve)
}

// page is one file of the documentation.
type page struct {
	data      []byte
	mediaType string
	packed    bool // data is gzip
	etag      string
}

func newPage(data []byte, mediaType string, packed bool) *page {
	sum := sha256.Sum256(data)
	return &page{data, mediaType, packed, hex.EncodeToString(sum[:12])}
}

func (p *page) serve(w http.ResponseWriter, r *http.Request) error {
	unpack := p.packed && !acceptsGzip(r.Header)
	etag := `"` + p.etag + `"`
	h := w.Header()
	if p.packed {
		h.Set("Vary", "Accept-Encoding")
		if unpack {
			etag = `"` + p.etag + `-plain"`
		}
	}
	h.Set("Etag", etag)
	h.Set("Cache-Control", "no-cache")
	if matchesTag(r.Header["If-None-Match"], etag) {
		w.WriteHeader(http.StatusNotModified)
		return nil
	}
	data := p.data
	switch {
	case unpack:
		var err error
		if data, err = gunzip(p.data); err != nil {
			return err
		}
	case p.packed:
		h.Set("Content-Encoding", "gzip")
	}
	h.Set("Content-Type", p.mediaType)
	h.Set("Content-Length", strconv.Itoa(len(data)))
	h.Set("Content-Security-Policy", docPolicy)
	h.Set("Referrer-Policy", "no-referrer")
	_, _ = w.Write(data)
	return nil
}

func gunzip(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("unpack a page: %w", err)
	}
	return io.ReadAll(z)
}

// acceptsGzip reads Accept-Encoding: gzip, or * without gzip, that q=0 does not refuse.
func acceptsGzip(h http.Header) bool {
	accepted := false
	for name, q := range weighted(h["Accept-Encoding"]) {
		switch name {
		case "gzip":
			return q > 0
		case "*":
			accepted = q > 0
		}
	}
	return accepted
}
