package report

import (
	"strings"
	"testing"
)

// TestQuotesOfSheet: the verdict sheet names claims without a quote beside the share of
// quotes that are proven.
func TestQuotesOfSheet(t *testing.T) {
	for lang, want := range map[Lang][2]string{
		English: {"3 of 9 proven, 1 of them with a note", " · 3 claims without a quote"},
		Chinese: {"9 条中 3 条已核实，其中 1 条附说明", " · 3 条论断无引文"},
	} {
		found := false
		for _, f := range Drawn(sampleReview(lang), Drawing{})[0].(Sheet).Facts {
			link, ok := f.Text[0].(Link)
			if !ok {
				continue
			}
			found = true
			if link.Text != want[0] || len(f.Text) != 2 || f.Text[1] != Plain(want[1]) || f.Kind != Caution {
				t.Errorf("%s: %v is %s, want %v", lang, f.Text, f.Kind, want)
			}
		}
		if !found {
			t.Errorf("%s: no fact about quotes", lang)
		}
	}
}

// TestNoFixes: what is said in the place of must-fix items does not contradict those that
// the report lists on dimensions of 60 % or more.
func TestNoFixes(t *testing.T) {
	for lang, want := range map[Lang][2]string{
		English: {"No judge lists a must-fix item.", "No dimension below 60% has must-fix items; on other dimensions: 2, see “Must-fix items on dimensions of 60% or more”."},
		Chinese: {"没有评委提出必须修改项。", "得分低于 60% 的维度没有必须修改项；其他维度有 2 项，请参阅“得分不低于 60% 的维度上的必须修改项”。"},
	} {
		in := sampleReview(lang)
		lens := in.Panel.Lenses[0]
		for i := range in.Verdicts {
			in.Verdicts[i].MustFix = nil
		}
		for _, l := range in.Panel.Lenses {
			in.Means[l.Slug] = l.MaxScore
		}
		said := func() (text string) {
			for _, part := range Drawn(in, Drawing{})[0].(Sheet).NoFixes {
				switch part := part.(type) {
				case Plain:
					text += string(part)
				case Link:
					text += part.Text
				}
			}
			return text
		}
		if got := said(); got != want[0] {
			t.Errorf("%s: %s", lang, got)
		}
		// A judge's repeats say it twice, and it counts once.
		in.Verdicts[0].MustFix = []Remark{{Lens: lens.Slug, Text: "Name the price."}, {Lens: lens.Slug, Text: "Name the price."}, {Lens: lens.Slug, Text: "Name the date."}}
		if got := said(); got != want[1] {
			t.Errorf("%s: %s", lang, got)
		}
	}
}

// TestNoProof: HTML and PDF begin with the warning that no quote, or not half of them, is
// proven, and Markdown has it under the total.
func TestNoProof(t *testing.T) {
	const none, most = "No score rests on a quote that was found in the document", "Most quotes are not proven: 2 of 5 are."
	for want, o := range map[string]ScoredOptions{
		none: {Lang: English, NoProof: true, Unproven: "Most quotes are not proven: 0 of 5 are."},
		most: {Lang: English, Unproven: most},
	} {
		in := sampleReview(English)
		if first, ok := Drawn(in, Drawing{ScoredOptions: o})[0].(Note); !ok || !strings.HasPrefix(string(first.Text[0].(Plain)), want) {
			t.Errorf("drawn: %+v", first)
		}
		page, err := Scored(in.Panel, in.Means, nil, nil, nil, nil, o)
		if err != nil || strings.Count(string(Markdown(page)), want) != 1 || strings.Contains(string(Markdown(page)), most) != (want == most) {
			t.Errorf("no warning, or %v", err)
		}
	}
}
