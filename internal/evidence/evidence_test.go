package evidence

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func readTestdata(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

func TestVerify(t *testing.T) {
	x := New(readTestdata(t, "en.md")+"\n"+readTestdata(t, "zh.md"),
		WithOthers(map[string]string{"its skill": "A good answer says that at least ten customers were asked."}))
	tests := []struct {
		name, quote string
		want        Status
		note        string // part of it
	}{
		{"verbatim", "The sensor draws 12 mW in use", Exact, ""},
		{"verbatim han", "全年收入为三千万元，同比增长15%", Exact, ""},
		{"emphasis in the source left out", "31 owners said that they had lost at least one full batch", Normalised, ""},
		{"curly quotes, case and width", "THE “QUIET HOURS” SETTING - asked for by nine owners - isn’t finished", Normalised, ""},
		{"full width digits", "全年收入为三千万元,同比增长１５％", Normalised, ""},
		{"blanks beside ideographs", "全年收入为 三千万元， 同比增长 15%", Normalised, ""},
		{"across cells", "Growth $49 8", Normalised, ""},
		{"table row without pipes", "单台造价 2.6万元 不含运输", Normalised, ""},
		{"table row with dots and slashes", "Growth · $49 / 8", Normalised, ""},
		{"table row in a reply of commas", "Growth,$49,8", Normalised, ""},
		{"escaped characters", `\u201cquiet hours\u201d setting \u2013 asked for by nine owners \u2013 isn't finished`, Normalised, ""},
		{"across list items", "keeps 14 days of data. A gateway that sends an alert", Normalised, ""},
		{"list item that starts with a number", "3 fixed price plans, without any setup fee.", Exact, ""},
		{"ellipsis", "Waste fell from 7.8% to 4.1% … Two bakeries left the pilot because the gateway did not reach their cellar", Ellipsis, ""},
		{"ellipsis han", "目前本市有1,240个小区，其中不足三成设有冷藏自提点。……平均每户每月因此损失约38.5元", Ellipsis, ""},
		{"ellipsis that hides a contrast and numbers", "全年收入为三千万元……尚未覆盖总部费用", Altered, "只有"},
		{"ellipsis in brackets", "Gross margin is 61%, up from 54%. [...] We expect to break even by 2027-03-31 if churn stays below 2.5% per month", Ellipsis, ""},
		{"ellipsis with a part cut before a condition", "Gross margin is 61%, up from 54%. [...] We expect to break even by 2027-03-31", OutOfScope, "says “if” after"},
		{"ellipsis out of order", "We expect to break even by 2027-03-31 ... Gross margin is 61%", NotFound, ""},
		{"ellipsis that hides a negation", "It … recommend it for dishwashers", TooShort, ""},
		{"ellipsis over not", "because the gateway did … reach their cellar", Altered, "not"},
		{"ellipsis part too short", "Gross margin is 61% … 2.5%", TooShort, ""},
		{"typo", "The existing logers cost more than 400 euros each and don't send alerts", Near, "similarity"},
		{"typo han", "物业并非不愿意合做，而是没有空间，也无法承担每年1.2万元的电费", Near, "similarity"},
		{"number", "The existing loggers cost more than 450 euros each", Altered, "450"},
		{"unit", "In our lab the median delay was 48 s, the 99th percentile", Altered, "s"},
		{"han unit", "全年收入为三千亿元，同比增长15%", Altered, "三千亿"},
		{"per mille", "取件率达到97.4‰，投诉率从3.1%", Altered, "‰"},
		{"negation gone", "It is waterproof, so we can't recommend it", Altered, ""},
		{"negation gone han", "断电后至少保温6小时，一次补货需要断电", NotFound, ""},
		{"comparator", "chip accounts for 40% of cost, and its lead time is under 20 weeks", Altered, "under"},
		{"comparator han", "使用寿命不高于8年。柜门响应时间小于300毫秒", Altered, "不高于"},
		{"direction", "全年收入为三千万元，同比下降15%，但净利润率", Altered, "下降"},
		{"number of other form is the same number", "no reading was lost in 1000000 transmissions", Normalised, ""},
		{"clipped number", "0% of cost, and its lead time", Altered, "inside a number"},
		{"clipped percent", "1%, up from 54%", Altered, "inside a number"},
		{"clipped digits", "50.50 per batch", Altered, "inside a number"},
		{"clipped date", "We expect to break even by 2027", Altered, "ends inside"},
		{"clipped han number", "千万元，同比增长15%", Altered, "inside a number"},
		{"clipped arabic", "240个小区，其中不足三成设有", Altered, "inside a number"},
		{"clipped unit", "The sensor draws 12", Altered, "unit"},
		{"clipped han unit", "单台造价为2.6", Altered, "unit"},
		{"clipped scale", "Revenue is USD 3.2", Altered, "unit"},
		{"clipped sign", "$12,000 per quarter", Altered, "sign"},
		{"clipped negation", "waterproof, so we can't recommend it", Altered, "isn't"},
		{"clipped negation han", "能加快。二是供应：压缩机", Altered, "不"},
		{"clipped prefix", "less the field test with 60 shops", Altered, "inside a word"},
		{"clipped bound", "15% goes to marketing", Altered, "than"},
		{"clipped bound han", "45笔。\n\n## 四、风险", Altered, "不少于"},
		{"negation earlier in the clause", "the gateway did not reach their cellar", Exact, ""},
		{"other source", "at least ten customers were asked", WrongSource, "its skill"},
		{"number in a short quote", "因此损失约39.5元", Altered, "38.5"},
		{"nowhere", "Our machine learning platform will conquer the world", NotFound, ""},
		{"one word", "bakeries", TooShort, ""},
		{"numbers only", "7.8% 4.1% 2.3%", TooShort, ""},
		{"three ideographs", "自提柜", TooShort, ""},
		{"four ideographs", "净利润率", Exact, ""},
		{"empty", " \n", Uncited, ""},
		{"too long", strings.Repeat("bakery ", 600), NotFound, "4,000"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := x.Verify(tt.quote)
			if got.Status != tt.want || !strings.Contains(got.Note.String(), tt.note) {
				t.Errorf("Verify(%q) = %s (%s), want %s (%s)", tt.quote, got.Status, got.Note, tt.want, tt.note)
			}
			checkChinese(t, got.Note)
			if got.Status.Proven() && !x.Check(got) {
				t.Errorf("Check(%+v) = false for a proven quote", got)
			}
		})
	}
}

