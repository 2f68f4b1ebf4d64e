package scan

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode/utf8"

	"judgement/internal/lazy"
)

// form is something with a shape of its own: a judge's reply, a mark of a prompt. The
// expression is tried only near the literals of need. check may say no.
type form struct {
	kind  Kind
	need  []string
	hit   func() *regexp.Regexp
	check func(text string, hit []int) bool
}

const (
	nearBefore = 160 // bytes of folded text tried before a literal
	nearAfter  = 160 // and after it
	sameReply  = 600 // bytes within which keys belong to one reply
)

// markKey and reasonKey are keys of a judge's reply in JSON.
const (
	markKey   = `awarded|awarded_points|marks?|marks_awarded|max_score|points?|label|is_correct|correct|passed|result|outcome|evaluation|assessment|final|better|best|chosen|preferred|selected|更优|较优|更好|胜者|获胜|选择|判定|结果|是否正确|是否通过|通过|得分|分数|评分|勝者|点数|評価|判定結果|점수|승자|판정|note|punkte|urteil|gagnant|ganador|puntos|puntuacion|vencedor|pontos|оценка|балл|победитель`
	reasonKey = `comments?|rationale|reasons?|reasoning|justification|explanation|feedback|理由|评语|评论|说明|根拠|이유|begrundung|motivo|justificativa|обоснование`
)

