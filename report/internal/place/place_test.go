package place_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/report"
	"judgement/report/internal/place"
)

// flat joins sections, with marks as [id…] and page numbers as <n>.
func flat(sections []place.Section) string {
	var b strings.Builder
	for _, s := range sections {
		if s.Omitted > 0 {
			b.WriteString("…")
		}
		if s.Page > 0 && s.Starts {
			b.WriteString("<" + string(rune('0'+s.Page)) + ">")
		}
		for _, r := range s.Runs {
			for _, m := range r.Begin {
				b.WriteString("[" + m.ID + ":")
			}
			b.WriteString(r.Text)
			for range r.End {
				b.WriteString("]")
			}
		}
	}
	return b.String()
}

func TestSections(t *testing.T) {
	text := "one two three four"
	mark := func(id string, start, end int) report.Mark { return report.Mark{ID: id, Start: start, End: end} }
	for name, c := range map[string]struct {
		marks []report.Mark
		pages []report.SourcePage
		want  string
	}{
		"plain":          {nil, nil, "one two three four"},
		"one":            {[]report.Mark{mark("a", 4, 7)}, nil, "one [a:two] three four"},
		"overlapping":    {[]report.Mark{mark("a", 0, 7), mark("b", 4, 13)}, nil, "[a:one [b:two] three] four"},
		"nested":         {[]report.Mark{mark("a", 0, 18), mark("b", 4, 7)}, nil, "[a:one [b:two] three four]"},
		"same place":     {[]report.Mark{mark("a", 4, 7), mark("b", 4, 7)}, nil, "one [a:[b:two]] three four"},
		"touching":       {[]report.Mark{mark("a", 0, 4), mark("b", 4, 7)}, nil, "[a:one ][b:two] three four"},
		"bad":            {[]report.Mark{mark("a", -1, 4), mark("b", 4, 99), mark("c", 7, 4), mark("", 0, 3)}, nil, "one two three four"},
		"twice":          {[]report.Mark{mark("a", 0, 3), mark("a", 4, 7)}, nil, "[a:one] two three four"},
		"pages":          {[]report.Mark{mark("a", 4, 13)}, []report.SourcePage{{Number: 1, Start: 0, End: 8}, {Number: 2, Start: 8, End: 18}}, "<1>one [a:two <2>three] four"},
		"pages at sixes": {nil, []report.SourcePage{{Number: 2, Start: 8, End: 99}, {Number: 1, Start: -4, End: 9}}, "<1>one two t<2>hree four"},
		"gap":            {nil, []report.SourcePage{{Number: 3, Start: 4, End: 8}}, "one <3>two three four"},
	} {
		if diff := cmp.Diff(c.want, flat(place.Sections(report.Source{Text: text, Marks: c.marks, Pages: c.pages}, 0))); diff != "" {
			t.Errorf("%s: (-want +got)\n%s", name, diff)
		}
	}
}

func TestLongSource(t *testing.T) {
	text := strings.Repeat("a line of the document\n", 20000)
	at := strings.Index(text[200000:], "line") + 200000
	secs := place.Sections(report.Source{Text: text, Marks: []report.Mark{{ID: "m", Start: at, End: at + 4}}}, 100000)
	shown, omitted := 0, 0
	marked := ""
	for _, s := range secs {
		omitted += s.Omitted
		for _, r := range s.Runs {
			shown += len(r.Text)
			if len(r.In) > 0 {
				marked += r.Text
			}
		}
	}
	if shown+omitted != len(text) || shown > 10000 || marked != "line" {
		t.Errorf("shown %d, omitted %d of %d, marked %q", shown, omitted, len(text), marked)
	}
}