var (
	quotedWords  = regexp.MustCompile(`“.*?”`)
	englishWords = regexp.MustCompile(`[A-Za-z]{2,}`)
)

// checkChinese fails if a note is in English in a Chinese report, or is read as another
// note than it was.
func checkChinese(t *testing.T, note Note) {
	t.Helper()
	zh := note.Chinese()
	if len(note) > 0 && (zh == note.String() || englishWords.MatchString(quotedWords.ReplaceAllString(zh, ""))) {
		t.Errorf("note %q is %q in Chinese", note, zh)
	}
	if diff := cmp.Diff(note, ReadNote(note.String())); diff != "" {
		t.Errorf("note %q is read as another (-want +got):\n%s", note, diff)
	}
}

// TestNotesAreTranslated cuts quotes at every place of the documents: whatever
// is found to be wrong with one is said in the report's language.
func TestNotesAreTranslated(t *testing.T) {
	seen := map[string]bool{}
	for _, name := range []string{"en.md", "zh.md"} {
		text := readTestdata(t, name)
		x := New(text, WithOthers(map[string]string{"the method of judge plain-reader": "Ask whether ten customers were asked before the pilot."}))
		runes := []rune(text)
		for i := 0; i < len(runes); i++ {
			for _, n := range []int{12, 40} {
				note := x.Verify(string(runes[i:min(i+n, len(runes))])).Note
				if !seen[note.String()] {
					seen[note.String()] = true
					checkChinese(t, note)
				}
			}
		}
		checkChinese(t, x.Verify("Ask whether ten customers were asked").Note)
	}
	if len(seen) < 20 {
		t.Errorf("only %d notes were met", len(seen))
	}
}
