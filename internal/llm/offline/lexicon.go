package offline

import (
	"strings"
	"unicode/utf8"
)

// aspect is something that a good document does somewhere, whatever its
// subject.
type aspect int

const (
	problem  aspect = iota // who is hurt, by what
	measured               // counted, tested, sourced
	figures                // money, shares, sums
	reasons                // how and why it works
	rivals                 // what is used instead, comparisons
	plans                  // dates, owners, what is asked for
	limits                 // risks, failures, what does not hold
	clarity                // names, definitions, structure
	aspects
)

// mark is what a word or a phrase counts for.
type mark struct {
	aspects uint16 // a bit for each
	hype    int
}

type phrase struct {
	text string
	mark
}

// aspectText lists what each aspect is recognised by; a phrase with a blank
// is written with _. The lists are general words of reporting and planning, not
// those of one subject.
var aspectText = [aspects]string{
	problem: `problem pain cost costs lose loses lost waste customer customers user users manager managers owner owners
		patient patients student students teacher teachers farmer farmers driver drivers resident residents need needs
		today currently complain complaint complaints hurts must_wait 问题 痛点 用户 客户 居民 患者 学生 老师 司机 损失 浪费 投诉
		目前 现在 今天 耗时 麻烦 需求 业主 主管 他们 走访`,
	measured: `measured measure counted count survey surveyed interviewed interviews visited visits asked sample samples
		source sources invoice invoices test tested tests trial pilot median average mean log logs record records
		recorded observed checked verified baseline control data found observation compared 测得 测量 实测 统计 走访 访谈
		问卷 样本 来源 发票 测试 试点 试验 中位数 平均 记录 观察 核实 核对 对照 数据 台账 抽样 查阅 随访 签约 续约`,
	figures: `percent price prices cost costs margin revenue fee fees budget euros dollars total sum per month quarter rent
		wage wages spend profit loss break-even cash loan unit 元 万元 成本 价格 收入 毛利 利润 费用 预算 合计 单价 每月 每台
		每单 现金 盈亏 房租 工资 支出 比例`,
	reasons: `because therefore since so_that depends depend requires require works step steps first then when if valve
		sensor process stage input output each before after whenever thus 因为 因此 所以 由于 从而 依赖 取决于 步骤 首先 其次 然后
		如果 当 每次 之后 之前 流程 条件 原理 通过 再由`,
	rivals: `instead alternative alternatives competitor competitors compared than versus existing substitute cheaper
		faster slower other others rather unlike currently competing supermarket supplier 相比 对比 替代 竞品 竞争 现有 其他 同类 而不是 比 优于 不如
		便宜 更快 更慢 做法 已有 另一`,
	plans: `month months week weeks quarter by january february march april may june july august september october
		november december milestone milestones deadline owner responsible hire hires ask deliver deliverable start
		starts ends until we_ask will_be 月 周 季度 年底 里程碑 负责 负责人 截止 交付 申请 完成 启动 阶段 招聘 到期 之前 计划`,
	limits: `but however not unless risk risks fail fails failed failure limit limits limited unknown uncertain cannot
		can't don't doesn't didn't isn't without except although only stop worst wrong weak mistake unproven
		但 不 未 风险 失败 局限 若 除非 停止 不足 无法 没有 不能 不确定 例外 尚 仅 最坏 缺点 误差 不含 只`,
	clarity: `means called defined i.e namely that_is table figure section summary below above 即 指 是指 定义 表 见 摘要 如下 例如 其中 分为 包括`,
}

