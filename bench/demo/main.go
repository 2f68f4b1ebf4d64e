// Command demo times the start of 'judgement demo' in a home folder that is empty: the
// printed address, the list of cases, the first page of a case.
package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/cookiejar"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) (err error) {
	home, err := os.MkdirTemp("", "demo")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	program := filepath.Join(home, "judgement")
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, out)
	}
	start := time.Now()
	demo := exec.CommandContext(ctx, program, "demo", "--no-browser")
	demo.Dir, demo.Env = home, append(os.Environ(), "HOME="+home, "TMPDIR="+home, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=")
	out, err := demo.StdoutPipe()
	if err == nil {
		err = demo.Start()
	}
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, demo.Process.Signal(os.Interrupt), demo.Wait()) }()
	address, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		return fmt.Errorf("read the address: %w", err)
	}
	return look(ctx, start, strings.TrimSpace(address))
}

// look opens the printed address, then the first case that it lists.
func look(ctx context.Context, start time.Time, address string) error {
	lap := func(what string) { fmt.Printf("%-19s %6.2f s\n", what, time.Since(start).Seconds()) }
	lap("address is printed")
	site, _, _ := strings.Cut(address, "/cases")
	jar, err := cookiejar.New(nil)
	if err != nil {
		return err
	}
	browser := &http.Client{Jar: jar}
	first := regexp.MustCompile(`/cases/C-[0-9]+-[0-9]+/v[0-9]+`)
	for page := address; ; page = site + "/cases" { // the first address logs in, and the list may still be read
		text, err := get(ctx, browser, page)
		if err != nil {
			return err
		}
		if found := first.FindString(text); found != "" {
			lap("cases are listed")
			if _, err := get(ctx, browser, site+found); err != nil {
				return err
			}
			lap("first case is there")
			return nil
		}
		if time.Since(start) > time.Minute {
			return errors.New("no case is listed after a minute")
		}
		time.Sleep(10 * time.Millisecond)
	}
}

func get(ctx context.Context, browser *http.Client, address string) (string, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return "", err
	}
	req.Header.Set("Accept", "text/html")
	resp, err := browser.Do(req)
	if err != nil {
		return "", err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", req.URL.Path, resp.Status)
	}
	return string(body), err
}
