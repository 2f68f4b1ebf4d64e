package replay_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/advice"
	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/replay"
)

func request(mark string) llm.Request {
	return llm.Request{
		Kind: llm.KindScore, Judge: "frugal", Mark: mark,
		Messages: []llm.Message{{Role: llm.User, Content: "<" + mark + " text " + mark + ">"}},
	}
}

// recorded keeps replies as a review does and returns the folder that holds the
// cases.
func recorded(t *testing.T, model string, offline bool, recs ...jury.Record) string {
	t.Helper()
	dir := t.TempDir()
	st, err := casefile.OpenFolder(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	clock := func() time.Time { return time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC) }
	c, err := casefile.New(st, clock).Open(t.Context(), casefile.Ref{Scene: "demo", Brand: "acme"})
	if err != nil {
		t.Fatal(err)
	}
	v, err := c.Begin(t.Context(), casefile.Plan{Key: "k", JSON: fmt.Appendf(nil, `{"judges":[{"slug":"frugal","model":%q,"no_model":%t}]}`, model, offline)})
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	for _, r := range recs {
		if err := v.Ledger().Put(t.Context(), r); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func record(model, text string, repeat, try, minute int) jury.Record {
	return jury.Record{
		Schema: 1, At: time.Date(2026, 3, 1, 0, minute, 0, 0, time.UTC), Model: model + "-2026", Text: text,
		Key:   jury.Key{Judge: "frugal", PromptSHA256: llm.PromptSHA256(model, request("aaaa")), Repeat: repeat, Try: try},
		Usage: llm.Usage{Calls: 1, PromptTokens: 9},
	}
}

func read(t *testing.T, dir string) *replay.Records {
	t.Helper()
	records, err := replay.Read(os.DirFS(dir))
	if err != nil {
		t.Fatal(err)
	}
	return records
}

func TestAnswersFromTheRecord(t *testing.T) {
	records := read(t, recorded(t, "m", false, record("m", "first", 0, 0, 0), record("m", "second", 1, 0, 0), record("m", "afresh", 0, 1, 0)))
	if diff := cmp.Diff([]string{"m"}, records.Models()); diff != "" || records.Len() != 3 {
		t.Errorf("%d records, models %s", records.Len(), diff)
	}
	for _, name := range []string{"", "m", "another"} {
		model := replay.New(records, name)
		for _, c := range []struct {
			repeat, try int
			want        string
		}{{0, 0, "first"}, {1, 0, "second"}, {0, 1, "afresh"}} {
			req := request("bbbb") // another review draws another mark
			req.Repeat, req.Try = c.repeat, c.try
			got, err := model.Complete(t.Context(), req)
			if err != nil {
				t.Fatalf("model %q: %v", name, err)
			}
			if diff := cmp.Diff(llm.Reply{Text: c.want, Model: "m-2026", Finish: llm.FinishStop}, got); diff != "" {
				t.Errorf("model %q: nothing may be spent (-want +got):\n%s", name, diff)
			}
		}
	}
}

// TestTheLastRoundCounts: a judge whose replies were of no use was asked again.
func TestTheLastRoundCounts(t *testing.T) {
	dir := recorded(t, "m", false, record("m", "useless", 0, 0, 1), record("m", "useless too", 0, 1, 2), record("m", "good", 0, 2, 9))
	got, err := replay.New(read(t, dir), "").Complete(t.Context(), request("cccc"))
	if err != nil || got.Text != "good" {
		t.Errorf("got %q, %v", got.Text, err)
	}
}

func TestTheLatestReplyCounts(t *testing.T) {
	dir := t.TempDir()
	for i, rec := range []jury.Record{record("m", "new", 0, 0, 5), record("m", "old", 0, 0, 1)} {
		if err := os.Rename(recorded(t, "m", false, rec), filepath.Join(dir, fmt.Sprint(i))); err != nil {
			t.Fatal(err)
		}
	}
	got, err := replay.New(read(t, dir), "").Complete(t.Context(), request("cccc"))
	if err != nil || got.Text != "new" {
		t.Errorf("got %q, %v", got.Text, err)
	}
}

func TestOfflineRepliesAreNoRecords(t *testing.T) {
	records := read(t, recorded(t, "offline-lexical-1", true, record("offline-lexical-1", "x", 0, 0, 0)))
	if records.Len() != 0 || len(records.Models()) != 0 {
		t.Errorf("%d records, models %q", records.Len(), records.Models())
	}
}

func TestUnknownRequestIsUnavailable(t *testing.T) {
	model := replay.New(read(t, recorded(t, "m", false, record("m", "first", 0, 0, 0))), "")
	for name, change := range map[string]func(*llm.Request){
		"judge":  func(r *llm.Request) { r.Judge = "other" },
		"text":   func(r *llm.Request) { r.Messages[0].Content += "." },
		"repeat": func(r *llm.Request) { r.Repeat = 1 },
		"try":    func(r *llm.Request) { r.Try = 1 },
		"limit":  func(r *llm.Request) { r.MaxTokens = 7 },
	} {
		req := request("aaaa")
		change(&req)
		_, err := model.Complete(t.Context(), req)
		var e *llm.Error
		if !errors.As(err, &e) || e.Fault.Code != fault.ModelUnavailable || e.Retryable() || e.Usage != (llm.Usage{}) {
			t.Fatalf("%s: got %#v", name, err)
		}
		if !strings.Contains(e.Error(), "no model was called") || strings.Contains(e.Error(), req.Judge) || advice.Model(e.Fault) == "" {
			t.Errorf("%s: message %q, fix %q", name, e.Error(), advice.Model(e.Fault))
		}
	}
}

func TestDamagedRecordIsNamed(t *testing.T) {
	dir := recorded(t, "m", false, record("m", "first", 0, 0, 0))
	files, err := filepath.Glob(dir + "/cases/*/v1/replies/*.json")
	if err != nil || len(files) != 1 {
		t.Fatalf("%q, %v", files, err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(files[0], []byte(strings.Replace(string(data), "first", "fifth", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = replay.Read(os.DirFS(dir))
	if err == nil || !strings.Contains(err.Error(), filepath.Base(files[0])) || !strings.Contains(err.Error(), "not what was written") {
		t.Errorf("got %v", err)
	}
}

func TestOtherFoldersAreLeftAlone(t *testing.T) {
	records, err := replay.Read(fstest.MapFS{
		"replies/x.json":         {Data: []byte("no record")}, // no plan beside it
		"v1/plan.json":           {Data: []byte(`{"plan":{"judges":[{"model":"m"}]}}`)},
		"v1/replies/a.json.bad-": {Data: []byte("moved aside")},
	})
	if err != nil || records.Len() != 0 {
		t.Errorf("%d records, %v", records.Len(), err)
	}
}

func TestNameOfTheModel(t *testing.T) {
	one := read(t, recorded(t, "m", false, record("m", "x", 0, 0, 0)))
	for _, c := range []struct {
		records     *replay.Records
		name, asked string
		want        string
	}{
		{one, "", "", "m"}, {one, "n", "", "n"}, {one, "n", "own", "own"}, {read(t, t.TempDir()), "", "", replay.Unnamed},
	} {
		info := replay.New(c.records, c.name).Info(c.asked)
		if info.Name != c.want || info.Provider != "replay" || info.NoModel || info.Price == nil || info.Price.Cost(llm.Usage{PromptTokens: 1e6}).Sign() != 0 {
			t.Errorf("%q, %q: %+v", c.name, c.asked, info)
		}
	}
}

func TestCancelledContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := replay.New(read(t, t.TempDir()), "").Complete(ctx, request("aaaa"))
	var e *llm.Error
	if !errors.As(err, &e) || e.Fault.Code != fault.ModelCancelled || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}
