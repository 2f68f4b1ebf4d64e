package immunity

import (
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"judgement/internal/document"
)

// benign makes n honest documents of five kinds in two languages.
func benign(t *testing.T, n int) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/benign.txt")
	if err != nil {
		t.Fatal(err)
	}
	var kinds []string
	sentences := map[string][]string{}
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if name, ok := strings.CutPrefix(line, "kind "); ok {
			kinds = append(kinds, name)
		} else if line != "" && !strings.HasPrefix(line, "# ") {
			k := kinds[len(kinds)-1]
			sentences[k] = append(sentences[k], line)
		}
	}
	r := rand.New(rand.NewPCG(1, 2))
	out := make([]string, n)
	for i := range out {
		kind := kinds[i%len(kinds)]
		lines := sentences[kind]
		var b strings.Builder
		fmt.Fprintf(&b, "# Document %d\n\n", i+1)
		for j, k := range r.Perm(len(lines))[:12] {
			b.WriteString(lines[k])
			switch {
			case j%4 == 3:
				b.WriteString("\n\n")
			case strings.HasSuffix(kind, "en"):
				b.WriteString(" ")
			}
		}
		out[i] = b.String()
	}
	return out
}

// TestBenign: at most 1 % of honest documents are said to address judges, and at most
// 4 % have any finding.
func TestBenign(t *testing.T) {
	addressed, some := 0, 0
	docs := benign(t, 500)
	seen := map[string]bool{}
	for i, text := range docs {
		doc, err := document.Read(t.Context(), "a.md", []byte(text), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		speaks := false
		for _, w := range doc.Warnings {
			speaks = speaks || w.Grade() == document.GradeAddressed
			if !seen[w.Excerpt] {
				seen[w.Excerpt] = true
				t.Logf("document %d: %s: %s", i+1, w.Kind, w.Excerpt)
			}
		}
		if speaks {
			addressed++
		}
		if len(doc.Warnings) > 0 {
			some++
		}
	}
	t.Logf("of %d honest documents: %d (%.1f %%) address judges, %d (%.1f %%) have a finding", len(docs), addressed, 100*float64(addressed)/float64(len(docs)), some, 100*float64(some)/float64(len(docs)))
	if addressed*100 > len(docs) || some*100 > 4*len(docs) {
		t.Error("too many false alarms")
	}
}
