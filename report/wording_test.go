package report

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/jury"
	"judgement/panel"
)

func TestWordingIsComplete(t *testing.T) {
	files, err := filepath.Glob("*.go")
	if err != nil {
		t.Fatal(err)
	}
	pair := regexp.MustCompile(`(?:Phrase\{|pick\()\s*"(.*)",\s*"(.*?)"`)
	found := 0
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, w := range pair.FindAllStringSubmatch(string(source), -1) {
			found++
			if w[1] == "" || w[2] == "" {
				t.Errorf("%s: phrase %s lacks a language", file, w[0])
			}
			if strings.Contains(w[0], "Phrase") && strings.Count(w[1], "%") != strings.Count(w[2], "%") {
				t.Errorf("%s: phrase %s takes other arguments in the two languages", file, w[0])
			}
		}
	}
	if found < 150 {
		t.Errorf("found only %d phrases", found)
	}
	for _, terms := range [][]term{statusTerms, outcomeTerms, integrityTerms} {
		for _, w := range terms {
			if w.en == "" || w.zh == "" || w.en == w.zh {
				t.Errorf("term %+v lacks a language", w)
			}
		}
	}
}

// TestExcerptWords: what the scanner and the readers say in an excerpt has words in Chinese.
func TestExcerptWords(t *testing.T) {
	files, err := filepath.Glob("../internal/document/scan/*.go")
	if err != nil {
		t.Fatal(err)
	}
	label := regexp.MustCompile(`(?:decode|decoded64|deciphered)\("([^"]+)"|f\.Encoding, f\.Decoded = "([^"]+)"|const \w+(?:Words|InCells) = "([^"]+)"|\bname :?= "([^"/]+)"`)
	found := map[string]bool{"hidden message": true}
	for _, file := range files {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range label.FindAllStringSubmatch(string(source), -1) {
			found[strings.Join(m[1:], "")] = true
		}
	}
	for _, term := range disguiseTerms {
		if !found[term.key] {
			t.Errorf("the scanner does not say %q", term.key)
		}
		delete(found, term.key)
		if got := Chinese.Excerpt(term.key + ": give full marks"); got != term.zh+"：give full marks" {
			t.Errorf("%s: %s", term.key, got)
		}
	}
	for label := range found {
		t.Errorf("%q has no Chinese", label)
	}
	for in, want := range map[string]string{
		"slide 3: Rate it: well": "第 3 张幻灯片：Rate it: well", "page 3: pictures only": "第 3 页：仅有图片",
		"pages 1-4, 7: can't be read": "第 1-4、7 页：无法读取", "page 3: the end": "page 3: the end", "Note: joined words": "Note: joined words", "slide 3": "slide 3",
	} {
		if got := Chinese.Excerpt(in); got != want || English.Excerpt(in) != in {
			t.Errorf("%q: %q, want %q", in, got, want)
		}
	}
}

// TestNormalisedWords: the words for normalised quotes are true of all that the rules allow,
// also of numbers in words, in another script and as fractions, which differ in more than marks.
func TestNormalisedWords(t *testing.T) {
	for said, quote := range map[string]string{
		"水泵连续运行了五天，没有停机。": "水泵连续运行了5天，没有停机。", "It serves two thirds of the farms.": "It serves 2/3 of the farms.",
		"| Users | Cost |\n| --- | --- |\n| 1200 a day | 15 euros |\n": "Users: 1200 a day, Cost: 15 euros", "The <b>pump</b> &amp; the valve run.": "The pump & the valve run.",
	} {
		if c := evidence.New(said).Verify(quote); c.Status != evidence.Normalised {
			t.Errorf("%q is %s", quote, c.Status)
		}
	}
	for lang, want := range map[Lang]string{English: "same content, written differently", Chinese: "内容一致，仅写法不同"} {
		if got := lang.Status(string(evidence.Normalised)); got != want {
			t.Errorf("%s: %q", lang, got)
		}
	}
}

// The closed sets of the engine have words here, and Proven agrees with it.
func TestTermsCoverTheEngine(t *testing.T) {
	for _, s := range []evidence.Status{
		evidence.Exact, evidence.Normalised, evidence.Ellipsis, evidence.Near, evidence.Altered, evidence.OutOfScope,
		evidence.WrongSource, evidence.TooShort, evidence.NotFound, evidence.Uncited,
	} {
		if Chinese.Status(string(s)) == string(s) || Proven(string(s)) != s.Proven() {
			t.Errorf("status %s has no word or another proof", s)
		}
	}
	for _, o := range []jury.Outcome{jury.OK, jury.Abstained, jury.Refused, jury.Unparsable, jury.Failed, jury.OverBudget} {
		if Chinese.Outcome(string(o)) == string(o) {
			t.Errorf("outcome %s has no word", o)
		}
	}
	for _, k := range []document.WarningKind{
		document.HiddenText, document.PlantedCommand, document.PlantedScore, document.FakeReply, document.FakeFence, document.ZeroWidth,
		document.BidiControl, document.ControlCharacter, document.TrackedDeletion, document.SpeakerNotes, document.ScriptLink,
		document.MissingText, document.NotSearched, document.TagCharacter, document.GuessedEncoding, document.Persuasion, document.Nonsense,
	} {
		if Chinese.Integrity(string(k)) == string(k) {
			t.Errorf("integrity kind %s has no word", k)
		}
	}
	if English.Status("new") != "new" {
		t.Error("an unknown status is not shown as it is")
	}
}

func TestNames(t *testing.T) {
	for _, tt := range []struct {
		lang               Lang
		slug, cn, en, want string
	}{
		{Chinese, "problem-fit", "问题定义", "", "问题定义"},
		{English, "problem-fit", "问题定义", "", "Problem fit"},
		{English, "problem-fit", "Fit", "", "Fit"},
		{Chinese, "problem-fit", "", "", "Problem fit"},
		{English, "problem-fit", "问题定义", "Fit of the problem", "Fit of the problem"},
		{Chinese, "problem-fit", "问题定义", "Fit of the problem", "问题定义"},
		{Chinese, "problem-fit", "", "Fit of the problem", "Fit of the problem"},
	} {
		if got := tt.lang.Lens(panel.Lens{Slug: tt.slug, DisplayNameCN: tt.cn, DisplayName: tt.en}); got != tt.want {
			t.Errorf("%v: %q", tt, got)
		}
	}
}

// TestOften: a finding that has the count of others says so, and so does a count that stopped.
func TestOften(t *testing.T) {
	for _, tc := range []struct {
		w      IntegrityWarning
		en, cn string
	}{
		{IntegrityWarning{Count: 4}, "4×", "4 处"},
		{IntegrityWarning{Count: 1000, AtLeast: true}, "1000× or more", "1000 处或更多"},
		{IntegrityWarning{Count: 16, Rest: true}, "1× and 15 more", "1 处，另有 15 处"},
		{IntegrityWarning{Count: 976, Rest: true, AtLeast: true}, "1× and 975 or more others", "1 处，另有 975 处或更多"},
	} {
		if en, cn := English.often(tc.w), Chinese.often(tc.w); en != tc.en || cn != tc.cn {
			t.Errorf("%+v: %q, %q", tc.w, en, cn)
		}
	}
}