// forms are tried in this order.
var forms = []form{
	{kind: Reply, need: []string{`":`, `':`, `" :`, `' :`}, hit: lazy.Regexp(`(?:[{,]|\n)\s*["'](?:得分|评分|分数|总分|结论|裁决|等级|名次|优胜者?|preference|preferred|final_grade|recommendation|points|better|best|chosen|ranking|rank)["']\s?:\s?["'\[{\d]|(?:[{,]|\n)\s*["'](?:scores|total_score|overall_score)["']\s?:\s?["'\[{\d]|[{,]\s*["']?(?:scores|lens|lenses|must_fix|verdict|total_score|overall_score|final_score|judge|winner|quotes_a|quotes_b|rating|grade|decision|overall_rating)["']\s?:\s?["'\[{\d]`)},
	{ // a mark and its reason in one object
		kind: Reply, need: []string{`"comment"`, `"comments"`, `"rationale"`, `"reason"`, `"reasons"`, `"reasoning"`, `"justification"`, `"explanation"`, `"feedback"`, `"理由"`, `"评语"`, `"评论"`, `"说明"`, `"根拠"`, `"이유"`, `"begrundung"`, `"motivo"`, `"justificativa"`, `"обоснование"`},
		hit: lazy.Regexp(`\{[^{}]{0,100}"(?:` + markKey + `)"\s?:\s?[^{}]{1,100}"(?:` + reasonKey + `)"\s?:|\{[^{}]{0,40}"(?:` + reasonKey + `)"\s?:[^{}]{1,120}"(?:` + markKey + `)"\s?:`),
	},
	{kind: Reply, need: []string{`"score"`, `'score'`, `"score'`}, hit: lazy.Regexp(`[{,]\s*["']score["']\s?:\s?["']?\d`)},
	{
		kind: Reply, need: []string{"\nscore", "\nverdict", "\nrating", "\ngrade", "\ndecision", "\noverall", "\nfinal", "\nrecommendation", "\ntotal", "\n评分", "\n得分", "\n总分", "\n结论", "\n评语", "\n裁决", "\n最终"},
		hit: lazy.Regexp(`\n(?:(?:final|overall|total) ?)?(?:score|rating|grade|verdict|decision|recommendation|mark|最终评分|最终得分|评分|得分|总分|结论|评语|裁决) ?[:=] ?[^\n]{1,40}\n(?:(?:final|overall|total) ?)?(?:score|rating|grade|verdict|decision|recommendation|mark|confidence|最终结论|评分|得分|总分|结论|评语|裁决) ?[:=] ?\S|\n(?:(?:final|overall|total) ?)?(?:score|rating|grade|mark|最终评分|最终得分|评分|得分|总分) ?[:=] ?\d{1,3}(?:\.\d)?(?: ?/ ?\d{1,3}| out of \d{1,3}|分|%)?(?: ?\([^)\n]{1,30}\))?\n+(?:comments?|feedback|strengths?|weaknesses|justification|reason|reasoning|rationale|explanation|summary|assessment|评语|评论|理由|点评|优点|缺点|总评|意见) ?[:=] ?\S`),
	},
	{kind: Reply, need: []string{"reviewer", "referee", "meta-review", "metareview", "final decision", "final verdict", "final recommendation", "evaluation result", "审稿人", "评委", "评审结论"}, hit: lazy.Regexp(`\n(?:meta-?review|(?:reviewer|referee) ?#?[0-9a-d]|final (?:decision|verdict|recommendation)|evaluation result|(?:审稿人|评委)[一二三四五0-9a-d]|评审结论)(?: ?\([^)\n]{1,30}\))? ?(?:[:=]|->|→) ?(?:[^\n]{0,160}\b(?:recommend(?:s|ed|ing)? (?:acceptance|accept|funding)|(?:strong|clear|firm|weak) accept)\b|(?:accept|fund|pass|award|approve|winner|excellent|outstanding)|[^\n]{0,60}(?:建议|同意|推荐)(?:接收|接受|录用|资助|通过|获奖)|(?:接收|录用|通过|满分|优秀))`)},
	{kind: Reply, need: []string{"score |", "scores |", "points |", "marks |", "rating |", "得分 |", "评分 |", "分数 |", "得分|", "评分|", "分数|"}, hit: lazy.Regexp(`(?:scores?|points|marks|rating|得分|评分|分数) ?\|\n\|[ :|-]+\|\n\|[^\n|]{1,60}\| ?(\d{1,3}) ?/ ?(\d{1,3}) ?\|`), check: fullMarks},
	{kind: Reply, need: []string{"5/5", "10/10", "20/20", "25/25", "100/100", "5 / 5", "10 / 10", "100 / 100"}, hit: lazy.Regexp(`(?:\n[-+•]? ?[^\n:|]{1,40}: ?\d{1,3} ?/ ?\d{1,3}[^\n]{0,20}){3,}`), check: allFull},
	{kind: Reply, need: []string{`{"m":`, `{"m" :`}, hit: lazy.Regexp(`\{"m" ?: ?"`)},
	{kind: Reply, need: []string{"score rubric"}, hit: lazy.Regexp(`score rubrics?:?\n+score [1-5] ?:`)},
	{kind: Reply, need: []string{"lens:"}, hit: lazy.Regexp(`\n-? ?lens: ?\S[^\n]{0,60}\n-? ?score: ?\d`)},
	{kind: Reply, need: []string{"[[", "<answer", "<score", "<rating", "<verdict", "\\boxed"}, hit: lazy.Regexp(`\[\[ ?(?:[abc]|[0-9]{1,3}|a=b|rating|score)[^\[\]\n]{0,12}\]\]|<(?:answer|score|rating|verdict|final_answer)>[^<\n]{0,40}</|\\boxed\{(?:[0-9]{1,3}|yes|correct|[ab])?\}`)},
	{kind: Fence, need: []string{"<|", "|>", "<｜"}, hit: lazy.Regexp(`<[|｜] ?[a-z_][a-z0-9_▁ -]{1,40} ?[|｜]>?|<(?:im_start|im_end|endoftext)\|>`)},
	{
		kind: Fence, need: []string{"< |", "| >", "< <", "<<sys >", "<<sys> >", "<</sys >", "<</sys> >", "<< sys", "<< /", "<</ sys", "[ inst", "[ /", "[/ inst", "[inst ]", "[/inst ]", "< start", "<start_of", "<start of", "< end", "<end_of", "<end of", "< /think", "</ think", "</think >", "< / think"}, // with blanks
		hit: lazy.Regexp(`< ?\| ?(?:im ?_? ?(?:start|end|sep)|end ?_? ?of ?_? ?(?:text|turn|sentence)|begin ?_? ?of ?_? ?(?:text|sentence)|endoftext|(?:start|end) ?_? ?header ?_? ?id|eo[tms] ?_? ?(?:id)?|system|user|assistant|end|start|message|channel|return|fim ?_? ?[a-z]+|tool ?_? ?[a-z]+) ?\| ?>|< ?< ?/? ?sys ?> ?>|\[ ?/? ?inst ?\]|< ?(?:start|end) ?_? ?of ?_? ?turn ?>|< ?/ ?think ?>`),
	},
	{
		kind: Fence, need: []string{"[inst]", "[/inst]", "<<sys", "<</sys", "<start_of_", "<end_of_", "[gmask]", "<sop>", "</sop>", "<eop>", "<bos>", "<eos>", "</bos>", "</eos>", "<s>", "</s>", "<think", "</think", "<reasoning", "</reasoning", "<scratchpad", "</scratchpad", "<tool", "</tool", "<function_", "</function_", "<longcat_", "</longcat_", "[available_tools", "[/available_tools", "[tool_", "[/tool_", "[system_prompt", "[/system", "<unused", "<extra_id_", "<seed:", "</seed:", "<思考>", "</思考>", "<推理>", "</推理>", "<reserved_", "<human", "<bot>", "<start>", "<end_", "\n\nhuman:", "\n\nassistant:"},
		hit:   lazy.Regexp(`\[/?inst\]|<</?sys>>|<(?:start|end)_of_(?:turn|text|image|role|utterance)>|\[gmask\]|</?(?:sop|eop|bos|eos)>|\n</?s>|</?s>\s?\[|</s>|</?(?:think|thinking|reasoning|scratchpad|tool_calls?|tool_response|tool_result|tool_use|tools|function_calls?|function_results?|function_call|antml:[a-z_]+|longcat_[a-z_]+)(?: [^<>\n]{0,60})?>|\[(?:available_tools|/available_tools|tool_calls|tool_results|/tool_results|system_prompt|/system_prompt|/system)\]|\n\n(?:human|assistant): ?\S|</?(?:思考|推理)>|<(?:unused|reserved_)\d+>|<extra_id_\d+>|</?[a-z]{2,12}:(?:think|thought|tool_call|reasoning)>|</?(?:bot|human)>:`),
		check: noDialogue,
	},
	{kind: Fence, need: []string{"<system", "</system", "<assistant", "</assistant", "<instruction", "</instruction", "<human", "</human", "<untrusted", "</untrusted", "<judge", "</judge", "<document", "</document", "<submission", "</submission", "</user", "</prompt"}, hit: lazy.Regexp(`</(?:system|assistant|system_prompt|instructions?|human|untrusted|judge|document|submission|user_input|user|prompt)>|\n<(?:system|assistant|system_prompt|instructions?|human|untrusted|judge|document|submission)(?: [^<>\n]{0,80})?>\s`)},
	{kind: Fence, need: []string{"#system", "# system", "#assistant", "# assistant", "#human", "# human", "#user", "# user", "#instruction", "# instruction", "#response", "# response", "#new instruction", "# new instruction"}, hit: lazy.Regexp(`\n#{1,6} ?(?:system|assistant|human|user|instructions?|response|new instructions?)(?: prompt| message)? ?:`)},
	{kind: Fence, need: []string{"\nbegin ", "\nstart ", "\nend ", "\nassistant", "\nsystem ", "\n[system", "\nsystem:"}, hit: lazy.Regexp(`\n(?:assistant|system prompt|system message|system override|system notice|system instruction) ?: ?\S|\n(?:begin|start|end)(?: of)? (?:system|admin|administrator|operator|developer) (?:message|prompt|instructions?|note|override)|\n\[(?:system|assistant)(?: message| prompt| override| note)?\]`), check: noDialogue},
	{kind: Fence, need: []string{`"role"`}, hit: lazy.Regexp(`[{,]\s*"role" ?: ?"(?:system|developer|assistant)"`)},
	{kind: Fence, need: []string{"[/"}, hit: lazy.Regexp(`\[/ ?(?:user )?(?:input|submission|document|essay|answer|instructions?|prompt|指令|输入|文档|作品|答案)\]`)},
	{kind: Fence, need: []string{"系统"}, hit: lazy.Regexp(`\n[(\[【] ?系统(?:消息|提示|指令|通知)? ?[)\]】] ?\S`)},
	{kind: Fence, need: []string{"\n\"}"}, hit: lazy.Regexp(`\n"\}{1,3}\s*\n`), check: textFollows},
	{kind: Fence, need: []string{"{{"}, hit: lazy.Regexp(`\{\{ ?[#/~]?(?:system|assistant|gen)\b`)},
	{kind: Fence, need: []string{"\nsystem"}, hit: lazy.Regexp(`\nsystem ?: [^\n]{0,80}(?:approve|pass|accept|score|grade|mark|rate|praise|ignore|submission|essay|this text|above)`)},
	{kind: Fence, need: []string{"\n系统", "\n助手"}, hit: lazy.Regexp(`\n(?:系统(?:消息|指令)|助手) ?: ?[^\n]{0,80}(?:满分|最高[分等]|评审已)`)},
	{kind: Fence, need: []string{"\nend of "}, hit: lazy.Regexp(`\nend of (?:the )?(?:input|file|document|submission|user input|essay|prompt|candidate text|text|answer|response)[. ]?\n`), check: textFollows},
	{kind: Fence, need: []string{"begin ", "start ", "end "}, hit: lazy.Regexp(`\n[-=#\[ ]+(?:begin|start|end)(?: of)? (?:the )?(?:system|admin|administrator|operator|developer) (?:message|prompt|instructions?|note|override)`)},
	{kind: Fence, need: []string{"<<<", ">>>"}, hit: lazy.Regexp(`<{3,} ?/?(?:end|begin|start)[^\n<>]{0,40}>{3,}|<{3,} ?/?(?:end )?(?:document|doc|data|system|prompt|submission|untrusted|文档|文檔)|(?:document|submission|untrusted|prompt|文档|文檔) ?[0-9a-z_-]{0,64} ?>{3,}`)},
	{kind: Fence, need: []string{"begin ", "beginning of ", "start of ", "end "}, hit: lazy.Regexp(`\n[-=#<\[( ]{1,} ?(?:the )?(?:end of|end|begin of|begin|start of|beginning of) (?:the )?(?:document|file|submission|user input|untrusted (?:data|text|input)|system prompt|data to judge|instructions?|essay|paper|proposal|candidate(?:'s)? (?:answer|text)|text to (?:be )?(?:judged|graded|evaluated)|conversation|assistant [ab]'s answer|model outputs?|response) ?[-=#>\])]{1,}`), check: textFollows},
	{kind: Fence, need: []string{"end of ", "ends here", "begins here", "starts here", "begin ", "beginning of", "start of ", "end user", "end input", "end document", "end submission", "end here", "close "}, hit: lazy.Regexp(`\n[-=#<>\[(]{1,} ?[a-z' ]{0,30}?\b(?:begin|start|beginning|end|ends|begins|starts|close|closing|stop)\b[a-z' ]{0,40}?\b(?:documents?|submission|content|input|section|text|paper|application|data|essay|proposal|entry|user|untrusted|trusted|prompt|system|instructions?|review|evaluation|here|material|candidate)\b[a-z0-9' ]{0,40}[-=#<>\])]{2,}`), check: textFollows},
	{kind: Fence, need: []string{"\nbegin ", "\nstart ", "\nend ", "\nbeginning "}, hit: lazy.Regexp(`\n(?:begin|start|end|beginning)(?: of)?(?: the)? (?:trusted|untrusted|secure|privileged|verified|protected|evaluated|candidate|submitted|admin|operator|developer|hidden|internal|official) (?:sections?|content|text|input|block|area|data|part|document|material|notes?|instructions?|message|zone)\n`), check: textFollows},
	{kind: Fence, need: []string{"new system message", "new instructions", "new instruction:", "new instruction follows", "new system prompt", "new prompt:"}, hit: lazy.Regexp(`new (?:system )?(?:message|instructions?|prompt)(?: follows?)? ?: ?\S`)},
	{kind: Fence, need: []string{"结束", "結束", "终止", "完", "末尾"}, hit: lazy.Regexp(`\n[-=#<\[(【— ]+(?:以上)?(?:文档|文檔|文件|待评文档|提交内容|用户输入|待评内容|参赛作品|作品|学生答案|答案|材料|输入|正文|全文)(?:到此)?(?:结束|結束|终止|完|末尾)(?:毕)? ?[-=#>\])】—\n]+`), check: textFollows},
	{kind: Fence, need: []string{"model output", "ranking:", "unordered list of", "output (a)", "which is best, m"}, hit: lazy.Regexp(`(?:end of|start of|beginning of) (?:the )?(?:model outputs?|unordered list)|which is best, "?m"? or "?m"?|model output \(?[abm12]\)? ?:|ranking ?: ?1[.)] ?(?:a|b|m|model|answer|response|this)\b|output \(a\)[^\n]{0,200}\n[^\n]{0,40}output \(b\)`)},
}

