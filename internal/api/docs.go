package api

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"strings"
	"sync"

	"judgement/internal/packed"
)

// packedAPI is openapi.json, the description of the API and the source of what clients may expect,
// as 'zstd --ultra -22 -f openapi.json' packs it. The tests hold every answer to it.
//
//go:embed openapi.json.zst
var packedAPI []byte

var openapi = sync.OnceValue(func() []byte {
	data, err := packed.Read(packedAPI)
	if err != nil {
		panic(err) // the file is part of the program, and a test reads it
	}
	return data
})

// assets are the documentation pages. The .zst files are what assets/update has
// fetched; their licences are beside them and are served with them.
//
//go:embed assets/*.html assets/*.js assets/*.css assets/*.zst assets/*.txt
var assets embed.FS

// OpenAPI returns the OpenAPI 3.1 description of the API, as JSON.
func OpenAPI() []byte { return bytes.Clone(openapi()) }

// docPolicy lets the pages run their own scripts and styles only, talk to this
// server only, and be in no frame.
const docPolicy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"font-src 'self' data:; connect-src 'self'; worker-src 'self' blob:; form-action 'none'; base-uri 'none'; frame-ancestors 'none'"

// docFiles are the paths of the documentation and their files.
var docFiles = [...]struct{ path, file string }{
	{"/docs", "docs.html"},
	{"/docs/init.js", "docs.js"},
	{"/docs/swagger-ui-bundle.js", "swagger-ui-bundle.js.zst"},
	{"/docs/swagger-ui.css", "swagger-ui.css.zst"},
	{"/docs/LICENSE.txt", "swagger-ui.LICENSE.txt"},
	{"/docs/NOTICE.txt", "swagger-ui.NOTICE.txt"},
	{"/docs/swagger-ui-bundle.js.LICENSE.txt", "swagger-ui-bundle.js.LICENSE.txt"},
	{"/redoc", "redoc.html"},
	{"/redoc/page.css", "redoc.css"},
	{"/redoc/init.js", "redoc.js"},
	{"/redoc/redoc.standalone.js", "redoc.standalone.js.zst"},
	{"/redoc/LICENSE.txt", "redoc.LICENSE.txt"},
	{"/redoc/redoc.standalone.js.LICENSE.txt", "redoc.standalone.js.LICENSE.txt"},
}

// mediaTypes are those of the pages' files, for the system's table
// differs from machine to machine.
var mediaTypes = map[string]string{
	".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8",
	".css": "text/css; charset=utf-8", ".txt": "text/plain; charset=utf-8",
}

// docPages returns the description and its pages, by path.
var docPages = sync.OnceValues(func() (map[string]*content, error) {
	var compact bytes.Buffer
	if err := json.Compact(&compact, openapi()); err != nil {
		return nil, fmt.Errorf("read the embedded description: %w", err)
	}
	out := map[string]*content{"/openapi.json": newContent(compact.Bytes(), "application/json", docPolicy)}
	for _, p := range docFiles {
		var err error
		if out[p.path], err = readPage(p.file); err != nil {
			return nil, err
		}
	}
	return out, nil
})

// readPage reads an embedded file, and unpacks it.
func readPage(file string) (*content, error) {
	data, err := assets.ReadFile("assets/" + file)
	name, isPacked := strings.CutSuffix(file, ".zst")
	if err == nil && isPacked {
		data, err = packed.Read(data)
	}
	if err != nil {
		return nil, fmt.Errorf("read the embedded page %s: %w", file, err)
	}
	return newContent(data, mediaTypes[path.Ext(name)], docPolicy), nil
}
