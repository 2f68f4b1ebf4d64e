package evidence

import (
	"strings"
	"testing"
)

// tableQuote is a quote of a document, its status and words of its note.
type tableQuote struct {
	source, quote string
	want          Status
	note          string
}

func checkQuotes(t *testing.T, quotes []tableQuote) {
	t.Helper()
	for _, tt := range quotes {
		x := New(tt.source)
		c := x.Verify(tt.quote)
		if c.Status != tt.want || (tt.note == "") != (len(c.Note) == 0) || !strings.Contains(c.Note.String(), tt.note) {
			t.Errorf("%q in %q is %s (%s), want %s (%s)", tt.quote, tt.source, c.Status, c.Note, tt.want, tt.note)
		}
		if c.Status.Proven() && !x.Check(c) {
			t.Errorf("Check(%+v) = false for a proven quote", c)
		}
		checkChinese(t, c.Note)
	}
}

const joinsNote = "joins two paragraphs, items or cells"

// TestRowsWithEndMarks quotes rows whose cells end with marks.
func TestRowsWithEndMarks(t *testing.T) {
	mill := "| Item | Result |\n|---|---|\n| Mill | The mill grinds rye in winter. |\n| Oven | It bakes 40 loaves an hour. |"
	han := "| 项目 | 结果 |\n|---|---|\n| 磨坊 | 磨坊冬天磨黑麦。 |\n| 烤炉 | 烤炉每小时烤四十个面包。 |"
	asked := "| Item | Task |\n|---|---|\n| Mill | Does the mill grind rye in winter? |"
	rule := "| Item | Rule |\n|---|---|\n| Mill | speed != 5 rounds |"
	power := "| Power | Price | Note |\n|---|---|---|\n| 5 MW unit | 9 euros | |\n| 6 MW unit | 9 euros | new |"
	checkQuotes(t, []tableQuote{
		{mill, "Mill: The mill grinds rye in winter.", Normalised, ""},
		{mill, "Item: Mill, Result: The mill grinds rye in winter.", Normalised, ""},
		{mill, "Mill – The mill grinds rye in winter", Normalised, ""},
		{mill, "Item: Oven; Result: It bakes 40 loaves an hour.", Normalised, ""},
		{mill, "Item: Oven; Result: It bakes 45 loaves an hour.", NotFound, ""},
		{mill, "Item: Oven; Result: The mill grinds rye in winter.", NotFound, ""},
		{han, "磨坊：磨坊冬天磨黑麦。", Normalised, ""},
		{han, "项目：烤炉，结果：烤炉每小时烤40个面包。", Normalised, ""},
		{asked, "Mill: Does the mill grind rye in winter?", Normalised, ""},
		{asked, "Mill: Does the mill grind rye in winter", Normalised, "question"},
		{rule, "Mill: speed = 5 rounds", Near, "similarity"},
		{power, "Power: 5 MW unit, Price: 9 euros", Normalised, ""},
		{power, "Power: 5 MW unit, Price: 9 euros, Note:", Normalised, ""},
		{power, "Power: 5 mW unit, Price: 9 euros", NotFound, ""},
	})
}

// TestJoinedRows quotes parts of two rows.
func TestJoinedRows(t *testing.T) {
	sales := "| City | Sales |\n|---|---|\n| Graz North | 310 units |\n| Linz South | 4,120 units |"
	bare := "City | Sales\n---|---\nGraz North | 310 units\nLinz South | 4,120 units"
	checkQuotes(t, []tableQuote{
		{sales, "Graz North | 310 units", Exact, ""},
		{sales, "Graz North: 310 units", Normalised, ""},
		{sales, "310 units | Linz South", Altered, joinsNote},
		{sales, "310 units Linz South", Altered, joinsNote},
		{bare, "310 units | Linz South", Altered, joinsNote},
		{sales, "Sales | Graz North", Altered, joinsNote},
		{sales, "310 units |\n| Linz South", Exact, joinsNote},
		{sales, "Graz North | 310 units | Linz South | 4,120 units", Normalised, joinsNote},
		{sales, "Graz North | 310 units\nLinz South | 4,120 units", Normalised, ""},
		{sales, "310 units … Linz South", Altered, joinsNote},
		{sales, "Graz North … 4,120 units", Altered, joinsNote},
		{sales, "Graz North | 310 units … Linz South | 4,120 units", Ellipsis, ""},
		{"cat rows.txt | sort the names\ncat more.txt | sort the names", "sort the names cat more.txt", Normalised, ""},
	})
}

