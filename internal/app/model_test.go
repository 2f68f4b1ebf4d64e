package app

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/llm/openai"
)

func TestModeCache(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	c := modeCache{path: filepath.Join(t.TempDir(), "deep", "formats.json"), now: func() time.Time { return now }}
	keep := func(url string, found map[string]openai.Mode) {
		t.Helper()
		if err := c.keep(url, found); err != nil {
			t.Fatal(err)
		}
	}
	known := func(url string, want map[string]openai.Mode) {
		t.Helper()
		if diff := cmp.Diff(want, c.known(url)); diff != "" {
			t.Error(diff)
		}
	}
	none := map[string]openai.Mode{}
	known("http://a/v1", none)
	keep("http://a/v1", map[string]openai.Mode{"m": openai.JSONObject, "n": openai.Text})
	keep("http://b/v1", map[string]openai.Mode{"m": openai.StrictSchema})
	known("http://a/v1", map[string]openai.Mode{"m": openai.JSONObject, "n": openai.Text})
	known("http://b/v1", map[string]openai.Mode{"m": openai.StrictSchema})
	known("http://c/v1", none)

	keep("http://a/v1", map[string]openai.Mode{"m": openai.LaxSchema})
	known("http://a/v1", map[string]openai.Mode{"m": openai.LaxSchema, "n": openai.Text})

	before, err := os.Stat(c.path)
	if err != nil {
		t.Fatal(err)
	}
	keep("http://a/v1", map[string]openai.Mode{"m": openai.LaxSchema})
	if after, err := os.Stat(c.path); err != nil || !os.SameFile(before, after) {
		t.Error("nothing new was written all the same")
	}

	now = now.Add(modeLife + time.Hour)
	known("http://a/v1", none)
	now = now.Add(-30 * 24 * time.Hour) // the clock was put back: entries of the future do not count
	known("http://a/v1", none)
}

func TestModeCacheIgnoresWhatItCannotRead(t *testing.T) {
	now := func() time.Time { return time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC) }
	for name, text := range map[string]string{
		"torn":    `{"schema":1,"entries":[{"base`,
		"newer":   `{"schema":2,"entries":[{"base_url":"u","model":"m","mode":"text","at":"2026-03-01T08:00:00Z"}]}`,
		"unknown": `{"schema":1,"entries":[{"base_url":"u","model":"m","mode":"xml","at":"2026-03-01T08:00:00Z"}]}`,
		"huge":    strings.Repeat(" ", modeFileMax+1),
	} {
		t.Run(name, func(t *testing.T) {
			c := modeCache{path: filepath.Join(t.TempDir(), "f.json"), now: now}
			if err := os.WriteFile(c.path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := c.known("u"); len(got) != 0 {
				t.Errorf("known = %v", got)
			}
			if err := c.keep("u", map[string]openai.Mode{"m": openai.Text}); err != nil {
				t.Fatal(err)
			}
			if got := c.known("u"); got["m"] != openai.Text {
				t.Errorf("known = %v", got)
			}
		})
	}
	none := modeCache{now: now}
	if err := none.keep("u", map[string]openai.Mode{"m": openai.Text}); err != nil || len(none.known("u")) != 0 {
		t.Error("without a cache folder nothing is remembered")
	}
	taken := modeCache{path: filepath.Join(t.TempDir(), "file", "f.json"), now: now}
	if err := os.WriteFile(filepath.Dir(taken.path), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := taken.keep("u", map[string]openai.Mode{"m": openai.Text}); err == nil {
		t.Error("a cache that cannot be written must say so")
	}
}
