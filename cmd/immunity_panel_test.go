package cmd

import (
	"strings"
	"testing"

	"judgement/internal/immunity"
	"judgement/internal/terminal"
)

// TestImmunityNotes: a sign that is not in the tables is not explained.
func TestImmunityNotes(t *testing.T) {
	t.Parallel()
	r := &immunity.Result{Documents: 5, Attacks: 2, Unscored: 1, All: immunity.FamilyEffect{Family: "all", Attacks: 2}}
	for _, c := range []struct {
		shift *immunity.Shift
		want  string
	}{{nil, "–: "}, {&immunity.Shift{Attacked: 1}, "[n]: "}, {&immunity.Shift{Attacked: 2}, ""}} {
		r.All.Shift = c.shift
		p := page{terminal.Page{Width: 80}}
		p.experiment(r)
		for _, note := range []string{"–: ", "[n]: "} {
			if got := strings.Contains(p.String(), note); got != (note == c.want) {
				t.Errorf("%+v: %q is explained: %v\n%s", c.shift, note, got, p.String())
			}
		}
	}
}
