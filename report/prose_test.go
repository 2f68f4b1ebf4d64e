package report

import (
	"testing"
)

func TestProseKeepsItsShape(t *testing.T) {
	const in = "# Title\nfirst **strong** and `code`\n\n- one\n  - two [site](http://example.org)\n\n1. a\n2. b\n\n> said\n\n```go\nx := 1 # no heading\n```\nlast <b>line</b>"
	const want = "# t\n\n**Title**\n\nfirst **strong** and `code`\n\n* one\n   * two site\n\n1. a\n2. b\n\n> said\n\n```text\nx := 1 # no heading\n```\n\nlast \\<b>line\\</b>\n"
	if got := string(Markdown(Page{Title: "t", Blocks: []Block{Prose{in}}})); got != want {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
