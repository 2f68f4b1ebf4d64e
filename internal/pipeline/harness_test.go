package pipeline_test

import (
	"context"
	"crypto/rand"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
	"judgement/internal/review"
)

// workspace has one competition scene "s" with so many judges of six lenses.
func workspace(judges int) fstest.MapFS {
	fsys := fstest.MapFS{}
	put := func(name, text string) { fsys[name] = &fstest.MapFile{Data: []byte(text)} }
	put("scenes/s/scene.yaml", `slug: s
scene_type: competition
chat: {app_id_env: CHAT_APP_ID_S, app_secret_env: CHAT_APP_SECRET_S}
report: {brand_prefix: t-, language: en}
anchor_judge: null
show_scores_publicly: true
`)
	var b strings.Builder
	b.WriteString("judges:\n")
	for j := range judges {
		fmt.Fprintf(&b, "  - {slug: judge-%d, judge_category: dimension, skill_path: judges/judge-%d/SKILL.md}\n", j, j)
		put(fmt.Sprintf("judges/judge-%d/SKILL.md", j), fmt.Sprintf("---\nname: judge-%d\ndescription: Test judge %d.\n---\n%s", j, j,
			strings.Repeat("Read the document twice and weigh what it shows.\n", 20)))
	}
	b.WriteString("scoring_lenses:\n")
	for l := range 6 {
		fmt.Fprintf(&b, "  - {slug: lens-%d, max_score: %d, description: Point %d.}\n", l, 10+5*(l%2), l)
	}
	put("scenes/s/panel.yaml", b.String())
	return fsys
}

// text is a document of at least so many bytes.
func text(n, size int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "# Entry %d\n\n", n)
	for i := 0; b.Len() < size; i++ {
		fmt.Fprintf(&b, "Trial %d of entry %d ran for %d weeks with %d testers, who saved %d minutes a day on average. ", i, n, 3+i, 10+i*n%37, 5+i%11)
		if i%4 == 3 {
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

func server(t testing.TB, o fakeserver.Options) *fakeserver.Server {
	t.Helper()
	s, err := fakeserver.New(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

func client(t testing.TB, s *fakeserver.Server, atOnce int) llm.Model {
	t.Helper()
	c, err := openai.New(openai.Options{BaseURL: s.URL(), APIKey: "none", Model: "fake-1", MaxConns: atOnce, Timeout: 2 * time.Second})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	return c
}

// newPipeline keeps its files in dir and waits for nothing between retries.
func newPipeline(t testing.TB, dir string, judges int, m llm.Model) *pipeline.Pipeline {
	t.Helper()
	st, err := casefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = st.Close() })
	at := time.Date(2026, 3, 1, 9, 0, 0, 0, time.UTC)
	now := func() time.Time { return at }
	return &pipeline.Pipeline{
		Workspace: workspace(judges), Cases: casefile.New(st, now), Zone: time.UTC, Random: rand.Reader,
		Runner: jury.Runner{
			Model: m, Slots: make(jury.Slots, 16), Retry: jury.DefaultRetry(), Now: now, Jitter: func() float64 { return 0.5 },
			Sleep: func(ctx context.Context, _ time.Duration) error { return ctx.Err() },
		},
	}
}

// scored is the judgement of a review.
func scored(r *pipeline.Result) *review.Judgement { return r.Judgement.(*review.Judgement) }

func specOf(brand, document string) job.Spec {
	return job.Spec{
		Schema: 1, Kind: "review", JobID: brand, SceneSlug: "s", Brand: brand, Filename: brand + ".md", Data: []byte(document),
		Options: job.Options{Repeats: 1, MaxReplyTokens: 1000},
	}
}
