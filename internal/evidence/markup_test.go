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
