package api

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark"
	"judgement/internal/chat/lark/larkfake"
)

// compact removes the layout of a JSON literal of a test.
func compact(t testing.TB, text string) string {
	t.Helper()
	var v json.RawMessage
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestAnswers compares whole bodies: names, order, nulls and empty lists.
func TestAnswers(t *testing.T) {
	f := newFixture(t)
	tests := map[string]string{
		"/v1/version": `{"skill":"judgement","skill_version":"v1.2.3","vault_version":"v4.5.6","git_commit":null,"api_version":"v1"}`,
		"/v1/panels": `{"panels":[
			{"name":"short","anchor_slug":null,"display_name":"short","judges":[
				{"slug":"careful","display_name_cn":null,"judge_category":"dimension","skill_path":"judges/careful/SKILL.md","always_active":false}
			],"scoring_lenses":["truth","use"]},
			{"name":"fair","anchor_slug":null,"display_name":"Fair jury","judges":[
				{"slug":"careful","display_name_cn":null,"judge_category":"dimension","skill_path":"judges/careful/SKILL.md","always_active":false}
			],"scoring_lenses":["truth","use"]},
			{"name":"pitch","anchor_slug":"keeper","display_name":"pitch","judges":[
				{"slug":"careful","display_name_cn":null,"judge_category":"dimension","skill_path":"judges/careful/SKILL.md","always_active":false},
				{"slug":"keeper","display_name_cn":"守门人","judge_category":"anchor","skill_path":"anchors/keeper/perspective/SKILL.md","always_active":true}
			],"scoring_lenses":["truth","use"]}
		],"count":3}`,
		"/v1/anchors": `{"anchors":[
			{"slug":"empty","perspective_skill_exists":false,"raw_dirs":[],"readme_excerpt":null},
			{"slug":"keeper","perspective_skill_exists":true,"raw_dirs":["essays","talks"],"readme_excerpt":"A plain view of things."}
		],"count":2,"default_anchor_slug":null}`,
		"/v1/scenes": `{"scenes":[
			{"slug":"fair","scene_type":"competition","panel_path":"scenes/fair/panel.yaml","chat":{"app_id_env":"CHAT_APP_ID_FAIR","env_ready":false}},
			{"slug":"pitch","scene_type":"review","panel_path":"scenes/pitch/panel.yaml","chat":{"app_id_env":"CHAT_APP_ID_PITCH","env_ready":true}}
		],"env_ready_count":1}`,
	}
	for path, want := range tests {
		got := f.get(path)
		if diff := cmp.Diff(compact(t, want), string(got.body)); diff != "" {
			t.Errorf("%s: %s", path, diff)
		}
		if strings.Contains(string(got.body), "cli_a1b2c3") {
			t.Errorf("%s tells the value of an application id", path)
		}
	}
	if got := f.do("GET", "/v1/healthz", nil, "").json(t); got["status"] != "ok" {
		t.Errorf("health: %v", got)
	}
	if got := string(f.post("/chat/event", `{"challenge":"x"}`).body); got != ignoredEvent {
		t.Errorf("event: %s", got)
	}
}

// TestChatEvents: the description holds for the events of both modes of the chat.
func TestChatEvents(t *testing.T) {
	const text = `{"text":"/help"}`
	now := time.Now()
	became := chat.Queued
	bot := lark.New(lark.Options{Bot: &chat.Bot{Scene: chattest.Scene("pitch"), AppID: "cli_a", AppSecret: "s"}, Now: time.Now, Base: "http://127.0.0.1:1"})
	f := newFixture(t, func(o *Options) {
		o.ChatEvent = &lark.Callback{
			Bots: []*lark.Bot{bot}, Tokens: []string{"tok"}, Now: time.Now, Log: slog.New(slog.DiscardHandler),
			Receive: func(context.Context, chat.Message) (chat.Handled, error) {
				if became == "" {
					return "", errors.New("the database is gone")
				}
				return became, nil
			},
		}
	})
	event := func(app, token string, created time.Time) string {
		return string(larkfake.Event{Created: created, App: app, Token: token, Message: "om_1", Chat: "oc_1", Sender: "ou_1", Type: "text", Content: text}.JSON())
	}
	good := event("cli_a", "tok", now)
	for _, handled := range []chat.Handled{chat.Queued, chat.Answered, chat.Refused, chat.Duplicate, chat.Ignored} {
		became = handled
		if a := f.post("/chat/event", good); a.status != 200 || string(a.body) != `{"status":"`+string(handled)+`"}` {
			t.Errorf("%s: %d %s", handled, a.status, a.body)
		}
	}
	for name, test := range map[string]struct {
		body   string
		status int
		want   string
	}{
		"challenge":           {`{"challenge":"c1","token":"tok","type":"url_verification"}`, 200, `{"challenge":"c1"}`},
		"of another kind":     {strings.Replace(good, "im.message.receive_v1", "im.chat.disbanded_v1", 1), 200, `{"status":"ignored"}`},
		"no JSON":             {`{`, 400, "error parsing"},
		"a wrong token":       {event("cli_a", "no", now), 403, "Forbidden"},
		"another application": {event("cli_b", "tok", now), 403, "Forbidden"},
		"too old":             {event("cli_a", "tok", now.Add(-9*time.Hour)), 403, "Forbidden"},
		"too large":           {strings.Repeat(" ", bodyLimit+1), 413, "too large"},
	} {
		if a := f.post("/chat/event", test.body); a.status != test.status || !strings.Contains(string(a.body), test.want) {
			t.Errorf("%s: %d %s", name, a.status, a.body)
		}
	}
	became = ""
	if a := f.post("/chat/event", good); a.status != 500 || !strings.Contains(string(a.body), a.header.Get("X-Request-Id")) {
		t.Errorf("failed: %d %s", a.status, a.body)
	}
}

// TestEmptyWorkspace: lists are empty, never null, and the versions stand in.
func TestEmptyWorkspace(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.Workspace = os.DirFS(t.TempDir()) })
	tests := map[string]string{
		"/v1/version": `{"skill":"judgement","skill_version":"v0.0.0","vault_version":"v0.0.0","git_commit":null,"api_version":"v1"}`,
		"/v1/panels":  `{"panels":[],"count":0}`,
		"/v1/anchors": `{"anchors":[],"count":0,"default_anchor_slug":null}`,
		"/v1/scenes":  `{"scenes":[],"env_ready_count":0}`,
	}
	for path, want := range tests {
		if got := string(f.get(path).body); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
	if got := f.do("GET", "/v1/healthz", nil, "").json(t); got["status"] != "degraded" {
		t.Errorf("health: %v", got)
	}
}