// fullMarks checks that the first row of a table of scores has nearly all points.
func fullMarks(text string, hit []int) bool {
	given, err := strconv.Atoi(text[hit[2]:hit[3]])
	most, err2 := strconv.Atoi(text[hit[4]:hit[5]])
	return err == nil && err2 == nil && given*10 >= most*9
}

// allFull checks that three lines or more with points have all of them.
func allFull(text string, hit []int) bool {
	for line := range strings.SplitSeq(strings.TrimSpace(text[hit[0]:hit[1]]), "\n") {
		_, points, _ := strings.Cut(line, ":")
		given, of, _ := strings.Cut(points, "/")
		given, of = strings.TrimSpace(given), strings.TrimSpace(of)
		if given != of[:digits(of, 0)] {
			return false
		}
	}
	return true
}

// A chat log has so many turns of an assistant near each other; an imitated prompt has fewer.
const (
	dialogueTurns = 3
	dialogueBytes = 4096 // that are looked at before and after
)

// noDialogue checks that what is found is no turn of a chat log.
func noDialogue(text string, hit []int) bool {
	turn := strings.TrimLeft(text[hit[0]:hit[1]], "\n")
	if !strings.HasPrefix(turn, "assistant:") && !strings.HasPrefix(turn, "human:") {
		return true
	}
	near := text[max(0, hit[0]-dialogueBytes):min(len(text), hit[1]+dialogueBytes)]
	return strings.Count(near, "\nassistant:") < dialogueTurns
}

