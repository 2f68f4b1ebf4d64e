package evidence

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// A quote from a table is under the heads of its columns and beside the other cells of its row.

// maxColumns bounds the cells of a row that are looked at beside a quote, and maxRows the rows.
const (
	maxColumns = 60
	maxRows    = 30
)

// rowAt returns the number of the row of a table that an offset of the document is in, −1 if
// it is in none.
func (x *Index) rowAt(at int) int {
	k, _ := slices.BinarySearchFunc(x.tables(), at, func(r *row, at int) int { return cmp.Compare(r.end, at) })
	if k < len(x.tables()) && x.tables()[k].start <= at && x.tables()[k].formal {
		return k
	}
	return -1
}

// joinsRows reports whether [s, e) of the document runs over rows of one table, and whether it
// leaves out cells before it in the first or after it in the last.
func (x *Index) joinsRows(s, e int) (joins, splits bool) {
	first, last := x.rowAt(s), x.rowAt(max(s, e-1))
	if first < 0 || last <= first {
		return false, false
	}
	a, b := x.tables()[first], x.tables()[last]
	if a.table != b.table {
		return false, false
	}
	return true, strings.ContainsFunc(x.text[a.start:s], isAlnumOrHan) || strings.ContainsFunc(x.text[e:max(e, b.end)], isAlnumOrHan)
}

// hidesCells reports whether an ellipsis between two parts, [s, i) and [j, e) of the document, joins
// cells of two rows and leaves out others of them.
func (x *Index) hidesCells(s, i, j, e int) bool {
	if _, splits := x.joinsRows(s, e); splits {
		return true
	}
	a, b := x.rowAt(max(s, i-1)), x.rowAt(j)
	if a < 0 || b <= a || x.tables()[a].table != x.tables()[b].table {
		return false
	}
	return strings.ContainsFunc(x.text[i:max(i, x.tables()[a].end)], isAlnumOrHan) || strings.ContainsFunc(x.text[x.tables()[b].start:j], isAlnumOrHan)
}

// inRows says of [s, e) of the document what the heads of its columns and the cells beside it in
// its rows do to it.
func (x *Index) inRows(s, e int) (refused Status, note Note) {
	first := x.rowAt(s)
	if first < 0 {
		return "", x.openTask(s)
	}
	all := x.tables()[first:min(len(x.tables()), first+maxRows)]
	for _, r := range all {
		if r.start >= e {
			break
		}
		var cells []quoted
		for c, span := range r.spans {
			if span[0] < e && s < span[1] {
				cells = append(cells, quoted{c, r.head != nil && s <= r.head.spans[c][0]})
			}
		}
		why, more := x.besideCells(r, cells)
		if why != "" {
			return why, more
		}
		note = append(note, more[:min(len(more), 1-min(1, len(note)))]...)
	}
	return "", note
}

// openBox is the box of a task that is not done, at the start of its item.
var openBox = regexp.MustCompile(`^\s*(?:(?:[-*+]|\d{1,3}[.)])\s+)?(\[ \]|☐)\s`)

// openTask notes that byte s of the document is in a task that is not done.
func (x *Index) openTask(s int) Note {
	if m := openBox.FindStringSubmatch(x.text[min(s, x.blockStart(s)):s]); m != nil {
		return Found(saidBefore, m[1])
	}
	return nil
}

// besideCells says of quoted cells of a row what their heads and the other cells of the row do
// to them: OutOfScope for one cell under a head that denies, plans or reports as a label does.
func (x *Index) besideCells(r *row, cells []quoted) (refused Status, note Note) {
	if len(cells) == 0 || len(r.cells) > maxColumns || !r.formal || r.ruled {
		return "", nil
	}
	headed := r.head != nil && r.head.ruled
	for _, q := range cells {
		if !headed || q.headed {
			continue
		}
		head := r.head.spans[q.cell]
		if soleHeads[foldLine(x.text[head[0]:head[1]])] || !x.changesUnder(head, x.text[r.spans[q.cell][0]:r.spans[q.cell][1]]) {
			continue
		}
		note = Found("the document says it under “{}”", clipped(x.text[head[0]:head[1]]))
		if len(cells) == 1 && !hasWord(foldLine(x.text[head[0]:head[1]]), planWords, hanPlans) {
			return OutOfScope, note
		}
		return "", note
	}
	for c, span := range r.spans {
		if slices.ContainsFunc(cells, func(q quoted) bool { return q.cell == c }) {
			continue
		}
		head, cell := "", x.text[span[0]:span[1]]
		if headed {
			head = x.text[r.head.spans[c][0]:r.head.spans[c][1]]
		}
		if strings.Contains(cell, "`") {
			continue // a name in code
		}
		folded := foldLine(cell)
		if standing(folded) || lacking[folded] && hasWord(foldLine(head), proofWords, hanProof) || affirmed[folded] && denyingHead(foldLine(head)) {
			return "", Found(alsoSaid, clipped(strings.TrimPrefix(head+": "+cell, ": ")))
		}
	}
	return "", nil
}

