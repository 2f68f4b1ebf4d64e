package evidence

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func words(s string) map[string]bool {
	m := map[string]bool{}
	for w := range strings.FieldsSeq(s) {
		m[w] = true
	}
	return m
}

// phrases returns the fields of s, longest first.
func phrases(s string) []string {
	list := strings.Fields(s)
	slices.SortStableFunc(list, func(a, b string) int { return len(b) - len(a) })
	return list
}

// byFirst returns a list of phrases by their first character, each in the list's order.
func byFirst(list []string) map[rune][]string {
	m := map[rune][]string{}
	for _, p := range list {
		m[firstRune(p)] = append(m[firstRune(p)], p)
	}
	return m
}

// The lists below are in normal form and are read only.
var (
	negationWords = words(`not no never none nobody nothing nowhere nor neither without cannot cant wont dont
		doesnt didnt isnt arent wasnt werent hasnt havent hadnt wouldnt shouldnt couldnt mustnt hardly barely
		scarcely seldom rarely lack lacks lacked lacking fail fails failed failing unable unlikely refuse refuses
		refused deny denies denied reject rejects rejected except excluding minus`)

	comparatorWords = words(`more less fewer greater smaller larger bigger higher lower faster slower better worse
		most least fewest highest lowest above below over under beyond exceed exceeds exceeded exceeding within
		up down upto max min maximum minimum than between before after until since by from
		increase increases increased increasing decrease decreases decreased decreasing rise rises rose risen rising
		fall falls fell fallen falling grow grows grew grown growing growth decline declines declined declining drop
		drops dropped dropping gain gains gained loss losses lose loses lost profit profits double doubles doubled
		triple tripled halve halved half reduce reduces reduced reducing cut cuts raise raises raised shrink shrinks
		shrank shrunk improve improves improved worsen worsens worsened gains earlier later longer shorter
		all every each some any few many only both either always sometimes often usually never almost nearly about
		roughly approximately around exactly first last best worst early late majority minority`)

	numberWords = words(`zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen
		fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety hundred
		thousand million billion trillion dozen once twice second third fourth fifth sixth seventh eighth ninth
		tenth quarter quarters thirds hundreds thousands millions billions`)

	unitWords = words(`percent percentage pct permille bps basis points point usd cny rmb eur gbp jpy hkd dollar dollars euro euros pound
		pounds yuan yen cent cents hundred thousand million billion trillion k m b bn mn mm cm km dm nm um µm mi mile miles foot
		feet ft inch inches yard yards metre metres meter meters g kg mg t ton tons tonne tonnes lb lbs oz l ml
		litre litres liter liters s ms us ns sec secs second seconds min mins minute minutes h hr hrs hour hours
		day days week weeks month months quarter quarters year years yr yrs a am pm hz khz mhz ghz b kb mb gb tb pb kib mib gib
		bit bits byte bytes w kw mw gw kwh mwh gwh wh v kv mv ma ah j kj mj cal kcal pa kpa mpa hpa bar psi c f °c °f x
		times fold degrees rpm dpi px qps rps tps req ppm ppb ha
		μ μm μg μs μl μw μa μv μf ω kω mω lakh crore manhours mandays manmonths personhours persondays personmonths acre acres m2 m3 km2 °`)

	currencyWords = words(`usd us$ cny rmb eur gbp jpy hkd dollar dollars euro euros pounds yuan yen`)

	// fillers may be between a negation and what it denies.
	fillers = words(`be been being a an the yet very fully really even any to have has had ever only just always
		so as that too much of for in on at is are was were do does did will would can could quite entirely
		currently expected going able likely`)

	hanNegations  = "不没無无非未别別勿否莫毋沒弗"
	hanComparator = phrases(`不超过 不少于 不低于 不高于 不多于 不大于 不小于 超过 不足 低于 高于 至少 至多 大于 小于 少于 多于 等于
		最多 最少 最高 最低 最大 最小 以上 以下 以内 之内 之外 以外 以前 以后 之前 之后 不到 达到 接近 将近 大约 左右
		增长 增加 增多 上升 上涨 提高 提升 扩大 下降 下跌 下滑 降低 减少 缩小 缩短 延长 减 增 升 降 涨 跌 逾 约 近 超 达 满
		盈利 亏损 领先 落后 优于 劣于 高出 低出 更 较 仅 只 全部 所有 部分 多数 少数 大部分 小部分 每 翻 倍 首 末 早 晚 快 慢
		多 少 高 低 大 小 强 弱 长 短 前 后 上 下 内 外 先 余`)

	// plainWords are comparators that a quote may start after, also if it
	// starts with a number.
	plainWords = words(`by from since until before after between all every each some any both either always sometimes
		often usually first last best worst early late many`)

	// degreeWords deny or weigh what follows them at once.
	degreeWords = words(`more less fewer least most under over below above only almost nearly up down than higher lower
		greater exceed exceeds exceeded exceeding min max minimum maximum`)

	// hanBounds weigh what follows them at once.
	hanBounds = phrases(`不超过 不少于 不低于 不高于 不多于 不大于 不小于 超过 不足 低于 高于 至少 至多 大于 小于 少于 多于 最多 最少 不到 长于 短于`)

	// numeralWords end with a numeral that counts nothing.
	numeralWords = phrases(`统一 唯一 万一 专一 之一 同一 单一 周一 周二 周三 周四 周五 周六`)

	// notTenths are words that start with 成 and do not count tenths after a number.
	notTenths = phrases(`成立 成为 成本 成功 成果 成年 成长 成分 成就 成绩 成交 成熟 成人 成都 成效 成品 成套 成员国 成不变`)

	hanUnits = phrases(`千万 百万 十万 百亿 千亿 万亿 美元 欧元 日元 港元 港币 英镑 人民币 美金 万元 亿元 平方米 立方米 平方公里
		公里 千米 厘米 毫米 公斤 千克 毫克 小时 分钟 毫秒 微秒 纳秒 个月 季度 周年 百分点 个百分点 千瓦 兆瓦 摄氏度 万 亿 千 百 十 兆
		元 块 角 分 米 里 克 斤 吨 升 秒 时 天 日 周 月 年 岁 倍 成 折 次 个 人 名 位 家 户 台 套 件 条 款 项 页 篇 份 单
		辆 座 间 层 亩 度 瓦 字 行 股 张 只 支 盒 箱 批 期 轮 届 种 类 所 门 点 号 名 组 对 处 万人 千人`)

	// hanWords hold a negation's character and deny nothing.
	hanWords = phrases(`特别 类别 区别 级别 性别 个别 分别 识别 鉴别 差别 告别 辨别 派别 国别 別人 别人 别的 别墅 不同 不断 不仅 不只 不但 不过 不论 不管
		不如 不错 不久 不禁 不妨 不愧 非常 非洲 是非 无论 无人机 无线 无锡 未来 未必 淹没 沉没 没收 是否 能否 可否 否则 莫非
		没有中断 没有间断 没有停顿 没有停机 没有故障 没有例外 无一例外 毫无例外 没有人抱怨 没人抱怨 无人抱怨`)
)

