package app

import (
	"cmp"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"time"

	"judgement/internal/llm/openai"
)

// modeCache remembers between runs which reply format each model of a server
// knows, so that only the first run spends calls on finding out. It is a cache:
// what cannot be read counts as empty, what cannot be written is let go.
type modeCache struct {
	path string // empty: nothing is remembered
	now  func() time.Time
}

// modeEntry is one model of one server (schema 1).
type modeEntry struct {
	BaseURL string      `json:"base_url"`
	Model   string      `json:"model"`
	Mode    openai.Mode `json:"mode"`
	At      time.Time   `json:"at"`
}

type modeFile struct {
	Schema  int         `json:"schema"`
	Entries []modeEntry `json:"entries"`
}

// How long an entry counts, when it is renewed, and how many are kept. An entry
// ends so that a server that has learned a better format is asked for it.
const (
	modeLife    = 7 * 24 * time.Hour
	modeRenewal = 24 * time.Hour
	modeEntries = 200
	modeFileMax = 1 << 20
)

// read returns the entries that count, newest first, as they were written.
func (c modeCache) read() []modeEntry {
	info, err := os.Stat(c.path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > modeFileMax {
		return nil
	}
	data, err := os.ReadFile(c.path)
	var f modeFile
	if err != nil || json.Unmarshal(data, &f) != nil || f.Schema != 1 {
		return nil
	}
	return slices.DeleteFunc(f.Entries, func(e modeEntry) bool {
		age := c.now().Sub(e.At)
		return age < -time.Hour || age > modeLife || !slices.Contains(openai.Modes(), e.Mode)
	})
}

// known returns the reply formats of a server's models.
func (c modeCache) known(baseURL string) map[string]openai.Mode {
	out := map[string]openai.Mode{}
	for _, e := range c.read() {
		if e.BaseURL == baseURL {
			out[e.Model] = e.Mode
		}
	}
	return out
}

// keep records what a run found out. It writes only if something is new, or old
// enough to be renewed.
func (c modeCache) keep(baseURL string, found map[string]openai.Mode) error {
	if c.path == "" {
		return nil
	}
	entries, changed := c.read(), false
	for model, mode := range found { // sorted below
		e := modeEntry{BaseURL: baseURL, Model: model, Mode: mode, At: c.now().UTC().Truncate(time.Second)}
		i := slices.IndexFunc(entries, func(o modeEntry) bool { return o.BaseURL == baseURL && o.Model == model })
		switch {
		case i < 0:
			entries, changed = append(entries, e), true
		case entries[i].Mode != mode || e.At.Sub(entries[i].At) >= modeRenewal:
			entries[i], changed = e, true
		}
	}
	if !changed {
		return nil
	}
	slices.SortFunc(entries, func(a, b modeEntry) int {
		return cmp.Or(b.At.Compare(a.At), cmp.Compare(a.BaseURL, b.BaseURL), cmp.Compare(a.Model, b.Model))
	})
	data, err := json.MarshalIndent(modeFile{1, entries[:min(len(entries), modeEntries)]}, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(c.path, append(data, '\n'))
}

// replaceFile writes a file beside the path and renames it there.
func replaceFile(path string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(filepath.Dir(path), ".new-")
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	err = errors.Join(err, f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
