package report

import (
	"slices"
	"strconv"
	"strings"

	"judgement/panel"
)

// Statistic is one number about a panel with its interval of 90 %, as decimal
// strings that are empty if there is not enough data.
type Statistic struct {
	Kind   string `json:"kind"`            // one of the Statistic constants
	Judge  string `json:"judge,omitempty"` // whom it is about
	Value  string `json:"value"`
	Low    string `json:"low"`
	High   string `json:"high"`
	Unit   string `json:"unit"` // what N counts: submissions or dimensions
	N      int    `json:"n"`
	Need   int    `json:"need"` // below which there is not enough data
	Enough bool   `json:"enough"`
	Of     int    `json:"of,omitempty"` // judges of the panel
	// NoModel says that no language model judged.
	NoModel bool `json:"no_model,omitempty"`
}

// The kinds of Statistic, in the order in which they are shown.
const (
	StatAlpha       = "alpha"       // Krippendorff's α on the interval scale
	StatCorrelation = "correlation" // mean over pairs of judges
	StatLeniency    = "leniency"    // above the other judges, in percent of the maximum
	StatConsistency = "consistency" // correlation with the other judges' mean
)

// The units of Statistic.
const (
	UnitSubmissions = "submissions"
	UnitDimensions  = "dimensions"
)

// pick returns one of two wordings with {key} replaced by the values that follow
// their keys.
func (l Lang) pick(en, zh string, pairs ...string) string {
	if l == Chinese {
		en = zh
	}
	return strings.NewReplacer(pairs...).Replace(en)
}

// gap is what separates two sentences.
func (l Lang) gap() string {
	if l == Chinese {
		return ""
	}
	return " "
}

// Statistics returns the section about how far the judges agree: each statistic as
// a sentence with its value, its interval and what follows from it. It never says
// what the panel is worth, which only known outcomes can show. If no language model
// judged, there is none: the judges are one program.
func Statistics(l Lang, judges []panel.Judge, stats []Statistic) []Block {
	// Boards made by earlier releases hold two more kinds, which claimed what
	// agreement alone can't show.
	stats = which(stats, func(s Statistic) bool { return statWords[s.Kind].short.EN != "" && !s.NoModel })
	if len(stats) == 0 {
		return nil
	}
	var list List
	var unit string
	var few, same []string // what is unknown, by the reason
	for at := 0; at < len(stats); {
		n, most := alike(stats[at:])
		s := stats[at]
		s.N = most
		of := names(l, judges, stats[at:at+n])
		switch {
		case s.Enough:
			list.Items = append(list.Items, entry(s.sentence(l, of)))
		case s.N < s.Need:
			unit = s.unit(l)
			few = append(few, s.short(l, of, n)+l.pick(" ({n} of {need})", "（{n}/{need}）", s.values(l)...))
		default:
			same = append(same, s.short(l, of, n))
		}
		at += n
	}
	blocks := []Block{Heading{Level: 2, ID: "panel-statistics", Text: l.pick("How far the judges agree", "评委之间的一致程度")}}
	if len(list.Items) > 0 {
		blocks = append(blocks, para(l.pick(
			"This is agreement only. Judges who agree may all be wrong, and one who differs may be right: only known outcomes tell. Intervals are of 90%.",
			"以下仅反映评委之间是否一致：意见一致未必正确，与众不同未必有误，须由实际结果检验。区间的置信水平为 90%。")), list)
	}
	if len(few) > 0 {
		blocks = append(blocks, para(l.pick("Not enough data, counted in {unit} that judges share, of those needed: {what}.",
			"数据不足（括号内为评委共同评过的{unit}数与所需数）：{what}。", "{unit}", unit, "{what}", strings.Join(few, l.Say(phListComma)))))
	}
	if len(same) > 0 {
		blocks = append(blocks, para(l.pick("Nothing to say, since judges are too few or some judge's scores are all the same: {what}.",
			"无从判断（评委过少，或有评委的评分全部相同）：{what}。", "{what}", strings.Join(same, l.Say(phListComma)))))
	}
	return blocks
}

// statWords are the kinds in words: in a few, and as the beginning of a sentence.
var statWords = map[string]struct{ short, topic Phrase }{
	StatAlpha: {
		Phrase{"agreement of the judges", "评委一致性"},
		Phrase{"Agreement of the judges (Krippendorff's α): ", "评委一致性（克里彭多夫 α）："},
	},
	StatCorrelation: {
		Phrase{"correlation between judges", "评委相关系数"},
		Phrase{"Mean correlation between two judges whose scores vary: ", "评分有高低之别的评委两两相关系数均值："},
	},
	StatLeniency: {
		Phrase{"leniency", "评分宽严"},
		Phrase{"{name}, points above the other judges in percent of the maximum: ", "{name}：相对其他评委的宽严（占满分百分点）："},
	},
	StatConsistency: {
		Phrase{"consistency with the others", "与其他评委的一致程度"},
		Phrase{"{name}, correlation with the other judges' mean: ", "{name}：与其他评委平均分的相关系数："},
	},
}

