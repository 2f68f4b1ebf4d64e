package attribution_test

import (
	"errors"
	"strings"
	"testing"

	"judgement/internal/attribution"
	"judgement/internal/fault"
)

func TestAcceptAndResolveRefuse(t *testing.T) {
	w := newWorld(t, t.TempDir())
	c := w.publish("acme")
	w.draft(c)
	refused := func(err error, part string) {
		t.Helper()
		var r *fault.Error
		if !errors.As(err, &r) || r.Code != fault.Refused || !strings.Contains(r.Error(), part) || r.Params["fix"] == "" {
			t.Errorf("%v, want a refusal with %q", err, part)
		}
	}
	resolve := func(cp string, r attribution.Resolution) error {
		_, err := w.Resolve(t.Context(), c.ID, cp, r)
		return err
	}
	yes := attribution.Resolution{State: attribution.IsConfirmed, Value: "210", Source: "a letter"}
	refused(resolve("v1-1", yes), "is a draft")
	_, err := w.Accept(t.Context(), c.ID, []string{"nope"})
	refused(err, "no checkpoint")
	if _, err := w.Accept(t.Context(), c.ID, []string{"v1-1"}); err != nil {
		t.Fatal(err)
	}
	_, err = w.Accept(t.Context(), c.ID, []string{"v1-1"})
	refused(err, "accepted already")
	w.day("2026-03-31")
	_, err = w.Accept(t.Context(), c.ID, []string{"v1-2"})
	refused(err, "its answer could be known")
	left, err := w.Accept(t.Context(), c.ID, nil)
	if err != nil || len(left.Accepted) != 0 || left.Left["v1-2"] == "" {
		t.Errorf("accept all after the due date: %+v, %v", left, err)
	}

	w.day("2026-03-01")
	c = w.accepted("zeta")
	refused(resolve("v1-9", yes), "no checkpoint")
	refused(resolve("v1-1", attribution.Resolution{State: "maybe"}), "unknown state")
	refused(resolve("v1-1", attribution.Resolution{State: attribution.Reopened}), "unknown state")
	refused(resolve("v1-1", attribution.Resolution{State: attribution.IsConfirmed}), "needs a source")
	refused(resolve("v1-1", attribution.Resolution{State: attribution.IsFalsified, Source: "silence"}), "not due before 2026-03-31")
	refused(resolve("v1-2", attribution.Resolution{State: attribution.IsConfirmed, Source: "a letter"}), "no decimal number")
	refused(resolve("v1-2", attribution.Resolution{State: attribution.IsConfirmed, Source: "a letter", Value: "199.5"}), "decides otherwise")
	refused(resolve("v1-1", attribution.Resolution{State: attribution.IsSkipped, Reason: "two\nlines"}), "more than one line")
	_, err = w.Undo(t.Context(), c.ID, "v1-1", "")
	refused(err, "is open")
	if err := resolve("v1-1", yes); err != nil {
		t.Fatal(err)
	}
	refused(resolve("v1-1", yes), "is confirmed since")
	w.now = w.now.AddDate(0, 0, -1)
	_, err = w.Undo(t.Context(), c.ID, "v1-1", "")
	refused(err, "it is 2026-02-28")
	if _, err := w.Resolve(t.Context(), "C-2030-0001", "v1-1", yes); !errors.Is(err, fault.UnknownCase) {
		t.Errorf("unknown case: %v", err)
	}
}
