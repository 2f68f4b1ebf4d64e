package place

import "judgement/report"

// Shades of a table's cells.
const (
	Coolest      = 0.4 // share of the maximum up to which a cell is not shaded
	ShadePercent = 4   // of the accent in the colour of a cell, per step
)

// Shade is how much a cell is shaded, from 0 to 10 steps; -1: it has no share.
func Shade(t report.Table, row, column int) int {
	if row >= len(t.Heat) || column >= len(t.Heat[row]) || t.Heat[row][column] < 0 {
		return -1
	}
	return max(0, min(10, int(10*(t.Heat[row][column]-Coolest)/(1-Coolest))))
}

// Legends say what the heavy lines and the shades of a table mean.
func Legends(t report.Table) (out []report.Phrase) {
	if len(t.Parted) > 0 {
		out = append(out, report.Phrase{EN: "A heavy line separates groups. Within a group the order is too close to call.", ZH: "粗线分隔各组；同组之内难分先后。"})
	}
	if t.Heat != nil {
		out = append(out, report.Phrase{EN: "The darker a score, the larger its share of the maximum; up to 40% it is not shaded.", ZH: "颜色越深，得分率越高；40% 及以下不着色。"})
	}
	return out
}
