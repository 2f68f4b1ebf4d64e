package chromium_test

import (
	"bytes"
	"context"
	"errors"
	"net"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"judgement/internal/chromium"
	"judgement/internal/testtool"
)

// script writes an executable that acts as a browser.
func script(t *testing.T, body string) chromium.Printer {
	t.Helper()
	path := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+body), 0o755); err != nil {
		t.Fatal(err)
	}
	return chromium.Printer{Path: path, TempDir: t.TempDir()}
}

// empty fails the test where files were left behind.
func empty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

func TestFind(t *testing.T) {
	none := func(string) (string, error) { return "", exec.ErrNotFound }
	if _, err := chromium.Find("", none); !errors.Is(err, chromium.ErrNotFound) {
		t.Errorf("err = %v, want ErrNotFound", err)
	}
	if _, err := chromium.Find("/nowhere/chromium", none); !errors.Is(err, chromium.ErrNotFound) || !strings.Contains(err.Error(), "/nowhere/chromium") {
		t.Errorf("err = %v, want ErrNotFound with the path", err)
	}
	p, err := chromium.Find("", func(name string) (string, error) {
		if name == "google-chrome" {
			return "/opt/google-chrome", nil
		}
		return "", exec.ErrNotFound
	})
	if err != nil || p.Path != "/opt/google-chrome" {
		t.Errorf("Find = %+v, %v", p, err)
	}
}

func TestBadBrowsers(t *testing.T) {
	for name, c := range map[string]struct{ body, want string }{
		"fails":      {"echo it broke >&2; exit 7", "it broke"},
		"no file":    {"exit 0", "wrote no file"},
		"not a PDF":  {`for a; do case $a in --print-to-pdf=*) echo hello > "${a#--print-to-pdf=}";; esac; done`, "no PDF"},
		"long story": {"yes x | head -c 100000; echo the end; exit 1", "the end"},
	} {
		t.Run(name, func(t *testing.T) {
			p := script(t, c.body)
			_, err := p.PDF(t.Context(), []byte("<p>x"))
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("err = %v, want %q in it", err, c.want)
			}
			empty(t, p.TempDir)
		})
	}
}

// TestBrowserSeesNoSecrets: of the environment a browser gets what it needs to
// start, and neither keys nor tokens.
func TestBrowserSeesNoSecrets(t *testing.T) {
	for _, name := range []string{"OPENAI_API_KEY", "SERVICE_API_TOKEN", "JUDGEMENT_DATABASE_URL", "CHAT_APP_SECRET_X", "AWS_SECRET_ACCESS_KEY", "PGPASSWORD"} {
		t.Setenv(name, "canary")
	}
	t.Setenv("LC_ALL", "C.UTF-8")
	dump := filepath.Join(t.TempDir(), "env")
	p := script(t, "env > "+dump+"; exit 1")
	if _, err := p.PDF(t.Context(), []byte("<p>x")); err == nil {
		t.Fatal("no error")
	}
	seen, err := os.ReadFile(dump)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(seen), "canary") {
		t.Errorf("the browser sees secrets:\n%s", seen)
	}
	for _, want := range []string{"PATH=", "LC_ALL=C.UTF-8\n", "HOME=" + p.TempDir} {
		if !strings.Contains(string(seen), want) {
			t.Errorf("%s is missing in:\n%s", want, seen)
		}
	}
}

// TestKillsTheGroup lets a browser hang with a child that hangs too.
func TestKillsTheGroup(t *testing.T) {
	pid := filepath.Join(t.TempDir(), "pid")
	p := script(t, "sleep 600 & echo $! > "+pid+".tmp; mv "+pid+".tmp "+pid+"; wait")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		for ctx.Err() == nil {
			if _, err := os.Stat(pid); err == nil {
				cancel()
			}
			time.Sleep(5 * time.Millisecond)
		}
	}()
	if _, err := p.PDF(ctx, []byte("<p>x")); !errors.Is(err, context.Canceled) {
		t.Errorf("err = %v, want Canceled", err)
	}
	b, err := os.ReadFile(pid)
	if err != nil {
		t.Fatal(err)
	}
	child := strings.TrimSpace(string(b))
	// A killed child takes a moment to end, and may stay as a zombie until its new parent
	// collects it.
	for deadline := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
		stat, err := os.ReadFile("/proc/" + child + "/stat")
		if err != nil || strings.Contains(string(stat), ") Z") {
			break
		}
		if time.Now().After(deadline) {
			t.Fatalf("child %s still runs: %s", child, stat)
		}
	}
	empty(t, p.TempDir)
}

func TestTimeout(t *testing.T) {
	p := script(t, "sleep 600")
	p.Timeout = 50 * time.Millisecond
	if _, err := p.PDF(t.Context(), []byte("<p>x")); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("err = %v, want DeadlineExceeded", err)
	}
	empty(t, p.TempDir)
}

// TestPrints needs a real Chromium: it prints a page that would run a script
// (which the page's policy forbids) and ask a server (which the flags forbid).
func TestPrints(t *testing.T) {
	testtool.Need(t, "chromium", "pdftotext")
	p, err := chromium.Find("", exec.LookPath)
	if err != nil {
		t.Fatal(err)
	}
	p.TempDir = t.TempDir()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	var asked atomic.Int32
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			asked.Add(1)
			c.Close()
		}
	}()
	_, port, err := net.SplitHostPort(l.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	page := `<!doctype html><meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src *"><title>Printed</title><h1>Heading of the page</h1><script>document.body.append("scripted")</script><img src="http://` + l.Addr().String() + `/"><img src="http://localhost:` + port + `/">`
	pdf, err := p.PDF(t.Context(), []byte(page))
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command("pdftotext", "-", "-")
	cmd.Stdin = bytes.NewReader(pdf)
	text, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(text), "Heading of the page") || strings.Contains(string(text), "scripted") {
		t.Errorf("text = %q", text)
	}
	if n := asked.Load(); n > 0 {
		t.Errorf("%d requests were made", n)
	}
	empty(t, p.TempDir)
}
