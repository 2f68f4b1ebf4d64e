package sample

type texts struct {
	title, subtitle, lead, leadLink, leadEnd, bars, radar, caption, lens, colon, file string
	overlap, absent, altered, alteredNote, uncited, cost, hidden                      string
	missing                                                                           [2]string
	headings                                                                          [7]string
	lenses                                                                            [8]string
	comments, quotes, mustFix, judges, pages, filler                                  []string
}

var english = texts{
	title: "Harbour Lights: a plan for the old ferry terminal", subtitle: "Scene culture-fund · version 3 · 21 November 2026",
	lead: "A strong plan with a clear audience; the money is the weak part. See ", leadLink: "Budget and its assumptions", leadEnd: ".",
	bars: "Scores by lens, as a share of each maximum", radar: "Shape of the proposal", caption: "Points that each judge gave",
	lens: "Lens", colon: ":", file: "harbour-lights.pdf",
	missing:  [2]string{"One judge is missing. ", "The judge for accessibility did not answer after three tries; totals rest on four judges."},
	headings: [7]string{"Total score and grade", "Must fix", "Scores", "Lens by lens", "Judges side by side", "How this was judged", "The document"},
	lenses: [8]string{
		"Idea and originality", "Budget and its assumptions over the first three years of operation", "Audience",
		"Team", "Schedule and dependencies on the port authority", "Clarity", "Evidence", "Accessibility",
	},
	comments: []string{
		"The idea is **distinct**: a *working* ferry hall that turns into a stage at night. Two comparable houses are named, and the plan says how it differs from both.\n\n- the night programme is credible\n- the day use is only sketched\n",
		"Income is planned at `92 %` of capacity from the first month. That is **above every comparable house** in the plan's own table:\n\n| House | Seats | Sold |\n|:--|--:|--:|\n| Dock 4 | 310 | 61 % |\n| The Customs Hall | 420 | 68 % |\n| *This plan* | 380 | 92 % |\n\nThe text says <assumption> without naming one.",
		"Readers learn early who this is for. \U0001F600 The interviews are quoted fairly, and ✅ the survey's method is shown.",
		"> \"We have run this crew for eleven years.\"\n\nThe team is complete but for a technical lead; see [the plan's own note](https://example.org/note).",
	},
	quotes: []string{
		"a hall that works for commuters by day and for an audience by night",
		"We assume an average occupancy of 92 % from the first month of operation",
		"Of 412 people interviewed on the quay, 287 said that they would come at least twice a year",
		"The technical lead will be found before the contract is signed",
		"The port authority has to agree to every change of the quay wall",
		"Ramps of 8 % lead to both halls",
		"The nightly programme ends at 23:30 so that the last ferry can be reached",
		"operating reserves of 40,000 euros",
	},
	overlap: "92 % from the first month of operation, because the ferry brings 1.2 million passengers a year",
	absent:  "The city guarantees any deficit for five years",
	altered: "The port authority has agreed to every change of the quay wall", alteredNote: "the document says “any”, not “every”",
	uncited: "the claim about staffing carries no quote",
	cost:    "5 judges, 14 calls, 61,200 tokens, 0.38 USD. Model: example-large. Every proven quote was found word for word in the document.",
	hidden:  "The document holds 1 passage in white on white: it was left out of the text that the judges saw.",
	mustFix: []string{
		"State what happens at 65 % occupancy, **month by month**, and who carries the loss.",
		"Name the technical lead, or say which firm stands in until one is found.",
		"Attach the port authority's letter; without it the schedule is a wish.",
	},
	judges: []string{"Anchor", "Finance", "Audience", "Craft", "Accessibility"},
	pages: []string{
		"# Harbour Lights\n\nThe old ferry terminal shall become a hall that works for commuters by day and for an audience by night. The nightly programme ends at 23:30 so that the last ferry can be reached.",
		"## Money\n\nWe assume an average occupancy of 92 % from the first month of operation, because the ferry brings 1.2 million passengers a year. The plan keeps operating reserves of 40,000 euros.",
		"## People\n\nOf 412 people interviewed on the quay, 287 said that they would come at least twice a year. The technical lead will be found before the contract is signed.",
		"## Building\n\nThe port authority has to agree to every change of the quay wall. Ramps of 8 % lead to both halls.",
	},
	filler: []string{
		"The hall stands since 1961 and was last painted in 1994. Its roof carries two cranes that no longer turn; the plan keeps both as they are and lights them from below. Rain water is gathered in the old ballast tanks and serves the toilets.",
		"Three months of rehearsal, two of building: the order of works follows the tide tables, since the lower ramp is dry for four hours only. The crew is hired by the season, with a core of nine people through the year.",
		"Tickets cost between 9 and 24 euros. Commuters with a season ticket pay half. Schools of the district come free on weekdays before noon, and the bar is run by the neighbourhood's own cooperative.",
	},
}