func TestDefaultAnchor(t *testing.T) {
	chosen := newFixture(t, func(o *Options) { o.DefaultAnchor = "keeper" })
	if got := chosen.get("/v1/anchors").json(t)["default_anchor_slug"]; got != "keeper" {
		t.Errorf("the setting's anchor: %v", got)
	}
	only := newFixture(t)
	only.remove("anchors/empty")
	only.api.catalog.refresh(t.Context())
	if got := only.get("/v1/anchors").json(t)["default_anchor_slug"]; got != "keeper" {
		t.Errorf("the only anchor: %v", got)
	}
	missing := newFixture(t, func(o *Options) { o.DefaultAnchor = "nobody" })
	if got := missing.do("GET", "/v1/healthz", nil, "").json(t)["status"]; got != "degraded" {
		t.Errorf("a default anchor that is not there: health %v", got)
	}
}

// TestAccess: what each path answers without a token, with a wrong one, and
// while the server has none.
func TestAccess(t *testing.T) {
	paths := []struct {
		method, path            string
		unset, missing, present int
	}{
		{"GET", "/v1/healthz", 200, 200, 200},
		{"HEAD", "/v1/healthz", 200, 200, 200},
		{"GET", "/v1/version", 503, 401, 200},
		{"GET", "/v1/panels", 503, 401, 200},
		{"GET", "/v1/anchors", 503, 401, 200},
		{"GET", "/v1/scenes", 503, 401, 200},
		{"HEAD", "/v1/scenes", 503, 401, 200},
		{"POST", "/v1/attribution/check", 503, 401, 200},
		{"POST", "/chat/event", 503, 200, 200},
		{"GET", "/docs", 503, 200, 200},
		{"GET", "/redoc", 503, 200, 200},
		{"GET", "/openapi.json", 503, 200, 200},
		{"GET", "/boards/page.css", 503, 200, 200},
		{"GET", "/boards/page.js", 503, 200, 200},
		{"GET", "/boards/fair", 503, 404, 404},
		{"GET", "/boards/fair/events", 503, 404, 404},
		{"POST", "/boards/fair", 405, 405, 405},
		{"GET", "/boards", 404, 404, 404},
		{"GET", "/v1/unknown", 404, 404, 404},
		{"POST", "/v1/healthz", 405, 405, 405},
		{"DELETE", "/v1/scenes", 405, 405, 405},
		{"GET", "/v1/attribution/check", 405, 405, 405},
	}
	set := newFixture(t)
	for _, blank := range []string{"", "  ", ",", " , ,"} {
		unset := newFixture(t, func(o *Options) { o.Tokens = blank })
		for _, p := range paths {
			for _, h := range []http.Header{nil, bearerHeader(), {"Authorization": {"Bearer "}}, {"Authorization": {"Bearer"}}} {
				if got := unset.do(p.method, p.path, h, ""); got.status != p.unset {
					t.Errorf("tokens %q: %s %s with %v: %d, want %d", blank, p.method, p.path, h, got.status, p.unset)
				}
			}
		}
	}
	for _, p := range paths {
		h := bearerHeader()
		h.Set("Content-Type", "application/json")
		if got := set.do(p.method, p.path, nil, "{}"); got.status != p.missing {
			t.Errorf("%s %s without a token: %d, want %d", p.method, p.path, got.status, p.missing)
		}
		if got := set.do(p.method, p.path, h, "{}"); got.status != p.present {
			t.Errorf("%s %s with the token: %d, want %d", p.method, p.path, got.status, p.present)
		}
	}
}

