package panel

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestWhoVotes(t *testing.T) {
	dim := func(slug string) Judge { return Judge{Slug: slug, Category: Dimension} }
	anchor := func(slug string) Judge { return Judge{Slug: slug, Category: Anchor} }
	tests := []struct {
		name   string
		judges []Judge
		want   []Judge
	}{
		{"dimensions only", []Judge{dim("a"), dim("b")}, []Judge{dim("a"), dim("b")}},
		{"an anchor beside dimensions", []Judge{dim("a"), anchor("x"), dim("b")}, []Judge{dim("a"), dim("b")}},
		{"nothing but anchors", []Judge{anchor("x"), anchor("y")}, []Judge{anchor("x"), anchor("y")}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			p := &Panel{Judges: tt.judges}
			if diff := cmp.Diff(tt.want, p.Voting()); diff != "" {
				t.Errorf("Voting (-want +got):\n%s", diff)
			}
			if p.Votes("nobody") {
				t.Error("a judge that is not of the panel votes")
			}
			if diff := cmp.Diff(tt.judges, p.Judges); diff != "" {
				t.Errorf("Voting changed the panel (-want +got):\n%s", diff)
			}
		})
	}
}
