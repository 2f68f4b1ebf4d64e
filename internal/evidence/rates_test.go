package evidence

import (
	"fmt"
	"html"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode/utf8"
)

// clauses are what the generated sentences are about: an English clause with its verb in
// the base form behind its subject, and a Chinese clause.
var clauses = [][3]string{
	{"the new pump", "reaches", "reach"},
	{"the second plant", "supplies", "supply"},
	{"our sensor", "saves", "save"},
	{"the clinic", "treats", "treat"},
	{"the school", "trains", "train"},
	{"the city council", "covers", "cover"},
}

var objects = []string{
	"all the farms in the valley with clean water", "every shop in the old town during summer nights", "the whole district at half the cost of coal",
	"patients from both sides of the river", "the fields near the coast with treated water", "small bakeries across the northern region",
}

var hanClauses = []string{
	"新水泵为山谷里的农场供应清洁用水", "第二座工厂的成本低于燃煤电厂", "这种传感器帮助面包店节省了电费",
	"社区诊所接待河两岸的病人", "职业学校每年培训当地的农民", "市政府承担了整个城区的照明费用",
}

// scopeFrames cut a quote out of its scope: in the sentence S is a clause, V a verb in
// the base form with its object.
var scopeFrames = map[string][]string{
	"denial": {
		"It is false that [S].", "It is simply not true that [S].", "The auditors denied that [S].", "Nobody has shown that [S].", "We doubt whether [S].",
		"There is no proof that [S].", "The team was unable to [V].", "The operator refuses to [V].", "It failed to [V] in both years.", "The report refutes the claim that [S].",
		"The board rejected the view that [S].", "It is a myth that [S].", "It would be wrong to say that [S].", "The design never managed to [V].", "It is impossible to [V] with this budget.",
		"The minister disputed that [S].", "Contrary to rumours that [S], the valley is dry.", "The tests do not show that [S].", "No study confirms that [S].", "That [S] is not the case.",
	},
	"condition": {
		"If [S], the loan is repaid.", "If the grant arrives, [S].", "Unless the law changes, [S].", "Provided that the council agrees, [S].", "Only if prices fall will the fund pay, and [S].",
		"As long as the dam holds, [S].", "Assuming that the permit is granted, [S].", "Suppose that [S].", "In case the dam breaks, [S].", "Once the permit is granted, [S].", "Should the council agree, [S].", "Whether [S] is an open question.", "On condition that the bank agrees, [S].", "Provided the bank agrees, [S].", "Should a bank agree, [S].", "Had prices fallen, [S].",
	},
	"hedge": {
		"The second design may [V].", "It might [V] some day.", "With luck it could [V].", "In another year it would [V].", "Perhaps [S].", "Maybe [S].", "It is possible that [S].", "It is likely that [S].",
		"It seems that [S].", "The device appears to [V].", "Possibly [S].", "There is a chance that [S].", "The owner should [V].", "Presumably, [S].", "In theory, [S].", "It may, in a wet year, [V].",
	},
	"intention": {
		"The company plans to [V].", "The company hopes to [V].", "Its founders aim to [V].", "The team intends to [V].", "We expect to [V] soon.", "They are seeking to [V].", "The owner wants to [V].", "The goal is to [V].",
		"The council promised to [V].", "The team is trying to [V].", "It was designed to [V].", "We propose to [V].", "The ambition of the founders is to [V].", "We are going to [V].", "The investors hope that [S].", "The meeting is to decide that [S].", "Our goal for next year: [S].", "The team is considering how to [V].",
	},
	"report": {
		"Critics claim that [S].", "According to its maker, [S].", "The vendor says [S].", "Reportedly, [S].", "Some argue that [S].", "The brochure alleges that [S].", "Opponents insist that [S].", "Two neighbours believe that [S].",
		"The idea that [S] is popular.", "It is said that [S].", "A blogger wrote that [S].", "In the view of its owner, [S].", "Skeptics suspect that [S].", "The advertisement suggests that [S].", "One manager told us that [S].", "Allegedly [S].", "The vendor claimed: [S].",
	},
	"replacement": {
		"The town buys water rather than [V].", "They chose to wait instead of trying to [V].", "The plant did everything except [V].", "The owner did anything other than [V].",
	},
	"condition after": {
		"[S] unless the dam breaks.", "[S], unless the dam breaks.", "[S] only if the dam holds.", "[S] only in wet years.", "[S] until the dam breaks.", "[S] if the dam holds.", "[S], provided that the dam holds.", "[S] as long as the dam holds.",
		"[S], if funding arrives.", "[S] only when it rains.", "[S], but only in wet years.", "[S] except in winter.", "[S], assuming the permit is granted.", "[S] in case of rain only if asked.", "[S] solely in the laboratory.", "[S] only for paying members.",
	},
	"report after": {
		"[S], critics claim.", "[S], according to its maker.", "[S], the vendor said.", "[S], some neighbours believe.", "[S], or so its owner hopes.", "[S], reportedly.", "[S], perhaps.", "[S], its founders argue.", "“[S]”, the brochure alleges.", "[S] – or so the brochure claims.", "[S] was the claim.", "[S] is what we hope for.", "[S], so the brochure claims.",
	},
	"denial after":    {"The claim that [S] is false.", "That [S] is a myth.", "[S]: this is not true.", "That [S] has never been shown.", "[S], which is wrong.", "[S], though nobody has shown it.", "[S], which turned out to be false.", "[S], but that is not true.", "[S] in no case."},
	"struck through":  {"~~[S].~~", "~~[S]~~ and the road is old.", "The owner removed a line: <del>[S].</del>", "~~The road is old. [S].~~"},
	"under a heading": {"\n\n## Rejected proposals\n\n[S].\n\n", "\n\n### Common myths\n\nThe road is old. [S].\n\n", "\n\n## Objections\n\n- the road is old\n- [S]\n\n"},
	"words of others": {"“The road is old. [S]. That is all,” the owner said.", "The owner wrote a letter. “[S]. The road is old.”", "\"No, the road is old. [S].\" Nobody answered."},
	"contrast after": {
		"[S], but the dam leaks.", "[S]; however, the dam leaks.", "[S], although the dam leaks.", "[S]. However, the dam leaks.", "[S], yet the dam leaks.", "[S], while the dam leaks.",
	},
	"list without a colon": {
		"\n\nThe clinic does not\n- run a night service\n- [V]\n\n", "\n\nIf the grant arrives, the trust shall\n\n(a) fix the roof;\n(b) [V].\n\n", "\n\nWe may\n- [V]\n- fix the roof\n\n", "\n\nIt is false that\n\n1. the roof is new\n2. [S]\n\n", "\n\nWe plan to\n* fix the roof\n* [V]\n\n", "\n\nCritics claim that\n- [S]\n- the roof is new\n\n",
		"\n\nThe town did everything except\n- fix the roof\n- [V]\n\n", "\n\nThe board promised to\n\n- fix the roof\n- [V]\n\n", "\n\nIn no case will the owner\n- fix the roof\n- [V]\n\n", "\n\nThe vendor says\n- the roof is new\n- [S]\n\n", "\n\nAccording to its maker\n- the roof is new\n- [S]\n\n", "\n\nUnless\n- the dam breaks\n- [S]\n\n",
	},
	"coordination": {
		"The plan is to fix the roof, to hire staff, and to [V].", "The town may fix the roof, hire staff, or even [V].", "They did not fix the roof, hire staff or [V].", "We hope to fix the roof, hire staff and [V].", "The owner would fix the roof and then [V].", "The board refused to fix the roof, to hire staff or to [V].",
		"The school could fix the roof, hire staff, and, in time, [V].", "Its founders cannot fix the roof, hire staff, or [V].", "The council promised to fix the roof and, later, to [V].",
	},
	"han list without a colon": {
		"\n\n我们计划\n- 修好屋顶\n- [Z]\n\n", "\n\n我们希望\n- [Z]\n- 修好屋顶\n\n", "\n\n据称\n- 屋顶是新的\n- [Z]\n\n", "\n\n如果补贴到位，公司将\n- 修好屋顶\n- [Z]\n\n", "\n\n除非\n- 大坝漏水\n- [Z]\n\n", "\n\n并非\n- 屋顶是新的\n- [Z]\n\n", "\n\n没有证据表明\n1. 屋顶是新的\n2. [Z]\n\n", "\n\n厂家声称\n\n- 屋顶是新的\n- [Z]\n\n", "\n\n公司可能\n- 修好屋顶\n- [Z]\n\n",
	},
	"han coordination": {
		"我们计划修好屋顶，招聘员工，并[Z]。", "公司可能修好屋顶、招聘员工，甚至[Z]。", "公司没有修好屋顶、招聘员工或[Z]。", "我们希望修好屋顶，招聘员工，以及[Z]。", "公司打算修好屋顶，然后[Z]。", "市政府无法修好屋顶、招聘员工，或者[Z]。",
	},
	"han denial": {
		"并非[Z]。", "没有证据表明[Z]。", "该公司否认[Z]。", "这并不意味着[Z]。", "我们怀疑[Z]。", "说[Z]是错误的。", "审计报告推翻了[Z]的结论。", "不能认为[Z]。", "专家不认为[Z]。", "[Z]的说法并不属实。",
	},
	"han condition": {
		"如果[Z]，贷款就能还清。", "如果补贴到位，[Z]。", "若补贴到位，[Z]。", "假如大坝不漏，[Z]。", "只要大坝不漏，[Z]。", "除非法律修改，[Z]。", "一旦获得许可，[Z]。", "只有在雨季，[Z]。", "倘若董事会同意，[Z]。", "如补贴到位，[Z]。", "要是银行同意，[Z]。", "是否[Z]仍是问题。",
	},
	"han hedge":           {"可能[Z]。", "或许[Z]。", "也许[Z]。", "似乎[Z]。", "理论上，[Z]。", "看来[Z]。", "有可能[Z]。", "恐怕[Z]。", "大概[Z]。"},
	"han almost":          {"差一点就让[Z]。", "几乎[Z]。", "新方案险些使[Z]。"},
	"han words of others": {"“公路很旧。[Z]。就这些。”厂长说。", "厂长写了一封信。“[Z]。公路很旧。”"},
	"han struck through":  {"~~[Z]。~~", "公路很旧，~~[Z]~~。"},
	"han intention":       {"团队计划让[Z]。", "团队打算使[Z]。", "我们希望[Z]。", "预计[Z]。", "其目标是[Z]。", "公司力争[Z]。", "公司承诺[Z]。", "我们期待[Z]。", "公司建议[Z]。"},
	"han report":          {"批评者称[Z]。", "据称[Z]。", "据说，[Z]。", "有人认为[Z]。", "厂家声称[Z]。", "广告宣称，[Z]。", "他表示，[Z]。", "邻居说[Z]。", "据媒体报道，[Z]。", "反对者指出[Z]。", "所谓[Z]只是广告。", "厂家宣传[Z]。"},
	"han condition after": {
		"[Z]，除非大坝漏水。", "[Z]，前提是大坝不漏。", "[Z]，如果补贴到位。", "[Z]，仅在雨季如此。", "[Z]，直到大坝漏水。", "[Z]，但仅限雨季。", "[Z]，只要大坝不漏。", "[Z]的前提是补贴到位。", "[Z]，冬季除外。",
	},
	"han report after":   {"[Z]，批评者称。", "[Z]，厂家如此声称。", "[Z]是厂家的宣传。", "[Z]，据说。", "[Z]，据报道。"},
	"taken back":         {"[S]. That is what the vendor claims.", "[S]. This is not true.", "[S]. So the brochure says.", "[S]. That is our hope.", "[Z]。这是厂家的说法。", "[Z]。但这并不属实。"},
	"han contrast after": {"[Z]，但大坝漏水。", "[Z]，然而大坝漏水。", "[Z]，不过大坝漏水。", "[Z]。但是大坝漏水。", "[Z]，却没有通过验收。"},
}