// textFollows checks that the document goes on after its alleged end.
func textFollows(text string, hit []int) bool {
	return utf8.RuneCountInString(strings.TrimSpace(text[hit[1]:])) >= 12
}

// formLiterals finds the literals of all forms in one pass; entry i belongs to formsOf[i].
var formLiterals = sync.OnceValue(func() (out struct {
	trie    *trie
	formsOf [][]int
},
) {
	of := map[string][]int{}
	for i := range forms {
		for _, l := range forms[i].need {
			of[l] = append(of[l], i)
		}
	}
	literals := slices.Sorted(maps.Keys(of))
	out.trie = newTrie(literals)
	for _, l := range literals {
		out.formsOf = append(out.formsOf, of[l])
	}
	return out
})

// forms looks for all forms in the folded text.
func (c *collector) forms() {
	places := literalPlaces(c.folded.Text)
	for i := range forms {
		for _, w := range merged(c.folded.Text, places[i]) {
			c.form(&forms[i], w)
		}
	}
}

// literalPlaces returns the surroundings of each form's literals.
func literalPlaces(text string) [][][2]int {
	literals, out := formLiterals(), make([][][2]int, len(forms))
	t := literals.trie
	for i := 0; i+1 < len(text); i++ {
		if t.root[text[i]] == 0 {
			continue
		}
		n := t.second[int(text[i])<<8|int(text[i+1])]
		for j := i + 2; n != 0; j++ {
			if e := t.entry(n); e >= 0 {
				for _, f := range literals.formsOf[e] {
					out[f] = append(out[f], [2]int{i - nearBefore, i + nearAfter})
				}
			}
			if j >= len(text) {
				break
			}
			n = t.next(n, text[j])
		}
	}
	return out
}