func TestAuthorization(t *testing.T) {
	f := newFixture(t, func(o *Options) { o.Tokens = " , first , second," })
	tests := []struct {
		name   string
		lines  []string
		status int
	}{
		{"none", nil, 401},
		{"first", []string{"Bearer first"}, 200},
		{"second", []string{"Bearer second"}, 200},
		{"any letter case of the scheme", []string{"bEaReR first"}, 200},
		{"spaces around the token", []string{"Bearer   first "}, 200},
		{"Kelvin sign in the scheme", []string{"Bea\u212aer first"}, 401},
		{"wrong token", []string{"Bearer third"}, 401},
		{"token in another letter case", []string{"Bearer First"}, 401},
		{"prefix of a token", []string{"Bearer firs"}, 401},
		{"both tokens", []string{"Bearer first,second"}, 401},
		{"the list itself", []string{"Bearer  , first , second,"}, 401},
		{"empty token", []string{"Bearer "}, 401},
		{"scheme only", []string{"Bearer"}, 401},
		{"token only", []string{"first"}, 401},
		{"no space", []string{"Bearerfirst"}, 401},
		{"tab", []string{"Bearer\tfirst"}, 401},
		{"basic", []string{"Basic Zmlyc3Q6"}, 401},
		{"empty", []string{""}, 401},
		{"twice", []string{"Bearer first", "Bearer first"}, 401},
		{"good and bad", []string{"Bearer first", "Basic x"}, 401},
		{"bad and good", []string{"Basic x", "Bearer first"}, 401},
	}
	for _, test := range tests {
		got := f.do("GET", "/v1/version", http.Header{"Authorization": test.lines}, "")
		if got.status != test.status {
			t.Errorf("%s: %d, want %d", test.name, got.status, test.status)
		}
		if got.status == 401 && string(got.body) != `{"detail":"Not authenticated"}` {
			t.Errorf("%s: %s", test.name, got.body)
		}
	}
	for _, secret := range []string{"first", "second", "third", "Zmlyc3Q6"} {
		if strings.Contains(f.logs.String(), secret) {
			t.Errorf("the log has %q", secret)
		}
	}
}

