package report

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"judgement/panel"
)

// ByPairs is the rank by comparisons as it is shown beside the rank by totals.
func (e BoardEntry) ByPairs() string {
	if e.Strength == nil || e.Strength.Rank == nil {
		return "—"
	}
	return Rank(*e.Strength.Rank, e.Strength.Tied)
}

// Rank is a rank as it is shown: with = if it is shared.
func Rank(rank int, tied bool) string {
	if tied {
		return "=" + strconv.Itoa(rank)
	}
	return strconv.Itoa(rank)
}

// comparisons is the section about submissions compared two at a time.
func (b *Board) comparisons(l Lang) []Block {
	if b.Mode != ModePairwise {
		return nil
	}
	blocks := []Block{Heading{Level: 2, ID: "pairwise", Text: l.pick("Compared two at a time", "两两比较")}}
	p := b.Pairwise
	if p == nil {
		return append(blocks, para(l.pick(
			"No submissions have been compared yet under this panel.", "本评审团尚未对参评作品作两两比较。")))
	}
	blocks = append(blocks, para(b.verdict(l)))
	if slices.ContainsFunc(b.Entries, func(e BoardEntry) bool { return e.Strength != nil }) {
		blocks = append(blocks, b.strengthTable(l))
	}
	blocks = append(blocks, b.against(l)...)
	blocks = append(blocks, p.judgeTable(l, b.Judges))
	return append(blocks, b.notes(l))
}

// verdict says in a sentence or two what the comparisons say about the order.
func (b *Board) verdict(l Lang) string {
	p := b.Pairwise
	text := l.pick("{pairs} of {all} pairs were compared, each shown to the judges in both orders. ", "全部 {all} 对作品中比较了 {pairs} 对，每对均按两种次序交给评委。",
		"{pairs}", strconv.Itoa(p.Compared), "{all}", strconv.Itoa(p.Possible))
	switch {
	case !slices.ContainsFunc(b.Entries, func(e BoardEntry) bool { return e.Strength != nil }):
		text += l.pick("None of the answers says anything about the order: the judges answered by the place in which a submission was shown, or not at all.",
			"所有回答均不能说明名次：评委依据作品出现的先后作答，或未作答。")
	case !p.Connected:
		text += l.pick("The submissions fall into parts between which nothing was compared, so that there is no order of all: more calls would connect them.",
			"参评作品分为若干互未比较的部分，无法排出总次序；增加调用次数即可连通。")
	case p.Decided:
		text += l.pick("The order is settled as far as the judges' answers tell: each submission is better than the next with a probability of at least 95%.", "就评委的回答而言次序已定：每件作品优于下一件的概率均不低于 95%。")
	default:
		text += l.pick("The order is not settled throughout: see the rank intervals.", "次序尚未完全确定，请参看名次区间。")
	}
	if p.Repeats != nil {
		text += l.gap() + p.Repeats.In(l)
	}
	if p.Uncompared > 0 {
		text += l.pick(" Submissions not compared: {n}.", "未比较的作品：{n} 件。", "{n}", strconv.Itoa(p.Uncompared))
	}
	switch {
	case p.Agreement != nil:
		text += l.pick(" Agreement with the totals: Kendall's τ-b {tau} (90% interval {low} to {high}).", "与总分名次的一致性：肯德尔 τ-b 为 {tau}（90% 区间 {low} 至 {high}）。",
			"{tau}", minus(p.Agreement.TauB), "{low}", minus(p.Agreement.Low), "{high}", minus(p.Agreement.High))
	case p.Connected:
		text += l.pick(" Not enough data to say how far it agrees with the totals.", "数据不足，无法判断与总分名次的一致程度。")
	}
	return text
}

// In says how often pairs were compared and why no more often.
func (r *PairwiseRepeats) In(l Lang) string {
	if !r.Auto {
		return l.pick("Each judge compared a pair {most} times.", "每位评委对每对作品比较 {most} 次。", "{most}", strconv.Itoa(r.Most))
	}
	return l.pick("Each pair was compared {mean} times on average, at most {most}: in {leads} one leads by enough, {full} had all repeats, {open} lack calls, {none} got no answer.",
		"每对作品平均比较 {mean} 次，最多 {most} 次：{leads} 对已有明确领先者，{full} 对用满次数，{open} 对调用不足，{none} 对无人作答。",
		"{mean}", r.Mean, "{most}", strconv.Itoa(r.Most), "{leads}", strconv.Itoa(r.Leads), "{full}", strconv.Itoa(r.Full), "{open}", strconv.Itoa(r.Open), "{none}", strconv.Itoa(r.Unanswered))
}