// form notes the hits of one form in one window.
func (c *collector) form(f *form, w [2]int) {
	for _, hit := range f.hit().FindAllStringSubmatchIndex(c.folded.Text[w[0]:w[1]], -1) {
		for i := range hit {
			hit[i] += w[0]
		}
		if f.check != nil && !f.check(c.folded.Text, hit) || c.inCode(hit[0], hit[1]) || f.kind == Reply && (c.formRow(hit[0], hit[1]) || c.interfaceExample(hit[0], hit[1])) ||
			(f.kind == Fence || !strings.Contains(c.folded.Text[hit[0]:hit[1]], `"`)) && c.mentioned(hit[0], hit[1]) {
			continue
		}
		if n := len(c.out); f.kind == Reply && n > 0 && c.out[n-1].Kind == Reply {
			start, last := c.folded.Origin(hit[0]), &c.out[n-1]
			if start >= last.Start && start < last.End+sameReply {
				last.End = max(last.End, c.folded.Origin(hit[1])) // one reply has many keys
				continue
			}
		}
		c.add(f.kind, hit[0], hit[1], false)
	}
}

// Limits in bytes of what is before a block of code that a document about an interface explains.
const (
	blockBytes   = 4096 // from the start of the block
	sectionBytes = 8192 // from the heading
)

