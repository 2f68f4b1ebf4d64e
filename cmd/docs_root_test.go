package cmd

import (
	"os"
	"os/exec"
	"strings"
	"testing"

	"judgement/internal/testtool"
)

// docsAsRoot begins the script of TestDocsAsRoot: folders that the commands change are
// covered, and systemctl and systemd-run do what systemd does with the unit, since the
// namespace has no systemd.
const docsAsRoot = `
set -euo pipefail
PATH=/usr/local/bin:$PATH tree=$PWD covers=$1
mount -t tmpfs covers "$covers"
for folder in /etc /usr/local /usr/share/doc /var/lib /var/cache "$(go env GOCACHE)" "$tree"; do
  cover=$covers/${folder//\//_}
  mkdir -p "$cover/new" "$cover/work"
  mount -t overlay cover -o "lowerdir=$folder,upperdir=$cover/new,workdir=$cover/work" "$folder"
done
cd "$tree"
ip link set lo up
unit=/etc/systemd/system/judgement.service
as_unit() (
  set -a
  export $(sed -n 's/^Environment=//p' "$unit")
  . /etc/judgement/judgement.env
  SERVICE_API_TOKEN=0123456789abcdef0123456789abcdef JUDGEMENT_LLM_PROVIDER=offline # "fill it in"
  install -d -m 0750 -o judgement -g judgement /var/cache/judgement /var/lib/judgement-backup
  exec setpriv --reuid=judgement --regid=judgement --clear-groups "$@"
)
systemctl() {
  SYSTEMD_OFFLINE=1 command systemctl ${@/--now/}
  [[ "$*" != *--now* ]] || { as_unit $(sed -n 's/^ExecStart=//p' "$unit") 2>"$covers/log" & service=$!; }
}
systemd-run() {
  while [[ $1 == -* ]]; do [ "$1" != -p ] || shift; shift; done
  as_unit "$@"
}
trap 'cat "$covers/log" || true' ERR
`

// docsRootPage is the page that has blocks marked with root.
const docsRootPage = "docs/deploy.md"

// TestDocsAsRoot runs the blocks that are marked with root: the installation of the
// service, its upgrade and its restore. They change only namespaces of their own.
func TestDocsAsRoot(t *testing.T) {
	t.Parallel()
	testtool.Need(t, "unshare", "setpriv", "systemctl", "ip", "curl")
	script := docsAsRoot
	for _, b := range docsBlocks(t, docsRootPage) {
		if b.marks == "root" {
			if strings.Contains(b.text, "judgement.db-wal") { // "with every process stopped"
				script += "kill $service; wait $service || true\n"
			}
			script += "set -x\n" + b.text + "{ set +x; } 2>/dev/null\n"
		}
	}
	args := []string{"unshare", "--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc", "bash", "-c", script, "bash", t.TempDir()}
	if os.Geteuid() != 0 {
		if exec.CommandContext(t.Context(), "sudo", "-n", "true").Run() != nil {
			testtool.Missing(t, "root, or sudo without a password")
		}
		args = append([]string{"sudo", "-n", "env", "PATH=" + os.Getenv("PATH"), "HOME=" + os.Getenv("HOME")}, args...)
	}
	cmd := exec.CommandContext(t.Context(), args[0], args[1:]...)
	cmd.Dir = ".."
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, want := range []string{"multi-user.target.wants/judgement.service", `"status":"ok"`, "now at version", "(up to date)"} {
		if !strings.Contains(string(out), want) {
			t.Errorf("nothing says %q:\n%s", want, out)
		}
	}
}

// TestContributing runs the commands of CONTRIBUTING.md in a clone of the last commit.
func TestContributing(t *testing.T) {
	t.Parallel()
	testtool.Need(t, "git", "make", "bash")
	dir := t.TempDir()
	if out, err := exec.CommandContext(t.Context(), "git", "clone", "-q", "..", dir).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, b := range docsBlocks(t, "CONTRIBUTING.md") {
		if b.marks != "" {
			continue
		}
		cmd := exec.CommandContext(t.Context(), "bash", "-euxc", b.text)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
}