// gapFrames hide what is in braces with an ellipsis.
var gapFrames = map[string][]string{
	"ellipsis over a modal":        {"the new pump of the valley {may} supply every farm near the coast", "the whole system in the hills {could} replace all of the old engines", "the office of the mayor {plans to} open a market near the bridge", "山谷里的新水泵{可能会}为全部农场供应清洁用水", "市政府的新方案{计划}承担整个城区的照明费用"},
	"ellipsis over a negation":     {"the new pump of the valley {does not} supply every farm near the coast", "the whole system in the hills {will never} replace all of the old engines", "the heater is safe and {hardly} warms the big hall of the school", "山谷里的新水泵{没有}为全部农场供应清洁用水", "市政府的新方案{并未}承担整个城区的照明费用"},
	"ellipsis over a condition":    {"the new pump supplies every farm {if it rains} in the whole valley of the river", "the heater warms the hall {unless the fuse blows} and the rooms of the school", "水泵为农场供应用水{如果下雨的话}并且覆盖整个山谷"},
	"ellipsis over only":           {"the new pump supplies clean water {only} to the farms near the coast", "the heater {barely} warms the big hall of the school", "the shop sells {except on Sundays} bread and milk to the whole town", "山谷里的新水泵{仅}为海边的农场供应清洁用水"},
	"ellipsis over a number":       {"the new pump supplies clean water to {12 of} the farms near the coast", "the clinic treats {forty} patients from both sides of the river", "新水泵为山谷里的{三分之一}农场供应清洁用水"},
	"ellipsis over a comparator":   {"the new pump supplies clean water to {fewer than half} the farms near the coast", "the clinic treats {almost} all patients from both sides of the river", "新水泵的成本{低于预期}使农场获得清洁用水"},
	"ellipsis over a limit":        {"the new pump of the valley {sometimes} supplies every farm near the coast", "the heater {partly} warms the big hall of the school", "the clinic {, given a mild winter,} treats patients from both sides of the river", "the whole system {in the simulation} replaces all of the old engines", "山谷里的新水泵{有时}为全部农场供应清洁用水", "市政府的新方案{勉强}承担整个城区的照明费用", "山谷里的新水泵{在模拟中}为全部农场供应清洁用水"},
	"ellipsis over another":        {"the new pump of the valley supplies clean water to {other} farms near the coast", "the heater {also} warms the big hall of the school", "the clinic treats {another} 40 patients from both sides of the river", "山谷里的新水泵为{其他}农场供应清洁用水", "市政府的新方案{也}承担整个城区的照明费用"},
	"ellipsis over a report":       {"the new pump of the valley {allegedly} supplies every farm near the coast", "the heater {is said to} warm the big hall of the school", "山谷里的新水泵{据称}为全部农场供应清洁用水"},
	"ellipsis joins two sentences": nil,
}

