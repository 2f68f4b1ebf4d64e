package cmd

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/llm/openai"
	"judgement/internal/llm/servertest"
)

const (
	modelsFile = "../docs/models.md"
	tableMark  = "TestModelsPage -update -->\n"
)

// TestModelsPage holds docs/models.md to the table of servers and to what doctor says of
// a server of each kind. Doctor gets the servers' own addresses, behind a proxy that
// sends each host to its fake.
func TestModelsPage(t *testing.T) {
	t.Parallel()
	page, err := os.ReadFile(modelsFile)
	if err != nil {
		t.Fatal(err)
	}
	intro, _, ok := strings.Cut(string(page), tableMark)
	if !ok {
		t.Fatalf("%s has no mark of the table", modelsFile)
	}
	standards := servertest.Standards()
	proxy, cache := proxyTo(t, standards), t.TempDir()
	checkTests(t, intro)
	var b strings.Builder
	b.WriteString(intro + tableMark)
	for _, s := range openai.Servers() {
		i := slices.IndexFunc(standards, func(o servertest.Standard) bool { return o.Slug == s.Slug })
		if i < 0 {
			t.Fatalf("no standard server of the kind %s", s.Slug)
		}
		writeSection(&b, s, doctorOf(t, proxy, cache, standards[i]))
	}
	if *update {
		if err := os.WriteFile(modelsFile, []byte(b.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(b.String(), string(page)); diff != "" {
		t.Errorf("docs/models.md is not what doctor says; run: go test ./cmd -run TestModelsPage -update\n%s", diff)
	}
}

var (
	namedTest  = regexp.MustCompile("`(Test[A-Za-z]+)(?:/([^`]+))?`")
	behaviours = regexp.MustCompile(`(\d+) of them, with their sources`)
)

// checkTests demands that the tests which the page names exist, and that it has the
// number of behaviours.
func checkTests(t *testing.T, page string) {
	t.Helper()
	rows := map[string]bool{}
	for _, b := range servertest.Behaviours() {
		rows[strings.TrimSpace(b.Server+" "+b.Name)] = true
	}
	if n := behaviours.FindStringSubmatch(page); n == nil || n[1] != strconv.Itoa(len(rows)) {
		t.Errorf("%s does not say that there are %d behaviours", modelsFile, len(rows))
	}
	var code strings.Builder
	for _, pattern := range []string{"*_test.go", "../internal/*/*_test.go", "../internal/llm/*/*_test.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, f := range files {
			data, err := os.ReadFile(f)
			if err != nil {
				t.Fatal(err)
			}
			code.Write(data)
		}
	}
	named := namedTest.FindAllStringSubmatch(page, -1)
	if len(named) < 17 {
		t.Errorf("%s names %d tests", modelsFile, len(named))
	}
	for _, n := range named {
		if !strings.Contains(code.String(), "func "+n[1]+"(") || n[2] != "" && !rows[n[2]] {
			t.Errorf("%s names the test %s, which does not exist", modelsFile, n[0])
		}
	}
}

func writeSection(b *strings.Builder, s openai.Server, doctor string) {
	fmt.Fprintf(b, "\n### %s\n\n```sh\n", s.Name)
	for _, v := range s.Settings {
		value := v.Value
		if strings.ContainsAny(value, "<>") {
			value = `"` + value + `"`
		}
		fmt.Fprintf(b, "export %s=%s\n", v.Variable, value)
	}
	fmt.Fprintf(b, "```\n\n`judgement doctor` says then, among other things:\n\n```text\n%s```\n\n", doctor)
	if s.Context != "" {
		fmt.Fprintf(b, "- More context: %s.\n", s.Context)
	}
	for _, l := range s.Limits {
		fmt.Fprintf(b, "- %s\n", l)
	}
	checked := "simulated from its documentation (`internal/llm/servertest`)"
	if s.Real != "" {
		checked = "real program (`make models`: " + s.Real + "); its other errors are simulated from its documentation (`internal/llm/servertest`)"
	}
	fmt.Fprintf(b, "- Checked: %s.\n", checked)
}

// proxyTo starts a proxy that sends the host of each server to a fake of it.
func proxyTo(t *testing.T, all []servertest.Standard) string {
	t.Helper()
	to := map[string]*url.URL{}
	for _, s := range all {
		u, err := url.Parse(servertest.Start(t, s.Fake).URL)
		if err != nil {
			t.Fatal(err)
		}
		to[s.Host] = u
	}
	p := httptest.NewServer(&httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		if u := to[r.In.Host]; u != nil {
			r.Out.URL.Scheme, r.Out.URL.Host = u.Scheme, u.Host
		}
	}, ErrorHandler: func(w http.ResponseWriter, r *http.Request, err error) {
		http.Error(w, r.Host+": "+err.Error(), http.StatusBadGateway)
	}})
	t.Cleanup(p.Close)
	return p.URL
}

// doctorOf is what doctor says of a server, as it would be with its documented address.
func doctorOf(t *testing.T, proxy, cache string, s servertest.Standard) string {
	t.Helper()
	dir := t.TempDir()
	model, key := strings.TrimPrefix(s.Model, "models/"), ""
	if wantsKey(s.Slug) {
		key = "sk-none"
	}
	cmd := command(t.Context(), t, "doctor")
	cmd.Dir = dir
	cmd.Env = append(cmd.Env, "XDG_CACHE_HOME="+cache, "HTTP_PROXY="+proxy, "http_proxy="+proxy, "NO_PROXY=", "no_proxy=",
		"OPENAI_BASE_URL=http://"+s.Host+s.Fake.Path, "OPENAI_API_KEY="+key, "JUDGEMENT_LLM_MODEL="+model)
	out, err := cmd.Output()
	if err != nil && !strings.Contains(string(out), "FAIL  context") {
		t.Fatalf("doctor with %s: %v\n%s", s.Host, err, out)
	}
	host, port, local := strings.Cut(s.Host, ":")
	address := strings.NewReplacer("http://"+s.Host, "https://"+s.Host)
	if local {
		address = strings.NewReplacer("http://"+host+":"+port, "http://127.0.0.1:"+port)
	}
	return modelLines(address.Replace(string(out)))
}

func wantsKey(slug string) bool {
	return slices.ContainsFunc(openai.Servers(), func(s openai.Server) bool {
		return s.Slug == slug && slices.ContainsFunc(s.Settings, func(v openai.Setting) bool { return v.Variable == "OPENAI_API_KEY" })
	})
}

// took is the time of the test call, at which its line may be broken.
var took = regexp.MustCompile(`(?s)(answered\s+as\s+asked\s+in) [^,]*,\s+(.*?)\s+tokens`)

// modelLines are the findings about the model, with a test call of one length.
func modelLines(out string) string {
	var b strings.Builder
	ours := false
	for line := range strings.Lines(out) {
		if !strings.HasPrefix(line, " ") {
			ours = slices.ContainsFunc([]string{"model ", "server ", "server kind ", "context ", "test call "}, func(name string) bool {
				return len(line) > 6 && strings.HasPrefix(line[6:], name)
			})
		}
		if ours {
			b.WriteString(line)
		}
	}
	return took.ReplaceAllStringFunc(b.String(), func(found string) string {
		m := took.FindStringSubmatch(found)
		return "answered as asked in 800ms, " + strings.Join(strings.Fields(m[2]), " ") + " tokens"
	})
}
