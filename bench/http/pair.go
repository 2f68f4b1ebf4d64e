package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

// token is sent to both servers; the bare one ignores it.
const token = "9c1f6d0e3a5b47829c1f6d0e3a5b47829c1f6d0e3a5b47829c1f6d0e3a5b4782"

// process is one server.
type process struct {
	cmd *exec.Cmd
	url string
}

// pair is the program and the bare handler, serving the same bytes.
type pair struct {
	dir        string
	ours, bare process
	metrics    string
}

func start(dir string) (*pair, error) {
	binary := filepath.Join(dir, "judgement")
	if out, err := exec.Command("go", "build", "-o", binary, ".").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build the program: %w\n%s", err, out)
	}
	workspace := filepath.Join(dir, "workspace")
	if err := makeWorkspace(workspace, 50); err != nil {
		return nil, err
	}
	p := &pair{dir: dir}
	addr, metrics, err := freeAddresses()
	if err != nil {
		return nil, err
	}
	p.metrics = "http://" + metrics + "/metrics"
	p.ours, err = spawn(dir, "ours.log", addr, []string{"SERVICE_API_TOKEN=" + token},
		binary, "serve", "--workspace", workspace, "--listen", addr, "--metrics-listen", metrics)
	if err != nil {
		return nil, err
	}
	bodies := filepath.Join(dir, "bodies")
	for _, t := range targets {
		body, err := fetch(p.ours.url + t.path)
		if err != nil {
			p.stop()
			return nil, err
		}
		name := filepath.Join(bodies, filepath.FromSlash(t.path))
		if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o750), os.WriteFile(name, body, 0o600)); err != nil {
			p.stop()
			return nil, err
		}
	}
	self, err := os.Executable()
	if err != nil {
		p.stop()
		return nil, err
	}
	if addr, _, err = freeAddresses(); err != nil {
		p.stop()
		return nil, err
	}
	if p.bare, err = spawn(dir, "bare.log", addr, []string{"LISTEN=" + addr}, self, "-bare", bodies); err != nil {
		p.stop()
		return nil, err
	}
	return p, nil
}

func (p *pair) stop() {
	for _, s := range []process{p.ours, p.bare} {
		if s.cmd != nil {
			_ = s.cmd.Process.Kill()
			_ = s.cmd.Wait()
		}
	}
}

// spawn starts a server whose log goes to a file, and waits until it answers.
func spawn(dir, log, addr string, env []string, name string, args ...string) (process, error) {
	f, err := os.Create(filepath.Join(dir, log))
	if err != nil {
		return process{}, err
	}
	defer f.Close()
	s := process{cmd: exec.Command(name, args...), url: "http://" + addr}
	s.cmd.Env = append(os.Environ(), env...)
	s.cmd.Stdout, s.cmd.Stderr = f, f
	if err := s.cmd.Start(); err != nil {
		return process{}, err
	}
	for range 100 {
		if _, err = fetch(s.url + "/v1/healthz"); err == nil {
			return s, nil
		}
		time.Sleep(50 * time.Millisecond)
	}
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait()
	return process{}, fmt.Errorf("%s does not answer: %w", name, err)
}

func freeAddresses() (string, string, error) {
	one, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	defer one.Close()
	two, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", "", err
	}
	defer two.Close()
	return one.Addr().String(), two.Addr().String(), nil
}

func fetch(url string) ([]byte, error) {
	r, err := http.NewRequestWithContext(context.Background(), http.MethodGet, url, nil)
	if err != nil {
		return nil, err
	}
	r.Header.Set("Authorization", "Bearer "+token)
	resp, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("%s: %s", url, resp.Status)
	}
	return body, err
}

// serveBare answers each path with the bytes of a file and does nothing else.
func serveBare(dir string) error {
	mux := http.NewServeMux()
	for _, t := range targets {
		body, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(t.path)))
		if err != nil {
			return err
		}
		length := strconv.Itoa(len(body))
		mux.HandleFunc(t.path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("Content-Length", length)
			_, _ = w.Write(body)
		})
	}
	srv := &http.Server{Addr: os.Getenv("LISTEN"), Handler: mux, ReadHeaderTimeout: time.Minute}
	return srv.ListenAndServe()
}

// makeWorkspace writes a workspace of n scenes over one base panel.
func makeWorkspace(dir string, n int) error {
	skill := "---\nname: %s\ndescription: Judges.\nmetadata:\n  version: \"1.0.0\"\n---\n# Method\n"
	files := map[string]string{
		"SKILL.md": fmt.Sprintf(skill, "judgement"), "VERSION": "v1.0.0\n",
		"anchors/keeper/perspective/SKILL.md": fmt.Sprintf(skill, "perspective"),
		"anchors/keeper/README.md":            "A viewpoint of the benchmark.\n",
	}
	base := "name: base\njudges:\n"
	lenses := "scoring_lenses:\n"
	for i := range 8 {
		name := fmt.Sprintf("judge-%d", i)
		files["judges/"+name+"/SKILL.md"] = fmt.Sprintf(skill, name)
		base += fmt.Sprintf("  - {slug: %s, judge_category: dimension, skill_path: judges/%s/SKILL.md}\n", name, name)
		lenses += fmt.Sprintf("  - {slug: lens-%d, max_score: 10}\n", i)
	}
	files["scenes/_base/base.yaml"] = base + lenses
	for i := range n {
		slug := fmt.Sprintf("scene-%02d", i)
		env := strings.ToUpper(strings.ReplaceAll(slug, "-", "_"))
		files["scenes/"+slug+"/scene.yaml"] = "slug: " + slug + "\nscene_type: review\nchat: {app_id_env: CHAT_APP_ID_" + env +
			", app_secret_env: CHAT_APP_SECRET_" + env + "}\nreport: {brand_prefix: b-}\nanchor_judge: keeper\nshow_scores_publicly: false\n"
		files["scenes/"+slug+"/panel.yaml"] = "extends: ../_base/base.yaml\nname: " + slug + "\n"
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o750), os.WriteFile(path, []byte(text), 0o600)); err != nil {
			return err
		}
	}
	return nil
}
