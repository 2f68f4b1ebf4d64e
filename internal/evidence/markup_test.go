package evidence

import "testing"

// TestMarkup quotes the characters of documents that mark up or escape.
func TestMarkup(t *testing.T) {
	for _, tt := range []struct {
		source, quote string
		same          bool
	}{
		{"Bolt &amp; Daughters printed the first map of the coast.", "Bolt & Daughters printed the first map of the coast.", true},
		{"The &#8222;Blue Heron&#8220; is the oldest boat &mdash; and the slowest.", "The „Blue Heron“ is the oldest boat — and the slowest.", true},
		{"The caf&eacute; closes at&nbsp;six, says the owner&rsquo;s sign.", "The café closes at six, says the owner's sign.", true},
		{"Keep the tank &gt; 40 litres and &lt; 60 litres full.", "Keep the tank > 40 litres and < 60 litres full.", true},
		{"Keep the tank &gt; 40 litres and &lt; 60 litres full.", "Keep the tank < 40 litres and > 60 litres full.", false},
		{"水箱容量&ge;40升，阀门标有&quot;慢开&quot;字样。", "水箱容量≥40升，阀门标有\"慢开\"字样。", true},
		{"The result of the year was &minus;5 % of sales.", "The result of the year was −5 % of sales.", true},
		{"The result of the year was &minus;5 % of sales.", "The result of the year was 5 % of sales.", false},
		{"The result of the year &mdash; 5 % of sales &mdash; is small.", "The result of the year -5 % of sales - is small.", false},
		{"The result of the year -&nbsp;5 % of sales - is small.", "The result of the year -5 % of sales - is small.", false},
		{"The auto-&eacute;cole of the town has &frac12; a car.", "The auto-école of the town has ½ a car.", true},
		{"The pump is <b>not</b> <i>profitable in the first year</i>.", "profitable in the first year", false},
		{"<tr><td>12</td><td>345 users in the shop</td></tr>", "345 users in the shop", true},
		{"We sold 1&nbsp;500 jars of honey in the summer.", "500 jars of honey in the summer.", false},
		{"The flags \\-\\-dry\\_run and \\*\\.tmp keep the old files.", "The flags --dry_run and *.tmp keep the old files.", true},
		{"Write to <mailto:ann@example.org> or see <https://example.org/tide_table> first.", "Write to mailto:ann@example.org or see https://example.org/tide_table first.", true},
		{"Turn the <strong>left</strong> wheel first.<br />Then open the <em>lower</em> gate.", "Turn the left wheel first. Then open the lower gate.", true},
		{"<ul><li>Turn the left wheel</li><li>4 men open the lower gate</li></ul>", "Turn the left wheel", true},
		{"先转动<strong>左侧</strong>轮盘。<br>再打开下闸门。", "先转动左侧轮盘。再打开下闸门。", true},
		{"The tank holds 10<sup>6</sup> litres of clean water.", "The tank holds 106 litres of clean water.", false},
		{"The <del>old</del> gate is open in the winter.", "The old gate is open in the winter.", false},
		{"The gate is <not> open in the winter.", "The gate is open in the winter.", false},
		{"The light\u00ad\nhouse keeper counts the ships.", "The lighthouse keeper counts the ships.", true},
		{"- Rake the gravel\n- Water the roses\n- Close the gate", "- Rake the gravel - Water the roses - Close the gate", true},
		{"- Rake the gravel\n- 5 litres for the roses", "- Rake the gravel - 5 litres for the roses", true},
		{"* 耙平碎石\n* 给玫瑰浇水\n* 关上大门", "• 耙平碎石 • 给玫瑰浇水 • 关上大门", true},
		{"| pier | ship | crew |\n|---|---|---|\n| 2 | Nils &amp; Br&oslash;dre | 9 |", "ship: Nils & Brødre, crew: 9", true},
		{"| 港口 | 船长 |\n|---|---|\n| 东港 | 郑海平 |", "｜东港｜郑海平｜", true},
	} {
		x := New(tt.source)
		c := x.Verify(tt.quote)
		if c.Status.Proven() != tt.same || tt.same && !x.Check(c) {
			t.Errorf("%q in %q is %s (%s)", tt.quote, tt.source, c.Status, c.Note)
		}
		checkChinese(t, c.Note)
	}
}

// TestSectionNumbers quotes what follows the number of a section, and what a number counts.
func TestSectionNumbers(t *testing.T) {
	for _, tt := range []struct {
		source, quote string
		proven        bool
	}{
		{"The rules.\n\n2.4 The treasurer keeps the key of the shed.", "The treasurer keeps the key of the shed.", true},
		{"2.4.1 A member may borrow the boat in the summer.", "A member may borrow the boat in the summer.", true},
		{"## 2.4 Duties of the treasurer of the club", "Duties of the treasurer of the club", true},
		{"The rules.\n§ 12 The meadow is open to walkers.", "The meadow is open to walkers.", true},
		{"**Section 4** The meadow is open to walkers.", "The meadow is open to walkers.", true},
		{"2.4 司库保管小屋的钥匙和账本。", "司库保管小屋的钥匙和账本。", true},
		{"The pond holds\n2.4 million litres of clean water.", "million litres of clean water.", false},
		{"2.4 litres of clean water are enough for a day.", "litres of clean water are enough for a day.", false},
		{"2.4 MW of clean power are enough for the town.", "MW of clean power are enough for the town.", false},
		{"2.4 Percent of each ticket are for the boat.", "Percent of each ticket are for the boat.", false},
		{"2.4 万元的门票收入用于修船。", "万元的门票收入用于修船。", false},
		{"2.4 人在一个房间里工作，没有窗户。", "人在一个房间里工作，没有窗户。", false},
		{"We counted 2.4 Members of the club on average.", "Members of the club on average.", false},
		{"12 Members of the club voted for the boat.", "Members of the club voted for the boat.", false},
		{"2.4 The treasurer denies that the shed is empty.", "the shed is empty.", false},
	} {
		x := New(tt.source)
		c := x.Verify(tt.quote)
		if c.Status.Proven() != tt.proven || tt.proven && (len(c.Note) > 0 || !x.Check(c)) {
			t.Errorf("%q in %q is %s (%s)", tt.quote, tt.source, c.Status, c.Note)
		}
		checkChinese(t, c.Note)
	}
}