var fillersEN = []string{"The road to the valley is old. ", "We visited the site in March and spoke with the staff. ", "A map is in the annex. ", "The river rises in spring. "}

var fillersZH = []string{"通往山谷的公路很旧。", "我们三月走访了现场并与员工交谈。", "附件中有地图。", "河水在春季上涨。"}

// sample is a quote with the document that it was made from.
type sample struct {
	kind  string
	text  string
	quote string
}

func pick[T any](r *rand.Rand, list []T) T { return list[r.IntN(len(list))] }

func fill(r *rand.Rand, frame string) (text, quote string) {
	c, o := pick(r, clauses), pick(r, objects)
	frame = strings.NewReplacer("S", c[0]+" "+c[1]+" "+o, "V", c[2]+" "+o, "Z", pick(r, hanClauses)).Replace(placeholders(frame))
	left, rest, _ := strings.Cut(frame, "[")
	quote, right, _ := strings.Cut(rest, "]")
	text = left + quote + right
	if r, size := utf8.DecodeRuneInString(text); r < utf8.RuneSelf {
		text = strings.ToUpper(text[:size]) + text[size:]
		if left == "" {
			quote = strings.ToUpper(quote[:1]) + quote[1:]
		}
	}
	return around(r, text), quote
}

// placeholders leaves only the capital in brackets as a placeholder.
func placeholders(frame string) string {
	left, rest, _ := strings.Cut(frame, "[")
	mid, right, _ := strings.Cut(rest, "]")
	low := func(s string) string { return strings.NewReplacer("S", "s", "V", "v").Replace(s) }
	return low(left) + "[" + mid + "]" + low(right)
}