func TestConditionalRequests(t *testing.T) {
	f := newFixture(t)
	first := f.get("/v1/scenes")
	tag := first.header.Get("ETag")
	for value, want := range map[string]int{
		tag: 304, "W/" + tag: 304, `"x", ` + tag: 304, "*": 304, `"x"`: 200, "": 200, strings.Trim(tag, `"`): 200,
	} {
		h := bearerHeader()
		h.Set("If-None-Match", value)
		if got := f.do("GET", "/v1/scenes", h, ""); got.status != want {
			t.Errorf("If-None-Match: %s: %d, want %d", value, got.status, want)
		}
	}
	f.write("scenes/fair/scene.yaml", strings.Replace(workspaceFiles()["scenes/fair/scene.yaml"], "CHAT_APP_ID_FAIR", "CHAT_APP_ID_OTHER", 1))
	f.api.catalog.refresh(t.Context())
	h := bearerHeader()
	h.Set("If-None-Match", tag)
	if got := f.do("GET", "/v1/scenes", h, ""); got.status != 200 || got.header.Get("ETag") == tag {
		t.Errorf("after an edit: %d with ETag %s, before %s", got.status, got.header.Get("ETag"), tag)
	}
}

// TestEdits: edits show without a restart, the last good entry of a broken file
// stays, health is degraded meanwhile, and each change is logged once.
func TestEdits(t *testing.T) {
	f := newFixture(t)
	f.watch()
	health := func() any { return f.do("GET", "/v1/healthz", nil, "").json(t)["status"] }
	warnings := func() int { return strings.Count(f.logs.String(), "configuration has problems") }
	before := string(f.get("/v1/scenes").body)

	f.write("scenes/fair/scene.yaml", "slug: fair\nscene_tipe: competition\n")
	f.settle("degraded", func() bool { return health() == "degraded" })
	if got := string(f.get("/v1/scenes").body); got != before {
		t.Errorf("the last good answer is gone: %s", got)
	}
	if !strings.Contains(f.logs.String(), "scenes/fair/scene.yaml:2:1") || warnings() != 1 {
		t.Errorf("the log does not name the place once:\n%s", f.logs)
	}
	f.write("scenes/fair/scene.yaml", workspaceFiles()["scenes/fair/scene.yaml"])
	f.settle("ok again", func() bool { return health() == "ok" })
	if warnings() != 1 || strings.Count(f.logs.String(), "all files are good") != 1 {
		t.Errorf("the repair is not logged once:\n%s", f.logs)
	}

	f.write("scenes/fair/panel.yaml", workspaceFiles()["scenes/fair/panel.yaml"]+"scoring_lenses_override:\n  - {slug: speed, max_score: 10}\n")
	f.settle("the new lens", func() bool { return strings.Contains(string(f.get("/v1/panels").body), `"speed"`) })
	f.rename("scenes/fair", "fair")
	f.settle("the removed scene", func() bool { return !strings.Contains(string(f.get("/v1/scenes").body), `"fair"`) })
	f.settle("the removed panel", func() bool { return f.get("/v1/panels").json(t)["count"] == 2.0 })

	// A scene that was never good is left out.
	f.write("scenes/new/scene.yaml", "slug: [\n")
	f.settle("degraded by a new scene", func() bool { return health() == "degraded" })
	if got := string(f.get("/v1/scenes").body); strings.Contains(got, `"new"`) {
		t.Errorf("a broken new scene is listed: %s", got)
	}
	f.rename("scenes/new", "new")
	f.write("SKILL.md", "no front matter")
	f.settle("degraded by SKILL.md", func() bool { return strings.Contains(f.logs.String(), "SKILL.md:1:1") })
	if got := f.get("/v1/version").json(t); got["skill_version"] != "v1.2.3" {
		t.Errorf("the last good version is gone: %v", got)
	}
	f.rename("scenes", "elsewhere")
	f.settle("degraded by no scenes", func() bool { return strings.Contains(f.logs.String(), "list the scenes") })
	if got := f.get("/v1/scenes").json(t)["scenes"]; len(got.([]any)) != 1 {
		t.Errorf("the last good list is gone: %v", got)
	}
}

