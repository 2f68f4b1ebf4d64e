package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// writeSet puts files into a folder of a set; .gz are compressed.
func writeSet(t *testing.T, dir, name string, rows []string) {
	t.Helper()
	data := []byte(strings.Join(rows, "\n") + "\n")
	if strings.HasSuffix(name, ".gz") {
		var b bytes.Buffer
		z := gzip.NewWriter(&b)
		if _, err := z.Write(data); err != nil {
			t.Fatal(err)
		}
		if err := z.Close(); err != nil {
			t.Fatal(err)
		}
		data = b.Bytes()
	}
	name = filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

// preferences are rows of pairs: one judge is good, the others err alike.
func preferences(r *rand.Rand, format, swapped string, judges []string) (rows []string) {
	for i := range 60 {
		gold := 1 + r.IntN(2)
		alike := r.IntN(10) < 6
		for k, judge := range judges {
			said := gold
			if k > 0 && alike || r.IntN(10) == 0 {
				said = 3 - gold
			}
			if r.IntN(25) == 0 {
				continue // a missing row
			}
			for _, order := range []string{"given", swapped} {
				rows = append(rows, fmt.Sprintf(format, i, i%3, judge, order, said, gold))
			}
		}
	}
	r.Shuffle(len(rows), func(a, b int) { rows[a], rows[b] = rows[b], rows[a] })
	return rows
}

// TestOtherSets: sets that nobody described are found, measured and held to what holds of
// every set, in other formats, with other names, missing rows and few labels.
func TestOtherSets(t *testing.T) {
	r := rand.New(rand.NewPCG(17, 17))
	dir := t.TempDir()
	seven := []string{"good", "b", "c", "d", "e", "f", "g"}
	// The layout of a known set with other judges.
	writeSet(t, dir, "llmbar/verdicts.csv", append([]string{"gold,verdict,order,judge,subset,item"}, preferences(r, "%[6]d,%[5]d,%[4]s,%[3]s,S%[2]d,q-%[1]d", "swapped", seven)...))
	// Two prompts per judge: each is a judge.
	prompts := []string{"item,subset,judge,order,verdict,gold,prompt"}
	for _, row := range preferences(r, "n-%d,S%d,%s,%s,%d,%d", "swapped", seven[:2]) {
		prompts = append(prompts, row+",plain", row+",rules")
	}
	writeSet(t, dir, "prompts/verdicts.csv", prompts)
	// JSON Lines, compressed, with other words for the columns.
	writeSet(t, dir, "pairs/part.jsonl.gz", preferences(r, `{"id":"q%d","category":"S%d","model":"%s","position":"%s","winner":%d,"human":%d}`, "swapped", seven[:3]))
	// Scores in three lenses, semicolons, people in numbered columns of another file.
	scores, people := []string{"paper;dimension;grader;k1;k2"}, []string{"paper;dimension;rater1;rater2"}
	for i := range 60 {
		for _, lens := range []string{"Klarheit", "论证", "x"} {
			truth := 5 + 2*r.NormFloat64()
			if lens != "x" || i < 4 { // a lens with four labels
				people = append(people, fmt.Sprintf("p%d;%s;%.1f;%.1f", i, lens, truth+r.NormFloat64()/2, truth))
			}
			for _, judge := range []string{"ada", "bo"} {
				scores = append(scores, fmt.Sprintf("p%d;%s;%s;%.0f;%s", i, lens, judge, truth+r.NormFloat64(), []string{"", "5", "4"}[i%3]))
			}
		}
	}
	writeSet(t, dir, "papers/a-people.csv", people)
	writeSet(t, dir, "papers/b-scores.csv", scores)
	writeSet(t, dir, "papers/LICENSE", []string{"free"})
	// One kind of item with three labels only.
	writeSet(t, dir, "few/v.csv", []string{"item,type,judge,verdict,label", "a,rare,x,1,1", "b,rare,x,2,2", "c,rare,x,1,2", "d,usual,x,1,1", "e,usual,x,1,1", "f,usual,x,2,1"})
	// Nobody labelled anything.
	writeSet(t, dir, "unlabelled/v.tsv", []string{"item\tjudge\tscore", "a\tx\t1", "a\ty\t2", "b\tx\t3", "b\ty\t3"})
	// One that can't be read does not hide the others.
	writeSet(t, dir, "iclr-reviews/reviews.csv", []string{"paper,configuration,overall", "a,x,1", "a,x,2"})
	var out bytes.Buffer
	page := filepath.Join(dir, "page.md")
	if err := run(dir, page, &out); err == nil || strings.Count(out.String(), "WRONG") != 1 || !strings.Contains(out.String(), "WRONG iclr-reviews: row 3: judge x") {
		t.Fatalf("%v\n%s", err, out.String())
	}
	if err := os.RemoveAll(filepath.Join(dir, "iclr-reviews")); err != nil {
		t.Fatal(err)
	}
	if err := run(dir, page, &out); err != nil {
		t.Fatalf("%v\n%s", err, out.String())
	}
	for _, want := range []string{
		"llmbar: no figures are expected of these data", "iclr-reviews: not in", "whole: 60 items, 60 with labels, 7 judges", "best judge", "(good)",
		"whole, S1: panel", "20 labels: plain", "ok    llmbar: written and worse, 20 labels", "pairs: no figures", "whole: 60 items, 60 with labels, 3 judges",
		"Klarheit: 60 items, 60 with labels, 2 judges", "论证, all: panel", "x: 60 items, 4 with labels", "few: no figures", "60 with labels, 4 judges", "(good/plain)", "whole, rare: panel –", "unlabelled: no figures", "whole: 2 items, 0 with labels",
	} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is not in:\n%s", want, out.String())
		}
	}
	data, err := os.ReadFile(page)
	for _, want := range []string{"### 论证", "## In short", "- pairs: of 100 items the panel is right on ", "Fitted to 20 labels of people", "| papers | ", "hardest kind of item", "- papers: the panel is off by ", "A fit to 20 labels of people would be off by "} {
		if err != nil || !strings.Contains(string(data), want) {
			t.Errorf("%q in the page %v:\n%s", want, err, data)
		}
	}
}

