// Package chromium prints HTML to PDF with an installed Chromium. It is an
// adapter: reports need no browser by default. It starts one process group for
// each file, lets it reach no network, shows it no keys or tokens of the environment,
// and leaves neither processes nor files behind. Scripts are kept out by the page's own Content-Security-Policy:
// Chromium can't print with scripts turned off.
package chromium

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"judgement/internal/childenv"
)

// ErrNotFound says that no browser is installed.
var ErrNotFound = errors.New("no Chromium found: install chromium or google-chrome, name one in CHROMIUM_PATH, or leave the PDF engine at its default, which needs no browser")

// DefaultTimeout is how long one file may take. A cold start takes seconds.
const DefaultTimeout = 60 * time.Second

// maxPDF bounds the file that is read back.
const maxPDF = 256 << 20

// Printer prints with one browser. Its zero Timeout means DefaultTimeout. It is
// safe for concurrent use.
type Printer struct {
	Path    string        // of the browser
	Timeout time.Duration // for one file
	TempDir string        // for its files; "" is the system's
	Root    bool          // the process runs as root: Chromium needs --no-sandbox
}

// Find returns a printer with the browser at path, or with the first one that
// look (such as exec.LookPath) finds if path is empty.
func Find(path string, look func(string) (string, error)) (Printer, error) {
	p := Printer{Root: os.Geteuid() == 0}
	names := []string{"chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome"}
	notFound := ErrNotFound
	if path != "" {
		names, notFound = []string{path}, fmt.Errorf("%s: %w", path, ErrNotFound)
	}
	for _, name := range names {
		if found, err := look(name); err == nil {
			p.Path = found
			return p, nil
		}
	}
	return p, notFound
}

// PDF prints a self-contained HTML file. It ends when ctx does or the time is
// up, with every process that it started.
func (p Printer) PDF(ctx context.Context, html []byte) ([]byte, error) {
	ctx, cancel := context.WithTimeout(ctx, cmp.Or(p.Timeout, DefaultTimeout))
	defer cancel()
	dir, err := os.MkdirTemp(p.TempDir, "judgement-chromium-")
	if err != nil {
		return nil, fmt.Errorf("print with Chromium: %w", err)
	}
	// What can't be removed is in the system's folder for temporary files.
	defer func() { _ = os.RemoveAll(dir) }()
	in, out := filepath.Join(dir, "report.html"), filepath.Join(dir, "report.pdf")
	if err := os.WriteFile(in, html, 0o600); err != nil {
		return nil, fmt.Errorf("print with Chromium: %w", err)
	}
	if err := p.run(ctx, dir, in, out); err != nil {
		return nil, err
	}
	return read(out)
}

func (p Printer) run(ctx context.Context, dir, in, out string) error {
	page := url.URL{Scheme: "file", Path: filepath.ToSlash(in)}
	cmd := exec.CommandContext(ctx, p.Path, append(p.flags(dir, out), page.String())...)
	var said bytes.Buffer
	// One writer for both: os/exec then never writes to it at the same time.
	cmd.Stdout = &tail{&said}
	cmd.Stderr = cmd.Stdout
	cmd.Dir = dir
	cmd.Env = append(childenv.Only("FONTCONFIG_*"), "HOME="+dir, "XDG_CONFIG_HOME="+dir, "XDG_CACHE_HOME="+dir)
	group(cmd)
	cmd.WaitDelay = 2 * time.Second
	err := cmd.Run()
	sweep(cmd)
	switch {
	case ctx.Err() != nil:
		return fmt.Errorf("print with Chromium: %w", ctx.Err())
	case err != nil:
		lines := strings.Split(strings.TrimSpace(said.String()), "\n")
		return fmt.Errorf("print with Chromium (%s): %w: %s", p.Path, err, lines[len(lines)-1])
	}
	return nil
}

// flags keeps the browser quiet: no network, no profile of its own.
func (p Printer) flags(dir, out string) []string {
	flags := []string{
		"--headless", "--disable-gpu", "--disable-dev-shm-usage",
		"--host-resolver-rules=MAP * ~NOTFOUND", "--no-proxy-server",
		"--disable-background-networking", "--disable-component-update", "--disable-default-apps",
		"--disable-domain-reliability", "--disable-extensions", "--disable-sync", "--disable-breakpad",
		"--disable-crash-reporter", "--metrics-recording-only", "--no-first-run", "--no-default-browser-check",
		"--no-pdf-header-footer", "--generate-pdf-document-outline",
		"--user-data-dir=" + filepath.Join(dir, "profile"), "--print-to-pdf=" + out,
	}
	if p.Root {
		flags = append(flags, "--no-sandbox")
	}
	return flags
}

func read(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, fmt.Errorf("print with Chromium: it wrote no file: %w", err)
	}
	if info.Size() > maxPDF {
		return nil, fmt.Errorf("print with Chromium: the file has %d bytes, more than %d", info.Size(), maxPDF)
	}
	b, err := os.ReadFile(path)
	if err == nil && !bytes.HasPrefix(b, []byte("%PDF-")) {
		err = errors.New("what it wrote is no PDF")
	}
	if err != nil {
		return nil, fmt.Errorf("print with Chromium: %w", err)
	}
	return b, nil
}

// tail keeps a bounded end of what is written.
type tail struct{ b *bytes.Buffer }

const maxTail = 4 << 10

// Write implements io.Writer.
func (t *tail) Write(p []byte) (int, error) {
	t.b.Write(p)
	if over := t.b.Len() - maxTail; over > 0 {
		t.b.Next(over)
	}
	return len(p), nil
}