// hanComparatorAt and hanUnitsAt are the lists by first character.
var (
	hanComparatorAt = byFirst(hanComparator)
	hanUnitsAt      = byFirst(hanUnits)
)

// negativePrefixes turn a word into its opposite.
var negativePrefixes = []string{"non", "un", "in", "im", "il", "ir", "dis", "mis", "anti", "de", "a"}

// isNegation reports a word that denies.
func isNegation(w string) bool {
	return negationWords[w] || strings.HasSuffix(w, "n't") && len(w) > 3
}

// prefixed returns the longest of the phrases that s starts with.
func prefixed(s string, list []string) string {
	for _, p := range list {
		if strings.HasPrefix(s, p) {
			return p
		}
	}
	return ""
}

// suffixed returns the longest of the phrases that s ends with.
func suffixed(s string, list []string) string {
	for _, p := range list {
		if strings.HasSuffix(s, p) {
			return p
		}
	}
	return ""
}

// firstRune and lastRune are RuneError if s is empty.
func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}

func lastRune(s string) rune {
	r, _ := utf8.DecodeLastRuneInString(s)
	return r
}

// isNumeral reports a digit or a numeral written as an ideograph.
func isNumeral(r rune) bool { return unicode.IsDigit(r) || isHanNumeral(r) }

// isHan reports an ideograph.
func isHan(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF || r == '〇'
}

// isCJK reports ideographs, kana and the punctuation that only they use.
func isCJK(r rune) bool {
	return isHan(r) || r >= 0x3001 && r <= 0x30FF || r >= 0x2E80 && r <= 0x2FDF
}

// isCompat reports the runes that are replaced by their compatibility form:
// width variants, ligatures, radicals, compatibility ideographs, squared units
// and a few letter-like signs. Fractions and circled numbers are none of them, and
// neither are superscripts, for 10² is not 102.
func isCompat(r rune) bool {
	return r >= 0xFB00 && r <= 0xFB06 || r >= 0xFF00 && r <= 0xFFEF ||
		r >= 0x2F00 && r <= 0x2FD5 || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x3371 && r <= 0x337A || r >= 0x3380 && r <= 0x33DF ||
		r >= 0xFE50 && r <= 0xFE6B || r == '℃' || r == '℉' || r == 'Å' || r == 'K' || r == 'Ω' || r == 'µ' ||
		r >= 0x2F800 && r <= 0x2FA1F
}

// isInvisible reports characters that no reader sees.
func isInvisible(r rune) bool {
	switch {
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0xFEFF, r == 0x180E, r == 0x115F, r == 0x1160:
		return true
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return false
}

// isWordLetter reports a letter of a script that writes words apart.
func isWordLetter(r rune) bool {
	if r < utf8.RuneSelf { // most of them
		return r|0x20 >= 'a' && r|0x20 <= 'z'
	}
	return !isCJK(r) && unicode.IsLetter(r)
}

func isAlnum(r rune) bool { return isWordLetter(r) || unicode.IsDigit(r) }

// isNumberSign reports what belongs to the number that follows: signs,
// currencies and comparison signs.
func isNumberSign(r rune) bool {
	return strings.ContainsRune("$€£¥￥₩₹₽+-−±~～≈≃<>≤≥≦≧≠＜＞", r)
}

// hanNumerals are the numerals that are written as ideographs.
var hanNumerals = func() map[rune]bool {
	m := map[rune]bool{}
	for _, r := range "〇零一二三四五六七八九十百千万亿两兆廿壹贰叁肆伍陆柒捌玖拾佰仟萬億兩貳參陸" {
		m[r] = true
	}
	return m
}()

// isHanNumeral reports a numeral written as an ideograph.
func isHanNumeral(r rune) bool { return r >= utf8.RuneSelf && hanNumerals[r] }
