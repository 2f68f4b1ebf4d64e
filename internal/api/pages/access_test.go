package pages

import (
	"testing"

	"judgement/scene"
)

// TestDecide: every visitor, every act, on the version of a link and on others.
func TestDecide(t *testing.T) {
	open := &scene.Scene{ShowScoresPublicly: true}
	hidden := &scene.Scene{}
	redacted := &scene.Scene{ShowScoresPublicly: true, Report: scene.Report{RedactReview: true}}
	const mine = "C-2026-0001"
	holder := Visitor{Case: mine, Version: 2}
	all, none := Sight{true, true, true}, Sight{}
	for act := SeeLogin; act <= Leave; act++ {
		want := none
		if act == SeeLogin {
			want = Sight{Allowed: true}
		}
		if got := Decide(Visitor{}, act, Target{mine, 2, open}); got != want {
			t.Errorf("nobody, act %d: %+v", act, got)
		}
		if got := Decide(Visitor{Login: true}, act, Target{}); got != all {
			t.Errorf("login, act %d: %+v", act, got)
		}
		if act == SeeReport {
			want = all
		}
		if got := Decide(holder, act, Target{mine, 2, open}); got != want {
			t.Errorf("link, act %d: %+v", act, got)
		}
		for _, other := range []Target{{mine, 1, open}, {"C-2026-0002", 2, open}, {"", 0, open}} {
			if got := Decide(holder, act, other); got.Allowed && act != SeeLogin {
				t.Errorf("link on %+v, act %d: %+v", other, act, got)
			}
		}
	}
	for _, c := range []struct {
		scene *scene.Scene
		want  Sight
	}{{hidden, Sight{true, true, false}}, {redacted, Sight{true, false, true}}, {nil, Sight{true, false, false}}} {
		if got := Decide(holder, SeeReport, Target{mine, 2, c.scene}); got != c.want {
			t.Errorf("%+v: %+v, want %+v", c.scene, got, c.want)
		}
	}
}
