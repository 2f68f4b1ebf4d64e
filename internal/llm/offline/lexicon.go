package offline

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"
)

// wording is a text in both languages of replies; it may have the verbs of fmt.
type wording struct{ en, zh string }

// in returns the text in a language: Chinese if its name begins with zh, else English.
func (w wording) in(language string, args ...any) string {
	text := w.en
	if strings.HasPrefix(strings.ToLower(language), "zh") {
		text = w.zh
	}
	if len(args) == 0 {
		return text
	}
	return fmt.Sprintf(text, args...)
}

// The aspects: what a good document does somewhere, whatever its subject. Praise
// without content and words of grammar are counted beside them.
const (
	problem  = iota // who is hurt, by what
	measured        // counted, tested, sourced
	figures         // money, shares, sums
	reasons         // how and why it works
	rivals          // what is used instead, comparisons
	plans           // dates, owners, what is asked for
	limits          // risks, failures, what does not hold
	clarity         // names, definitions, structure
	praise
	grammar
	counts // how many there are
)

// aspect is how one of them is recognised and spoken of. Lists are general words of
// reporting and planning, not those of one subject; a blank in a phrase is written _.
type aspect struct {
	id           string // of a criterion that asks about it
	topics       string // words of such a criterion
	words        string // words of a document that does it
	name, advice wording
}

// other is spoken of if a criterion asks about no known aspect.
var other = aspect{
	advice: wording{"Add sentences with figures, sources, reasons and limits on this point.", "就这一点补充带有数字、来源、理由和局限的句子。"},
}

var aspects = [praise]aspect{
	problem: {
		id:     "problem",
		topics: `problem pain user customer need audience relevance question 问题 用户 客户 需求 痛点 意义 必要`,
		words: `problem pain cost costs lose loses lost waste customer customers user users manager managers owner owners
			patient patients student students teacher teachers farmer farmers driver drivers resident residents need needs
			today currently complain complaint complaints hurts must_wait 问题 痛点 用户 客户 居民 患者 学生 老师 司机 损失 浪费 投诉
			目前 现在 今天 耗时 麻烦 需求 业主 主管 他们 走访`,
		name:   wording{"users and what the problem costs them", "用户与问题代价"},
		advice: wording{"Say who has the problem, how many of them were asked, and what it costs them in figures.", "写明谁有这个问题、问过多少人、每人为此付出多少。"},
	},
	measured: {
		id:     "evidence",
		topics: `evidence proof data source traction research literature validation 证据 数据 来源 依据 验证 实证 基础 调研`,
		words: `measured measure counted count survey surveyed interviewed interviews visited visits asked sample samples
			source sources invoice invoices test tested tests trial pilot median average mean log logs record records
			recorded observed checked verified baseline control data found observation compared 测得 测量 实测 统计 走访 访谈
			问卷 样本 来源 发票 测试 试点 试验 中位数 平均 记录 观察 核实 核对 对照 数据 台账 抽样 查阅 随访 签约 续约`,
		name:   wording{"measurement and sources", "测量与来源"},
		advice: wording{"Give each central claim a count, a source or a measurement that a reader can check.", "给每个主要说法配上可以核对的计数、来源或测量。"},
	},
	figures: {
		id:     "numbers",
		topics: `number figure econom cost price finance money revenue budget arithmetic 数字 财务 成本 经济 收入 预算 数值`,
		words: `percent price prices cost costs margin revenue fee fees budget euros dollars total sum per month quarter rent
			wage wages spend profit loss break-even cash loan unit 元 万元 成本 价格 收入 毛利 利润 费用 预算 合计 单价 每月 每台
			每单 现金 盈亏 房租 工资 支出 比例`,
		name:   wording{"money and figures", "金额与数字"},
		advice: wording{"Give unit prices, costs and sums that can be added up.", "给出可以逐项相加的单价、成本与合计。"},
	},
	reasons: {
		id:     "mechanism",
		topics: `mechanism method technical feasib how solution design approach innovation product 机理 机制 方法 技术 可行 方案 原理 路线 产品 创新`,
		words: `because therefore since so_that depends depend requires require works step steps first then when if valve
			sensor process stage input output each before after whenever thus 因为 因此 所以 由于 从而 依赖 取决于 步骤 首先 其次 然后
			如果 当 每次 之后 之前 流程 条件 原理 通过 再由`,
		name:   wording{"how it works and on what it depends", "原理与依赖条件"},
		advice: wording{"Say step by step how it works, what it depends on and where it stops working.", "一步一步写明怎样运作、依赖什么、在哪里失效。"},
	},
	rivals: {
		id:     "market",
		topics: `market compet alternative novelty differen why_now position 市场 竞争 替代 差异 新颖 创新 比较 相关工作`,
		words: `instead alternative alternatives competitor competitors compared than versus existing substitute cheaper
			faster slower other others rather unlike currently competing supermarket supplier 相比 对比 替代 竞品 竞争 现有 其他 同类 而不是 比 优于 不如
			便宜 更快 更慢 做法 已有 另一`,
		name:   wording{"alternatives and comparisons", "替代方案与比较"},
		advice: wording{"Compare with what people use today, doing nothing included, in figures.", "用数字与人们现在的做法比较，包括什么都不做。"},
	},
	plans: {
		id:     "plan",
		topics: `plan milestone execution team ask schedule roadmap timeline deliver next-step next_step dated 计划 里程碑 执行 团队 资金 进度 时间 安排 下一步`,
		words: `month months week weeks quarter by january february march april may june july august september october
			november december milestone milestones deadline owner responsible hire hires ask deliver deliverable start
			starts ends until we_ask will_be 月 周 季度 年底 里程碑 负责 负责人 截止 交付 申请 完成 启动 阶段 招聘 到期 之前 计划`,
		name:   wording{"dates, owners and what is asked for", "时间、负责人与请求"},
		advice: wording{"Give milestones with dates, owners and a test of done.", "给出有日期、负责人和完成标志的里程碑。"},
	},
	limits: {
		id:     "risk",
		topics: `risk limit honest failure assumption uncertain safety ethic 风险 局限 失败 诚实 边界 安全 伦理 假设`,
		words: `but however not unless risk risks fail fails failed failure limit limits limited unknown uncertain cannot
			can't don't doesn't didn't isn't without except although only stop worst wrong weak mistake unproven
			但 不 未 风险 失败 局限 若 除非 停止 不足 无法 没有 不能 不确定 例外 尚 仅 最坏 缺点 误差 不含 只`,
		name:   wording{"risks and limits", "风险与局限"},
		advice: wording{"Name what can fail, the sign that shows it early and the response.", "写明什么会失败、早期征兆是什么、怎样应对。"},
	},
	clarity: {
		id:     "clarity",
		topics: `clar structure writing presentation communicat read language 表达 结构 清晰 文笔 写作 语言 呈现 可读`,
		words:  `means called defined i.e namely that_is table figure section summary below above 即 指 是指 定义 表 见 摘要 如下 例如 其中 分为 包括`,
		name:   wording{"definitions and structure", "定义与结构"},
		advice: wording{"Use headings, short paragraphs and sentences that say one checkable thing.", "用标题、短段落，每句只说一件可以核对的事。"},
	},
}

