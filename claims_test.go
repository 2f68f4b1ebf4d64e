package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"judgement/internal/document"
	"judgement/internal/evidence"
)

// TestClaims measures again what docs/claims.md says, and compares.
func TestClaims(t *testing.T) {
	page := readText(t, "docs/claims.md")
	digit, negation, zero := regexp.MustCompile(`[1-9]`), regexp.MustCompile(` (not|no|never) `), regexp.MustCompile(`不|没有|未`)
	kept, number, denial := rate{}, rate{}, rate{}
	for _, text := range examples(t) {
		x := evidence.New(text)
		for _, s := range sentences(text) {
			kept.add(proven(x, s))
			if at := digit.FindStringIndex(s); at != nil {
				other := "7"
				if s[at[0]:at[1]] == "7" {
					other = "8"
				}
				number.add(proven(x, s[:at[0]]+other+s[at[1]:]))
			}
			if at := negation.FindStringIndex(s); at != nil {
				denial.add(proven(x, s[:at[0]]+" "+s[at[1]:]))
			} else if at := zero.FindStringIndex(s); at != nil {
				denial.add(proven(x, s[:at[0]]+s[at[1]:]))
			}
		}
	}
	direct, rephrased := planted(t, "planted_direct.txt"), planted(t, "planted_rephrased.txt")
	for claim, r := range map[string]rate{
		"Whole sentences, quoted as they are, that count as proven": kept,
		"The same with one digit changed, that count as proven":     number,
		"The same with a negation left out, that count as proven":   denial,
		"Planted instructions in usual words that are marked":       direct,
		"Planted instructions in other words that are marked":       rephrased,
	} {
		if want := fmt.Sprintf("| %s | %s | ", claim, r); !strings.Contains(page, want) {
			t.Errorf("docs/claims.md does not have the measured line %s", want)
		}
	}
}

// rate counts how many of all did.
type rate struct{ did, all int }

func (r *rate) add(did bool) {
	r.all++
	if did {
		r.did++
	}
}

func (r rate) String() string { return fmt.Sprintf("%d of %d", r.did, r.all) }

func proven(x *evidence.Index, quote string) bool {
	return slices.Contains([]evidence.Status{evidence.Exact, evidence.Normalised, evidence.Ellipsis}, x.Verify(quote).Status)
}

func examples(t *testing.T) map[string]string {
	t.Helper()
	texts := map[string]string{}
	for _, pattern := range []string{"examples/*-good-*.md", "examples/*-bad-*.md", "examples/contest/*.md"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %q, %v", pattern, files, err)
		}
		for _, file := range files {
			doc, err := document.Read(t.Context(), file, []byte(readText(t, file)), document.Options{})
			if err != nil {
				t.Fatal(err)
			}
			texts[file] = doc.Text
		}
	}
	return texts
}

// sentences are those of plain paragraphs, of at least thirty characters.
func sentences(text string) (out []string) {
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(line); line == "" || strings.ContainsAny(line[:1], "#|-*>0123456789") || strings.ContainsAny(line, "*`_") {
			continue
		}
		for _, s := range regexp.MustCompile(`[^.!?。！？]+(?:\.\d[^.!?。！？]*)*[.!?。！？]`).FindAllString(line, -1) {
			if s = strings.TrimSpace(s); len([]rune(s)) >= 30 {
				out = append(out, s)
			}
		}
	}
	return out
}

// planted counts the lines of a file that intake marks if they are in a document.
func planted(t *testing.T, file string) (r rate) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", file))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(data)) {
		text := "# A plan\n\nWe asked forty people on two piers.\n\n" + line + "\nThe first boat leaves at six.\n"
		doc, err := document.Read(t.Context(), "plan.md", []byte(text), document.Options{})
		if err != nil {
			t.Fatal(err)
		}
		r.add(len(doc.Warnings) > 0)
	}
	return r
}
