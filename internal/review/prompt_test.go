package review

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/jury"
	"judgement/panel"
)

func TestPromptGoldens(t *testing.T) {
	for _, lang := range []string{"en", "zh"} {
		in := input(t)
		in.Language = lang
		p := newTestRun(t, in)
		req, err := p.scoreRequest(p.Judges[0], 0)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		for _, m := range req.Messages {
			b.WriteString("=== " + string(m.Role) + "\n" + m.Content + "\n")
		}
		b.WriteString("=== schema " + req.Schema.Name + "\n")
		var pretty bytes.Buffer
		if err := json.Indent(&pretty, req.Schema.JSON, "", " "); err != nil {
			t.Fatal(err)
		}
		b.Write(pretty.Bytes())
		b.WriteString("\n")
		golden := filepath.Join("testdata", "prompt-"+lang+".golden")
		if *update {
			if err := os.WriteFile(golden, []byte(b.String()), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(golden)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(want), b.String()); diff != "" {
			t.Errorf("%s (run with -update to accept):\n%s", golden, diff)
		}
	}
}

// TestJudgesShareAPrefix: everything up to the judge's own method is the same
// for all judges of a review, so that a server can cache it; the document is
// sent once a call.
func TestJudgesShareAPrefix(t *testing.T) {
	in := input(t)
	seats, err := newTestRun(t, in).scores()
	if err != nil {
		t.Fatal(err)
	}
	if len(seats) != 4 {
		t.Fatalf("%d seats for two judges with two repeats", len(seats))
	}
	prefix := func(s jury.Call) string {
		user := s.Request.Messages[1].Content
		head, _, ok := strings.Cut(user, "# Your method")
		if !ok || strings.Count(user, in.Document.Text) != 1 {
			t.Fatalf("the prompt does not hold the document once, before the method:\n%s", user)
		}
		return s.Request.Messages[0].Content + head
	}
	for _, s := range seats[1:] {
		if prefix(s) != prefix(seats[0]) {
			t.Error("two judges do not share the prefix")
		}
	}
	if seats[2].Request.Model != "special" || seats[0].Request.Model != "" {
		t.Errorf("models: %q, %q", seats[0].Request.Model, seats[2].Request.Model)
	}
	if strings.Contains(seats[2].Request.Messages[1].Content, "`x`") {
		t.Error("judge b is asked for a lens that it does not have")
	}
}

// TestOneSchemaPerPanel: servers put the schema before the messages, so it must be the
// same bytes for all judges and repeats, whatever lenses they score and in which order
// they are asked for them.
func TestOneSchemaPerPanel(t *testing.T) {
	in := input(t)
	in.Options.Repeats = 8
	calls, err := newTestRun(t, in).scores()
	if err != nil {
		t.Fatal(err)
	}
	orders := map[string]bool{}
	for _, c := range calls {
		if got, want := string(c.Request.Schema.JSON), string(calls[0].Request.Schema.JSON); got != want {
			t.Fatalf("judge %s, repeat %d: another schema:\n%s\n%s", c.Judge, c.Repeat, got, want)
		}
		orders[c.Request.Messages[1].Content] = true
	}
	if len(orders) < 3 {
		t.Errorf("%d different prompts: lenses are not shuffled", len(orders))
	}
	if !strings.Contains(string(calls[0].Request.Schema.JSON), `"enum":["x","y"]`) {
		t.Errorf("the schema does not list the panel's lenses in its order: %s", calls[0].Request.Schema.JSON)
	}
}

// TestBoundedSchema: the schema with lengths is the plain one with maxItems in each list
// and maxLength in each free text.
func TestBoundedSchema(t *testing.T) {
	s := scoreSchema([]panel.Lens{{Slug: "a", MaxScore: panel.PointsOf(5)}, {Slug: "b", MaxScore: panel.PointsOf(7)}})
	plain := regexp.MustCompile(`,"max(Items|Length)":\d+`).ReplaceAllString(string(s.Bounded), "")
	if plain != string(s.JSON) || !json.Valid(s.Bounded) {
		t.Errorf("%s\nis not %s with lengths", s.Bounded, s.JSON)
	}
	lists, texts := strings.Count(plain, `"type":"array"`), strings.Count(plain, `{"type":"string"}`)
	if n := strings.Count(string(s.Bounded), `"maxItems":`); n != lists || !strings.Contains(string(s.Bounded), `"array","maxItems":2`) {
		t.Errorf("%d of %d lists have a maximum: %s", n, lists, s.Bounded)
	}
	if n := strings.Count(string(s.Bounded), `"maxLength":`); n != texts {
		t.Errorf("%d of %d texts have a maximum", n, texts)
	}
}