func TestIndex(t *testing.T) {
	page := report.Page{Blocks: []report.Block{
		report.Heading{ID: "cite-1", Text: "takes the name of a citation"},
		report.List{Items: []report.Item{{Blocks: []report.Block{report.Evidence{Citations: []report.Citation{{Start: 4, End: 7}}}}}}},
		report.Evidence{Citations: []report.Citation{{Start: 4, End: 7}, {Start: 5, End: 6}, {Start: -1, End: -1}, {Start: 0, End: 9}}},
		report.Source{Text: "one two three", Marks: []report.Mark{{ID: `q"><1`, Start: 4, End: 7}}},
	}}
	x := place.New(page)
	var got []string
	for _, c := range x.Cites() {
		got = append(got, c.ID+" → "+c.Mark)
	}
	mark := place.Safe(`q"><1`)
	want := []string{"cite-1-2 → " + mark, "cite-2 → " + mark, "cite-3 → " + mark, "cite-4 → ", "cite-5 → "}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("citations (-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]int{1, 2, 3}, x.Back(mark)); diff != "" {
		t.Errorf("back (-want +got)\n%s", diff)
	}
	if _, ok := x.Has("#nowhere"); ok {
		t.Error("a target that is not there exists")
	}
	if id, ok := x.Has(`#q"><1`); !ok || strings.ContainsAny(id, `"<>`) {
		t.Errorf("Has = %q, %v", id, ok)
	}
}

// TestParts: a mark with parts holds what is in them, and nothing that an ellipsis leaves out.
func TestParts(t *testing.T) {
	m := report.Mark{ID: "a", Start: 0, End: 13, Parts: [][2]int{{0, 3}, {8, 13}, {2, 99}}}
	var in, out []string
	for _, s := range place.Sections(report.Source{Text: "one two three four", Marks: []report.Mark{m}}, 0) {
		for _, r := range s.Runs {
			if len(r.In) > 0 {
				in = append(in, r.Text)
			} else {
				out = append(out, r.Text)
			}
		}
	}
	if diff := cmp.Diff([][]string{{"one", "three"}, {" two ", " four"}}, [][]string{in, out}); diff != "" {
		t.Error(diff)
	}
}

func FuzzSections(f *testing.F) {
	f.Add("one two 三四五 six", 4, 7, 5, 12, 3, 9, 0)
	f.Add("汉字\n汉字", 3, 6, 1, 2, 3, 20, 5)
	f.Fuzz(func(t *testing.T, text string, a, b, c, d, p, q, limit int) {
		s := report.Source{Text: text, Marks: []report.Mark{{ID: "a", Start: a, End: b}, {ID: "b", Start: c, End: d}}, Pages: []report.SourcePage{{Number: 1, Start: p, End: q}, {Number: 2, Start: q, End: p}}}
		got, omitted := "", 0
		open := map[string]bool{}
		for _, sec := range place.Sections(s, limit) {
			omitted += sec.Omitted
			for _, r := range sec.Runs {
				got += r.Text
				for _, m := range r.Begin {
					open[m.ID] = true
				}
				for _, m := range r.End {
					delete(open, m.ID)
				}
			}
		}
		if omitted == 0 && got != strings.ToValidUTF8(text, "\uFFFD") && strings.ToValidUTF8(text, "") == text {
			t.Errorf("text changed: %q to %q", text, got)
		}
		if len(open) > 0 && omitted == 0 {
			t.Errorf("marks stay open: %v", open)
		}
	})
}

func TestSafe(t *testing.T) {
	long := strings.Repeat("<x>", 100)
	seen := map[string]string{}
	for _, raw := range []string{"", "a", "q-12-34", "1a", "维度", `"><script>`, "a b", long, long + "y", strings.Repeat("a", 119), strings.Repeat("a", 500)} {
		id := place.Safe(raw)
		if again := place.Safe(id); again != id || id == "" || strings.ContainsAny(id, "\"'<>& #") {
			t.Errorf("Safe(%q) = %q, and of that %q", raw, id, again)
		}
		if other, ok := seen[id]; ok {
			t.Errorf("%q and %q share %q", raw, other, id)
		}
		seen[id] = raw
	}
}

func TestTitled(t *testing.T) {
	src := report.Source{Name: "a.pdf", Text: "x"}
	own := report.Heading{Level: 2, ID: "own", Text: "Own"}
	got := place.Titled([]report.Block{src, own, src, report.Source{Name: "empty"}}, report.English)
	want := []report.Block{report.Heading{Level: 2, ID: "document", Text: "The document: a.pdf"}, src, own, src}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}
