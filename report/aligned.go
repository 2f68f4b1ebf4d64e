package report

import (
	"fmt"

	"judgement/panel"
)

// Aligned are the scores of a panel that was fitted to labels of people, beside the
// panel's own, and what the fit rests on.
type Aligned struct {
	NoModel bool          `json:"no_model,omitempty"` // no language model judged
	Total   panel.Points  `json:"total"`
	Raw     panel.Points  `json:"raw_total"`
	Max     panel.Points  `json:"max"`
	Grade   string        `json:"grade"`  // of the aligned total
	Grades  bool          `json:"grades"` // the review's grade is this one
	Lenses  []AlignedLens `json:"lenses"` // that were fitted, in the panel's order

	Date         string  `json:"date"`
	LabelsSHA256 string  `json:"labels_sha256"`
	Labels       int     `json:"labels"` // labelled items
	People       int     `json:"people"`
	Preferences  bool    `json:"preferences"` // the labels were preferences, and the figures are accuracies
	HeldOutRaw   float64 `json:"held_out_raw"`
	// HeldOutAligned is the figure of the aligned panel on items that did not fit it: the
	// mean absolute error, or the accuracy. The gain has an interval of 90 %.
	HeldOutAligned float64 `json:"held_out_aligned"`
	Gain           float64 `json:"gain"`
	GainLow        float64 `json:"gain_low"`
	GainHigh       float64 `json:"gain_high"`
}

// AlignedLens is one lens, raw and aligned.
type AlignedLens struct {
	Lens    string       `json:"lens"`
	NoModel bool         `json:"no_model,omitempty"`
	Max     panel.Points `json:"max"`
	Raw     panel.Points `json:"raw"`
	Score   panel.Points `json:"score"`
}

// Basis says in a sentence or two what the aligned scores rest on.
func (a *Aligned) Basis(l Lang) string {
	figure := l.pick("mean absolute error", "平均绝对误差")
	if a.Preferences {
		figure = l.pick("accuracy", "准确率")
	}
	who := fmt.Sprintf(l.pick("%d people", "%d 人"), a.People)
	if a.People == 1 {
		who = l.pick("one person", "1 人")
	}
	text := fmt.Sprintf(l.pick(
		"Aligned to %d labelled items of %s on %s (labels %.8s). On items that did not fit it, the %s is %.3f raw and %.3f aligned: a gain of %.3f, 90%% interval %.3f to %.3f.",
		"依据 %[2]s标注的 %[1]d 个条目校准，日期 %[3]s（标注 %.8[4]s）。在未参与拟合的条目上，%[5]s由 %.3[6]f 变为 %.3[7]f，改进 %.3[8]f，90%% 区间 %.3[9]f 至 %.3[10]f。"),
		a.Labels, who, a.Date, a.LabelsSHA256, figure, a.HeldOutRaw, a.HeldOutAligned, a.Gain, a.GainLow, a.GainHigh)
	if a.Grades {
		return text + l.pick(" The grade follows the aligned total.", "等级依校准后的总分。")
	}
	return text + l.pick(" The grade follows the raw total.", "等级依原始总分。")
}

// Rows are the heading and the rows of the table of raw and aligned scores. Lenses that
// were not fitted have one row together, so that the rows add up to the total.
func (a *Aligned) Rows(l Lang, p *panel.Panel) (header []string, rows [][]string) {
	header = []string{l.Say(phLens), l.pick("Raw", "原始分"), l.pick("Aligned", "校准分"), l.pick("Maximum", "满分")}
	raw, rest, most := a.Raw, a.Total, a.Max // of lenses that were not fitted
	for _, x := range a.Lenses {
		lens, _ := p.Lens(x.Lens)
		rows = append(rows, []string{l.Lens(lens), Shown(x.Raw, x.Max), Shown(x.Score, x.Max), x.Max.String()})
		raw, rest, most = raw.Sub(x.Raw), rest.Sub(x.Score), most.Sub(x.Max)
	}
	if len(rows) > 0 && most.Sign() > 0 && raw.Equal(rest) {
		rows = append(rows, []string{l.pick("Other dimensions, not aligned", "其余维度（未校准）"), Shown(raw, most), Shown(rest, most), most.String()})
	}
	return header, append(rows, []string{l.Say(phTotalRow), Shown(a.Raw, a.Max), Shown(a.Total, a.Max), a.Max.String()})
}

// fact is the aligned total beside the verdict, with the total that the grade follows; nil
// has none. A grade other than that of the raw total is to be noticed.
func (a *Aligned) fact(l Lang, raw string) []Fact {
	if a == nil {
		return nil
	}
	kind, follows := Info, l.pick("; the grade follows the raw total", "；等级依原始总分")
	if a.Grades {
		follows = l.pick("; the grade follows it", "；等级依此分数")
		if a.Grade != raw {
			kind, follows = Caution, follows+l.pick(", the raw total has {g}", "，原始总分对应 {g}", "{g}", raw)
		}
	}
	text := Link{Text: outOf(a.Total, a.Max), Target: "#aligned"}
	return []Fact{{l.pick("Aligned", "校准分"), []Inline{text, Plain(" (" + a.Grade + ")" + follows)}, kind}}
}

// blocks are the aligned scores beside the raw ones; nil has none.
func (a *Aligned) blocks(l Lang, p *panel.Panel) []Block {
	if a == nil {
		return nil
	}
	header, rows := a.Rows(l, p)
	t := Table{Header: header, Align: []Align{Left, Right, Right, Right}}
	for _, r := range rows {
		t.Rows = append(t.Rows, cells(r...))
	}
	return []Block{Heading{Level: 3, ID: "aligned", Text: l.pick("Raw and aligned with people", "原始分与依人工标注校准的分数")}, t, para(a.Basis(l))}
}
