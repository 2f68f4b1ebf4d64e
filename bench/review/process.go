//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"syscall"
	"time"

	"judgement/internal/llm/fakeserver"
)

// usage is what one process used.
type usage struct {
	wall, user, system time.Duration
	mib                float64 // at its peak
	out                []byte
}

func (u usage) cpu() time.Duration { return u.user + u.system }

// spec is one review of a folder of documents by a new process in a new workspace.
type spec struct {
	judges, documents, atOnce int
	server                    fakeserver.Options
	settings                  string // judgement.yaml; empty: none
	formats                   string // of the reports; empty: the default formats
	mayFail                   bool   // an exit code above zero is not an error
	after                     func(ws string, s *fakeserver.Server) error
}

// review runs the program over the documents of a spec.
func (b *bench) review(sp spec) (usage, fakeserver.Counters, error) {
	s, err := fakeserver.New(sp.server)
	if err != nil {
		return usage{}, fakeserver.Counters{}, err
	}
	defer s.Close()
	ws, docs, err := b.workspace(sp.judges, sp.documents)
	if err != nil {
		return usage{}, fakeserver.Counters{}, err
	}
	if sp.settings != "" {
		if err := os.WriteFile(filepath.Join(ws, "judgement.yaml"), []byte(sp.settings), 0o644); err != nil {
			return usage{}, fakeserver.Counters{}, err
		}
	}
	env := append(os.Environ(),
		"JUDGEMENT_LLM_MODEL=fake-1", "OPENAI_API_KEY=none", "OPENAI_BASE_URL="+s.URL(), "JUDGEMENT_WORKSPACE=")
	args := []string{"review", docs, "--scene", "bench", "--workspace", ws, "--concurrency", fmt.Sprint(sp.atOnce), "--output", "json"}
	if sp.formats != "" {
		args = append(args, "--formats", sp.formats)
	}
	u, err := process(sp.mayFail, env, b.binary, args...)
	if err == nil && sp.after != nil {
		err = sp.after(ws, s)
	}
	return u, s.Counters(), err
}

// engine judges a spec's documents without publishing, in a new process.
func (b *bench) engine(sp spec) (usage, error) {
	s, err := fakeserver.New(sp.server)
	if err != nil {
		return usage{}, err
	}
	defer s.Close()
	ws, _, err := b.workspace(sp.judges, sp.documents)
	if err != nil {
		return usage{}, err
	}
	return self("-engine", ws, "-url", s.URL(), "-at-once", fmt.Sprint(sp.atOnce))
}

// self runs this program with one of its internal flags.
func self(args ...string) (usage, error) {
	path, err := os.Executable()
	if err != nil {
		return usage{}, err
	}
	return process(false, os.Environ(), path, args...)
}

func process(mayFail bool, env []string, name string, args ...string) (usage, error) {
	c := exec.Command(name, args...)
	c.Env = env
	var out, errs bytes.Buffer
	c.Stdout, c.Stderr = &out, &errs
	start := time.Now()
	err := c.Run()
	u := usage{wall: time.Since(start), out: out.Bytes()}
	if c.ProcessState != nil {
		u.user, u.system = c.ProcessState.UserTime(), c.ProcessState.SystemTime()
		if r, ok := c.ProcessState.SysUsage().(*syscall.Rusage); ok {
			u.mib = float64(r.Maxrss) / 1024
		}
	}
	var exit *exec.ExitError
	if err != nil && !(mayFail && errors.As(err, &exit)) {
		return u, fmt.Errorf("%s %s: %w\n%s", filepath.Base(name), args[0], err, tail(errs.Bytes()))
	}
	return u, nil
}

func tail(b []byte) []byte { return b[max(len(b)-2000, 0):] }

// outcomes counts the verdicts of a batch by outcome.
func outcomes(out []byte) (map[string]int, error) {
	var rows []struct {
		Result *struct {
			Judges []struct {
				Outcome string `json:"outcome"`
			} `json:"judges"`
		} `json:"result"`
	}
	if err := json.Unmarshal(out, &rows); err != nil {
		return nil, fmt.Errorf("read the program's output: %w", err)
	}
	n := map[string]int{}
	for _, r := range rows {
		if r.Result == nil {
			n["document failed"]++
			continue
		}
		for _, v := range r.Result.Judges {
			n[v.Outcome]++
		}
	}
	return n, nil
}