// changesUnder reports whether a head of the document denies, plans or reports what is under
// it, as a label or heading of the same words does.
func (x *Index) changesUnder(head [2]int, body string) bool {
	title := foldLine(x.text[head[0]:head[1]])
	if title == "" || weight(title) > maxTail || measureWords[lastWord(title)] || suffixed(title, hanMeasures) != "" {
		return false
	}
	if w, _ := leadCue(title, body, announces(title)); w != "" && !plainHeads[w] || denyingHead(title) {
		return true
	}
	refused, note := x.scopeBefore(x.folded.Place(head[0]), title+": ", foldLine(body))
	return refused != "" && (len(note) == 0 || !plainHeads[note[0].Words[0]])
}

// planWords and hanPlans are heads of plans, which say themselves what their cells are.
var (
	planWords = words(`milestone milestones plan plans goal goals target targets step steps`)
	hanPlans  = phrases(`里程碑 计划 目标 下一步 规划`)
)

// soleHeads name what is in their columns and say nothing of it.
var soleHeads = map[string]bool{"proposal": true, "proposals": true, "claim": true, "claims": true, "提案": true, "建议": true, "主张": true}

// measureWords and hanMeasures end the heads of columns that measure or name something: "Planned
// date", 错误率.
var (
	measureWords = words(`rate rates number count date dates time owner cost costs price amount share id code`)
	hanMeasures  = phrases(`率 数 量 额 日期 时间 人 费用 单位 编号 价格 成本 部门`)
)

// plainHeads are words that deny or plan what is behind a label, and not in the head of a
// column: "Year before", "What to do".
var plainHeads = map[string]bool{"before": true, "previously": true, "to do": true}

// denials are cells that deny the row that they are in, without 已 or 被 before them; affirmed
// are those that affirm what their head says, lacking those that say that there is no proof, and
// obligations plan nothing.
var (
	denials = words(`no false untrue wrong incorrect rejected refused denied refuted disproved disproven debunked withdrawn cancelled canceled
		dropped abandoned deleted failed unconfirmed unproven never ✗ ✘ ❌ ✕ × 否 不 假 错 错误 不实 不属实 不是 不真实 虚假 谣言 无效 取消 否决
		驳回 撤回 作废 废止 删除 中止 终止 放弃 拒绝 失败 搁置 没有 不成立 不通过 不批准 不同意 不采纳 不达标 不合格 不可行 不正确 不准确
		estimated estimate estimates projected projection forecast provisional preliminary tentative expected assumed hypothetical target disputed
		计划中 规划中 筹备中 待建 待批 待定 待办 待实施 估计 估计值 估算 估算值 预计 预估 预估值 预测 预测值 暂定 初步 假设 目标值 有争议`)
	affirmed    = words(`yes x true ✓ ✔ ✅ ☑ 是 真 对 √`)
	lacking     = words(`none nil missing unknown - 无 暂无 缺失`)
	proofWords  = words(`evidence proof source sources verification confirmation`)
	hanProof    = phrases(`证据 依据 来源 核实`)
	obligations = words(`must should shall may can will need needs`)
	unknown     = words(`applicable available known specified measured required needed`)
)

// standing reports whether a cell, in normal form, says of its row that it is denied, planned or
// reported: "no", "not approved", "planned", 已取消.
func standing(cell string) bool {
	cell = strings.Trim(cell, " .!。()\"")
	if cell == "" || weight(cell) > maxDoubt || len(cell) > 3*maxTail {
		return false
	}
	first := cueKey(cell)
	switch {
	case denials[cell], denials[strings.TrimLeft(cell, "已被")], first == "not" && !unknown[nextWord(cell, len(first))], denials[first] && first != "no" && isWordLetter(firstRune(first)):
		return true
	case strings.HasPrefix(strings.TrimPrefix(cell, "尚"), "未"):
		return weight(cell) <= 4
	case obligations[first], first == "not":
		return false
	}
	for _, set := range []cues{cuesBefore(), cuesAbove(), cuesAfter()} {
		if slices.ContainsFunc(set.find(cell), func(h hit) bool { return h.rule.effect == refuse && h.rule.reach != complement && h.from == 0 }) {
			return true
		}
	}
	return false
}

// denyingHead reports whether a head, in normal form, is a denial: cancelled, 已取消的措施.
func denyingHead(head string) bool {
	if bare, _, more := strings.Cut(strings.TrimLeft(head, "已被"), "的"); more || isHan(firstRune(head)) {
		return denials[bare] && weight(bare) > 1
	}
	return denials[head] && head != "no"
}

// inTable judges a quote at [s, e) of the document by the table that it is in: a quote that is
// not in the bytes of the document and joins parts of two rows is Altered.
func (x *Index) inTable(status Status, s, e int) (refused Status, note Note) {
	if _, splits := x.joinsRows(s, e); splits {
		note = Found("the quote joins two paragraphs, items or cells")
		if status != Exact {
			return Altered, note
		}
	}
	refused, beside := x.inRows(s, e)
	if refused != "" {
		return refused, beside
	}
	return "", slices.Concat(note, beside)
}
