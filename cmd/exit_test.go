package cmd

import (
	"errors"
	"strings"
	"testing"

	"judgement/internal/fault"
)

// TestErrorsFitATerminal: a narrow terminal breaks no word of an error or its fix;
// what goes to a file is not broken at all.
func TestErrorsFitATerminal(t *testing.T) {
	err := fault.Refuse(fault.NotWritten, "make sure that the file can be written, then run the same command again: what is done is kept", errors.New("there is no space left on the device for the report"))
	var narrow, file strings.Builder
	exitFor(err, &narrow, false, 40)
	exitFor(err, &file, false, 0)
	for line := range strings.SplitSeq(strings.TrimSuffix(narrow.String(), "\n"), "\n") {
		if n := len([]rune(line)); n > 40 {
			t.Errorf("%d cells: %q", n, line)
		}
	}
	if strings.Join(strings.Fields(narrow.String()), " ") != strings.Join(strings.Fields(file.String()), " ") || strings.Count(file.String(), "\n") != 2 {
		t.Errorf("%s\n%s", narrow.String(), file.String())
	}
}

// TestErrorsShowControlCharacters: a name in an error can't speak to the terminal.
func TestErrorsShowControlCharacters(t *testing.T) {
	for _, width := range []int{0, 60} {
		var out strings.Builder
		exitFor(usageError("rename a\x9b\xff.md", "there is no file \x1b]0;title\a\u202e一\u3000二.md\nsecond line"), &out, false, width)
		want := "judgement: there is no file \\x1b]0;title\\a\\u202e一\u3000二.md\n  second line\n  → rename a\\x9b\\xff.md\n"
		if out.String() != want {
			t.Errorf("got\n%q\nwant\n%q", out.String(), want)
		}
	}
}

// TestAbstainedFix: to ask again is no advice if all judges say that they can't judge it.
func TestAbstainedFix(t *testing.T) {
	f := fault.New(fault.NoUsable, nil, "again", "yes", "abstained", "yes")
	for _, fix := range []string{fixFor(f), classify(honestFailure(f)).fix} {
		if !strings.Contains(fix, "choose a scene whose judges can judge this document") || strings.Contains(fix, "same command again") {
			t.Error(fix)
		}
	}
}
