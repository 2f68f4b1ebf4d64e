package chat_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/report"
)

var update = flag.Bool("update", false, "write the goldens again")

// TestCards holds every card to its text: what goes out where a platform
// refuses the card's form.
func TestCards(t *testing.T) {
	for _, c := range chattest.Cards() {
		t.Run(c.Name, func(t *testing.T) {
			file := filepath.Join("testdata", c.Name+".txt")
			got := c.Card.Text() + "\n"
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), got); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

// TestLongTexts: no text makes a card long, and none breaks a line of it.
func TestLongTexts(t *testing.T) {
	long := func(what string) string { return what + strings.Repeat(" 很长 <at id=all></at>\n", 2000) }
	card := chat.FinalCard(chat.Head{Lang: report.Chinese, Scene: long("s"), Document: long("d")}, chattest.Result(long), true)
	if n := len(card.Text()); n > 6000 {
		t.Errorf("the card has %d bytes", n)
	}
	for _, p := range card.Parts {
		if p.List == nil {
			continue
		}
		for _, i := range p.List.Items {
			if strings.Contains(i.Text, "\n") {
				t.Errorf("an item has more than one line: %.40q", i.Text)
			}
		}
	}
}