// TestSameSizeEdit: an edit that keeps a file's size and its time stamp's tick
// is seen all the same.
func TestSameSizeEdit(t *testing.T) {
	f := newFixture(t)
	for i := range 50 {
		want := "v4.5." + string('0'+rune(i%10))
		f.overwrite("VERSION", want+"\n")
		f.api.catalog.refresh(t.Context())
		if got := f.get("/v1/version").json(t)["vault_version"]; got != want {
			t.Fatalf("edit %d: %v, want %s", i, got, want)
		}
	}
}

// TestUnchangedFilesAreNotRead: once time stamps can be trusted, only they are
// looked at.
func TestUnchangedFilesAreNotRead(t *testing.T) {
	now := time.Now().Add(time.Hour)
	f := newFixture(t, func(o *Options) { o.Now = func() time.Time { return now } })
	made := f.api.catalog.made
	now = now.Add(time.Hour)
	f.api.catalog.refresh(t.Context())
	if !f.api.catalog.made.Equal(made) {
		t.Error("the files were read again without a change")
	}
	f.write("anchors/keeper/letters/c.md", "x")
	f.api.catalog.refresh(t.Context())
	if got := string(f.get("/v1/anchors").body); !strings.Contains(got, `"letters"`) {
		t.Errorf("a new folder does not show: %s", got)
	}
}

func TestNotFound(t *testing.T) {
	f := newFixture(t)
	for _, path := range []string{
		"/", "//", "/v1", "/v1/", "/v1/healthz/", "//v1/healthz", "/v1//healthz", "/v1/./healthz", "/v1/../v1/healthz",
		"/v1%2Fhealthz", "/v1%2fscenes", "/v1/healthz%00", "/v1/healthz%20", "/v1/Healthz", "/V1/healthz",
		"/docs/", "/docs/../openapi.json", "/docs/nothing.js", "/assets/docs.html", "/v2/", "/v2/judgement/", "/v2/judgement/a/b", "/v2/judgement/a/result/", "/v2/judgement/a%2fb", "/v2/judgement//result", "/metrics", "/%ff", "/.git/HEAD",
	} {
		for _, method := range []string{"GET", "POST", "HEAD", "OPTIONS", "BREW"} {
			if got := f.do(method, path, bearerHeader(), ""); got.status != 404 {
				t.Errorf("%s %s: %d", method, path, got.status)
			}
		}
	}
	if got := f.do("GET", "/v1/nothing", nil, ""); string(got.body) != `{"detail":"Not Found"}` {
		t.Errorf("body %s", got.body)
	}
	if got := f.do("GET", "/v1/%68ealthz?x=%zz;&&", nil, ""); got.status != 200 {
		t.Errorf("an encoded letter and an odd query: %d", got.status)
	}
}

func TestMethods(t *testing.T) {
	f := newFixture(t)
	for path, allow := range map[string]string{"/v1/healthz": "GET, HEAD", "/v1/scenes": "GET, HEAD", "/docs": "GET, HEAD", "/v1/attribution/check": "POST", "/chat/event": "POST"} {
		for _, method := range []string{"PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "BREW"} {
			got := f.do(method, path, bearerHeader(), "")
			if got.status != 405 || got.header.Get("Allow") != allow || string(got.body) != `{"detail":"Method Not Allowed"}` {
				t.Errorf("%s %s: %d, Allow %q, %s", method, path, got.status, got.header.Get("Allow"), got.body)
			}
			if got.header.Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s %s: a CORS header", method, path)
			}
		}
	}
}