func around(r *rand.Rand, text string) string {
	if isHan(firstRune(text)) {
		return pick(r, fillersZH) + text + pick(r, fillersZH)
	}
	return pick(r, fillersEN) + text + " " + pick(r, fillersEN)
}

// corpus are the documents of the repository that people wrote.
func corpus(t testing.TB) []string {
	t.Helper()
	var out []string
	for _, form := range []string{"testdata/*.md", "../../examples/*.md"} {
		names, err := filepath.Glob(form)
		if err != nil || len(names) == 0 {
			t.Fatalf("no documents %s: %v", form, err)
		}
		for _, name := range names {
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			out = append(out, string(b))
		}
	}
	return out
}

// dishonest makes one altered, spliced or cut quote.
type dishonest struct {
	kind string
	make func(r *rand.Rand) (sample, bool)
}

func dishonestKinds(docs []string, quotes [][]string) []dishonest {
	var out []dishonest
	for _, e := range alterations() {
		out = append(out, dishonest{e.name, func(r *rand.Rand) (sample, bool) {
			d := r.IntN(len(docs))
			quote := pick(r, quotes[d])
			altered, ok := e.edit(r, quote)
			altered = strings.TrimSpace(altered)
			return sample{e.name, docs[d], altered}, ok && altered != quote && !strings.Contains(docs[d], altered)
		}})
	}
	for kind, frames := range scopeFrames {
		out = append(out, dishonest{"cut: " + kind, func(r *rand.Rand) (sample, bool) {
			text, quote := fill(r, pick(r, frames))
			return sample{kind, text, quote}, true
		}})
	}
	for kind, frames := range gapFrames {
		if len(frames) > 0 {
			out = append(out, dishonest{kind, func(r *rand.Rand) (sample, bool) {
				frame := pick(r, frames)
				left, rest, _ := strings.Cut(frame, "{")
				hidden, right, _ := strings.Cut(rest, "}")
				end := "."
				if isHan(firstRune(left)) {
					end = "。"
				}
				mark := pick(r, []string{"…", "...", " ... ", "……", "[…]", " [...] "})
				return sample{kind, around(r, left+hidden+right+end), strings.TrimSpace(left) + mark + strings.TrimSpace(right)}, true
			}})
		}
	}
	out = append(out, dishonest{"ellipsis joins two sentences", func(r *rand.Rand) (sample, bool) {
		d := r.IntN(len(docs))
		return splice(r, docs[d], quotes[d])
	}}, dishonest{"items joined", func(r *rand.Rand) (sample, bool) {
		a, b := pick(r, objects), pick(r, objects)
		return sample{"", "We looked at these:\n\n- " + a + "\n- is out of reach for " + b + "\n", a + " is out of reach for " + b}, true
	}})
	out = append(out, besideForms(docs, quotes)...)
	slices.SortFunc(out, func(a, b dishonest) int { return strings.Compare(a.kind, b.kind) })
	return out
}