// praiseWords lists words that praise without saying anything checkable.
const praiseWords = `revolutionary revolutionise revolutionize game-changer game-changing disrupt disruptive disruption
	seamless seamlessly world-class cutting-edge next-generation paradigm synergy synergies synergistic holistic
	exponential exponentially unlimited limitless unparalleled unprecedented visionary empower empowers empowering transform
	transformative ecosystem everyone everybody everything nobody always never perfect perfectly guaranteed definitely
	amazing incredible phenomenal exciting magical ultimate limitless unique best-in-class leverage leveraging unstoppable
	game_changer end-to-end state_of_the_art future-proof on_the_verge of_the_future studies_show experts_agree huge massive enormous
	overwhelmingly passionate dream dreams world-leading innovative innovation excellence groundbreaking
	颠覆 赋能 生态 闭环 引领 革命性 划时代 前所未有 史无前例 无限 无与伦比 一站式 全方位 全场景 全链路 必将 众所周知 世界领先 国际领先
	国内领先 填补 独一无二 完美 极致 黄金 超级赛道 情怀 伟大 灯塔 标杆 所有人 每一个人 所有受访者 元宇宙 想象空间 爆发式 指数级 梦想
	重新定义 势在必行 刻不容缓 高质量发展 深入细致 高度认可 顺势 一切 全面提升 新范式 万亿 彻底 百分之百 抢占`

const grammarWords = `the a an of to in and is are was were be been it its that this these those for with on at by from as we our they
	their he she his her you i not but or if because which who when where than then so do does did has have had will would can
	could should may there what how no each per all`

var words, hanPhrases, latinPhrases = lexicon()

// phrase is looked for as a part of a sentence; is says what it counts for.
type phrase struct {
	text string
	is   int
}

// lexicon sorts the lists: Latin words with what they count for, ideographs, and
// Latin phrases of several words.
func lexicon() (words map[string][]int, han, latin []phrase) {
	words = map[string][]int{}
	texts := [counts]string{praise: praiseWords, grammar: grammarWords}
	for i, a := range aspects {
		texts[i] = a.words
	}
	for i, text := range texts {
		for w := range strings.FieldsSeq(text) {
			switch {
			case w[0] >= utf8.RuneSelf:
				han = append(han, phrase{w, i})
			case strings.Contains(w, "_"):
				latin = append(latin, phrase{strings.ReplaceAll(w, "_", " "), i})
			case !slices.Contains(words[w], i):
				words[w] = append(words[w], i)
			}
		}
	}
	return words, han, latin
}

// topic returns the aspect that a criterion asks about: what its identifier
// names, else what its text names most; −1 if neither names any.
func topic(id, text string) int {
	for _, s := range []string{strings.ToLower(id), strings.ToLower(text)} {
		best, most := -1, 0
		for i, a := range aspects {
			n := 0
			for w := range strings.FieldsSeq(a.topics) {
				n += strings.Count(s, strings.ReplaceAll(w, "_", " "))
			}
			if n > most {
				best, most = i, n
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}

// aspectOf returns an aspect as topic names it.
func aspectOf(topic int) aspect {
	if topic < 0 {
		return other
	}
	return aspects[topic]
}
