package attribution

import (
	"fmt"
	"math/rand/v2"
	"runtime"
	"testing"
	"unique"

	"github.com/google/go-cmp/cmp"
)

// TestWhatIsTold: a run that keeps only the cases that somebody is told of says
// the same as one that keeps all, in whatever order the cases come.
func TestWhatIsTold(t *testing.T) {
	const cases = 5 * maxLines
	rng := rand.New(rand.NewPCG(3, 3))
	all := make([]CaseInfo, cases)
	for i := range all {
		c := CaseInfo{Case: fmt.Sprintf("C-2026-%04d", i+1), Status: Due, Evidence: Evidence{Citations: i, Proven: 1, Standing: 1}}
		switch rng.IntN(10) { // all in error are told of
		case 0:
			c.Status, c.Reason, c.broken = Error, "unreadable", true
		case 1, 2, 3, 4:
			c.Status, c.changed = Falsified, true
		}
		if rng.IntN(3) == 0 && i > cases/4 {
			c.News = []News{{Checkpoint: "v1-1", State: IsFalsified}}
		}
		c.Checkpoints = []Standing{{ID: "v1-1", State: c.Status, Due: "2026-03-31"}}
		all[i] = c
	}
	collect := func(keep bool, order []int) Summary {
		f := newFound(cases, keep)
		for _, i := range order {
			f.take(i, all[i])
		}
		sum := Summary{Today: "2026-04-01"}
		f.sum(&sum)
		sum.RawOutput = raw(&sum, Options{}, "")
		return sum
	}
	inOrder := make([]int, cases)
	for i := range inOrder {
		inOrder[i] = i
	}
	want := collect(true, inOrder)
	if len(want.Cases) != cases {
		t.Fatalf("%d of %d cases were kept", len(want.Cases), cases)
	}
	backward := make([]int, cases)
	for i := range backward {
		backward[i] = cases - 1 - i
	}
	first := collect(false, inOrder)
	for name, order := range map[string][]int{"in order": inOrder, "backward": backward, "shuffled": rng.Perm(cases)} {
		got := collect(false, order)
		if diff := cmp.Diff(want.RawOutput, got.RawOutput); diff != "" {
			t.Errorf("%s: raw output (-all +told):\n%s", name, diff)
		}
		if got.ByStatus != want.ByStatus || got.Evidence != want.Evidence || got.Changed != want.Changed || got.EvidenceBroken != want.EvidenceBroken || got.TotalChecked != cases {
			t.Errorf("%s: %+v, want the sums of %+v", name, got, want)
		}
		if diff := cmp.Diff(first.Cases, got.Cases, cmp.AllowUnexported(CaseInfo{})); diff != "" {
			t.Errorf("%s: other cases were kept than in order:\n%s", name, diff)
		}
		if got.News != want.News {
			t.Errorf("%s: %d news, want %d", name, got.News, want.News)
		}
	}
	var listed []*CaseInfo // the first of each status, and the first with news
	told, news := map[Status]int{}, 0
	for _, c := range want.Cases {
		told[c.Status]++
		if len(c.News) > 0 {
			news++
		}
		if told[c.Status] <= maxLines || len(c.News) > 0 && news <= maxLines {
			listed = append(listed, c)
		}
	}
	if diff := cmp.Diff(listed, first.Cases, cmp.AllowUnexported(CaseInfo{})); diff != "" || len(listed) > cases-200 || news < maxLines+20 {
		t.Errorf("%d of %d cases are to be kept, %d have news:\n%s", len(listed), cases, news, diff)
	}
}

// TestScoredForecastsAreLean: what a run holds of a case until its calibration,
// and what the calibration makes of it.
func TestScoredForecastsAreLean(t *testing.T) {
	const cases, judges = 20_000, 5
	before := inUse()
	f := newFound(cases, false)
	for n := range cases {
		s := &scored{scene: unique.Make("demo")}
		for j := range judges {
			s.samples = append(s.samples, newSample(j, 0, float64(n%101)/100, n%3 == 0))
			s.scores = append(s.scores, judgeScore{judge: uint32(j), share: 0.5})
		}
		f.take(n, CaseInfo{Case: "C-2026-0001", Status: Confirmed, Checkpoints: make([]Standing, 3), scored: s})
	}
	perCase := (inUse() - before) / cases
	if perCase > 400 { // 5 forecasts and 5 scores of 16 bytes, slices that grew to 8 of each, and the case's own
		t.Errorf("a case with %d scored forecasts takes %d bytes", judges, perCase)
	}
	before = inUse()
	records, _ := gather(f.scored, judges)
	if n := (inUse() - before) / (cases * judges); n > 36 { // a forecast of 16 bytes, a score and a rate of 8
		t.Errorf("a forecast of a record takes %d bytes", n)
	}
	runtime.KeepAlive(records)
	runtime.KeepAlive(f)
}

// inUse is how many bytes of the heap are in use.
func inUse() int64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