// besideForms are dishonest neighbours of what judges add to quotes.
func besideForms(docs []string, quotes [][]string) (out []dishonest) {
	edits := alterations()
	altered := func(r *rand.Rand) (doc, quote, other string, ok bool) {
		d := r.IntN(len(docs))
		quote, other = pick(r, quotes[d]), pick(r, quotes[d])
		changed, ok := pick(r, edits).edit(r, quote)
		changed = strings.TrimSpace(changed)
		return docs[d], changed, other, ok && changed != quote && !strings.Contains(docs[d], changed) && !tooShort(changed)
	}
	for kind, write := range map[string]func(r *rand.Rand, q, other string) string{
		"altered with a place": func(r *rand.Rand, q, _ string) string {
			return pick(r, []string{"Section 2: " + q, q + " (p. 3)", "“" + q + "” (page 40)", "第二节：" + q, q + "（第3页）", q + " [§ 2.1]"})
		},
		"altered with a source": func(r *rand.Rand, q, _ string) string {
			return q + pick(r, []string{" (source)", " — the document", "（原文）"})
		},
		"one of two altered": func(r *rand.Rand, q, other string) string {
			if r.IntN(2) == 0 {
				q, other = other, q
			}
			return fmt.Sprintf(pick(r, []string{`"%s" and "%s"`, `“%s”; “%s”`, "「%s」和「%s」", "“%s” / “%s”"}), q, other)
		},
	} {
		out = append(out, dishonest{kind, func(r *rand.Rand) (sample, bool) {
			doc, q, other, ok := altered(r)
			return sample{kind, doc, write(r, q, other)}, ok
		}})
	}
	for kind, frame := range map[string][][2]string{
		"another place":           {{"[S] (page 4).", "[S] (page 3)."}, {"[S] (see Section 4.1).", "[S] (see Section 4.2)."}, {"Section 3: [S].", "Section 2: [S]."}, {"[Z]（第4页）。", "[Z]（第3页）。"}, {"第三节：[Z]。", "第二节：[Z]。"}, {"[S], see page 4.", "[S], see page 3."}},
		"another section":         {{"\n\n## 2 Costs\n\nThe road is old.\n\n## 3 Staff\n\n[S].\n\n", "Section 2: [S]."}, {"\n\n## 2 Costs\n\nThe road is old.\n\n### 2.1 Staff\n\n[S].\n\n", "[S] (Section 2.2)"}, {"\n\n## 二、成本\n\n公路很旧。\n\n## 三、人员\n\n[Z]。\n\n", "[Z]（第二节）"}},
		"another heading":         {{"\n\n## Costs\n\nThe road is old.\n\n## Staff\n\n[S].\n\n", "Costs: [S]."}, {"\n\n## Staff of 40\n\n[S].\n\n", "Staff of 50: [S]."}, {"\n\n## 成本\n\n公路很旧。\n\n## 人员\n\n[Z]。\n\n", "成本：[Z]。"}},
		"comma changes the sense": {{"No, [S].", "No [S]."}, {"No mill that [S] is cold.", "No, mill that [S] is cold."}, {"In May, 40 mills and [S] opened.", "In May 40 mills and [S] opened."}, {"The owner eats shoots and [S].", "The owner eats, shoots and [S]."}, {"First people came and [S].", "First, people came and [S]."}, {"2024年5月，3家工厂称[Z]。", "2024年5月3家工厂称[Z]。"}},
		"items numbered":          {{"\n\n- Buy flour\n- [S]\n\n", "1. Buy no flour\n2. [S]"}, {"\n\n3. Buy flour\n4. [S]\n\n", "1. Buy flour\n2. [S]"}, {"\n\n- Buy flour\n- [S]\n\n", "2. Buy flour\n3. [S]"}},
		"words in a tag":          {{"The road is old and [S].", "The road is <span class=\"never\">old</span> and [S]."}, {"The road is <a href=\"x.md\">old</a> and [S].", "The road is <a href=\"not.md\">old</a> and [S]."}, {"The road is ![not](x.png) old and [S].", "The road is old and [S]."}},
		"an accent added":         {{"The shop sells all of the pâté to [S].", "The shop sells all of the pate to [S]."}, {"They resume the work and [S].", "They résumé the work and [S]."}},
		"a line of the page":      {{"The road of the valley is\n\nnot\n\nold and [S].", "The road of the valley is old and [S]."}, {"The road of the valley has\n\n12 wells\n\nfor the town and [S].", "The road of the valley has for the town and [S]."}},
	} {
		out = append(out, dishonest{kind, func(r *rand.Rand) (sample, bool) {
			c, o := pick(r, clauses), pick(r, objects)
			f := pick(r, frame)
			clause := strings.NewReplacer("[S]", c[0]+" "+c[1]+" "+o, "[Z]", pick(r, hanClauses))
			return sample{kind, around(r, clause.Replace(f[0])), clause.Replace(f[1])}, true
		}})
	}
	return out
}

