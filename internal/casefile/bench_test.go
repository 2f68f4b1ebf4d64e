package casefile_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"judgement/internal/casefile"
)

// BenchmarkHundredReviews makes a case, a version, one reply and a publication
// for each of 100 documents of 4 KB, 16 at once, durably. One operation is all
// of them. The goal is 0.30 s on two cores, where an fsync takes 0.4 ms.
func BenchmarkHundredReviews(b *testing.B) {
	doc := bytes.Repeat([]byte("A line of the document.\n"), 170)
	for b.Loop() {
		b.StopTimer()
		dir, err := os.MkdirTemp(".", "bench-") // on a disk: /tmp may be in memory
		if err != nil {
			b.Fatal(err)
		}
		st := open(b, dir)
		cs := casefile.New(st, clock)
		b.StartTimer()
		var g errgroup.Group
		g.SetLimit(16)
		for i := range 100 {
			g.Go(func() error { return one(b, cs, fmt.Sprintf("brand-%d", i), doc) })
		}
		err = g.Wait()
		b.StopTimer()
		os.RemoveAll(dir)
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func one(b *testing.B, cs *casefile.Cases, brand string, doc []byte) error {
	c, err := cs.Open(b.Context(), casefile.Ref{Scene: "demo", Brand: brand})
	if err != nil {
		return err
	}
	v, err := c.Begin(b.Context(), casefile.Plan{Key: "k", JSON: []byte("{}"), Document: doc, DocumentJSON: []byte("{}")})
	if err != nil {
		return err
	}
	defer v.Close()
	if err := v.Ledger().Put(b.Context(), record("ann", 0)); err != nil {
		return err
	}
	return v.Publish(b.Context(), casefile.Publication{
		Date:      day.Format(time.DateOnly),
		Files:     []casefile.File{{Name: "verdicts.json", Data: doc}, {Name: "result.json", Data: doc[:1000]}},
		VersionMD: doc,
		Reports: []casefile.File{
			{Name: "report.md", Data: doc}, {Name: "panel.yaml", Data: doc[:500]}, {Name: "reviews/ann.md", Data: doc[:2000]},
		},
	})
}

// BenchmarkHundredFloor does only what durability asks of the disk for the same
// files: 100 times 6 folders, 14 files written and synced, 14 syncs of folders,
// 16 at once.
func BenchmarkHundredFloor(b *testing.B) {
	data := make([]byte, 2000)
	for b.Loop() {
		b.StopTimer()
		dir, err := os.MkdirTemp(".", "bench-")
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
		var g errgroup.Group
		g.SetLimit(16)
		for i := range 100 {
			g.Go(func() error { return floor(fmt.Sprintf("%s/%d", dir, i), data) })
		}
		err = g.Wait()
		b.StopTimer()
		os.RemoveAll(dir)
		if err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

func floor(dir string, data []byte) error {
	for i := range 14 {
		sub := fmt.Sprintf("%s-%d", dir, i%6)
		if err := os.MkdirAll(sub, 0o755); err != nil {
			return err
		}
		file, err := os.Create(fmt.Sprintf("%s/%d", sub, i))
		if err != nil {
			return err
		}
		defer file.Close()
		folder, err := os.Open(sub)
		if err != nil {
			return err
		}
		defer folder.Close()
		if _, err := file.Write(data); err != nil {
			return err
		}
		if err := errors.Join(file.Sync(), folder.Sync()); err != nil {
			return err
		}
	}
	return nil
}
