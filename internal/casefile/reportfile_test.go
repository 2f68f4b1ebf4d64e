package casefile

import (
	"errors"
	"io/fs"
	"testing"
	"time"
)

func TestReportFiles(t *testing.T) {
	st, err := OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	c, err := New(st, time.Now).Open(t.Context(), Ref{Scene: "meet", BrandPrefix: "m-", Brand: "weekly"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.ReadReport(t.Context(), "meeting-summary.md"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	for range 2 { // replaced as often as wanted
		if err := c.WriteReport(t.Context(), "meeting-summary.pptx", []byte("deck")); err != nil {
			t.Fatal(err)
		}
	}
	if b, err := c.ReadReport(t.Context(), "meeting-summary.pptx"); err != nil || string(b) != "deck" {
		t.Errorf("read back %q, %v", b, err)
	}
	for _, name := range []string{"versions/v1_2026-11-21.md", "report.md", "../x", ".case.json", ""} {
		if err := c.WriteReport(t.Context(), name, nil); err == nil {
			t.Errorf("%q was written", name)
		}
	}
	if _, err := c.ReadReport(t.Context(), "../../cases/x"); err == nil {
		t.Error("a file outside the folder was read")
	}
}