// splice joins the start of one sentence with the end of a later one.
func splice(r *rand.Rand, doc string, quotes []string) (sample, bool) {
	a, b := pick(r, quotes), pick(r, quotes)
	i, j := strings.Index(doc, a), strings.Index(doc, b)
	if i < 0 || j < i+len(a) || j > i+len(a)+600 || strings.ContainsAny(a+b, "*|\n") || !endsSentence(foldText(a, nil).Text) {
		return sample{}, false
	}
	ra, rb := []rune(a), []rune(b)
	k, m := len(ra)/3, len(rb)*2/3
	for k < len(ra)-2 && !wordGap(ra, k) {
		k++
	}
	for m > 1 && !wordGap(rb, m) {
		m--
	}
	head, tail := strings.TrimSpace(string(ra[:k])), strings.TrimSpace(string(rb[m:]))
	if tooShort(head) || tooShort(tail) || strings.ContainsRune(".,;:，。；：、—)）\"”", lastRune(head)) || strings.ContainsRune(".,;:，。；：、—(（\"“", lastRune(strings.TrimSpace(string(rb[:m])))) {
		return sample{}, false
	}
	return sample{"", doc, head + " … " + tail}, true
}

func wordGap(s []rune, k int) bool {
	return s[k] == ' ' || isHan(s[k]) && isHan(s[k-1]) && !isHanNumeral(s[k]) && !isHanNumeral(s[k-1])
}

// honest writes a quote as models do.
var honest = map[string]func(r *rand.Rand, q string) string{
	"as it is": func(_ *rand.Rand, q string) string { return q },
	"in quotation marks": func(r *rand.Rand, q string) string {
		p := pick(r, []string{"“ ”", "「 」", "『 』", "\" \"", "' '", "« »", "‘ ’", "《 》", "„ “", "» «", "｢ ｣", "❝ ❞"})
		a, b, _ := strings.Cut(p, " ")
		return a + q + b
	},
	"end mark dropped": func(_ *rand.Rand, q string) string { return withoutEnd(q) },
	"end mark added": func(r *rand.Rand, q string) string {
		return withoutEnd(q) + pick(r, []string{".", "。", ";", ",", "!"})
	},
	"ideographic stop as a dot": func(_ *rand.Rand, q string) string { return strings.NewReplacer("。", ". ", "，", ", ").Replace(q) },
	"dot at the end":            func(_ *rand.Rand, q string) string { return strings.ReplaceAll(q, "。", ".") },
	"escaped":                   func(_ *rand.Rand, q string) string { return `\"` + strings.ReplaceAll(q, `"`, `\"`) + `\"` },
	"leading dots":              func(r *rand.Rand, q string) string { return pick(r, []string{"...", "… ", "[...] ", "……"}) + q },
	"trailing dots": func(r *rand.Rand, q string) string {
		return withoutEnd(q) + pick(r, []string{"...", "…", " [...]", "……", "…。", "... ."})
	},
	"mark of an item": func(r *rand.Rand, q string) string {
		if q[0] >= '0' && q[0] <= '9' {
			return q // a dash would be a sign
		}
		return pick(r, []string{"- ", "• "}) + q
	},
	"blanks that do not break":   func(_ *rand.Rand, q string) string { return strings.ReplaceAll(q, " ", "\u00a0") },
	"HTML entities":              func(_ *rand.Rand, q string) string { return strings.ReplaceAll(html.EscapeString(q), " ", "&nbsp;") },
	"numerals of another script": func(_ *rand.Rand, q string) string { return swapNumerals(q) },
	"noise":                      func(r *rand.Rand, q string) string { return noise(r, q) },
	"markup":                     func(_ *rand.Rand, q string) string { return "**" + q + "**" },
	"marks of thousands":         func(r *rand.Rand, q string) string { return regrouped(r, q) },
	"numbers in words":           func(_ *rand.Rand, q string) string { return inWords(q) },
	"percent in words": func(r *rand.Rand, q string) string {
		return percentSign.ReplaceAllString(q, "$1 "+pick(r, []string{"percent", "per cent"}))
	},
	"other inner marks": func(r *rand.Rand, q string) string {
		m := strings.Fields(pick(r, []string{"“ ”", "「 」", "‘ ’", "« »", "\" \""}))
		return strings.NewReplacer("“", m[0], "”", m[1], "「", m[0], "」", m[1]).Replace(q)
	},
	"quoted and stopped": func(_ *rand.Rand, q string) string { return "“" + withoutEnd(q) + "”." },
	"with a place": func(r *rand.Rand, q string) string {
		return pick(r, []string{"Section 2: " + q, q + " (p. 3)", "“" + withoutEnd(q) + "” (page 3).", "Page 3: “" + q + "”", "第二节：" + q, q + "（第3页）", "[Slide 4] " + q, q + " [§ 2.1]"})
	},
	"with its source": func(r *rand.Rand, q string) string {
		return pick(r, []string{q + " — source", "“" + q + "” - the document", q + " (source: the pitch)", q + "（原文）"})
	},
	"twice in one": func(r *rand.Rand, q string) string {
		return fmt.Sprintf(pick(r, []string{`"%s" and "%[1]s"`, `“%s”; “%[1]s”`, "「%s」和「%[1]s」", "“%s” / “%[1]s”"}), q)
	},
}

