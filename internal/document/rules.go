package document

import (
	"regexp"
	"strings"
	"sync"
)

// rules compiles the list once; a document is scanned for all of them.
var rules = sync.OnceValue(func() []rule {
	c := regexp.MustCompile
	// words compiles a rule about a sentence, which may run over a line's end.
	words := func(expr string) *regexp.Regexp { return c(strings.ReplaceAll(expr, " ", `\s`)) }
	list := []rule{
		// English: commands to drop instructions.
		{kind: PlantedCommand, need: []string{"ignore", "disregard", "forget", "overlook"}, hit: words(`\b(?:ignore|disregard|forget|overlook)\b(?: \w+){0,2}?(?: (?:all|any|every|the|these|those|your|my|our|previous|prior|above|earlier|preceding|foregoing|other|system|original|given|initial|of))+ (?:\w+ )?(?:instruction|prompt|direction|command|directive|guideline|rubric|criteri|scoring rule|evaluation rule|system message|system rule|context above|text above)\w*`), veto: c(`(?:\b(?:not|never|cannot|can't|don't|won't|they|who|which|that|users?|people|students|drivers|staff|workers|customers|readers) (?:\w+ )?)$`)},
		{kind: PlantedCommand, need: []string{"ignore", "disregard", "forget"}, hit: words(`\b(?:ignore|disregard|forget) (?:everything|all|anything|what|whatever)(?: \w+){0,3}? (?:above|before this|so far|you were told|you have been told|previously)\b`), veto: c(`(?:\b(?:not|never|they|who|we|i|users?) )$`)},
		{kind: PlantedCommand, need: []string{"ignore", "disregard", "forget"}, hit: words(`\b(?:ignore|disregard|forget) (?:the |all )?(?:above|foregoing|preceding|previous)(?: text)?\s?(?:[,.;:!]|and|then)\s?(?:please |just |then |instead |simply |now |you )*(?:give|assign|award|score|rate|output|return|respond|reply|say|write|print|answer|grade)\b`)},
		{kind: PlantedCommand, need: []string{"instruction", "task", "directive", "job", "goal"}, hit: words(`\b(?:your|new|updated|revised|real|actual) (?:new |real |actual |only |true )?(?:instructions?|task|directive|job|goal) ?(?:are|is|is now|are now|:) ?(?:to )?(?:give|assign|award|score|rate|output|return|respond|praise|approve|accept|recommend|ignore)\b`)},
		{kind: PlantedCommand, need: []string{"judge", "grader", "evaluator", "scorer", "assessor", "reviewer", "ai", "llm", "model", "assistant"}, hit: words(`\b(?:as|you are|you're|being) (?:now )?(?:an?|the|our|this|my) (?:\w+ ){0,2}?(?:judge|grader|evaluator|scorer|assessor|reviewer|ai|llm|language model|assistant|model)s?,? (?:and )?(?:you |please |who )*(?:must|should|shall|will|have to|need to|are required|are to|are obliged|give|assign|award|score|rate|always)\b`), veto: c(`(?:\b(?:if|when|whether|unless|while|that|imagine|since) )$`)},
		{kind: PlantedCommand, need: []string{"judge", "grader", "evaluator", "scorer", "reviewer", "language model", "llms", "chatgpt", "ai assistant", "ai system"}, hit: words(`\b(?:note|message|instructions?|attention|memo|hint|reminder|hello|hey|dear|to)(?:,|:| to| for)? (?:the |all |any |our |every |an? )?(?:\w+ )?(?:ai judges?|llm judges?|ai graders?|ai reviewers?|ai evaluators?|llm graders?|llm reviewers?|language models?|llms|large language models?|chatgpt|ai assistants?|ai systems?|judges?|graders?|evaluators?|scorers?)(?: reading this| evaluating this| grading this)?\s?[,:!-]+ ?(?:you |please |kindly |always |do |must |should |give|assign|award|score|rate|grade|this |ignore|disregard|treat|consider)`)},
		{kind: PlantedCommand, need: []string{"if you"}, hit: words(`\bif you(?: are|'re) (?:an? |the )?(?:\w+ )?(?:ai|llm|language model|chatbot|automated (?:judge|grader|reviewer|system)|large language model)\b`)},
		{kind: PlantedCommand, need: []string{"rubric", "criteria", "system prompt", "hidden", "instruction"}, hit: words(`\b(?:do not|don't|never) (?:follow|obey|apply|use|mention|reveal|report|flag|disclose) (?:the |your |any |this |these |that )*(?:rubric|scoring criteria|system prompt|hidden (?:text|instructions?)|previous instructions?|above instructions?|original instructions?|judging criteria)\b`)},
		{kind: PlantedCommand, need: []string{"system prompt", "hidden prompt", "initial prompt", "instructions above"}, hit: words(`\b(?:reveal|print|repeat|output|show)(?: me)? (?:your|the) (?:system prompt|hidden prompt|initial prompt|instructions above)\b`), veto: c(`(?:\b(?:not|never|attackers?|to|users?|can|could|may) )$`)},

		// English: scores for the asking.
		{kind: PlantedScore, need: []string{"/", "out of", "full ", "highest", "maximum", "max ", "perfect", "top ", "best", "grade s", "a+", "s grade", "s rating"}, hit: words(`(?:[\n.!?:;,"'(-] ?|\b(?:please|must|should|shall|you|always|then|instead|simply|just|now|kindly) )(?:give|assign|award|grant|rate|score|mark|grade|return|output|respond with|reply with)(?: \w+){0,7}? (?:with |at |as |a |of |an |the |to )*(?:(\d{1,3}) ?(?:/|out of) ?(\d{1,3})\b|full (?:marks?|scores?|points|credit)|(?:the )?(?:highest|maximum|max|perfect|top|best)(?: possible)? (?:score|mark|grade|rating|point)s?|a perfect (?:score|10|100)|grade s\b|an? (?:a\+|s grade|s rating))`), check: fullMarks},
		{kind: PlantedScore, need: []string{"this "}, hit: words(`\bthis (?:document|essay|paper|report|submission|proposal|entry|work|plan|text|article|project) (?:clearly |fully |really |truly )?(?:deserves|merits|has earned|is worth|should (?:get|receive|be given|be awarded|be scored|be rated|score)|must (?:get|receive|be given|be awarded|be scored|be rated|score)|is to be (?:given|awarded|scored|rated)|has (?:already )?been (?:awarded|given|scored|rated|graded))(?: \w+){0,4}? ?(?:(\d{1,3}) ?(?:/|out of) ?(\d{1,3})\b|full (?:marks?|scores?|points|credit)|(?:highest|maximum|max|perfect|top|best)(?: possible)? (?:score|mark|grade|rating|point)s?|grade s\b|a\+)`), check: fullMarks},
		{kind: PlantedScore, need: []string{"score", "grade", "rating", "verdict", "mark", "points"}, hit: words(`\b(?:final|overall|total|judge's|judges'|panel|recommended|expected|correct|official)(?: lens)? (?:score|grade|rating|verdict|mark|points)s?(?: \w+)? ?(?:is|are|:|=|should be|must be|->) ?(?:a |an )?(?:(\d{1,3}) ?(?:/|out of) ?(\d{1,3})\b|100 ?%|grade s\b|s\b|a\+|full (?:marks|points)|perfect|(?:the )?maximum)`), check: fullMarks},

		// Chinese: commands to drop instructions.
		{kind: PlantedCommand, need: []string{"忽略", "无视", "無視", "忘", "理会", "理會", "管", "抛开", "拋開", "跳过", "跳過", "放弃", "放棄", "绕过", "繞過"}, hit: words(`(?:忽略|无视|無視|忘记|忘記|忘掉|忘却|不要理会|不要理會|不用理会|不必理会|不用管|别管|抛开|拋開|跳过|跳過|放弃|放棄|绕过|繞過)(?:掉|你|之前|以上|上述|上面|前面|先前|此前|前述|所有|一切|全部|任何|原有|原来|原來|系统|系統|您|收到|的|给|給|到|那些|这些|這些|其他|其它)+(?:指令|指示|提示|要求|规则|規則|命令|说明|說明|内容|內容|评分标准|評分標準|标准|標準|设定|設定|约束|約束|限制|评审|評審|文字|文本)`), veto: c(`(?:不要|不能|不可|切勿|勿|别|不得|不应|不應|避免|没有|沒有|并未|並未|从不|如果|若|倘若|一旦|假如|常常|往往|容易|经常|經常|会|會|可能|人们|用户|用戶|我们|我們|本文|他们|她|他)$`)},
		{kind: PlantedCommand, need: []string{"忽略", "无视", "無視", "忘记", "忘記"}, hit: words(`(?:忽略|无视|無視|忘记|忘記)(?:掉)?(?:以上|上文|上述|前文|之前|前面)(?:的)?(?:所有|一切|全部)?[,，。;；:：!！](?:并|並|然后|然後|请|請|直接|只需|你|您|现在|現在)*(?:给|給|打|输出|輸出|回答|返回|回复|回覆|评|評|写|寫)`)},
		{kind: PlantedCommand, need: []string{"评", "評", "裁判", "阅卷", "閱卷", "打分", "ai", "人工智能", "模型", "审稿", "審稿"}, hit: words(`(?:你|您)(?:现在|現在|就|只|其实|其實)*(?:是|作为|作為|身为|身為|扮演|充当|充當)(?:一|位|名|个|個|本次|本场|专业|專業|公正|资深|資深|严格|的)*(?:评委|評委|评审|評審|裁判|评分员|評分員|评分者|阅卷|閱卷|打分|ai|人工智能|大模型|大语言模型|语言模型|語言模型|审稿|審稿)`), veto: c(`(?:如果|若|假如|假设|假設|当|當|因为|由于)$`)},
		{kind: PlantedCommand, need: []string{"评", "評", "裁判", "阅卷", "閱卷", "打分", "ai", "人工智能", "模型", "审稿", "審稿"}, hit: words(`(?:作为|作為|身为|身為)(?:一|位|名|个|個|本次|本场|专业|專業|公正|的)*(?:评委|評委|评审|評審|裁判|评分员|評分員|大模型|ai|语言模型|語言模型)[,，:：]?(?:请|請)?(?:你|您)?(?:必须|必須|应该|應該|应当|應當|务必|務必|只能|一定要|需要|只需|请)`)},
		{kind: PlantedCommand, need: []string{"评", "評", "裁判", "阅卷", "閱卷", "打分", "ai", "人工智能", "模型", "审稿", "審稿"}, hit: words(`(?:致|告|写给|寫給|请|請|提示|提醒|注意|尊敬的)(?:各位|所有|本次|:|：|,|，)*(?:评委|評委|评审|評審|评分员|大模型|ai评委|ai|人工智能|语言模型|語言模型)(?:们|們|老师|老師|专家|專家|系统)?[,，:：!！]?(?:请|請|你|您|务必|務必|必须|必須|一定|直接)+(?:给|給|打|评|評|忽略|无视|無視|输出|輸出|按|将|將|对|對)`)},
		{kind: PlantedCommand, need: []string{"如果你", "如果您"}, hit: words(`如果(?:你|您)是(?:一个|一個)?(?:ai|人工智能|大模型|大语言模型|语言模型|語言模型|自动评分|自動評分)`)},

		// Chinese: scores for the asking.
		{kind: PlantedScore, need: []string{"满分", "滿分", "最高", "高分", "0分", "0 分", "一百分", "s级", "s 级", "s級", "s 級", "a+", "10/10", "100/100"}, hit: words(`(?:请|請|务必|務必|必须|必須|应当|應當|应该|應該|直接|一律|统一|統一|麻烦|全部)[^。!！?？;；\n]{0,12}?(?:给|給|打|评为|評為|评出|评定|評定|判|输出|輸出|授予|打出)[^。!！?？;；,，\n]{0,12}?(?:满分|滿分|最高分|最高评价|最高評價|最高等级|最高等級|高分(?:[^子辨散布]|$)|100 ?分(?:[^钟鐘之]|$)|10 ?分(?:[^钟鐘之]|$)|一百分|s ?级|s ?級|a\+|10/10|100/100)`)},
		{kind: PlantedScore, need: []string{"满分", "滿分", "最高", "高分", "0分", "0 分", "一百分", "s级", "s 级", "s級", "s 級", "a+", "10/10", "100/100"}, hit: words(`(?:本文|本文档|本报告|本方案|本项目|本作品|该文档|該文檔|此文|这份文档|这份报告|这份方案|這份文件|这篇文章|這篇文章)[^。!！?？\n]{0,8}?(?:应得|應得|应该得|應該得|应获|應獲|理应|理應|值得|必须得|必須得|应给|應給|已获|已獲|已被评|应评|應評)[^。!！?？\n]{0,8}?(?:满分|滿分|最高分|高分(?:[^子辨散布]|$)|100 ?分|10 ?分|s ?级|s ?級|a\+)`)},
		{kind: PlantedScore, need: []string{"总分", "總分", "得分", "评分", "評分", "评审结果", "評審結果", "最终等级", "最終等級"}, hit: words(`(?:总分|總分|最终得分|最終得分|最终评分|最終評分|综合评分|綜合評分|综合得分|綜合得分|评委评分|評委評分|评审结果|評審結果|最终等级|最終等級)(?:为|為|是|应为|應為|必须是|:|：|=|＝)+ ?(?:满分|滿分|(\d{1,3}) ?/ ?(\d{1,3})|100 ?分|s\b|s ?级|a\+)`), check: fullMarks},

		// Replies in the judge's own form.
		{kind: FakeReply, need: []string{"scores", "lens", "must_fix", "verdict", "_score", "judge"}, hit: c(`[{,]\s?["']?(?:scores|lens|lenses|must_fix|verdict|total_score|overall_score|final_score|judge)["']\s?:\s?["'\[{\d]`)},
		{kind: FakeReply, need: []string{"score"}, hit: c(`[{,]\s?["']score["']\s?:\s?["']?\d`)},
		{kind: FakeReply, need: []string{"lens:"}, hit: c(`\n-? ?lens: ?\S[^\n]{0,60}\n-? ?score: ?\d`)},

		// The prompt's fence, chat roles and the end of the document.
		{kind: FakeFence, need: []string{"<|"}, hit: c(`<\|(?:im_start|im_end|im_sep|system|user|assistant|endoftext|eot_id|start_header_id|end_header_id|begin_of_text|end_of_text|end_of_turn)\|>?`)},
		{kind: FakeFence, need: []string{"inst]", "<<", "_of_turn>", "<system", "</system", "assistant", "instruction", "<human", "</human", "<untrusted", "</untrusted", "<judge", "</judge", "<document", "</document", "<submission", "</submission"}, hit: c(`\[/?inst\]|<</?sys>>|<(?:start|end)_of_turn>|</(?:system|assistant|system_prompt|instructions?|human|untrusted|judge|document|submission)>|\n<(?:system|assistant|system_prompt|instructions?|human|untrusted|judge|document|submission)(?: [^<>\n]{0,80})?>\s`)},
		{kind: FakeFence, need: []string{"\n#"}, hit: c(`\n#{1,6} ?(?:system|assistant|human|user|instructions?|response|new instructions?)(?: prompt| message)? ?:`)},
		{kind: FakeFence, need: []string{"\nassistant", "\nsystem "}, hit: c(`\n(?:assistant|system prompt|system message) ?: ?\S`)},
		{kind: FakeFence, need: []string{"<<<", ">>>"}, hit: c(`<{3,} ?/?(?:end )?(?:document|doc|data|system|prompt|submission|untrusted|文档|文檔)|(?:document|submission|untrusted|prompt|文档|文檔) ?[0-9a-z_-]{0,64} ?>{3,}`)},
		{kind: FakeFence, need: []string{"end", "begin", "start"}, hit: c(`\n[-=#<\[( ]{2,} ?(?:end of|end|begin of|begin|start of) (?:the )?(?:document|submission|user input|untrusted (?:data|text|input)|system prompt|data to judge|instructions?) ?[-=#>\])]{2,}`), check: textFollows},
		{kind: FakeFence, need: []string{"结束", "結束", "终止", "完"}, hit: c(`\n[-=#<\[(【 ]+(?:文档|文檔|待评文档|提交内容|用户输入)(?:到此)?(?:结束|結束|终止|完) ?[-=#>\])】]+`), check: textFollows},
	}
	return list
})
