package study

import (
	"bytes"
	"compress/gzip"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
)

// TestStored: a set that is stored is the same set again.
func TestStored(t *testing.T) {
	for _, s := range []*Set{people(30, 1, "a", 0.9, 0.6), scored(30, 2, 0.5, 1, 2)} {
		s.Labels[0].Comment, s.Labels[0].Quote = "two\nlines, a comma", `"quoted"`
		got, err := Decode(s.Encode())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(s, got, bare); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
	head := strings.Join(storedColumns, ",") + "\n"
	for _, data := range []string{"", "item,judge\n", head + "verdict,i,,,j,,0,1,,\n", head + "scores,i,,,j,,x,1,,\n"} {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write([]byte(data)); err != nil || z.Close() != nil {
			t.Fatal(err)
		}
		if _, err := Decode(b.Bytes()); err == nil {
			t.Errorf("%q is decoded", data)
		}
		if _, err := Decode(b.Bytes()[:b.Len()/2]); err == nil {
			t.Errorf("half of %q is decoded", data)
		}
	}
	if _, err := Decode([]byte(head)); err == nil {
		t.Error("text that is not compressed is decoded")
	}
}

// TestMerge: rows that agree count once; rows that disagree add nothing.
func TestMerge(t *testing.T) {
	read := func(rows string) *Set {
		s, err := Read([]byte("item,judge,score\n"+rows), Options{})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	s := read("a,x,1\nb,x,2\n")
	if err := s.Merge(read("b,x,2\nc,x,3\n")); err != nil || len(s.Verdicts) != 3 {
		t.Fatalf("%d verdicts, %v", len(s.Verdicts), err)
	}
	err := s.Merge(read("d,x,1\nb,x,4\n"))
	var bad *ProblemsError
	if !errors.As(err, &bad) || !errors.Is(err, fault.BadRows) || !strings.Contains(err.Error(), "item b another value") || len(s.Verdicts) != 3 {
		t.Errorf("%d verdicts after %v", len(s.Verdicts), err)
	}
	if err := s.Merge(people(5, 1, "a", 0.9)); !errors.Is(err, fault.BadRows) {
		t.Errorf("preferences join scores: %v", err)
	}
}
