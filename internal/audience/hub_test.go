package audience_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"judgement/internal/audience"
	"judgement/report"
)

// house is a source that a test changes.
type house struct {
	mu    sync.Mutex
	shown audience.Shown
	err   error
	asked int
}

func (h *house) Shown(context.Context, string) (audience.Shown, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.asked++
	return h.shown, h.err
}

func (h *house) set(version int, err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	b := board()
	b.Version = version
	h.shown, h.err = audience.Shown{Scene: "fair", Name: "Fair", Board: b}, err
}

func TestHubTellsOfNewBoards(t *testing.T) {
	h := &house{}
	h.set(1, nil)
	problems := make(chan error, 1000)
	hub := audience.New(h, time.Millisecond, func(_ string, err error) {
		select {
		case problems <- err:
		default:
		}
	})
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { hub.Run(ctx) })
	defer running.Wait()
	defer cancel()
	v, err := hub.Watch(ctx, "fair")
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	expect := func(want string) {
		t.Helper()
		f, err := v.Next(ctx)
		if err != nil || !strings.Contains(string(f.Page), want) {
			t.Fatalf("the next frame lacks %q: %v", want, err)
		}
	}
	expect("Version 1 ")
	h.set(2, nil)
	expect("Version 2 ")
	// A board that can't be read is reported, and the last one stays.
	h.set(3, errors.New("disk on fire"))
	if err := <-problems; err.Error() != "disk on fire" {
		t.Errorf("problem %v", err)
	}
	if f, err := hub.Current(ctx, "fair"); err == nil {
		t.Errorf("a page of a board that can't be read: %s", f.ID)
	}
	h.set(4, nil)
	expect("Version 4 ")
	h.set(5, audience.ErrNotShown)
	if _, err := v.Next(ctx); !errors.Is(err, audience.ErrNotShown) {
		t.Errorf("a closed board: %v", err)
	}
	if _, err := hub.Watch(ctx, "fair"); !errors.Is(err, audience.ErrNotShown) {
		t.Errorf("a viewer of a closed board: %v", err)
	}
	h.set(6, nil)
	again, err := hub.Watch(ctx, "fair")
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	if f, err := again.Next(ctx); err != nil || !strings.Contains(string(f.Page), "Version 6 ") {
		t.Errorf("a board that is open again: %v", err)
	}
	short, stop := context.WithTimeout(ctx, 10*time.Millisecond)
	defer stop()
	if _, err := again.Next(short); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("no new board: %v", err)
	}
	cancel()
	if _, err := again.Next(t.Context()); !errors.Is(err, audience.ErrEnded) {
		t.Errorf("after the end: %v", err)
	}
}

func TestHubIsBounded(t *testing.T) {
	h := &house{}
	h.set(1, nil)
	hub := audience.New(h, time.Hour, nil)
	var viewers []*audience.Viewer
	for range audience.MostViewers {
		v, err := hub.Watch(t.Context(), "fair")
		if err != nil {
			t.Fatal(err)
		}
		viewers = append(viewers, v)
	}
	if _, err := hub.Watch(t.Context(), "fair"); !errors.Is(err, audience.ErrFull) {
		t.Errorf("one viewer too many: %v", err)
	}
	viewers[0].Close()
	viewers[0].Close()
	if _, err := hub.Watch(t.Context(), "fair"); err != nil {
		t.Errorf("a place that was left: %v", err)
	}
	if _, err := hub.Watch(t.Context(), "fair"); !errors.Is(err, audience.ErrFull) {
		t.Errorf("closing twice made two places: %v", err)
	}
}

// TestBoardThatStaysDamaged: a board that can't be read is reported once, not with
// every look, and again when it breaks again; a visitor gets a page in the scene's
// language without the cause.
func TestBoardThatStaysDamaged(t *testing.T) {
	h := &house{}
	h.set(1, nil)
	problems := make(chan error, 1000)
	hub := audience.New(h, time.Millisecond, func(_ string, err error) { problems <- err })
	ctx, cancel := context.WithCancel(t.Context())
	var running sync.WaitGroup
	running.Go(func() { hub.Run(ctx) })
	defer running.Wait()
	defer cancel()
	v, err := hub.Watch(ctx, "fair")
	if err != nil {
		t.Fatal(err)
	}
	defer v.Close()
	if _, err := v.Next(ctx); err != nil {
		t.Fatal(err)
	}
	damaged := errors.New("board.json is damaged")
	for version := 2; version < 4; version++ {
		h.set(version, damaged)
		if err := <-problems; !errors.Is(err, damaged) {
			t.Errorf("problem %v", err)
		}
		h.looks(20)
		if n := len(problems); n > 0 {
			t.Errorf("told of the same problem %d times more", n)
		}
		h.set(version, nil)
		if f, err := v.Next(ctx); err != nil || !strings.Contains(string(f.Page), fmt.Sprintf("Version %d ", version)) {
			t.Fatalf("after the damage: %v", err)
		}
	}
	for lang, want := range map[report.Lang]string{"": "not available just now", report.English: "not available just now", report.Chinese: "排名榜暂时无法显示"} {
		h.set(9, damaged)
		h.speak(lang)
		away, err := hub.Current(ctx, "fair")
		if away == nil || !errors.Is(err, audience.ErrUnread) || !errors.Is(err, damaged) {
			t.Fatalf("a board that can't be read: %v", err)
		}
		if page := string(away.Page); !strings.Contains(page, want) || strings.Contains(page, "damaged") || strings.Contains(page, "<script") {
			t.Errorf("the page in %q:\n%s", lang, page)
		}
	}
	h.unknown(damaged)
	if away, err := hub.Current(ctx, "fair"); away != nil || errors.Is(err, audience.ErrUnread) || !errors.Is(err, damaged) {
		t.Errorf("a scene of which nothing is known has a page: %v", err)
	}
}

// looks waits until the source was asked so many times more.
func (h *house) looks(n int) {
	h.mu.Lock()
	until := h.asked + n
	h.mu.Unlock()
	for done := false; !done; {
		time.Sleep(time.Millisecond)
		h.mu.Lock()
		done = h.asked >= until
		h.mu.Unlock()
	}
}

// speak makes it a scene without a board and in a language.
func (h *house) speak(l report.Lang) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shown.Board, h.shown.Lang = nil, l
}

// unknown leaves nothing known but the error.
func (h *house) unknown(err error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.shown, h.err = audience.Shown{}, err
}
