package openai

import (
	"encoding/json"
	"errors"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// ModeCache remembers between runs which reply format each model of a server
// knows, and which fields it refuses, so that only the first run spends calls on finding
// out. It is a cache:
// what cannot be read counts as empty, what cannot be written is let go.
type ModeCache struct {
	Path string // of its file; empty: nothing is remembered
	Now  func() time.Time
}

// modeEntry is one model of one server (schema 1).
type modeEntry struct {
	BaseURL string    `json:"base_url"`
	Model   string    `json:"model"`
	Mode    Mode      `json:"mode"`
	At      time.Time `json:"at"`
	// What the server refuses, by the names of shape.refused, and since when that counts.
	Refused []Refusal  `json:"refused,omitempty"`
	Since   *time.Time `json:"since,omitempty"`
}

// Refusal names what a server refuses of a request.
type Refusal string

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

// read returns the entries that count, the newest last.
func (c ModeCache) read() []modeEntry {
	info, err := os.Stat(c.Path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > modeFileMax {
		return nil
	}
	data, err := os.ReadFile(c.Path)
	var f modeFile
	if err != nil || json.Unmarshal(data, &f) != nil || f.Schema != 1 {
		return nil
	}
	old := func(at time.Time) bool {
		age := c.Now().Sub(at)
		return age < -time.Hour || age > modeLife
	}
	for i, e := range f.Entries {
		if e.Since == nil || old(*e.Since) { // refused once, perhaps not any more
			f.Entries[i].Refused, f.Entries[i].Since = nil, nil
		}
	}
	return slices.DeleteFunc(f.Entries, func(e modeEntry) bool { return old(e.At) || !slices.Contains(Modes(), e.Mode) })
}

// Refused returns what a server refuses, by model.
func (c ModeCache) Refused(baseURL string) map[string][]Refusal {
	out := map[string][]Refusal{}
	for _, e := range c.read() {
		if e.BaseURL == baseURL && len(e.Refused) > 0 {
			out[e.Model] = e.Refused
		}
	}
	return out
}

// Known returns the reply formats of a server's models.
func (c ModeCache) Known(baseURL string) map[string]Mode {
	out := map[string]Mode{}
	for _, e := range c.read() {
		if e.BaseURL == baseURL {
			out[e.Model] = e.Mode
		}
	}
	return out
}

// Keep records what a run found out. It writes only if something is new, or old
// enough to be renewed. What is refused is not renewed: after modeLife it is tried again.
func (c ModeCache) Keep(baseURL string, found map[string]Mode, refused map[string][]Refusal) error {
	entries, changed := c.read(), false
	for _, model := range slices.Sorted(maps.Keys(found)) {
		now := c.Now().UTC().Truncate(time.Second)
		e := modeEntry{BaseURL: baseURL, Model: model, Mode: found[model], At: now, Refused: refused[model]}
		if len(e.Refused) > 0 {
			e.Since = &now
		}
		same := func(o modeEntry) bool { return o.BaseURL == baseURL && o.Model == model }
		if i := slices.IndexFunc(entries, same); i >= 0 {
			known := entries[i]
			if slices.Equal(known.Refused, e.Refused) {
				e.Since = known.Since
				if known.Mode == e.Mode && e.At.Sub(known.At) < modeRenewal {
					continue
				}
			}
		}
		entries, changed = append(slices.DeleteFunc(entries, same), e), true
	}
	if !changed || c.Path == "" {
		return nil
	}
	data, err := json.MarshalIndent(modeFile{1, entries[max(0, len(entries)-modeEntries):]}, "", "  ")
	if err != nil {
		return err
	}
	return replaceFile(c.Path, append(data, '\n'))
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
