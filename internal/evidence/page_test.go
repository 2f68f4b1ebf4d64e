package evidence

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPage: the first example of docs/evidence.md shows what the rules say.
func TestPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/evidence.md")
	if err != nil {
		t.Fatal(err)
	}
	example, _, _ := strings.Cut(string(page), "\n## Statuses")
	document := regexp.MustCompile(`The document says: "([^"]+)"`).FindStringSubmatch(example)
	if document == nil {
		t.Fatal("the page has no document")
	}
	x, rows := New(document[1]), 0
	for _, row := range regexp.MustCompile("(?m)^\\| (.+) \\| `(.+)` \\| (.+) \\|$").FindAllStringSubmatch(example, -1) {
		rows++
		if c := x.Verify(row[1]); string(c.Status) != row[2] || c.Note.String() != row[3] {
			t.Errorf("%s: the page says %s, %s; the rules say %s, %s", row[1], row[2], row[3], c.Status, c.Note)
		}
	}
	if rows != 4 {
		t.Errorf("%d rows", rows)
	}
}
