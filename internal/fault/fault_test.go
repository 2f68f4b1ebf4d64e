package fault_test

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
)

func TestError(t *testing.T) {
	e := fault.New(fault.DocumentShort, io.EOF, "name", "a.md", "detail", "3 characters", "fix", "")
	if got, want := e.Error(), "a.md: the document is too short to be judged: 3 characters"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := fault.New(fault.DocumentShort, nil).Error(), "the document is too short to be judged"; got != want {
		t.Errorf("without parameters: %q, want %q", got, want)
	}
	err := fmt.Errorf("judge it: %w", e)
	if !errors.Is(err, fault.DocumentShort) || errors.Is(err, fault.DocumentBlank) || !errors.Is(err, io.EOF) {
		t.Errorf("%v is not what it is", err)
	}
	if fault.From(err) != e || fault.From(io.EOF) != nil || fault.CodeOf(fmt.Errorf("a: %w", fault.UnknownJob)) != fault.UnknownJob {
		t.Error("From and CodeOf don't find the fault")
	}
	if more := e.With("fix", "x"); more.Params["fix"] != "x" || e.Params["fix"] != "" || more.Params["name"] != "a.md" {
		t.Errorf("With gave %v of %v", more.Params, e.Params)
	}
}

// TestStored: what a database keeps says the same again. Text that an earlier
// version stored is said as it is, with its reason.
func TestStored(t *testing.T) {
	e := fault.New(fault.DatabaseRefused, io.EOF, "doing", "open it", "place", "db", "detail", `role "ann"`)
	got := fault.Decode("any", e.Encode())
	if diff := cmp.Diff(&fault.Error{Code: e.Code, Params: e.Params}, got); diff != "" || got.Error() != e.Error() {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, text := range []string{"", "it broke", "{}", `{"code":""}`, "5"} {
		old := fault.Decode("write", text)
		if old.Code.Word() != "write" || old.Error() != text {
			t.Errorf("%q became %q of %q", text, old.Error(), string(old.Code))
		}
	}
}

// TestTable: each code has a sentence, and an exit code and a status in their ranges.
func TestTable(t *testing.T) {
	for _, c := range fault.Codes() {
		if c.Word() == "" || strings.ToLower(c.Word()) != c.Word() || c.Error() == "" && !strings.Contains(fault.New(c, nil, "text", "x").Error(), "x") {
			t.Errorf("code %q has no word or no sentence", string(c))
		}
		if c.Exit() < 1 || c.Status() < 400 || c.Status() > 599 {
			t.Errorf("code %q has exit code %d and status %d", string(c), c.Exit(), c.Status())
		}
	}
}
