package attribution

import (
	"fmt"
	"runtime"
	"strings"
	"testing"
	"unique"

	"github.com/google/go-cmp/cmp"
)

func TestTotals(t *testing.T) {
	var sum Summary
	sum.add([]*CaseInfo{
		{Status: Error, broken: true},
		{Status: Due, Evidence: Evidence{Version: 2, Citations: 3, Proven: 2, Standing: 1}, unrecorded: 2},
		{Status: Due, Evidence: Evidence{Version: 1, Citations: 1, Proven: 1, Standing: 1}, changed: true, Updates: []Update{{}, {}}},
	})
	if sum.TotalChecked != 3 || len(sum.Cases) != 3 || sum.ByStatus.Of(Error) != 1 || sum.ByStatus.Of(Due) != 2 ||
		sum.Changed != 1 || sum.EvidenceBroken != 1 || sum.Unrecorded != 2 || sum.Updates != 2 {
		t.Errorf("%+v", sum)
	}
	if diff := cmp.Diff(Evidence{Citations: 4, Proven: 3, Standing: 2}, sum.Evidence); diff != "" {
		t.Errorf("evidence (-want +got):\n%s", diff)
	}
}

// TestCasesAreLean: what a run of 100,000 cases holds until its end must fit in
// 400 MiB, with what the records of the judges add.
func TestCasesAreLean(t *testing.T) {
	const cases, judges = 20_000, 5
	var roster [judges]judgeHandle
	for j := range roster {
		roster[j] = unique.Make(JudgeRef{Slug: fmt.Sprint("j", j)})
	}
	before := inUse()
	all := make([]*CaseInfo, cases)
	for n := range all {
		s := &scored{scene: "demo"}
		for j := range judges {
			s.samples = append(s.samples, sample{p: float64(n%101) / 100, judge: roster[j], happened: n%3 == 0})
			s.scores = append(s.scores, judgeScore{judge: roster[j], share: 0.5})
		}
		all[n] = &CaseInfo{Case: fmt.Sprintf("C-2026-%04d", n), Status: Confirmed, Checkpoints: make([]CheckpointStatus, 3), scored: s}
	}
	records, _ := gather(all)
	if n := (inUse() - before) / cases; n > 1600 {
		t.Errorf("a case with %d scored forecasts takes %d bytes", judges, n)
	}
	runtime.KeepAlive(records)
	runtime.KeepAlive(all)
}

// inUse is how many bytes of the heap are in use.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// TestNothingProven: without proven quotes nothing is said of '0 of 0'.
func TestNothingProven(t *testing.T) {
	if got := raw(&Summary{Evidence: Evidence{Citations: 2}}, Options{}, ""); !strings.Contains(got, "\nevidence: there are no proven quotes, 2 quotes in all\n") {
		t.Errorf("%s", got)
	}
}

func TestOneLine(t *testing.T) {
	for text, want := range map[string]string{
		"plain text":                   "plain text",
		"two\nlines\r\n":               "two; lines",
		"\x1b[31mred\u009b0m":          "[31mred; 0m",
		"bad \xff byte":                "bad \uFFFD byte",
		"turned \u202eround":           "turned \uFFFDround",
		"line\u2028end":                "line\uFFFDend",
		"中文也行":                         "中文也行",
		strings.Repeat("ab", 5000):     strings.Repeat("ab", maxReason/2) + "…",
		strings.Repeat("中", maxReason): strings.Repeat("中", maxReason/3) + "…",
	} {
		if got := oneLine(text); got != want {
			t.Errorf("oneLine(%.40q) = %.60q (%d bytes), want %.60q", text, got, len(got), want)
		}
	}
}