// TestSetInFolderItself: the folder may be a set, and its name is the set's.
func TestSetInFolderItself(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mine")
	writeSet(t, dir, "people.csv", []string{"item,person,score", "a,ann,1", "b,ann,2"})
	writeSet(t, dir, "verdicts.csv", []string{"item,judge,score", "a,x,1", "a,y,2", "b,x,3", "b,y,3"})
	var out bytes.Buffer
	if err := run(dir, "", &out); err != nil || !strings.Contains(out.String(), "mine: no figures are expected") || !strings.Contains(out.String(), "whole: 2 items, 2 with labels, 2 judges") {
		t.Errorf("%v\n%s", err, out.String())
	}
}

// TestExpectedFigures: a file sets.yaml in the folder decides what is expected; what can't
// be measured is wrong and not a crash.
func TestExpectedFigures(t *testing.T) {
	dir := t.TempDir()
	writeSet(t, dir, "few/v.csv", []string{"item,type,judge,verdict,label", "a,rare,x,1,1", "b,rare,x,2,2", "c,rare,x,1,2"})
	writeSet(t, dir, "sets.yaml", []string{"- {name: few, verdicts: few/v.csv, expect: [{figure: panel, value: 1}, {figure: difference, type: rare, value: 1}, {figure: best judge, lens: none, value: 1}]}"})
	var out bytes.Buffer
	if err := run(dir, "", &out); err == nil || strings.Count(out.String(), "WRONG") != 3 || !strings.Contains(out.String(), "not measured") {
		t.Errorf("%v\n%s", err, out.String())
	}
}