// short names a statistic in a few words, with the judges whom it is about if they
// are only some of the panel's n.
func (s Statistic) short(l Lang, of string, n int) string {
	what := l.Say(statWords[s.Kind].short)
	if s.Judge == "" || n == s.Of {
		return what
	}
	return what + l.pick(" of ", "·") + of
}

// alike is how many statistics from the first on say the same, or all lack data,
// so that one sentence holds for all of their judges. most is the greatest
// number of units that one of them rests on.
func alike(stats []Statistic) (n, most int) {
	first := stats[0]
	n, most = 1, first.N
	for ; n < len(stats); n++ {
		next := stats[n]
		next.Judge = first.Judge
		if !first.Enough && first.N < first.Need && next.N < next.Need {
			next.N = first.N
		}
		if next != first {
			break
		}
		most = max(most, stats[n].N)
	}
	return n, most
}

// names of the judges whom statistics are about.
func names(l Lang, judges []panel.Judge, stats []Statistic) string {
	if of := stats[0].Of; len(stats) > 1 && len(stats) == of {
		return l.pick("Each of the {n} judges", "{n} 位评委", "{n}", strconv.Itoa(of))
	}
	return strings.Join(each(stats, func(s Statistic) string { return named(l, judges, s.Judge) }), l.Say(phListComma))
}

// named is a judge's name by its slug if it is not in the panel.
func named(l Lang, judges []panel.Judge, slug string) string {
	if i := slices.IndexFunc(judges, func(j panel.Judge) bool { return j.Slug == slug }); i >= 0 {
		return l.Judge(judges[i])
	}
	return slug
}

func (s Statistic) sentence(l Lang, name string) string {
	topic := statWords[s.Kind].topic
	return l.pick(topic.EN+"{value} (interval {low} to {high}, {n} {unit}). ", topic.ZH+"{value}（区间 {low} 至 {high}，{unit} {n} 个）。",
		append(s.values(l), "{name}", name)...) + s.meaning(l)
}

func (s Statistic) unit(l Lang) string {
	if s.Unit == UnitDimensions {
		return l.pick("dimensions", "评分维度")
	}
	return l.pick("submissions", "参评作品")
}

func (s Statistic) values(l Lang) []string {
	unit := s.unit(l)
	return []string{
		"{value}", minus(s.Value), "{low}", minus(s.Low), "{high}", minus(s.High), "{unit}", unit,
		"{n}", decimal(float64(s.N)), "{need}", decimal(float64(s.Need)), "{of}", decimal(float64(s.Of)),
	}
}

// meaning is what follows from a statistic, going by its interval and not by its
// value alone.
func (s Statistic) meaning(l Lang) string {
	low, high := number(s.Low), number(s.High)
	above := func(v string) bool { return low.Cmp(panel.MustPoints(v)) >= 0 }
	below := func(v string) bool { return high.Cmp(panel.MustPoints(v)) < 0 }
	switch s.Kind {
	case StatAlpha:
		switch {
		case low.Cmp(panel.PointsOf(1)) >= 0:
			return l.pick("The voting judges never differ: they count as one opinion, not as {of}.", "计分评委评分完全一致：只能视为一种意见，而非 {of} 种。", s.values(l)...)
		case above("0.8"):
			return l.pick("The judges agree well (0.8 or more).", "评委一致性良好（不低于 0.8）。")
		case below("0.667"):
			return l.pick("The judges disagree too much for fine distinctions: read their comments before deciding.", "评委分歧较大，不宜据此区分细微差别；请先阅读各评委评语再作决定。")
		}
		return l.pick("Agreement is not shown to be good (0.8) nor to be poor (0.667): take the means as tentative.", "尚不能断定一致性良好（0.8）或较差（0.667），平均分仅供初步参考。")
	case StatCorrelation:
		return l.pick("Judges may share knowledge or share mistakes; only outcomes tell which.", "相关可能源于共同的认识，也可能源于共同的偏差，须由实际结果检验。")
	case StatLeniency:
		switch {
		case low.Sign() > 0:
			return l.pick("Lenient.", "评分偏宽。")
		case high.Sign() < 0:
			return l.pick("Strict.", "评分偏严。")
		}
		return l.pick("Neither strict nor lenient as far as the data show.", "就现有数据看，评分宽严适中。")
	case StatConsistency:
		switch {
		case above("0.5"):
			return l.pick("Orders things as the others do.", "评分次序与其他评委一致。")
		case below("0.2"):
			return l.pick("Goes its own way: look at what it sees that the others do not.", "评分次序与其他评委明显不同，宜了解其依据。")
		case low.Sign() <= 0:
			return l.pick("No agreement with the others shows, and none is ruled out.", "尚看不出与其他评委的评分次序是否相关。")
		}
		return l.pick("Partly agrees with the others.", "评分次序与其他评委部分一致。")
	}
	return ""
}

// number reads a decimal string of our own making; 0 if it is none.
func number(s string) panel.Points {
	p, err := panel.ParsePoints(s)
	if err != nil {
		return panel.Points{}
	}
	return p
}
