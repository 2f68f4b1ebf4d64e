package meeting

import (
	"strings"
	"testing"
	"unicode/utf8"

	"judgement/internal/llm"
)

func TestSplit(t *testing.T) {
	var b strings.Builder
	for i := range 40 {
		if i == 22 {
			b.WriteString("## Topic two\n")
		}
		b.WriteString("[" + clockText(i*60) + "] Ann: " + strings.Repeat("we talk of the budget and of the plan. ", 10) + "\n")
	}
	b.WriteString("Bo: " + strings.Repeat("一段没有标点的很长的发言", 300) + "\n")
	tr := newTranscript(b.String())
	for _, room := range []int{300, 1000, 3000} {
		parts := split(tr, room)
		at, atTurn := 0, 0
		for i, p := range parts {
			if p.Start != at || p.End <= p.Start {
				t.Fatalf("room %d: part %d is %v after %d", room, i, p, at)
			}
			text := tr.Text[p.Start:p.End]
			if n := llm.EstimateTokens(text); n > room {
				t.Errorf("room %d: part %d has %d tokens", room, i, n)
			}
			if !utf8.ValidString(text) {
				t.Errorf("room %d: part %d is cut inside a character", room, i)
			}
			if strings.HasPrefix(text, "[") || strings.HasPrefix(text, "##") || strings.HasPrefix(text, "Bo") {
				atTurn++
			}
			at = p.End
		}
		if at != len(tr.Text) {
			t.Errorf("room %d: the parts end at %d of %d", room, at, len(tr.Text))
		}
		if room == 3000 && atTurn < len(parts)-2 {
			t.Errorf("only %d of %d parts begin at a turn", atTurn, len(parts))
		}
	}
}
