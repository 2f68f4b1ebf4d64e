package format

import (
	"sync"
	"sync/atomic"
	"testing"

	"judgement/internal/evidence"
)

type countingProver struct{ asked atomic.Int64 }

func (p *countingProver) Verify(quote string) evidence.Citation {
	p.asked.Add(1)
	return evidence.Citation{Quote: quote, Status: evidence.Exact, Start: len(quote)}
}

func TestSkipRepeatsRemembers(t *testing.T) {
	p := &countingProver{}
	o := SkipRepeats(p)
	for _, q := range []string{"one", "three", "one", "three", "one"} {
		if c := o.Verify(q); c.Quote != q || c.Start != len(q) {
			t.Errorf("Verify(%q) = %+v", q, c)
		}
	}
	if n := p.asked.Load(); n != 2 {
		t.Errorf("two quotes were looked for %d times", n)
	}
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() { o.Verify("four") })
	}
	wg.Wait()
	if n := p.asked.Load(); n < 3 || n > 10 {
		t.Errorf("%d searches after eight judges quoted one more passage at once", n)
	}
}
