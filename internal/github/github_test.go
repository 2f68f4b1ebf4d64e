package github

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

// TestCommand: no text of a document ends its command or begins another.
func TestCommand(t *testing.T) {
	got := Annotation{
		Level: Warning, File: "a,line=9::x.md", Line: 3, Title: "50 %: a,b", Text: "one\r\n::error::two 100%0A",
	}.Command()
	want := "::warning file=a%2Cline=9%3A%3Ax.md,line=3,title=50 %25%3A a%2Cb::one%0D%0A::error::two 100%250A\n"
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

// TestSummaryOfHostileNames: nothing in a name or a message is a mark, a link, HTML, a
// mention or a reference.
func TestSummaryOfHostileNames(t *testing.T) {
	name := "<!-- x --> ](http://evil) @org/team #12 | `a`\n# b (c).md"
	got := Summary([]Document{{Path: name, Problem: "see @org/team, <img src=x> and https://evil/"}}, Place{Server: "https://github.com", Repository: "o/r", Commit: "abc", Run: "7"})
	for _, bad := range []string{"@org", "#12", "\n# b", " ](http://evil", "[<", " <!--", " <img", "(c).md)", "| `a`"} {
		if strings.Contains(got, bad) {
			t.Errorf("the summary has %q:\n%s", bad, got)
		}
	}
	for _, want := range []string{"%0A%23%20b%20%28c%29.md)", "| not judged |", "`https://evil/`", "/actions/runs/7)"} {
		if !strings.Contains(got, want) {
			t.Errorf("the summary lacks %q:\n%s", want, got)
		}
	}
}

// TestSummaryHasALimit: a comment of any number of documents can be posted.
func TestSummaryHasALimit(t *testing.T) {
	docs := make([]Document, 2000)
	for i := range docs {
		docs[i] = Document{Path: strings.Repeat("评", 50) + ".md", Problem: strings.Repeat("审", 5000)}
	}
	got := Summary(docs, Place{})
	if n := utf8.RuneCountInString(got); n > 65_000 || n < 50_000 {
		t.Errorf("%d characters", n)
	}
	if !strings.Contains(got, "More is in the reports.") {
		t.Error("the summary does not say that it is cut")
	}
}