func minus(s string) string { return strings.Replace(s, "-", "−", 1) }

// strengthTable shows the entries in the order of the comparisons.
func (b *Board) strengthTable(l Lang) Block {
	entries := slices.Clone(b.Entries)
	slices.SortStableFunc(entries, func(x, y BoardEntry) int { return cmp.Compare(x.byPairsOrder(), y.byPairsOrder()) })
	strengths := func(none string, of func(*Strength) string) []string {
		return each(entries, func(e BoardEntry) string {
			if e.Strength == nil {
				return none
			}
			return of(e.Strength)
		})
	}
	t := tableOf(
		column{l.pick("By pairs", "比较名次"), Right, each(entries, BoardEntry.ByPairs)},
		column{l.pick("Submission", "参评作品"), Left, nameColumn(l, entries, cellsInText)},
		column{l.pick("By totals", "总分名次"), Right, each(entries, BoardEntry.Place)},
		column{l.pick("Strength", "强度"), Right, strengths("—", func(s *Strength) string { return minus(Fixed(s.Value)) })},
		column{l.pick("Std. error", "标准误"), Right, strengths("—", func(s *Strength) string { return Fixed(s.SE) })},
		column{l.pick("Rank interval", "名次区间"), Right, strengths("—", func(s *Strength) string { return ranks(s.RankLo, s.RankHi) })},
		column{l.pick("Beats the middle", "优于中游"), Right, strengths("—", func(s *Strength) string { return chance(s.Chance) })},
		column{l.pick("Pairs", "比较对数"), Right, strengths("0", func(s *Strength) string { return strconv.Itoa(s.Pairs) })},
	)
	t.Caption = l.pick("Places by comparisons", "两两比较名次")
	return t
}

// byPairsOrder sorts those without a rank last.
func (e BoardEntry) byPairsOrder() int {
	if e.Strength == nil || e.Strength.Rank == nil {
		return 1 << 30
	}
	return *e.Strength.Rank
}

// Fixed writes a decimal string with at least two places.
func Fixed(s string) string {
	whole, fraction, _ := strings.Cut(s, ".")
	return whole + "." + (fraction + "00")[:max(2, len(fraction))]
}

// against names the pairs that the comparisons order against the totals.
func (b *Board) against(l Lang) []Block {
	p := b.Pairwise
	if len(p.Against) == 0 {
		return nil
	}
	var list List
	for _, a := range p.Against {
		list.Items = append(list.Items, entry(l.pick("{better} before {worse} ({p})", "{better}优于{worse}（{p}）",
			"{better}", beforeHan(l, b.named(l, a.Better)), "{worse}", afterHan(l, b.named(l, a.Worse)), "{p}", chance(a.P))))
	}
	return []Block{para(l.pick("Here the comparisons are sure of the opposite of what the totals say; read both reports before deciding:",
		"以下作品的比较结果与总分次序相反且较为确定，作决定前请阅读双方报告：")), list}
}

// judgeTable shows how each judge compared.
func (p *Pairwise) judgeTable(l Lang, judges []panel.Judge) Block {
	of := func(text func(j PairwiseJudge) string) []string { return each(p.Judges, text) }
	t := tableOf(
		column{l.Say(phJudge), Left, of(func(j PairwiseJudge) string { return named(l, judges, j.Judge) })},
		column{l.pick("Compared", "比较次数"), Right, of(func(j PairwiseJudge) string { return strconv.Itoa(j.Comparisons) })},
		column{l.pick("Same in both orders", "两种次序回答一致"), Right, of(func(j PairwiseJudge) string { return share(j.Consistent, j.Comparisons) })},
		column{l.pick("Contradicts itself", "自相矛盾"), Right, of(func(j PairwiseJudge) string { return share(j.Contradicted, j.Comparisons) })},
		column{l.pick("Even in one order", "一序平手"), Right, of(func(j PairwiseJudge) string {
			return share(j.Comparisons-j.Consistent-j.Contradicted, j.Comparisons)
		})},
		column{l.pick("Even in both", "两序均平手"), Right, of(func(j PairwiseJudge) string { return strconv.Itoa(j.Ties) })},
		column{l.pick("First place won", "先出现者胜出"), Right, of(func(j PairwiseJudge) string {
			if j.FirstWon == nil {
				return "—"
			}
			return percent(*j.FirstWon, 0) + "%"
		})},
		column{l.pick("No answer", "未作答"), Right, of(func(j PairwiseJudge) string { return strconv.Itoa(j.Unanswered) })},
	)
	t.Caption = l.pick("How the judges compared", "各评委的比较情况")
	return t
}

