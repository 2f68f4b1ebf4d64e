package openai

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestModeCache(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	c := ModeCache{Path: filepath.Join(t.TempDir(), "deep", "formats.json"), Now: func() time.Time { return now }}
	keep := func(url string, found map[string]Mode) {
		t.Helper()
		if err := c.Keep(url, found, nil); err != nil {
			t.Fatal(err)
		}
	}
	known := func(url string, want map[string]Mode) {
		t.Helper()
		if diff := cmp.Diff(want, c.Known(url)); diff != "" {
			t.Error(diff)
		}
	}
	none := map[string]Mode{}
	known("http://a/v1", none)
	keep("http://a/v1", map[string]Mode{"m": JSONObject, "n": Text})
	keep("http://b/v1", map[string]Mode{"m": StrictSchema})
	known("http://a/v1", map[string]Mode{"m": JSONObject, "n": Text})
	known("http://b/v1", map[string]Mode{"m": StrictSchema})
	known("http://c/v1", none)

	keep("http://a/v1", map[string]Mode{"m": LaxSchema})
	known("http://a/v1", map[string]Mode{"m": LaxSchema, "n": Text})

	before, err := os.Stat(c.Path)
	if err != nil {
		t.Fatal(err)
	}
	keep("http://a/v1", map[string]Mode{"m": LaxSchema})
	if after, err := os.Stat(c.Path); err != nil || !os.SameFile(before, after) {
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
			c := ModeCache{Path: filepath.Join(t.TempDir(), "f.json"), Now: now}
			if err := os.WriteFile(c.Path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := c.Known("u"); len(got) != 0 {
				t.Errorf("known = %v", got)
			}
			if err := c.Keep("u", map[string]Mode{"m": Text}, nil); err != nil {
				t.Fatal(err)
			}
			if got := c.Known("u"); got["m"] != Text {
				t.Errorf("known = %v", got)
			}
		})
	}
	none := ModeCache{Now: now}
	if err := none.Keep("u", map[string]Mode{"m": Text}, nil); err != nil || len(none.Known("u")) != 0 {
		t.Error("without a cache folder nothing is remembered")
	}
	taken := ModeCache{Path: filepath.Join(t.TempDir(), "file", "f.json"), Now: now}
	if err := os.WriteFile(filepath.Dir(taken.Path), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := taken.Keep("u", map[string]Mode{"m": Text}, nil); err == nil {
		t.Error("a cache that cannot be written must say so")
	}
}

// TestRefusedEnds: what a server refused counts for a week from the first time, also if
// it is used every day.
func TestRefusedEnds(t *testing.T) {
	now := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	c := ModeCache{Path: filepath.Join(t.TempDir(), "formats.json"), Now: func() time.Time { return now }}
	s := shape{noSeed: true, noBounds: true, limitField: completionField, context: 4096}
	refused := s.refused()
	for day := range 7 {
		if err := c.Keep("http://a/v1", map[string]Mode{"m": StrictSchema}, map[string][]Refusal{"m": refused}); err != nil {
			t.Fatal(err)
		}
		got := c.Refused("http://a/v1")["m"]
		if want := (shape{noSeed: true, noBounds: true, limitField: completionField}); shapeOf(got) != want {
			t.Errorf("day %d: %v is %+v", day, got, shapeOf(got))
		}
		now = now.Add(24*time.Hour + time.Minute)
	}
	if got := c.Refused("http://a/v1"); len(got) != 0 || len(c.Known("http://a/v1")) != 1 {
		t.Errorf("after a week: %v", got)
	}
	if got := shapeOf([]Refusal{"nonsense"}); got != (shape{}) {
		t.Errorf("an unknown name is %+v", got)
	}
}
