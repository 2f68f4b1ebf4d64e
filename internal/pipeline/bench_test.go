package pipeline_test

import (
	"fmt"
	"os"
	"sync"
	"testing"

	"judgement/internal/llm/fakeserver"
)

// BenchmarkBatch runs 100 documents of 4 KB at 16 calls at once from intake to
// published reports. dir: tmpfs where there is one, so that the disk's syncs are
// left out.
func BenchmarkBatch(b *testing.B) {
	for _, judges := range []int{1, 6} {
		b.Run(fmt.Sprintf("judges=%d", judges), func(b *testing.B) {
			s := server(b, fakeserver.Options{})
			m := client(b, s, 16)
			docs := make([]string, 100)
			for i := range docs {
				docs[i] = text(i, 4000)
			}
			for b.Loop() {
				b.StopTimer()
				dir, err := os.MkdirTemp(tmpfs(b), "bench")
				if err != nil {
					b.Fatal(err)
				}
				p := newPipeline(b, dir, judges, m)
				b.StartTimer()
				setup, err := p.Open("s")
				if err != nil {
					b.Fatal(err)
				}
				todo := make(chan int)
				var wg sync.WaitGroup
				for range 32 {
					wg.Go(func() {
						for i := range todo {
							if _, err := p.Run(b.Context(), setup, specOf(fmt.Sprintf("doc-%d", i), docs[i]), nil); err != nil {
								b.Error(err)
							}
						}
					})
				}
				for i := range docs {
					todo <- i
				}
				close(todo)
				wg.Wait()
				b.StopTimer()
				_ = os.RemoveAll(dir)
				b.StartTimer()
			}
		})
	}
}

func tmpfs(b *testing.B) string {
	b.Helper()
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		return "/dev/shm"
	}
	return b.TempDir()
}
