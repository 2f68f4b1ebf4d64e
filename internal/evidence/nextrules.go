package evidence

import (
	"regexp"
	"strings"
	"sync"
)

// nextRule is one way in which a short sentence takes back or weakens the one before it. Its patterns are of the
// normal form in English and Chinese. Examples and fine ones are tests: after a quote, the first have a note.
type nextRule struct {
	name     string
	en, zh   *regexp.Regexp
	unless   *regexp.Regexp // a text that it matches agrees with the one before; nil if none does
	with     []string       // one of these is in each text that en matches; nil if that is not known
	examples []string
	fine     []string
}

const (
	auxiliary = `(?:do|does|did|is|was|are|were|has|have|had|can|could|will|would)`
	statement = `(?:figure|number|claim|statement|sentence|assertion|story|total|count|promise|result|estimate|quote)s?`
	source    = `(?:tests?|trials?|study|studies|papers?|logs?|records?|data|measurements?|experiments?|reports?|samples?|surveys?|analys[ei]s|sensors?|meters?)`
	weigh     = `(?:(?:only|just|about|around|at|to|by|no more than|in fact|nearer|closer|rather|more like|(?:thought|said|estimated) to be|\w+ly|almost) )*`
	amount    = `(?:[$€£¥]?\d[\d.,]*|(?:one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|(?:thir|four|fif|six|seven|eigh|nine)teen|(?:twen|thir|for|fif|six|seven|eigh|nine)ty\w*|half|none|zero)\b)`
	amountHan = `[0-9〇零一二三四五六七八九十百千万两半]`
	backHan   = `(?:这个|这一|这些|该|上述|以上|此)?(?:数字|数据|说法|结论|消息|统计|结果|内容|信息)`
)

