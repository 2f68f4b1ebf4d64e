package evidence

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// third is a set of sentences with the scope far from the cut.
type third struct {
	clauses [][]string // in English: subject, now, base, past, -ing, passive, passive base
	han     []string
	kinds   []string
	frames  map[string][]string
}

func readThird(t *testing.T) third {
	s := third{frames: map[string][]string{}}
	for line := range strings.Lines(readTestdata(t, "third.txt")) {
		line = strings.TrimRight(line, "\n")
		word, rest, _ := strings.Cut(line, " ")
		switch word {
		case "#":
		case "clause":
			s.clauses = append(s.clauses, strings.Split(rest, "|"))
		case "zh":
			s.han = append(s.han, rest)
		case "kind":
			s.kinds = append(s.kinds, rest)
		default:
			k := s.kinds[len(s.kinds)-1]
			s.frames[k] = append(s.frames[k], strings.ReplaceAll(line, `\n`, "\n"))
		}
	}
	return s
}

// cut makes a document and the quote that is cut from it.
func (s third) cut(r *rand.Rand, frame string) (doc, quote string) {
	c := pick(r, s.clauses)
	body := strings.NewReplacer("[S]", "["+c[0]+" "+c[1]+"]", "[B]", "["+c[2]+"]", "[P]", "["+c[3]+"]", "[G]", "["+c[4]+"]", "[U]", "["+c[5]+"]", "[V]", "["+c[6]+"]", "[Z]", "["+pick(r, s.han)+"]").Replace(frame)
	left, rest, _ := strings.Cut(body, "[")
	quote, right, _ := strings.Cut(rest, "]")
	if left == "" || left == "“" {
		quote = strings.ToUpper(quote[:1]) + quote[1:]
	}
	if strings.Contains(frame, "\n") {
		return left + quote + right + "\n\nThe end.", quote
	}
	return around(r, left+quote+right), quote
}

// hide makes a document and a quote whose ellipsis hides the words in braces.
func (s third) hide(r *rand.Rand, frame string) (doc, quote string) {
	left, rest, _ := strings.Cut(frame, "{")
	hidden, right, _ := strings.Cut(rest, "}")
	mark := pick(r, []string{" … ", "...", "……", " [...] ", " . . . "})
	return around(r, left+hidden+right), strings.TrimSpace(left) + mark + strings.TrimSpace(strings.TrimRight(right, ".。"))
}

// TestRatesThird: no kind of cut of the third set is proven without a note in more than 2 %,
// all in at most 0.5 %.
func TestRatesThird(t *testing.T) {
	t.Parallel()
	s := readThird(t)
	r := rand.New(rand.NewPCG(5, 9))
	each := max(3, ratesSize(t)/1000)
	tried, proven := 0, 0
	for _, kind := range s.kinds {
		n, bad, noted := 0, 0, 0
		for _, frame := range s.frames[kind] {
			for range each {
				make := s.cut
				if strings.Contains(frame, "{") {
					make = s.hide
				}
				doc, quote := make(r, frame)
				c := New(doc).Verify(quote)
				n++
				switch {
				case c.Status.Proven() && len(c.Note) == 0:
					bad++
					t.Logf("%s: %q is %s", kind, shownIn(doc, c), c.Status)
				case c.Status.Proven():
					noted++
				case c.Status == NotFound || c.Status == TooShort:
					t.Errorf("%s: %q is %s in %q", kind, quote, c.Status, doc)
				}
			}
		}
		t.Logf("%-20s %4d, %d proven without a note, %d with one", kind, n, bad, noted)
		if bad*50 > n {
			t.Errorf("%s: more than 2 %% are proven without a note", kind)
		}
		tried, proven = tried+n, proven+bad
	}
	t.Logf("%d kinds, %d quotes, %d proven without a note (%.2f %%)", len(s.kinds), tried, proven, 100*float64(proven)/float64(tried))
	if tried < 1000 || proven*200 > tried {
		t.Error("more than 0.5 % are proven without a note")
	}
}