// TestHeadsOfColumns quotes cells under heads and beside cells that change what they say.
func TestHeadsOfColumns(t *testing.T) {
	const drone, han = "The drone lands safely in winds of 50 km/h", "无人机可在大风中安全降落"
	one := func(head, cell string) string { return "| No. | " + head + " |\n|---|---|\n| 2 | " + cell + " |" }
	two := func(head, beside string) string {
		return "| Measure | " + head + " |\n|---|---|\n| " + drone + " | " + beside + " |"
	}
	besideHan := func(head, beside string) string {
		return "| 内容 | " + head + " |\n|---|---|\n| " + han + " | " + beside + " |"
	}
	quotes := []tableQuote{
		{one("Rejected proposals", drone), "| 2 | " + drone + " |", Exact, "under “Rejected proposals”"},
		{one("Rejected proposals", drone), "No.: 2, Rejected proposals: " + drone, Normalised, ""},
		{one("Myth", drone), "The drone lands … in winds of 50 km/h", OutOfScope, "under “Myth”"},
		{two("True?", "no"), drone + " | no", Exact, ""},
		{two("True?", "no"), "Measure: " + drone + ", True?: no", Normalised, ""},
		{"| Myth | " + drone + " |\n| Fact | It falls over in any wind |", drone, Exact, "also says “Myth”"},
		{"| Claim | True? |\n|---|---|\n| " + drone + " | no |", drone, Exact, "also says “True?: no”"},
		{"| Claim | True? |\n|---|---|\n| " + drone + " | yes |", drone, Exact, ""},
		{"| Proposal | Cost |\n|---|---|\n| " + drone + " | 40 euros |", drone, Exact, ""},
		{"The following measures were rejected:\n\n| Measure | Cost |\n|---|---|\n| " + drone + " | 40 euros |", drone, OutOfScope, "were rejected:"},
		{"We do not plan to:\n\n| Measure | Cost |\n|---|---|\n| " + drone + " | 40 euros |", drone, OutOfScope, "We do not plan to:"},
		{"## Rejected proposals\n\n| Measure | Cost |\n|---|---|\n| " + drone + " | 40 euros |", drone, OutOfScope, "under “Rejected proposals”"},
		{"## Results\n\n| Measure | Cost |\n|---|---|\n| " + drone + " | 40 euros |", drone, Exact, ""},
		{"| Myth | Fact |\n|---|---|\n| " + drone + " | It falls over in any wind |", "It falls over in any wind", Exact, ""},
	}
	for _, head := range []string{"Myth", "Rejected proposals", "What the vendor says", "Vendor's claims", "If the grant comes", "Cancelled"} {
		quotes = append(quotes, tableQuote{one(head, drone), drone, OutOfScope, "under “" + head + "”"})
	}
	for _, head := range []string{"谣言", "已取消", "已取消的措施", "被否决的提案"} {
		quotes = append(quotes, tableQuote{one(head, han), han, OutOfScope, "under “" + head + "”"})
	}
	for _, head := range []string{"Plan", "Milestone"} {
		quotes = append(quotes, tableQuote{one(head, drone), drone, Exact, "under “" + head + "”"})
	}
	for _, head := range []string{"Result", "Measure", "Year before", "What to do", "No. of flight", "错误率", "Planned date", "计划完成时间", "不良率", "说明"} {
		quotes = append(quotes, tableQuote{one(head, drone), drone, Exact, ""})
	}
	for _, cell := range []string{"no", "No.", "false", "not true", "rejected", "Cancelled", "not approved", "Rejected by the board", "planned", "unconfirmed", "✗"} {
		quotes = append(quotes, tableQuote{two("Status", cell), drone, Exact, "also says “Status: " + cell + "”"})
	}
	for _, cell := range []string{"yes", "done", "12", "May 2031", "none", "not applicable", "must", "`reports/`", "The board met in May and talked about it at length"} {
		quotes = append(quotes, tableQuote{two("Status", cell), drone, Exact, ""})
	}
	for _, cell := range []string{"否", "假", "不实", "已取消", "未通过", "被否决", "谣言"} {
		quotes = append(quotes, tableQuote{besideHan("状态", cell), han, Exact, "also says “状态: " + cell + "”"})
	}
	for _, cell := range []string{"是", "真", "已完成", "不锈钢", "错位安装"} {
		quotes = append(quotes, tableQuote{besideHan("状态", cell), han, Exact, ""})
	}
	quotes = append(quotes, tableQuote{two("Cancelled", "yes"), drone, Exact, "also says “Cancelled: yes”"}, tableQuote{besideHan("已取消", "是"), han, Exact, "also says “已取消: 是”"})
	checkQuotes(t, quotes)
}

// TestJoinedItems quotes whole items of a list with marks between them.
func TestJoinedItems(t *testing.T) {
	costs := "- Rent is 400 euros\n- Heat is 90 euros\n- Water is\n  20 euros"
	numbered := "1. Rent is 400 euros\n2. Heat is 90 euros\n\n3. Water is 20 euros"
	han := "1、房租四百欧元\n2、暖气九十欧元"
	pumps := "- 三台水泵在山谷里\n- 一百台水泵在海边\n- -5 度时停机"
	checkQuotes(t, []tableQuote{
		{pumps, "三台水泵在山谷里；一百台水泵在海边", Normalised, joinsNote},
		{pumps, "四台水泵在山谷里；一百台水泵在海边", Altered, "三"},
		{pumps, "一百台水泵在海边；5度时停机", Altered, "-5"},
		{pumps, "台水泵在山谷里；一百台水泵在海边", NotFound, ""},
		{costs, "Rent is 400 euros; Heat is 90 euros", Normalised, joinsNote},
		{costs, "Rent is 400 euros, Heat is 90 euros.", Normalised, joinsNote},
		{costs, "Rent is 400 euros. Heat is 90 euros.", Normalised, joinsNote},
		{costs, "Heat is 90 euros; Water is 20 euros", Normalised, joinsNote},
		{numbered, "1. Rent is 400 euros; 2. Heat is 90 euros; 3. Water is 20 euros", Normalised, joinsNote},
		{numbered, "Rent is 400 euros, Heat is 90 euros", Normalised, joinsNote},
		{numbered, "2. Rent is 400 euros; 1. Heat is 90 euros", Altered, "not “2”"},
		{han, "房租四百欧元；暖气九十欧元", Normalised, joinsNote},
		{han, "房租400欧元、暖气90欧元。", Normalised, joinsNote},
		{costs, "Rent is 90 euros; Heat is 400 euros", Altered, "400"},
		{numbered, "Rent is 400 euros, Water is 20 euros", NotFound, ""},
		{costs, "is 400 euros; Heat is 90 euros", Near, "similarity"},
		{"- Rent is 400 euros if it rains\n- Heat is 90 euros", "Rent is 400 euros; Heat is 90 euros", NotFound, ""},
		{"We will not pay:\n\n" + costs, "Rent is 400 euros; Heat is 90 euros", OutOfScope, "We will not pay"},
	})
}