// hypeText lists words that praise without saying anything checkable.
const hypeText = `revolutionary revolutionise revolutionize game-changer game-changing disrupt disruptive disruption
	seamless seamlessly world-class cutting-edge next-generation paradigm synergy synergies synergistic holistic
	exponential exponentially unlimited limitless unparalleled unprecedented visionary empower empowers empowering transform
	transformative ecosystem everyone everybody everything nobody always never perfect perfectly guaranteed definitely
	amazing incredible phenomenal exciting magical ultimate limitless unique best-in-class leverage leveraging unstoppable
	game_changer end-to-end state_of_the_art future-proof on_the_verge of_the_future studies_show experts_agree huge massive enormous
	overwhelmingly passionate dream dreams world-leading innovative innovation excellence groundbreaking
	颠覆 赋能 生态 闭环 引领 革命性 划时代 前所未有 史无前例 无限 无与伦比 一站式 全方位 全场景 全链路 必将 众所周知 世界领先 国际领先
	国内领先 填补 独一无二 完美 极致 黄金 超级赛道 情怀 伟大 灯塔 标杆 所有人 每一个人 所有受访者 元宇宙 想象空间 爆发式 指数级 梦想
	重新定义 势在必行 刻不容缓 高质量发展 深入细致 高度认可 顺势 一切 全面提升 新范式 万亿 彻底 百分之百 抢占`

const functionText = `the a an of to in and is are was were be been it its that this these those for with on at by from as we our they
	their he she his her you i not but or if because which who when where than then so do does did has have had will would can
	could should may there what how no each per all`

var (
	functionWords                   = wordSet(functionText)
	words, hanPhrases, latinPhrases = lexicon()
)

func wordSet(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

// lexicon sorts the lists: Latin words, and what is looked for as a part of a
// sentence, ideographs and Latin phrases of several words.
func lexicon() (words map[string]mark, han, latin []phrase) {
	words = map[string]mark{}
	add := func(text string, m mark) {
		for w := range strings.FieldsSeq(text) {
			switch {
			case w[0] >= utf8.RuneSelf:
				han = append(han, phrase{w, m})
			case strings.Contains(w, "_"):
				latin = append(latin, phrase{strings.ReplaceAll(w, "_", " "), m})
			default:
				words[w] = mark{words[w].aspects | m.aspects, max(words[w].hype, m.hype)}
			}
		}
	}
	for a, text := range aspectText {
		add(text, mark{aspects: 1 << a})
	}
	add(hypeText, mark{hype: 1})
	return words, han, latin
}

// topicText is how to recognise a criterion's aspects from its own wording.
var topicText = [aspects]string{
	problem:  `problem pain user customer need audience relevance question 问题 用户 客户 需求 痛点 意义 必要`,
	measured: `evidence proof data source traction research literature validation 证据 数据 来源 依据 验证 实证 基础 调研`,
	figures:  `number figure econom cost price finance money revenue budget arithmetic 数字 财务 成本 经济 收入 预算 数值`,
	reasons:  `mechanism method technical feasib how solution design approach innovation product 机理 机制 方法 技术 可行 方案 原理 路线 产品 创新`,
	rivals:   `market compet alternative novelty differen why_now position 市场 竞争 替代 差异 新颖 创新 比较 相关工作`,
	plans:    `plan milestone execution team ask schedule roadmap timeline deliver 计划 里程碑 执行 团队 资金 进度 时间 安排`,
	limits:   `risk limit honest failure assumption uncertain safety ethic 风险 局限 失败 诚实 边界 安全 伦理 假设`,
	clarity:  `clar structure writing presentation communicat read language 表达 结构 清晰 文笔 写作 语言 呈现 可读`,
}

// topic returns the aspect that a criterion asks about: what its identifier
// names, else what its text names most; −1 where neither names any.
func topic(id, text string) aspect {
	for _, s := range []string{strings.ToLower(id), strings.ToLower(text)} {
		best, most := aspect(-1), 0
		for a, words := range topicText {
			n := 0
			for w := range strings.FieldsSeq(words) {
				n += strings.Count(s, strings.ReplaceAll(w, "_", " "))
			}
			if n > most {
				best, most = aspect(a), n
			}
		}
		if best >= 0 {
			return best
		}
	}
	return -1
}