var chinese = texts{
	title: "港湾灯火：旧渡轮码头再生计划", subtitle: "场景 culture-fund · 第 3 版 · 2026 年 11 月 21 日",
	lead: "方案清晰、受众明确；薄弱之处在于资金安排，见“", leadLink: "预算及其假设", leadEnd: "”。",
	bars: "各维度得分（占该维度满分的比例）", radar: "提案轮廓", caption: "每位评委的打分",
	lens: "维度", colon: "：", file: "港湾灯火.pdf",
	missing:  [2]string{"缺少一位评委。", "无障碍评委三次重试后仍未作答，总分由四位评委得出。"},
	headings: [7]string{"总分与等级", "必须修改", "各维度得分", "逐项评语", "评委对照", "评审说明", "原文"},
	lenses:   [8]string{"创意与独特性", "预算及其在运营前三年中的各项假设", "受众", "团队", "进度以及对港务局的依赖", "表达清晰", "证据", "无障碍"},
	comments: []string{
		"这是**重点：**白天是通勤者的候船厅，夜晚变成舞台，*构思独特*。文中列举了两家同类场馆，并说明了差异。\n\n- 夜间节目可信\n- 白天用途仅有轮廓\n",
		"收入按首月起 `92 %` 的上座率计算，**高于文中所列的每一家场馆。**请看：\n\n| 场馆 | 座位 | 售出 |\n|:--|--:|--:|\n| 四号船坞 | 310 | 61 % |\n| 海关大厅 | 420 | 68 % |\n| *本方案* | 380 | 92 % |\n\n文中写着 <假设>，却没有说明是什么假设。",
		"读者很快就明白“为谁而做”。\U0001F600 访谈引用公允，✅ 调查方法也有交代；“𠮷野”一词用字罕见。",
		"> “这支队伍已经合作了十一年。”\n\n团队完整，只缺技术负责人，参见[方案自注](https://example.org/note)。",
	},
	quotes: []string{
		"白天服务通勤者，夜晚面向观众", "我们假设自开业首月起平均上座率为百分之九十二",
		"码头受访的 412 人中，有 287 人表示每年至少会来两次", "技术负责人将在签约之前确定",
		"岸墙的任何改动都须经港务局同意", "两座大厅均设有坡度为 8 % 的坡道",
		"夜间节目于 23:30 结束，以便观众赶上末班渡轮", "四万欧元的运营储备金",
	},
	overlap: "平均上座率为百分之九十二，因为渡轮每年运送一百二十万名乘客", absent: "市政府承诺五年内承担全部亏损",
	altered: "岸墙的任何改动都已经港务局同意", alteredNote: "the quote ends inside a number", uncited: "关于人员配备的说法没有引文",
	cost:   "5 位评委，14 次调用，61 200 个词元，0.38 美元。模型：example-large。凡标注“已核实”的引文均在原文中逐字找到。",
	hidden: "文档中有 1 处白底白字：评委所见的文字中已将其剔除。",
	mustFix: []string{
		"请逐月说明上座率为 65 % 时的收支，并写明**由谁承担亏损**。", "请写明技术负责人是谁，或由哪家公司暂代。", "请附上港务局的函件；没有它，进度只是愿望。",
	},
	judges: []string{"主评", "财务", "受众", "工艺", "无障碍"},
	pages: []string{
		"# 港湾灯火\n\n旧渡轮码头将成为一座白天服务通勤者，夜晚面向观众的大厅。夜间节目于 23:30 结束，以便观众赶上末班渡轮。",
		"## 资金\n\n我们假设自开业首月起平均上座率为百分之九十二，因为渡轮每年运送一百二十万名乘客。方案保留四万欧元的运营储备金。",
		"## 人\n\n码头受访的 412 人中，有 287 人表示每年至少会来两次。技术负责人将在签约之前确定。",
		"## 建筑\n\n岸墙的任何改动都须经港务局同意。两座大厅均设有坡度为 8 % 的坡道。",
	},
	filler: []string{
		"大厅建于一九六一年，上一次粉刷是在一九九四年。屋顶上有两台早已停转的起重机，方案将它们原样保留，并从下方打光。雨水汇入旧压载舱，用于冲洗卫生间。工人们说：“这座房子比我们都老，却比我们都结实。”方案引用了这句话，并以此为全篇的基调。",
		"排练三个月，施工两个月：工序依潮汐表安排，因为下层坡道每天只有四个小时露出水面。队伍按演出季聘用，常年核心成员九人。",
		"票价在九欧元至二十四欧元之间，持季票的通勤者半价。本区学校工作日上午免费入场，酒吧由街坊合作社经营。",
	},
}
