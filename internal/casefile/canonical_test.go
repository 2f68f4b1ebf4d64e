package casefile

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// canonicalSamples are case files as encode writes them.
func canonicalSamples(t testing.TB) [][]byte {
	t.Helper()
	created := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	base := Info{Schema: 1, ID: "C-2026-0001", Scene: "demo", Brand: "acme", ReportFolder: "demo-acme", CreatedAt: created, LatestVersion: 2}
	full := base
	for _, q := range []string{
		"Do sales reach 200 units?", "Is it: open? # really", "It's “open”, isn't it?", "门店数量是否达到二十家？", "true", "null", "1e3", "~", "- x", "a\nb", "\tx", " x ", "x: y", "x:",
		strings.Repeat("long words ", 60), "\"quoted\"", "'q'", "[a]", "2026-03-31", "0x1F", "\u2028", "\u00a0", "\ufeffx", "", "(a)", "é",
	} {
		full.Checkpoints = append(full.Checkpoints, Checkpoint{
			ID: "v1-1", Question: q, Kind: Ordinal, Rule: Rule{Op: ">=", Value: q, Levels: []string{"C", q, "A"}},
			Source: Source{Type: "file", Path: "a.csv", Column: q, Row: "2026"}, HorizonDays: 30, Due: "2026-03-31", GraceDays: 7,
			Version: 1, AcceptedAt: created, LockSHA256: "ab",
			Forecasts: []Forecast{{"ann", "ab", q, 0.25}, {"bo", "123", "m", 1}, {"cy", "", "", 0.5}, {"di", "1e3", "m", 0}},
		})
	}
	plain := base
	plain.Checkpoints = []Checkpoint{{
		ID: "v1-1", Question: "Do sales reach 200 units?", Kind: Numeric, Rule: Rule{Op: ">=", Value: "200"}, Source: Source{Type: "manual"},
		HorizonDays: 30, Due: "2026-03-31", GraceDays: 7, Draft: true, Forecasts: []Forecast{{"ann", "ab", "m", 0.25}, {"bo", "123", "m", 1}},
	}, {
		ID: "v1-2", Question: "门店数量是否达到二十家？", Kind: Ordinal, Rule: Rule{Op: ">=", Value: "B", Levels: []string{"C", "B"}}, Source: Source{Type: "file", Path: "x.csv", Row: "7"},
		HorizonDays: 30, Due: "2026-03-31", GraceDays: 7, Version: 3, AcceptedAt: created, LockSHA256: "0ab", Forecasts: []Forecast{},
	}}
	var out [][]byte
	for _, i := range []Info{base, plain} {
		out = append(out, encoded(t, i))
	}
	for k := range full.Checkpoints {
		one := full
		one.Checkpoints = full.Checkpoints[k : k+1]
		out = append(out, encoded(t, one))
	}
	return append(out, encoded(t, full))
}

func encoded(t testing.TB, i Info) []byte {
	t.Helper()
	data, err := i.encode()
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestCanonical: the plain samples are read the fast way, and everything that
// is read the fast way is read as YAML reads it.
func TestCanonical(t *testing.T) {
	for n, data := range canonicalSamples(t) {
		if ok := sameAsYAML(t, data); n < 3 && !ok {
			t.Errorf("sample %d was left to YAML:\n%s", n, data)
		}
	}
}

func sameAsYAML(t testing.TB, data []byte) bool {
	t.Helper()
	fast, ok := parseCanonical(string(data))
	if !ok {
		return false
	}
	slow, err := parseYAML("case.yaml", data)
	if err != nil {
		t.Fatalf("YAML refuses what was read: %v\n%s", err, data)
	}
	if diff := cmp.Diff(slow, fast, cmpopts.EquateEmpty()); diff != "" {
		t.Fatalf("(-yaml +canonical):\n%s\n%s", diff, data)
	}
	return true
}

// FuzzCanonical: what is read the fast way, YAML reads alike.
func FuzzCanonical(f *testing.F) {
	for _, data := range canonicalSamples(f) {
		f.Add(data)
	}
	f.Fuzz(func(t *testing.T, data []byte) { sameAsYAML(t, data) })
}

// TestBrief: what is written the fast way is what YAML's encoder writes.
func TestBrief(t *testing.T) {
	words := []string{
		"C-2026-0001", "demo", "doc-007", "a-", "Acme", "e5", "x1f", "o17", "inf", "nan", "yesterday", "n0", "a--b",
		"y", "N", "yes", "No", "ON", "off", "true", "False", "NULL", "null", "", "1a", "-a", "12", "1e3", "0x1f", "2026-03-01",
		"a b", "a:b", "a_b", "a.b", "咖啡", "é", "a\n", "~", "a#", "#a",
	}
	brief := 0
	for n, word := range words {
		for _, at := range []time.Time{time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC), time.Date(1, 1, 1, 0, 0, 0, 5, time.FixedZone("", 3600))} {
			info := Info{Schema: 1, ID: word, Scene: word, Brand: word, ReportFolder: "x-" + word, CreatedAt: at, LatestVersion: n}
			fast, ok := info.brief()
			if !ok {
				continue
			}
			brief++
			slow, err := info.encodeYAML()
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(slow), string(fast)); diff != "" {
				t.Errorf("(-yaml +brief):\n%s", diff)
			}
		}
	}
	if want := 2 * 13; brief != want {
		t.Errorf("%d were written the fast way, want %d", brief, want)
	}
}

// TestBigCaseFile: the memory that reading takes grows with the file, not with
// its square.
func TestBigCaseFile(t *testing.T) {
	info := Info{Schema: 1, ID: "C-2026-0001", Scene: "demo", Brand: "acme", ReportFolder: "demo-acme", CreatedAt: time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)}
	cp := Checkpoint{Question: "Does it open?", Kind: Binary, Source: Source{Type: "manual"}, HorizonDays: 30, Due: "2026-03-31", Draft: true}
	for n := range 20 {
		cp.Forecasts = append(cp.Forecasts, Forecast{Judge: fmt.Sprintf("judge-%d", n), SkillSHA256: "ab", Model: "m", P: 0.5})
	}
	for n := range 500 {
		cp.ID = fmt.Sprintf("v1-%d", n)
		info.Checkpoints = append(info.Checkpoints, cp)
	}
	data := encoded(t, info)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := ParseInfo("case.yaml", info.ID, data)
	runtime.ReadMemStats(&after)
	if err != nil || len(got.Checkpoints) != 500 {
		t.Fatalf("%d checkpoints, %v", len(got.Checkpoints), err)
	}
	if took, most := after.TotalAlloc-before.TotalAlloc, uint64(20*len(data)); took > most {
		t.Errorf("%d bytes for a file of %d, want at most %d", took, len(data), most)
	}
}

func BenchmarkParseInfo(b *testing.B) {
	data := canonicalSamples(b)[1]
	for b.Loop() {
		if _, err := ParseInfo("case.yaml", "C-2026-0001", data); err != nil {
			b.Fatal(err)
		}
	}
}