// nextRules are compiled when they are first needed.
var nextRules = sync.OnceValue(func() []nextRule {
	return []nextRule{
		{
			name:     "short denial",
			en:       regexp.MustCompile(`^(?:(?:but |well,)?(?:it|they|he|she|we) (?:` + auxiliary + `(?: not|n't)|(?:never|no longer|cannot|can't) ?` + auxiliary + `?)(?: any ?more| yet| so far| now)?[.!]?$|(?:not|never) (?:in|on|at|during|for|by|with|without|if|when|always|everywhere|all|any ?more|yet|quite|really|every)\b|not so(?:[.,!]|$| (?:in|on|at|for|with|if|when|any|the)\b))`),
			zh:       regexp.MustCompile(`^(?:(?:从来|从|其实|实际)?(?:没有|没|不)(?:过)?。?$|[^,]{1,18}(?:不行|除外|例外|不算)。?$)`),
			examples: []string{"It does not.", "It never did.", "It no longer does.", "Not in winter, though.", "Not always.", "从来没有。", "冬天除外。"},
			fine:     []string{"It never leaks.", "They do not sell wood.", "It did well.", "Not bad for an old mill.", "冬天也一样。"},
		},
		{
			name:     "doubt alone",
			en:       regexp.MustCompile(`^(?:(?:well,|or )?(?:perhaps|maybe|possibly|hopefully|supposedly|allegedly|presumably|apparently|almost|nearly|in theory|on paper|sort of|more or less|in your dreams|in my dreams)(?: \w+){0,2}[.!]?$|(?:only )?time will tell|(?:one|you|we) (?:can|may) (?:dream|hope)|who knows)`),
			zh:       regexp.MustCompile(`^(?:也许|或许|可能|大概|恐怕|但愿|希望)(?:吧|如此|是)?。?$|就好了。?$|说得好听|愿望是|仅供参考|开玩笑|做梦|天知道|鬼知道|谁知道呢?[。?!]?$|走着瞧|信不信由你`),
			examples: []string{"Perhaps.", "Maybe one day.", "Well, almost.", "In your dreams.", "Time will tell.", "也许吧。", "天知道。"},
			fine:     []string{"Perhaps the best mill of the valley is that of Peru.", "Nearly all farms buy there."},
		},
		{
			name:     "not confirmed",
			en:       regexp.MustCompile(`^(?:it|they|this|that|these|those|th(?:e|is|at|ese|ose) ` + statement + `) .{0,20}(?:\bnot\b|n't\b|\bnever\b|\byet to\b|\bremains? to\b).{0,20}\b(?:confirmed|verified|proven|proved|shown|seen|tested|measured|checked|audited|substantiated|demonstrated|documented|reproduced|replicated)\b`),
			zh:       regexp.MustCompile(`^(?:这|此|它|其|` + backHan + `)?[^,]{0,2}(?:尚未|未经|尚无|没有|未能|未|有待|尚待|仍待|还没|无法)(?:得到|获得|经过|被|进一步|数据|证据)?(?:证实|核实|验证|确认|审计|核查|检验|查证|复现|支持)`),
			examples: []string{"That remains to be shown.", "This has yet to be confirmed.", "It has not been verified.", "The figures were never audited.", "该数据未经审计。", "这有待证实。"},
			fine:     []string{"It was tested in May.", "数据已经审计。"},
		},
		{
			name:     "statement is wrong",
			en:       regexp.MustCompile(`^(?:(?:the|this|that|these|those|his|her|its|their|both|all) (?:\w+ )?` + statement + ` (?:is|are|was|were|has|have|had|turned|proved)\b.*\b(?:wrong|false|untrue|invented|made up|fabricated|forged|faked?|inflated|exaggerated|disputed|contested|incorrect|mistaken|outdated|obsolete|withdrawn|retracted|guess|guesses|guessed|guesswork|too (?:high|low|large|small|optimistic|rosy)|(?:over|under)(?:estimated?|stated)|out of date|estimates?|estimated|projections?|preliminary|provisional|incomplete|rounded|extrapolated|unaudited|unverified|(?:revised|corrected|amended|adjusted|restated|changed) (?:up|down|upwards?|downwards?|to|from))\b|(?:i|we|they|he|she|someone) (?:made|invented) (?:that|this|it|these)\b|(?:correction|erratum|errata|corrigendum|retraction)(?:[.:,!-]|$| to\b)|just kidding|(?:the|this|that|these|those|its|their) (?:\w+ )?` + statement + ` (?:contains?|contained|has|had) (?:an?|some|several|many) (?:\w+ )?(?:error|mistake|flaw)s?\b|(?:i|we|they|the \w+) (?:\w+ ){0,2}(?:withdraw|withdrew|withdrawn|retract|retracted|take back|took back|disown|correct|corrected|revised|must correct|have to correct)s? (?:(?:this|that|it)\b|(?:this|that|these|the) ` + statement + `\b)|(?:this|that|it|there|here|th(?:e|is|at|ese|ose) ` + statement + `) (?:is|was|were|are) (?:just |only |simply )?(?:an? )?(?:\w+ )?(?:typo|misprint|slip|(?:over|under)?estimate|exaggeration|projection|approximation|misreading|miscalculation|mistranslation|(?:typing|printing|clerical|rounding|copying|spelling) error)s?\b|the (?:\w+ )?(?:point|comma|unit|sign|digit|decimal|column|row|year)s? (?:is|are|was|were) (?:in the )?(?:wrong|missing|swapped|reversed|misplaced|transposed|off|mixed up)\b)`),
			zh:       regexp.MustCompile(`^(?:` + backHan + `[^,]{0,12}(?:错|假的|编|不实|有误|造假|伪造|不准|不符|不对|作废|撤回|质疑|夸大|水分|虚高|[高低]估|偏[高低]|过[高低时]|估[算计]|初步|不完整|不全|口径)|(?:更正|勘误|订正)|错(?:了|误|的)?[。!]?$|(?:我们|我|作者|他们)?(?:现在?|特此|在此|已|后来)?(?:撤回|收回|更正|撤销)(?:了)?(?:这|此|该|上述|以上|前述)|(?:此处|这里|这|此|以上|上述|那)?(?:是|系|为|属|有)?一?[个处]?(?:笔误|误写|误植|(?:排版|印刷|打字|录入|计算|单位)错误)|(?:统计)?口径|[^,]{0,4}把[^,]{1,12}[写记打录看算印]成|(?:小数点|单位|数位|正负号|符号)[^,]{0,6}(?:错|反了|漏|颠倒|有误|不对))`),
			examples: []string{"The figure is wrong.", "That number was invented.", "I made that up.", "The figure contained an error.", "We withdraw this statement.", "We must correct this figure.", "We have since corrected this to two.", "The figure was later revised to two.", "That is a typo.", "The decimal point is in the wrong place.", "This number is too high.", "The figure is an estimate.", "这一数字被高估。", "我们把2吨写成了6吨。", "我们撤回这一陈述。", "这是笔误。", "小数点点错了。", "错。", "Correction: it grinds two.", "这个数字是编的。", "数据有水分。", "勘误：应为两吨。"},
			fine:     []string{"The figure is on page four.", "We corrected the lease in June.", "We found an error in the lease of the roof.", "我们撤回了申请。", "The number of mills was four in May.", "数据来自日志。"},
		},
		{
			name:     "wished or invented",
			en:       regexp.MustCompile(`^(?:(?:that|this|it)(?: is| was|'s) (?:just |only |at least )?what (?:we|i|they|he|she|you|everyone|everybody|(?:the|our) \w+) (?:(?:would|had|all|always|really|once) )*(?:like|liked|love|loved|want|wanted|hope|hoped|wish|wished|dream|dreamt|dreamed|plan|planned|expect|expected|imagine|imagined|prefer|preferred)\b|(?:we|i|they|he|she|the \w+) (?:(?:can|could|do|does|did|will|would) )?(?:cannot|can't|can not|not|no longer|(?:don't|doesn't|didn't|couldn't|won't|wouldn't)) (?:\w+ )?(?:stand by|stand behind|stands by|vouch for|defend|uphold|support|back) (?:this|that|these|those|it|the ` + statement + `)\b)`),
			zh:       regexp.MustCompile(`^(?:(?:这|那|此|它|以上|上述)(?:些|一切)?|` + backHan + `)(?:都|全|全部|完全|其实)*是[^,]{0,6}(?:编造|捏造|杜撰|虚构|瞎编|胡编|臆造|猜|瞎猜|拍脑袋|想象)(?:出来)?的[。!]?$|^(?:原|原来|原本|原先|最初|起初|当初)的?(?:计划|打算|设想|想法|目标|方案|承诺)(?:就|便|本来|也|大致)*(?:是(?:这样|如此|这么)|如此)`),
			examples: []string{"That's what we would like to see.", "That is what the owners hoped for.", "We can no longer stand by this claim.", "这是我们编造的。", "数字是猜的。", "原计划是这样。"},
			fine:     []string{"That is what the meters show.", "We can no longer store wood.", "原计划不变。", "这是手工编的。"},
		},
		{
			name:     "source is bad",
			en:       regexp.MustCompile(`^(?:(?:the|this|that|these|those|its|their|both|all) (?:\w+ )?` + source + ` (?:is|are|was|were|has|have|had|turned|proved)\b.*\b(?:flawed|invalid|void|forged|faked?|fabricated|manipulated|retracted|withdrawn|fraudulent|unreliable|biased|discredited|incomplete|preliminary|provisional|outdated)\b|(?:i|we|they|he|she) (?:was|were|am|are) (?:all )?(?:mistaken|wrong|misled|fooled|lying)\b|(?:i|we) stand corrected|(?:my|our) (?:mistake|error|fault)[.!]?$)`),
			zh:       regexp.MustCompile(`^(?:(?:我们|我|他们|他)?(?:弄|搞|算|看|写|说|记|测)错|(?:该|这个|这一|此|上述)?(?:试验|实验|研究|论文|日志|记录|数据|报告|测量|样本|调查|分析)[^,]{0,6}(?:伪造|造假|缺陷|无效|撤稿|撤回|作废|有误|不可靠|偏差))`),
			examples: []string{"The test was flawed.", "The paper has been retracted.", "We were mistaken.", "My mistake.", "我们弄错了。", "日志是伪造的。"},
			fine:     []string{"The test was repeated in May.", "The paper has been published.", "日志保存完整。"},
		},
		{
			name:     "error found",
			with:     phrases(`error mistake flaw fault slip`),
			en:       regexp.MustCompile(`\b(?:error|mistake|flaw)s? (?:was|were|is|are|has been|have been) (?:\w+ )?(?:found|discovered|noticed|made) in (?:this|that|these|those|the) ` + statement + `\b|\b(?:found|discovered|noticed|made) (?:an?|some|several|many|\w+ly an?) (?:\w+ )?(?:error|mistake|flaw|fault|slip)s? in (?:this|that|these|those|the) (?:\w+ )?` + statement + `\b`),
			zh:       regexp.MustCompile(`数字[^,]{0,4}(?:虚高|偏高|注水|造假)|(?:发现|存在)[^,]{0,4}` + backHan + `[^,]{0,4}(?:有误|有错|错误)`),
			examples: []string{"We later found an error in this figure.", "An error was later found in this figure.", "其中数字注水。"},
			fine:     []string{"We found an error in the lease of the roof.", "审计发现数字无误。"},
		},
		{
			name:     "not repeated",
			with:     phrases(`repeat reproduce replicate confirm verify wrong better`),
			en:       regexp.MustCompile(`\b(?:could|can|did) ?(?:not|n't) (?:repeat|reproduce|replicate|confirm|verify)\b|\bgot (?:that|this|it) wrong\b|\bknow better\b`),
			zh:       regexp.MustCompile(`(?:未能|无法|不能)(?:重复|复现|再现)`),
			examples: []string{"Others could not repeat the test.", "We got that wrong.", "后来的试验未能重复。"},
			fine:     []string{"The test was repeated in May.", "试验重复了三次。"},
		},
		{
			name:     "correction",
			en:       regexp.MustCompile(`^(?:(?:no,|sorry,|actually,|oops|pardon,|scratch that|make that|(?:i|we) mean[t]?\b|read:|or rather|more (?:exactly|precisely|accurately)\b|to be (?:exact|precise)\b|strictly speaking\b|in fact,? ?(?:it|they|there) (?:is|are|was|were)\b) ?(?:\S+ ?){0,5}$|(?:this|that|it|the ` + statement + `) (?:should|must|ought to) (?:read|say|have been)\b|(?:delete|check|verify|remove) this\b|(?:todo|tbd|tbc|fixme)\b|citation needed|not (?:checked|verified|confirmed|tested)\b)`),
			zh:       regexp.MustCompile(`^(?:(?:实际|正确)?应为|(?:不|不对|说错了|口误|抱歉|对不起),|更?(?:准确|确切|严格)地?来?说|(?:此处|此句|此条|本句)?尚?待(?:核实|查|确认|核|定)|(?:此处|此句|此条|本句|这句)[^,]{0,4}(?:删除|删去|作废))`),
			examples: []string{"No, four.", "Actually, four.", "I mean two.", "In fact, it is two.", "This should read two.", "Check this!", "TBC.", "Not checked.", "应为两吨。", "说错了，是两吨。", "（待查）"},
			fine:     []string{"No worker was hurt.", "In fact, all farms of the valley buy their flour there now.", "Actually the roof is new."},
		},
		{
			name:     "struck in words",
			en:       regexp.MustCompile(`^(?:please |now |well,? ?|wait,? ?|no,? ?|i |we )*(?:strike|scratch|cross|delete|erase|forget|ignore|disregard|drop|withdraw|take) (?:that|this|it|(?:the )?(?:last|above|previous|preceding|foregoing)(?: \w+)?|(?:this|that|the last) ` + statement + `)(?: out| back| again)?(?:[.,;:!-]|$)|^(?:wait,? ?|well,? ?|or |oh,? ?)?(?:no|nope|never mind|wrong|untrue|incorrect|not so)[.!]?$|^on second thoughts?\b|^(?:edit|update|amendment): ?(?:.* )?` + amount + `(?: \w+)?[.!]?$|^or not[.!]?$`),
			zh:       regexp.MustCompile(`^(?:等等|等一下|哦|噢|呃|我们?)?,?(?:不|不是|不对|不对劲|口误|笔误|作废|划掉|删掉|删除|忽略|收回)(?:了|吧)?[。!]?$|^(?:请|我|我们|现在|特此)*(?:划掉|删掉|删去|删除|忽略|无视|收回|撤回|撤销|作废)(?:了)?(?:这|那|此|该|上|前|以上|上述)(?:一)?(?:句|段|条|话|说法|数字|内容)|^(?:这|那|此|该|上|前)(?:一|面)?(?:句|段|条|句话)(?:请)?(?:划掉|删掉|删去|删除|忽略|收回|撤回|作废|不算)|^以上(?:内容|文字)?(?:请)?(?:划掉|删掉|删去|删除|忽略|收回|作废|不算)|^(?:哦|噢|呃)?不,(?:是|应)`),
			examples: []string{"Strike that.", "Scratch that.", "Strike that, it was 108.", "Ignore the last sentence.", "I take that back.", "Not so.", "Wrong.", "No.", "Wait, no.", "On second thoughts, two.", "Edit: two tonnes.", "划掉。", "不对。", "收回这句话。", "以上划掉。", "我们收回上一句。", "请忽略上一句。", "等等，不对。", "哦不，是两吨。"},
			fine:     []string{"Strike action hit the mill in May.", "Forget the roof, the walls are new.", "Take that road to the mill.", "Not so long ago the mill was closed.", "Wrong parts were sent back.", "Correction of the river took a year.", "划掉的树木在河边。", "不对外销售。", "收回的袋子有60个。"},
		},
		{
			name: "another figure",
			with: phrases(`0 1 2 3 4 5 6 7 8 9 one two three four five six seven eigh nine ten eleven twelve ty half none zero lower higher less more smaller larger`),
			en: regexp.MustCompile(`^(?:(?:the |its |their )?(?:correct|right|true|real|actual|exact|accurate|official|proper|final|revised|corrected|audited|verified|recounted) (?:\w+ )?\w+(?: |,\w+,)(?:is|was|are|were|reads|should be|should read|would be|comes to|came to) ` + weigh + `(?:` + amount + `|lower|higher|less|more|smaller|larger)|(?:it|this|that|they|th(?:e|is|at|ese|ose) ` + statement + `) (?:should|must|ought to) be ` + weigh + amount + `|(?:it|this|that|they|th(?:e|is|at|ese|ose) ` + statement + `) (?:is|was|are|were) (?:really|actually|in fact|in truth|in reality|only|just|rather|nearer to|closer to|more like) ` + amount +
				`|(?:in fact|in truth|in reality|actually|really),? ?(?:it|they|he|she|we|there) \w+ (?:\w+ )?` + weigh + amount + `|(?:it|they|this|that|these|there|the) [^,:]{0,40}` + amount + `[^,]{0,12},? ?(?:not|rather than|instead of) (?:\w+ )?\S?\d|(?:instead of|rather than|for) \S?\d[^,]{0,12},? ?(?:(?:it|this|that) (?:should|must)|read\b)|(?:please )?read \S?\d.* instead|(?:the|an?|our|its|their|other|later|another) (?:\w+ ){0,2}(?:audit|auditors?|recount|count|review|check|inspectors?|inspection|tables?|annex|appendix|court|ministry|regulator|register|statistics|books|accounts|minutes|figures|sources|` + source + `) (?:found|gave|gives?|shows?|showed|says?|said|puts? it at|recorded|has|have|had|names?|named|came to|come to|counted|measured|speaks? of|spoke of|cites?|cited|lists?|listed) ` + weigh + amount + `(?: ?%| per ?cent)?[.!]?$|according to [^,]{1,40}, ?(?:it|they|this|there) \w+ ` + weigh + amount + `|(?:it|this|that|they) (?:turned out|turns? out|proved|comes?|came) (?:to be )?` + weigh + amount + `)`),
			zh:       regexp.MustCompile(`^(?:其?(?:正确|准确|真实|实际|确切|真正|官方|最终|修正后|更正后|审计后|核实后|复核后|核算后|重新(?:计算|统计|核算|清点)后|重算后)的?[^,]{0,4}(?:应该?)?(?:是|为|只有|仅为|仅有)[^,]{0,3}` + amountHan + `|` + backHan + `?(?:后来?|随后|之后|其后|现|已|又|被|再|应)*(?:经[^,]{1,6})?(?:修正|更正|修订|订正|改正|下调|上调|调整|改)(?:为|至|到|成)[^,]{0,3}` + amountHan + `|(?:审计|复核|核查|核实|统计局|官方|重新计算|重算|清点|普查|监管部门|年报|日志|台账|账本|表格|附录|附表|其他来源)[^,]{0,8}(?:是|为|只有|仅有|得出|显示|给出)[^,]{0,3}` + amountHan + `\D{0,2}。?$|据[^,]{1,8},[^,]{0,4}(?:是|为|只有|仅有)[^,]{0,3}` + amountHan + `|(?:并)?不是[^,]{0,8},?而是)`),
			examples: []string{"The correct figure is two.", "The actual output was only 2 tonnes.", "The real figure is lower.", "It should be 2 tonnes.", "It was actually two.", "In fact, it grinds only two.", "It was 2 tonnes, not 6.", "Instead of 6 tonnes, it should say 2.", "The audit found two.", "Other sources give 2.", "According to the audit, it was two.", "It turned out to be 2 tonnes.", "The real output, however, was 2 tonnes.", "据审计，为2吨。", "正确数字是2吨。", "实际为两吨。", "该数字后来修正为2吨。", "审计得出的数字是2吨。", "不是6吨，而是2吨。"},
			fine:     []string{"The correct answer was given by all.", "The audit found no errors.", "The real cost of the mill was small.", "The log has 40 entries.", "In fact, it leaks.", "实际操作由工人完成。", "审计未发现问题。", "价格调整为14元。"},
		},
		{
			name:     "counted otherwise",
			en:       regexp.MustCompile(`^(?:this|that|these|those|the) ` + statement + ` (?:(?:does|do|did)(?: not|n't) (?:include|count|cover|contain|reflect|account)|(?:includes?|excludes?|omits?|ignores?|leaves? out|double counts?|counts? (?:\w+ ){1,3}twice)\b)`),
			zh:       regexp.MustCompile(`^` + backHan + `(?:不含|不包括|不包含|未计|未含|未包括|包含|包括|重复)`),
			examples: []string{"The figure does not include the winter.", "该数字不含冬季。"},
			fine:     []string{"The number of the mill is four.", "数据来自日志。"},
		},
		{
			name:     "later figure",
			en:       regexp.MustCompile(`^(?:(?:(?:an?|the|our|its|two|three|some|all|most) )?(?:later|subsequent|recent|newer|other|further|independent|more recent|repeated|careful|closer) (?:checks?|audits?|counts?|tests?|trials?|measurements?|studies|surveys?|reviews?|estimates?|figures?|data|visits?|inspections?|readings?) .*\b(?:lower|higher|less|fewer|smaller|half|nearer|closer|none|nothing|otherwise)\b|(?:our|an?|the|their|its) (?:own |\w+ )?(?:counts?|checks?|audits?|` + source + `|books?) (?:gives?|gave|shows?|showed|tells? of|told of|speaks? of|spoke of|has|had|finds?|found|puts? it|comes? to|came to) (?:an? )?(?:far|much|many|considerably|a lot|only) (?:fewer|less|lower|smaller)\b)`),
			zh:       regexp.MustCompile(`^(?:后来|随后|之后|其他|另外|独立|重新|再次)的?[^,]{0,8}(?:检查|核查|审计|统计|测量|调查|试验|清点|复核)[^,]{0,12}(?:[低高少多小大](?:得多|很多|不少|多|出)|[更较][低高少多小大]|只有|不到)`),
			examples: []string{"Later checks put the number far lower.", "A later audit found far fewer.", "后来的检查得出的数字低得多。"},
			fine:     []string{"Later checks were done in May.", "后来的检查由审计员完成。"},
		},
		{
			name:     "later finding",
			en:       regexp.MustCompile(`^(?:(?:an?|the|our|its|two|three|some|all|most) )?(?:later|subsequent|follow ?up|repeat|newer|more recent) (?:\w+ ){0,2}(?:checks?|audits?|counts?|tests?|trials?|studies|study|surveys?|reviews?|visits?|inspections?|readings?|accounts?|investigations?|examinations?|` + source + `)(?: |,(?:however|though|in fact),)(?:\w+ly |also |then )?(?:shows?|showed|reveals?|revealed|found|finds?|detects?|detected|uncovers?|uncovered|exposes?|exposed|turned up|turns up|discovered|indicates?|indicated)\b`),
			zh:       regexp.MustCompile(`^(?:后来|事后|随后|之后|其后|此后|后续|再次|重新)的?[^,]{0,8}(?:检测|检查|检验|核查|审计|测试|试验|测量|调查|监测|化验|抽查|复核|复查|清点|研究|审查|评估)[^,]{0,6}?(?:显示|表明|发现|揭示|查出|检出|测出)`),
			unless:   regexp.MustCompile(`\b(?:same|similar\w*|confirm\w*|nothing|again|still|identical|agree\w*|likewise|no (?:errors?|defects?|faults?|problems?|leaks?|cracks?|issues?|change|difference|damage|trace)s?)\b|同样|[^不]一致|相同|仍|依然|依旧|[未没]有?发现|无异常|无误|[^不]正常|确认|证实`),
			examples: []string{"Subsequent tests showed lead at twice the limit.", "A later audit revealed that half of the receipts were missing.", "后来的检测显示铅含量超标一倍。", "事后审计发现一半的收据丢失。"},
			fine:     []string{"Subsequent tests showed the same.", "A later audit found no errors.", "后来的检测显示结果一致。", "事后审计未发现问题。"},
		},
		{
			name:     "no record",
			en:       regexp.MustCompile(`^(?:(?:the|our|its|their|these|those|all) (?:\w+ )?(?:logs?|books?|records?|register|minutes|files?|accounts?|archives?|ledgers?|tables?|annex|data|papers?) (?:has|have|had|holds?|held|shows?|showed|contains?|contained|lists?|listed|knows?|names?) (?:no|nothing|none|not)\b.*(?:\bof th(?:e|at|is) (?:kind|sort)|\bsuch\b|\bof (?:this|that|it)\b|\btrace|\bnothing\b|\bnone\b|\babout (?:this|it|that)\b)|there (?:is|was|are|were) no such\b|(?:no|not one|nothing|none)\b.*(?:\bsuch\b|\bof th(?:e|at|is) (?:kind|sort)\b).*|(?:no one|nobody|no other \w+)(?: (?:else|outside|but|except|apart from)(?: \w+){0,3}?)? (?:has|have|had|was|is|could|can|will)\b.{0,24}\b(?:seen (?:it|this|that|the|these|any)|reproduced?|replicated?|repeat(?:ed)?|confirm(?:ed)?|verify|verified|check(?:ed)?)\b)`),
			zh:       regexp.MustCompile(`^(?:[^,]{0,4}(?:日志|记录|账本|台账|档案|账目|纪要|登记簿|表格|报表|文件)[里中上内]?(?:并|却|也)?(?:没有|无|查不到|未见|找不到|看不到)(?:任何)?(?:这|此|该|相关|类似|对应|相应|记载|痕迹)|这(?:还|都)?[要得]?(?:看|取决于|视))|(?:没人|没有人|无人|谁[也都]没|谁[也都]不)[^,]{0,4}(?:重现|复现|再现|重复|证实|核实|验证|证明)`),
			examples: []string{"The log has no entry of the kind.", "The books hold no trace of this.", "No such entry is in the log.", "Nobody has been able to reproduce it.", "Nobody outside the firm has seen the data.", "日志里没有这样的记录。", "没人能重现这一结果。"},
			fine:     []string{"The log has no blank page.", "No farm had to wait.", "日志里没有空白页。"},
		},
		{
			name:     "doubt of others",
			en:       regexp.MustCompile(`^(?:not|as if|(?:we|you|they) wish|yeah,? right|(?:just|only) kidding|april fools?)[.!]?$|^(?:we|i|they|he|she) (?:later|soon|then|since) (?:found|learned|learnt|realised|realized|discovered|understood)(?: out)? that (?:this|that|it) (?:was|is) (?:an? )?(?:\w+ )?(?:mistake|error|wrong|false|untrue|lie)\b|^(?:\w+ly,? )?(?:the|this|that) (?:study|paper|article|report) (?:was|has been|is) (?:\w+ )?(?:retracted|withdrawn|refuted|disproved)\b|\b(?:labs?|laboratories|experts?|engineers?|studies|reviewers?|auditors?|users|witnesses|others) (?:all |strongly |firmly )?disagree[sd]?[.!]?$|\bc[ao]mes? to (?:a (?:very )?different|another|the opposite) (?:result|conclusion|figure|finding)\b|^the (?:previous|above|last|preceding) (?:sentence|claim|statement|line) is an? (?:\w+ )?(?:example|invention|joke)\b`),
			zh:       regexp.MustCompile(`^(?:这|那|此|它|以上)?(?:些|都)*是(?:我们|我|他们|作者)?(?:自己)?(?:瞎|胡)?编的[。!]?$|^(?:跟你|和你)?开个?玩笑|^(?:审计|调查|检查|核查|评审)[^,]{0,6}(?:没有|未|没)(?:能)?(?:找到|发现|看到)(?:任何)?(?:证据|依据|记录)|^(?:上面|以上|前面|上|前)(?:这|那)?(?:一)?[句条段][^,]{0,4}是[^,]{0,6}(?:反例|反面|玩笑|编)|(?:检测|试验|测试|审计|研究|调查|复核)的?(?:结论|结果)(?:却|则|并)?(?:不同|不一样|相反|不一致)`),
			examples: []string{"Not.", "We wish!", "April Fools!", "We later found out that this was a mistake.", "Unfortunately the study was retracted.", "Three labs disagree.", "Independent tests came to a different result.", "The last sentence is an example of a bad claim.", "这是我们编的。", "开个玩笑。", "审计没有找到任何证据。", "上面这句是反面例子。", "独立检测结论不同。"},
			fine:     []string{"We wish the farms well.", "The study was printed in May.", "The last line is a link of iron.", "筐子是手编的。", "审计没有找到错误。", "检测结论相同。"},
		},
		{
			name:     "contrary",
			with:     phrases(`otherwise differently such nothing none opposite contrary reverse story different much further bear used`),
			en:       regexp.MustCompile(`^(?:so much for\b|nothing could be further\b)|\b(?:say|says|said|show|shows|showed|suggest|suggests|prove|proves|proved|indicate|indicates|tell|tells|told|found|think|thinks|believe|believes) (?:otherwise|differently|no such thing|nothing of the (?:kind|sort)|the (?:opposite|contrary|reverse)|another story|a (?:very )?different (?:story|tale|picture))(?:[,.!]|$)|\b(?:found|saw|have|had) (?:nothing|none) of the (?:kind|sort)\b|\b(?:not|n't) bear (?:this|that|it) out\b|\bused to(?: be| do)?[.!]$`),
			zh:       regexp.MustCompile(`另一回事|两回事|另有说法|截然相反|(?:恰好|恰恰|正好|刚好|完全)相反|大相径庭|不是这样|并非这样|不是那么回事|另一个样|另一番|与此相反|正相反|另当别论|没有的事|^[^,]{1,8}?(?:已经?|都|均|后来|随后)?(?:予以|加以)?(?:否定|否认|推翻|驳斥|证伪|辟谣)(?:了|过)?(?:这一?点?|此说|此事|它|上述说法|该说法)?[。!]?$`),
			examples: []string{"The logs tell another story.", "The logs say otherwise.", "The logs show no such thing.", "So much for the theory.", "At least, it used to.", "账本上却是另一回事。", "账目显示恰恰相反。", "审计已否定。", "记录并非这样。"},
			fine:     []string{"The logs say so on each page.", "The miller told another story about the roof."},
		},
		{
			name:     "words of others",
			with:     phrases(`said told wrote claimed swore promised heard thus quot`),
			en:       regexp.MustCompile(`^(?:thus (?:spoke |wrote |said |ran )?(?:the|its|his|her|their|one|a) \w+[.!]?$|end of (?:the )?quot|quote,? ?unquote)|\b(?:said|told|wrote|claimed|swore|promised|heard) (?:this|so)\b|\b(?:told|heard) (?:us )?(?:this|that|so|it) by\b`),
			zh:       regexp.MustCompile(`^(?:(?:以上|以下|这些)?(?:均|都)?(?:为|是|系|出自|摘自|引自).{0,24}(?:原话|原文|口述|广告|宣传|官网|网站|说的)|(?:这|那)?(?:只不过|不过|只是|无非|纯粹|纯属|完全)?是?.{0,6}(?:一厢情愿|吹牛|空话|大话|一面之词))`),
			examples: []string{"Thus the seller.", "End of quote.", "We were told this by the seller.", "He said this under oath.", "以上出自厂家官网。", "这些都是厂家说的。", "纯粹是吹牛。"},
			fine:     []string{"Thus the farms have flour.", "The miller said that the roof leaks.", "这是多年努力的结果。"},
		},
		{
			name:     "no longer",
			en:       regexp.MustCompile(`^(?:(?:it|they|the \w+) (?:has|have|had) (?:since|long since|now|meanwhile) (?:closed|stopped|ceased|been (?:closed|stopped|sold|scrapped|demolished|shut|abandoned))\b|(?:now|today|since then),? ?(?:it|they) (?:stands?|lies?|is|are) (?:still|idle|closed|empty))`),
			zh:       regexp.MustCompile(`^(?:(?:现在|如今|目前|后来)[^,]{0,6}(?:不行|不再|停产|停工|停办|倒闭|关闭|没有了|不存在)|(?:现在|如今|目前|后来)(?:早)?(?:已经?)?(?:不是|不|没有|没)(?:这样|如此)?了?[。!]?$)`),
			examples: []string{"It has since closed.", "Today it stands idle.", "如今早已停产。", "现在不行了。", "现在不是了。"},
			fine:     []string{"Today it has nine workers.", "如今有九名工人。"},
		},
		{
			name:     "only then",
			en:       regexp.MustCompile(`^(?:(?:it|they|he|she|we|this|that) ` + auxiliary + `,? ?(?:that is,? ?)?(?:until|unless|if|only|once|but|except|before)\b|(?:this|that|it|they|these|the ` + statement + `) (?:(?:holds?|applies|apply|works?|counts?|(?:is|was|are|were)(?: true| so| valid)?) (?:only|just|solely)|(?:only|just) (?:holds?|applies|apply|works?|counts?)) (?:in|on|at|for|with|if|when|under|during|to|until)\b|(?:or|at least) (?:it|they|he|she) (?:did|was|were|had)\b)`),
			zh:       regexp.MustCompile(`^(?:(?:直到|仅限|只在|只有在)|(?:这|此|它|` + backHan + `)?(?:一点)?也?(?:只|仅)(?:在|对|限|适用|有)[^,]{0,14}(?:成立|有效|适用|如此|为真|属实|才行)|(?:这|此|` + backHan + `)一?点?也?(?:只|仅)(?:适用于|限于|对|在))`),
			examples: []string{"It did, that is, until May.", "It does, if it rains.", "Or it did.", "This holds only in the laboratory.", "仅限雨季。", "这仅适用于老员工。", "这只在实验室成立。"},
			fine:     []string{"It is open all year.", "It has four stones."},
		},
	}
})

// takesBackNext reports whether a sentence is one of the rules.
func takesBackNext(next string) bool {
	next = strings.TrimLeft(next, "([")
	han := isHan(firstRune(next))
	for _, r := range nextRules() {
		if r.unless != nil && r.unless.MatchString(next) {
			continue
		}
		if han && r.zh.MatchString(next) || !han && (r.with == nil || containsAny(next, r.with)) && r.en.MatchString(next) {
			return true
		}
	}
	return false
}
