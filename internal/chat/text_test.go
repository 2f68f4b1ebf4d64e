package chat

import (
	"strings"
	"testing"
	"unicode"

	"judgement/internal/document"
	"judgement/report"
)

// TestTextDocument: a text's first line with words names its file, and so its
// report; what has none gets words of the bot's language.
func TestTextDocument(t *testing.T) {
	long := "We ask for a grant to tile the roof of the old boathouse by the lake before the winter."
	tests := []struct {
		name, title, text, want, doc string
		lang                         report.Lang
	}{
		{"first line", "", "Our ferry\nIt crosses the bay.", "Our ferry.txt", "Our ferry", "en"},
		{"cut between words", "", long, "We ask for a grant to tile the roof of the old boathouse….txt", "We ask for a grant to tile the roof of the old boathouse…", "en"},
		{"cut between characters", "", strings.Repeat("渡轮每天横穿海湾", 9), strings.Repeat("渡轮每天横穿海湾", 3) + "渡轮每天横….txt", strings.Repeat("渡轮每天横穿海湾", 3) + "渡轮每天横…", "zh"},
		{"no word to cut at", "", strings.Repeat("x", 100), strings.Repeat("x", 59) + "….txt", strings.Repeat("x", 59) + "…", "en"},
		{"no half characters", "", strings.Repeat("x", 57) + strings.Repeat("e\u0301", 9), strings.Repeat("x", 57) + "e\u0301e\u0301….txt", strings.Repeat("x", 57) + "e\u0301e\u0301…", "en"},
		{"exactly as wide", "", strings.Repeat("渡", 30), strings.Repeat("渡", 30) + ".txt", strings.Repeat("渡", 30), "zh"},
		{"blank lines, rules and links first", "", "\n \n---\n🙂\nhttps://example.org/a/b\n**Q1/Q2 plan:**\nmore", "Q1-Q2 plan.txt", "Q1-Q2 plan", "en"},
		{"Markdown", "", "## The plan\n\nmore", "The plan.txt", "The plan", "en"},
		{"a dot", "", "A bag of 3.5 kg\nmore", "A bag of 3.5 kg.txt", "A bag of 3.5 kg", "en"},
		{"control characters", "", "a\u202eb\u200bc\td\r\nmore", "abc d.txt", "abc d", "en"},
		{"a path", "", `..\..\etc/passwd of the ferry`, "..-..-etc-passwd of the ferry.txt", "..-..-etc-passwd of the ferry", "en"},
		{"no words", "", "?! … ---\n🙂🙂", "Text from the chat.txt", "Text from the chat", "en"},
		{"no words in Chinese", "", "？！……", "聊天中的文字.txt", "聊天中的文字", "zh"},
		{"a title", "A/B  test", "It went well.", "A-B test.md", "A/B test", "en"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			name, data := textDocument(tt.lang, tt.title, tt.text)
			if name != tt.want {
				t.Errorf("file %q, want %q", name, tt.want)
			}
			doc, err := document.Read(t.Context(), name, data, document.Options{})
			if err != nil {
				t.Fatal(err)
			}
			if doc.Title != tt.doc || doc.Name != name {
				t.Errorf("title %q of %q, want %q", doc.Title, doc.Name, tt.doc)
			}
			if tt.name != "no half characters" && clip(name, maxFile) != name { // a card counts runes
				t.Errorf("a card cuts %q", name)
			}
		})
	}
}

// FuzzTextDocument: whatever is sent, the name is one short printable line with
// its ending.
func FuzzTextDocument(f *testing.F) {
	for _, s := range []string{"Our ferry", "\u202e\x00", strings.Repeat("👨‍👩‍👧‍👦 ", 40), "/", "......", "．．\n１"} {
		f.Add("", s)
		f.Add(s, "text")
	}
	f.Fuzz(func(t *testing.T, title, text string) {
		name, _ := textDocument(report.English, title, text)
		stem, ok := strings.CutSuffix(name, ".txt")
		if title != "" {
			stem, ok = strings.CutSuffix(name, ".md")
		}
		if !ok || strings.TrimSpace(stem) == "" || strings.ContainsAny(name, "/\\") || strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
			t.Errorf("%q", name)
		}
		if title == "" && report.Width(stem) > titleWidth {
			t.Errorf("%q has %d columns", stem, report.Width(stem))
		}
	})
}
