package label_test

import (
	"errors"
	"strings"
	"testing"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/fault"
	"judgement/internal/label"
	"judgement/scene"
)

// TestAdd: labels are added to the scene's file as it is then. What contradicts it, and a
// file that was damaged, are errors that say which of the two they are.
func TestAdd(t *testing.T) {
	folder, err := casefile.OpenFolder(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer folder.Close()
	open := func() (*label.Labels, error) {
		return label.Open(t.Context(), folder, casefile.New(folder, time.Now), &scene.Scene{Slug: "s"}, jury)
	}
	one, err := open()
	if err != nil || one.Hash() != "" {
		t.Fatalf("no labels: %q, %v", one.Hash(), err)
	}
	other, err := open()
	if err != nil {
		t.Fatal(err)
	}
	row := func(text string) []label.Row {
		rows, err := importer().Read([]byte("case,person,score\nacme," + text + "\n"))
		if err != nil {
			t.Fatal(err)
		}
		return rows
	}
	for l, text := range map[*label.Labels]string{one: "ann,4", other: "bob,5"} {
		if n, err := l.Add(t.Context(), row(text), false); n != 1 || err != nil {
			t.Errorf("%d added, %v", n, err)
		}
	}
	var f *fault.Error
	if _, err := one.Add(t.Context(), row("bob,6"), false); !errors.As(err, &f) || f.Params["differ"] != "1" || len(one.Rows) != 2 {
		t.Errorf("a contradiction with what another import added: %v, %d rows", err, len(one.Rows))
	}
	if n, err := one.Add(t.Context(), row("bob,6"), true); n != 1 || err != nil || one.Hash() == "" {
		t.Errorf("%d replaced, %v", n, err)
	}
	if err := folder.Write(t.Context(), casefile.File{Name: label.File("s"), Data: []byte("scene,case,person,score\ns,,ann,99\n")}); err != nil {
		t.Fatal(err)
	}
	if _, err := open(); !errors.As(err, &f) || f.Params["stored"] != "scenes/s/labels.csv" || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("a damaged file: %v", err)
	}
}