var (
	grouped     = regexp.MustCompile(`(^|[^\d.,A-Za-z])(\d{1,3}),(\d{3})($|[^\d,])`)
	ungrouped   = regexp.MustCompile(`(^|[^\d.,A-Za-z-])(\d{2,3})(\d{3})($|[^\d.,-])`)
	smallDigits = regexp.MustCompile(`(^|[a-z] )(\d\d?)( [a-z])`)
	percentSign = regexp.MustCompile(`(\d) ?%`)
)

// regrouped writes the thousands of numbers in another way.
func regrouped(r *rand.Rand, q string) string {
	mark := pick(r, []string{"", " ", "\u00a0", "\u202f", "'"})
	q = grouped.ReplaceAllString(q, "${1}${2}"+mark+"${3}${4}")
	return ungrouped.ReplaceAllString(q, "${1}${2}"+pick(r, []string{",", "\u202f"})+"${3}${4}")
}

// inWords writes small numbers in English in words.
func inWords(q string) string {
	word := map[int64]string{}
	for w, v := range wordValues {
		word[v] = w
	}
	return smallDigits.ReplaceAllStringFunc(q, func(m string) string {
		part := smallDigits.FindStringSubmatch(m)
		v, _ := strconv.ParseInt(part[2], 10, 64)
		w := word[v]
		if v > 20 && v%10 > 0 {
			w = word[v-v%10] + "-" + word[v%10]
		}
		if v < 2 || strconv.FormatInt(v, 10) != part[2] {
			return m
		}
		return part[1] + w + part[3]
	})
}

// swapNumerals writes single numerals in the other script.
func swapNumerals(q string) string {
	const digits, han = "0123456789", "〇一二三四五六七八九"
	rs, hs := []rune(q), []rune(han)
	for i, c := range rs {
		beside := i > 0 && (isNumeral(rs[i-1]) || strings.ContainsRune(".,-/至到第百分", rs[i-1])) || i+1 < len(rs) && (isNumeral(rs[i+1]) || strings.ContainsRune(".,-/成至到分", rs[i+1]))
		if k := strings.IndexRune(digits, c); k > 1 && !beside && i+1 < len(rs) && isHan(rs[i+1]) {
			rs[i] = hs[k]
		} else if k := slices.Index(hs, c); k > 1 && !beside && i+1 < len(rs) && prefixed(string(rs[i+1:]), hanUnits) != "" {
			rs[i] = rune(digits[k])
		}
	}
	return string(rs)
}

// wholes are the sentences, and neighbouring pairs and triples, of a text, with its rows.
func wholes(text string) (sentences [][]string, rows []string) {
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "|") {
			if ruleLine(line, 0) == 0 {
				rows = append(rows, line)
			}
			continue
		}
		f := foldText(line, nil)
		var list []string
		for at := 0; at < len(f.Text); {
			end := sentenceEnd(f.Text, at, len(f.Text))
			to := len(line)
			if end < len(f.Text) {
				to = f.Origin(end)
			}
			if s := strings.TrimSpace(line[f.Origin(at):to]); !tooShort(s) && !strings.HasPrefix(line, "#") {
				list = append(list, s)
			}
			at = end
		}
		if len(list) > 0 {
			sentences = append(sentences, list)
		}
	}
	return sentences, rows[min(1, len(rows)):]
}

type rate struct{ tried, bad, refused int }

