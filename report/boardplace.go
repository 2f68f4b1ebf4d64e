package report

import (
	"fmt"
	"strconv"
	"strings"

	"judgement/panel"
)

// Place is the rank as it is shown: with = if it is shared.
func (e BoardEntry) Place() string { return Rank(e.Rank, e.Tied) }

// Interval is the rank interval as it is shown.
func (e BoardEntry) Interval() string { return ranks(e.RankLo, e.RankHi) }

// ranks shows an interval of ranks, a certain one as one number.
func ranks(low, high *int) string {
	switch {
	case low == nil || high == nil:
		return "—"
	case *low == *high:
		return strconv.Itoa(*low)
	}
	return fmt.Sprintf("%d–%d", *low, *high)
}

// Chance is the probability of beating the next, in percent as it is shown.
func (e BoardEntry) Chance() string {
	if e.PBeatsNext == nil {
		return "—"
	}
	return chance(*e.PBeatsNext)
}

// chance writes a probability in percent, rounded down: what is shown as 95% reaches the
// 95% that separate groups.
func chance(text string) string {
	p := number(text).Mul(panel.PointsOf(100))
	switch {
	case p.Cmp(panel.PointsOf(99)) > 0:
		return "> 99%"
	case p.Cmp(panel.PointsOf(1)) < 0:
		return "< 1%"
	}
	return p.Sub(number("0.5")).Decimal(0) + "%"
}

// Change is what changed since the last board as it is shown.
func (e BoardEntry) Change(l Lang) string {
	d := e.Delta
	if d == nil {
		return ""
	}
	if d.New {
		return l.pick("new", "新增")
	}
	var parts []string
	switch {
	case d.Rank > 0:
		parts = append(parts, "▲"+strconv.Itoa(d.Rank))
	case d.Rank < 0:
		parts = append(parts, "▼"+strconv.Itoa(-d.Rank))
	}
	switch total := number(d.Total); total.Sign() {
	case 1:
		parts = append(parts, "+"+total.String())
	case -1:
		parts = append(parts, "−"+total.Mul(panel.PointsOf(-1)).String())
	}
	return strings.Join(parts, " ")
}

func orDash(s *string) string {
	if s == nil {
		return "—"
	}
	return *s
}