// percent writes a share from 0 to 1, a decimal string, in percent.
func percent(share string, places int) string {
	return number(share).Mul(panel.PointsOf(100)).Decimal(places)
}

// share is a number with its percentage of a whole.
func share(n, of int) string {
	if of == 0 {
		return "—"
	}
	return strconv.Itoa(n) + " (" + Percent(panel.PointsOf(int64(n)), panel.PointsOf(int64(of))).Decimal(0) + "%)"
}

// notes say how the comparisons count and what they took.
func (b *Board) notes(l Lang) Block {
	p := b.Pairwise
	var list List
	add := func(en, zh string, pairs ...string) {
		list.Items = append(list.Items, entry(l.pick(en, zh, pairs...)))
	}
	add("The ranks of this board go by the totals; the comparisons are shown beside them and change none.", "本榜名次以总分为准，两两比较仅供对照，不改变名次。")
	switch {
	case p.Inconsistent == nil:
	case p.Consistent == p.Comparisons:
		add("Every comparison had the same answer in both orders. Each order counts half, so that what the order alone decides would cancel out.",
			"每次比较在两种次序下回答均一致；每种次序各计一半，使先后次序的影响相互抵消。")
	default:
		add("In {share}% of the comparisons a judge did not give the same answer in both orders. Each order counts half, so that what the order alone decides cancels out.",
			"有 {share}% 的比较中评委在两种次序下回答不一致；每种次序各计一半，使先后次序的影响相互抵消。", "{share}", percent(*p.Inconsistent, 1))
	}
	add("A judge's comparison is the same in both orders, contradicts itself, or is even in one order only; what is even in both counts as the same.",
		"评委的比较次数为回答一致、自相矛盾与仅一序平手三者之和；两序均平手者计入回答一致。")
	for _, j := range p.Judges {
		if j.SetAside {
			add("{judge} contradicted itself more often than a coin would: its contradictions count for nothing.", "{judge} 自相矛盾的比例高于抛硬币，其矛盾回答不予计入。", "{judge}", named(l, b.Judges, j.Judge))
		}
	}
	add("Strengths are natural logarithms of odds against the middle of the field (Bradley and Terry, ties after Davidson), each with half a win and half a loss against that middle, so that who won or lost everything has a strength too.",
		"强度为相对中游的对数几率（Bradley–Terry 模型，平局依 Davidson），每件作品另计对中游半胜半负，故全胜或全负者亦有强度。")
	add("Standard errors take it into account that judges of a pair go together (factor of the variances: {d}). By assumption errors that all judges share are none: if judges err alike, the order is less sure than it looks.",
		"标准误已计入评委对同一对作品看法的相互关联（方差倍数：{d}），并假设没有全体评委共有的误差；若评委偏差一致，名次并不如所示可靠。", "{d}", p.Dispersion)
	if p.Quotes.Total > 0 {
		add("Quotes that are in the submissions as they were cited: {proven} of {total}{note}.", "与作品原文相符的引文：{total} 条中 {proven} 条{note}。",
			"{proven}", strconv.Itoa(p.Quotes.Proven), "{total}", strconv.Itoa(p.Quotes.Total), "{note}", l.WithNote(p.Quotes.Noted))
	}
	cost := l.pick("unknown", "未知")
	if p.Cost != nil {
		cost = p.Cost.String()
	}
	add("Calls: {calls} of at most {limit}; cost: {cost}.", "调用：{calls} 次，上限 {limit} 次；费用：{cost}。", "{calls}", strconv.Itoa(p.Calls), "{limit}", strconv.Itoa(p.Limit), "{cost}", cost)
	told, chinese := "judges were told to give nothing for it", "评委已被告知不予理会"
	if p.NoModel {
		told, chinese = "the baseline counts words and does not know of it", "词汇基线只统计词汇，并不知晓"
	}
	for _, s := range p.Planted {
		add("{name} holds text that speaks to the judges ({kinds}); "+told+". Look at its places with care.",
			"{name}中含有写给评委的内容（{kinds}），"+chinese+"，其名次宜慎重看待。", "{name}", beforeHan(l, b.named(l, s.Brand)), "{kinds}", l.Kinds(s.Kinds))
	}
	return list
}