// ratesSize is how many quotes of each sort are tried; "make evidence-rates" tries 20,000.
func ratesSize(t *testing.T) int {
	if s := os.Getenv("JUDGEMENT_TEST_RATES"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	return 3000
}

func printRates(t *testing.T, what string, kinds map[string]*rate, times []time.Duration) {
	t.Helper()
	names := make([]string, 0, len(kinds))
	for k := range kinds {
		names = append(names, k)
	}
	slices.Sort(names)
	var all rate
	var b strings.Builder
	for _, k := range names {
		r := kinds[k]
		all.tried, all.bad, all.refused = all.tried+r.tried, all.bad+r.bad, all.refused+r.refused
		fmt.Fprintf(&b, "%-34s %6d tried %5d %s (%.2f %%), %d refused\n", k, r.tried, r.bad, what, 100*float64(r.bad)/float64(max(1, r.tried)), r.refused)
	}
	slices.Sort(times)
	t.Logf("%d kinds, %d tried, %d %s (%.2f %%), %d refused; median %v\n%s", len(names), all.tried, all.bad, what, 100*float64(all.bad)/float64(max(1, all.tried)), all.refused, times[len(times)/2], b.String())
}

// TestRatesDishonest bounds how many altered, spliced and cut quotes are proven without
// a note: 0.5 % of all, 2 % of each kind.
func TestRatesDishonest(t *testing.T) {
	docs := corpus(t)
	quotes := make([][]string, len(docs))
	index := map[string]*Index{}
	for i, d := range docs {
		quotes[i], index[d] = sentences(d), New(d)
	}
	kinds := dishonestKinds(docs, quotes)
	rates, shown := map[string]*rate{}, map[string]int{}
	var times []time.Duration
	r := rand.New(rand.NewPCG(18, 1))
	bad := 0
	size := ratesSize(t)
	for n, tries := 0, 0; n < size && tries < 100*size; tries++ {
		k := kinds[tries%len(kinds)]
		s, ok := k.make(r)
		if !ok || tooShort(s.quote) {
			continue
		}
		n++
		x := index[s.text]
		if x == nil {
			x = New(s.text)
		}
		start := time.Now()
		c := x.Verify(s.quote)
		times = append(times, time.Since(start))
		if rates[k.kind] == nil {
			rates[k.kind] = &rate{}
		}
		rates[k.kind].tried++
		switch {
		case !c.Status.Proven():
			rates[k.kind].refused++
		case len(c.Note) == 0:
			bad++
			if rates[k.kind].bad++; shown[k.kind] < 4 {
				shown[k.kind]++
				t.Logf("%s: %q is %s in %.200q", k.kind, s.quote, c.Status, s.text)
			}
		}
	}
	printRates(t, "proven without a note", rates, times)
	if len(rates) < 30 {
		t.Errorf("only %d kinds", len(rates))
	}
	if float64(bad) > 0.005*float64(size) {
		t.Errorf("%d of %d are proven without a note", bad, size)
	}
	for k, v := range rates {
		if v.tried > 20 && float64(v.bad) > 0.02*float64(v.tried) {
			t.Errorf("%s: %d of %d are proven without a note", k, v.bad, v.tried)
		}
	}
}

// honestQuote makes one honest quote of a document: a sentence, two of them, two with
// whole sentences between left out, or a row of a table.
func honestQuote(r *rand.Rand, list []string, rows []string) (quote, kind string) {
	if len(rows) > 0 && r.IntN(12) == 0 {
		cells := strings.Split(strings.Trim(pick(r, rows), "| "), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		return strings.Join(cells, pick(r, []string{", ", " | ", "; ", "，", ": ", " - ", "\t", " "})), "row"
	}
	i := r.IntN(len(list))
	switch k := r.IntN(4); {
	case k == 0 && i+1 < len(list):
		return list[i] + " " + list[i+1], ""
	case k == 1 && i+2 < len(list):
		return list[i] + pick(r, []string{" … ", " ... ", " [...] ", "…"}) + list[i+2], "sentences left out"
	case k == 2:
		return middle(r, list[i]), ""
	}
	return list[i], ""
}

// middle is a part of a sentence up to its end, from after a comma on.
func middle(r *rand.Rand, s string) string {
	for _, mark := range []string{", and ", "，"} {
		if k := strings.Index(s, mark); k > 0 && !tooShort(s[k+len(mark):]) && changesSense(foldText(s[:k], nil).Text) == "" {
			return s[k+len(mark):]
		}
	}
	return s
}

// TestRatesHonest bounds how many honest quotes are refused: 2 %.
func TestRatesHonest(t *testing.T) {
	docs := corpus(t)
	names := make([]string, 0, len(honest))
	for k := range honest {
		names = append(names, k)
	}
	slices.Sort(names)
	type source struct {
		index *Index
		lists [][]string
		rows  []string
	}
	var sources []source
	for _, d := range docs {
		lists, rows := wholes(d)
		sources = append(sources, source{New(d), lists, rows})
	}
	rates, shown := map[string]*rate{}, map[string]int{}
	var times []time.Duration
	r := rand.New(rand.NewPCG(18, 2))
	size, bad := ratesSize(t), 0
	for range size {
		s := pick(r, sources)
		quote, kind := honestQuote(r, pick(r, s.lists), s.rows)
		form := pick(r, names)
		if kind == "sentences left out" && form == "noise" {
			form = "as it is" // noise changes the ellipsis
		}
		if kind == "" {
			kind = form
		}
		quote = honest[form](r, quote)
		start := time.Now()
		c := s.index.Verify(quote)
		times = append(times, time.Since(start))
		if rates[kind] == nil {
			rates[kind] = &rate{}
		}
		rates[kind].tried++
		if !c.Status.Proven() {
			bad++
			if rates[kind].bad++; shown[kind] < 6 {
				shown[kind]++
				t.Logf("%s, %s: %q is %s (%s)", kind, form, quote, c.Status, c.Note)
			}
		} else if !s.index.Check(c) {
			t.Errorf("Check fails for %+v", c)
		}
	}
	printRates(t, "refused", rates, times)
	if float64(bad) > 0.02*float64(size) {
		t.Errorf("%d of %d are refused", bad, size)
	}
}
