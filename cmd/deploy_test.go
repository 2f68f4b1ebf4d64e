package cmd

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"gopkg.in/yaml.v3"

	"judgement/internal/testtool"
)

const deployDir = "../deploy"

// deployed returns the files of deploy/ by their names there.
func deployed(t *testing.T) fstest.MapFS {
	t.Helper()
	out := fstest.MapFS{}
	err := fs.WalkDir(os.DirFS(deployDir), ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || name == "judgement.env" {
			return err
		}
		data, err := os.ReadFile(filepath.Join(deployDir, name))
		out[name] = &fstest.MapFile{Data: data}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// spoilt is deploy/ with one text replaced in one file.
func spoilt(t *testing.T, name, old, with string) fstest.MapFS {
	t.Helper()
	files := deployed(t)
	f := files[name]
	if f == nil || !strings.Contains(string(f.Data), old) {
		t.Fatalf("%s has no %q to be spoilt", name, old)
	}
	files[name] = &fstest.MapFile{Data: []byte(strings.Replace(string(f.Data), old, with, 1))}
	return files
}

// names returns the files that match a pattern, sorted.
func names(t *testing.T, files fstest.MapFS, pattern string) []string {
	t.Helper()
	list, err := fs.Glob(files, pattern)
	if err != nil || len(list) == 0 {
		t.Fatalf("no files match %s: %v", pattern, err)
	}
	return list
}

// findings runs a checker and returns what it wrote if it ended with an error.
// What it writes while it ends well is no finding, such as the go command's
// messages about downloads.
func findings(t *testing.T, cmd *exec.Cmd) string {
	t.Helper()
	out, err := cmd.CombinedOutput()
	if err == nil {
		return ""
	}
	var exit *exec.ExitError
	if !errors.As(err, &exit) {
		t.Fatalf("run %s: %v; run make deps", cmd.Args[0], err)
	}
	return fmt.Sprintf("%s: %v\n%s", cmd.Args[0], err, out)
}

// verifyUnits has systemd verify the units. An unknown key is only a warning with
// exit code 0, so everything that it writes is a finding.
func verifyUnits(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	testtool.Need(t, "systemd-analyze")
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	args := []string{"verify", "--man=no"}
	for _, pattern := range []string{"systemd/*.service", "systemd/*.socket", "systemd/*.timer"} {
		for _, name := range names(t, files, pattern) {
			// What it starts must be there.
			text := strings.ReplaceAll(string(files[name].Data), "/usr/local/bin/judgement", self)
			path := filepath.Join(dir, filepath.Base(name))
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			args = append(args, path)
		}
	}
	out, err := exec.CommandContext(t.Context(), "systemd-analyze", args...).CombinedOutput()
	if err != nil && len(out) == 0 {
		t.Fatalf("run systemd-analyze: %v", err)
	}
	return string(out)
}

func TestUnits(t *testing.T) {
	if said := verifyUnits(t, deployed(t)); said != "" {
		t.Errorf("systemd-analyze verify: %s", said)
	}
	for _, bad := range [][4]string{
		{"systemd/judgement-serve.service", "ProtectHome=", "ProtectHouse=", "ProtectHouse"},
		{"systemd/judgement-worker.service", "TimeoutStopSec=60", "TimeoutStopSec=soon", "soon"},
		{"systemd/judgement-chat.service", "ExecStart=/usr/local/bin/judgement", "ExecStart=/usr/local/bin/nothing", "nothing"},
		{"systemd/judgement-serve.socket", "ListenStream=127.0.0.1:8421", "ListenStream=everywhere:x", "everywhere"},
		{"systemd/judgement-backup.timer", "02:30:00", "26:30:00", "26:30"},
	} {
		if said := verifyUnits(t, spoilt(t, bad[0], bad[1], bad[2])); !strings.Contains(said, bad[3]) {
			t.Errorf("%s with %s: %q", bad[0], bad[2], said)
		}
	}
}

// The Compose Specification's schema comes with the module of its own parser.
// .ci/manifests downloads the same version.
const (
	composeModule = "github.com/compose-spec/compose-go/v2@v2.16.2"
	composeSum    = "h1:pTp1DqQwJzFd85GzlWsSszKA1ABrV/ySqsClujIcWA8="
)

func composeSchema(t *testing.T) *jsonschema.Schema {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "mod", "download", "-json", composeModule)
	cmd.Dir = t.TempDir()
	out, err := cmd.Output() // with -json, an error is in the output too
	var module struct{ Dir, Sum string }
	if err != nil || json.Unmarshal(out, &module) != nil {
		t.Fatalf("go mod download %s: %v\n%s", composeModule, err, out)
	}
	if module.Sum != composeSum {
		t.Fatalf("%s has the sum %s", composeModule, module.Sum)
	}
	schema, err := jsonschema.NewCompiler().Compile(filepath.Join(module.Dir, "schema", "compose-spec.json"))
	if err != nil {
		t.Fatal(err)
	}
	return schema
}

// readYAML reads the documents of a file as JSON would be.
func readYAML(t *testing.T, data []byte) []map[string]any {
	t.Helper()
	var out []map[string]any
	d := yaml.NewDecoder(strings.NewReader(string(data)))
	for {
		var v map[string]any
		if err := d.Decode(&v); err != nil {
			if len(out) == 0 {
				t.Fatal(err)
			}
			return out
		}
		out = append(out, v)
	}
}

func TestCompose(t *testing.T) {
	schema := composeSchema(t)
	check := func(files fstest.MapFS) error {
		b, err := json.Marshal(readYAML(t, files["compose.yaml"].Data)[0])
		if err != nil {
			t.Fatal(err)
		}
		v, err := jsonschema.UnmarshalJSON(strings.NewReader(string(b)))
		if err != nil {
			t.Fatal(err)
		}
		return schema.Validate(v)
	}
	if err := check(deployed(t)); err != nil {
		t.Error(err)
	}
	for _, bad := range [][2]string{{"healthcheck:", "healthchecks:"}, {"restart: on-failure\n", "restart: [on-failure]\n"}, {"condition: service_healthy", "condition: healthy"}, {"command: [serve]", "command: {serve: 1}"}} {
		if check(spoilt(t, "compose.yaml", bad[0], bad[1])) == nil {
			t.Errorf("the schema lets %s pass", bad[1])
		}
	}
}

// manifests are Kubernetes' files, the template of the secret included.
func manifests(t *testing.T, files fstest.MapFS) []string {
	t.Helper()
	return names(t, files, "kubernetes/*.yaml*")
}

// checkManifests has both checkers look: unknown fields, then what is missing
// and what is no value of an enumeration.
func checkManifests(t *testing.T, files fstest.MapFS) string {
	t.Helper()
	dir := t.TempDir()
	var paths []string
	for _, name := range manifests(t, files) {
		path := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(path, files[name].Data, 0o600); err != nil {
			t.Fatal(err)
		}
		paths = append(paths, path)
	}
	strict := exec.CommandContext(t.Context(), "go", append([]string{"run", "."}, paths...)...)
	strict.Dir = "../.ci/kubernetes"
	tools := "../.ci/npm/kubernetes"
	testtool.Need(t, "node", tools+"/node_modules/kubernetes-models")
	node := exec.CommandContext(t.Context(), "node", append([]string{"validate.mjs"}, paths...)...)
	node.Dir = tools
	return findings(t, strict) + findings(t, node)
}

func TestManifests(t *testing.T) {
	if said := checkManifests(t, deployed(t)); said != "" {
		t.Error(said)
	}
	for _, bad := range [][3]string{
		{"kubernetes/serve.yaml", "timeoutSeconds: 3", "timeoutSecond: 3"},
		{"kubernetes/serve.yaml", "type: RollingUpdate", "type: Rolling"},
		{"kubernetes/worker.yaml", "replicas: 2", "replicas: two"},
		{"kubernetes/chat.yaml", "memory: 512Mi", "memory: 512 MB"},
		{"kubernetes/chat.yaml", "type: Recreate", "type: Recreate\n    type: RollingUpdate"},
		{"kubernetes/network.yaml", "policyTypes:", "policyType:"},
		{"kubernetes/worker.yaml", "policy/v1", "policy/v2"},
		{"kubernetes/migrate.yaml", "restartPolicy: Never", "restart: Never"},
		{"kubernetes/secret.yaml.example", "stringData", "strings"},
	} {
		if said := checkManifests(t, spoilt(t, bad[0], bad[1], bad[2])); !strings.Contains(said, filepath.Base(bad[0])) {
			t.Errorf("%s with %s: %q", bad[0], bad[2], said)
		}
	}
}

// TestDeployIsDocumented: the page names every file, and no file that isn't
// there; what the files say is only in them.
func TestDeployIsDocumented(t *testing.T) {
	page, err := os.ReadFile("../docs/deploy.md")
	if err != nil {
		t.Fatal(err)
	}
	files := deployed(t)
	named := map[string]bool{}
	for _, m := range regexp.MustCompile(`deploy/([A-Za-z0-9._*/-]+)`).FindAllStringSubmatch(string(page), -1) {
		name := strings.TrimRight(m[1], "./")
		switch list, err := fs.Glob(files, name); {
		case err != nil:
			t.Error(err)
		case len(list) == 0 && name != "judgement.env": // the copy of its example
			t.Errorf("docs/deploy.md names deploy/%s, which is not there", name)
		default:
			for _, f := range list {
				named[f] = true
			}
		}
	}
	var all []string
	for name := range files {
		all = append(all, name)
	}
	slices.Sort(all)
	for _, name := range all {
		if !named[name] {
			t.Errorf("docs/deploy.md does not name deploy/%s", name)
		}
	}
	for _, line := range []string{"ExecStart=", "apiVersion:", "FROM docker.io"} {
		if strings.Contains(string(page), line) {
			t.Errorf("docs/deploy.md repeats a file of deploy/: %s", line)
		}
	}
	if len(all) < 15 {
		t.Errorf("only %s", fmt.Sprint(all))
	}
}