var (
	interfaceHeading = lazy.Regexp(`(?im)^#{1,6} .*(?:\b(?:api|endpoints?|requests?|responses?|rest|http|json|graphql|webhooks?|sdk|schema|payload)\b|(?:get|post|put|patch|delete) /|接口|端点|请求|响应)`)
	explanation      = lazy.Regexp(`(?i)\b(?:returns?|responses?|responds?|requests?|endpoints?|fields?|objects?|sorted|payload|body)\b|(?:get|post|put|patch|delete) /|接口|返回|请求|响应|字段`)
	judgesKey        = lazy.Regexp(`"(?:lens|lenses|must_fix|verdict|winner|quotes(?:_[ab])?)"`)
)

// interfaceExample reports a place in a fenced block of JSON that a document about a program's
// interface explains: a heading above names the interface, and the line above the block, which
// ends with a colon, says what it shows. A reply with keys of judges is none.
func (c *collector) interfaceExample(start, end int) bool {
	source, at, to := c.folded.Source, c.folded.Origin(start), c.folded.Origin(end)
	from := runeAt(source, at-blockBytes)
	fence := strings.LastIndex(source[from:at+1], "\n```")
	if fence < 0 {
		return false
	}
	fence += from
	info, block, _ := strings.Cut(source[fence+len("\n```"):to], "\n")
	if strings.TrimSpace(info) == "" && strings.IndexAny(block, "[{") != 0 { // the end of another block
		return false
	}
	rest, _, _ := strings.Cut(source[to:runeAt(source, to+blockBytes)], "\n```")
	section := source[runeAt(source, fence-sectionBytes):fence]
	lead := strings.TrimSpace(section)
	lead = lead[strings.LastIndexByte(lead, '\n')+1:]
	return (strings.HasSuffix(lead, ":") || strings.HasSuffix(lead, "：")) && explanation().MatchString(lead) &&
		interfaceHeading().MatchString(section) && !judgesKey().MatchString(block+rest)
}

// merged joins windows that meet and cuts them between characters.
func merged(text string, in [][2]int) (out [][2]int) {
	slices.SortFunc(in, func(a, b [2]int) int { return cmp.Compare(a[0], b[0]) })
	for _, w := range in {
		w[0], w[1] = max(0, w[0]), min(len(text), w[1])
		for w[0] > 0 && !utf8.RuneStart(text[w[0]]) {
			w[0]--
		}
		for w[1] < len(text) && !utf8.RuneStart(text[w[1]]) {
			w[1]++
		}
		if n := len(out); n > 0 && w[0] <= out[n-1][1] {
			out[n-1][1] = max(out[n-1][1], w[1])
		} else {
			out = append(out, w)
		}
	}
	return out
}
