package main

// remark is what the replies for samples and pictures say of one lens of a document: for
// the judge whose main lens it is, and for the others. Quotes are parts of the document;
// one of them is changed on purpose, so that the check of quotes has something to find.
type remark struct{ comment, quote, other, otherQuote, fix string }

// written are the remarks by document and lens. They were written for these documents;
// no judge's prompt was answered by a model.
var written = map[string]map[string]remark{
	"Cold Bag": {
		"problem": {
			comment: "People with the problem were asked and counted, and the cost of a spoiled pen is given.", quote: "13 had thrown a pen away last summer because they did not know whether it had spoiled",
			other: "34 people from two groups are a sound start; other ways to travel are not covered.", otherQuote: "We asked 34 members of two patient groups in Dunmere to show us how they carry it",
		},
		"evidence": {
			comment: "A test with a reference thermometer; the three failures are reported with their size.", quote: "57 turned between 29.5 and 30.5 °C, 3 turned late at 31 °C",
			other: "The strip is tested in water, not yet in a pouch on a bus.", otherQuote: "We tested 60 strips in a water bath against a calibrated thermometer",
		},
		"mechanism": {
			comment: "One can see how it works, what it needs and what it cannot tell.", quote: "A felt pouch with a strip of wax that melts at 30 °C and leaves a red mark.",
			other: "The limits are stated before a reader has to ask.", otherQuote: "A red strip does not prove that insulin is spoiled, and a white one does not prove that it is good",
		},
		"market": {
			comment: "Today's habit is counted, but no competing pouch is named.", quote: "22 used a wet cloth or nothing at all", fix: "",
			other: "Real sales in real shops, still a third of what is needed.", otherQuote: "We sold 118 last month, in three pharmacies.",
		},
		"plan": {
			comment: "Dates, owners and a use for every crown.", quote: "The pharmacy lead signs the contracts; the sewing lead trains a second seamstress in June.",
			other: "The three amounts add up to the 4,000 that are asked for.", otherQuote: "We ask for 4,000 crowns: 1,500 for felt, 1,200 for strips, 1,300 for tests with 200 users.",
		},
		"clarity": {
			comment: "Short, concrete, in the order in which questions come up.", quote: "No battery. The wearer looks at the strip",
			other: "Nothing has to be read twice.", otherQuote: "We have no view yet on freezing.",
		},
	},
	"搬家箱": {
		"problem": {
			comment: "跟单统计，问题有具体数字。", quote: "平均每单用箱 31 只，每只 4.2 元，用完一次就被丢掉的占 83%",
			other: "老板和客户两方的麻烦都说到了，客户一方没有数字。", otherQuote: "老板嫌贵，客户嫌没处放。",
		},
		"evidence": {
			comment: "试点的丢损和失败都写明了，经得起核对。", quote: "共出箱 1,610 只次，丢 9 只（0.56%），破 14 只（0.87%）",
			other: "没收回的六单说明了原因，也据此改了期限。", otherQuote: "有 6 单没能在三天内收回，原因是客户还没拆完箱",
		},
		"mechanism": {
			comment: "流程完整，丢失有押金约束。", quote: "收箱时扫码，少一只扣押金 30 元。",
			other: "收箱的车次怎么排没有写。", otherQuote: "箱子叠放，一车可以收 240 只。",
		},
		"market": {
			comment: "和纸箱直接比较，节省有数。", quote: "每单客户省约 74 元。",
			other: "离盈亏平衡还远，文中自己承认。", otherQuote: "现在每月约 17 单，差得还远",
		},
		"plan": {
			comment: "有负责人、有日期，还有停下来的条件。", quote: "到七月不足 5 家就停下来，把箱子卖给仓库",
			other: "三项支出加起来正好三万元。", otherQuote: "其中买箱 500 只 21,000 元，二手三轮车 6,500 元，备用 2,500 元",
		},
		"clarity": {
			comment: "每段一个问题，数字紧跟结论。", quote: "租给搬家公司带盖塑料箱，每只每单 1.8 元",
			other: "不知道的事单独列出，读者放心。", otherQuote: "旺季（毕业季）周转会不会断",
		},
	},
	"小菜圃": {
		"problem": {
			comment: "说了需求，没有问过多少人。", quote: "现在很多人想吃放心菜，也想带孩子接触自然",
			other: "参加的户数是真实的需求，但只来自本小区。", otherQuote: "一共 16 户参加，每户交 200 元",
		},
		"evidence": {
			comment: "试种的失败写出来了，但没有产量。", quote: "到了八月有一半人家没有时间浇水，菜死了不少",
			other: "承重没有请人算过，这是最要紧的一条。", otherQuote: "目前没有漏，不过没有请专业人员算过", fix: "请专业人员核算楼顶承重和防水，再谈推广。",
		},
		"mechanism": {
			comment: "滴灌解决了浇水，管理仍靠一位阿姨。", quote: "后来我们装了定时滴灌，花了 1,350 元，情况好转。",
			other: "每户能剩 80 元，够不够请人没有算。", otherQuote: "剩下的用来请一位阿姨照看",
		},
		"market": {
			comment: "续订意愿有数，没有和买菜比较。", quote: "年底问大家明年还来不来，11 户说来。",
			other: "“应该可以”没有算式支持。", otherQuote: "如果一个楼顶有 20 户，应该可以维持。",
		},
		"plan": {
			comment: "三个楼顶没有落实，也没有日期。", quote: "具体哪三个还在谈", fix: "写明哪三个楼顶、什么时候签、谁去谈。",
			other: "奖金的用途没有金额。", otherQuote: "奖金主要用于买种植箱和滴灌设备。",
		},
		"clarity": {
			comment: "朴实清楚，顺序略乱。", quote: "我们打算推广到附近的小区。",
			other: "读得懂，关键数字散在各段。", otherQuote: "材料费大约每户 120 元",
		},
	},
	"Stairlight": {
		"problem": {
			comment: "A dozen neighbours were asked; most know of a fall. Costs are missing.", quote: "We spoke with a dozen neighbours, and most of them knew somebody who had fallen.",
			other: "The reason for dark stairs is named, without a figure.", otherQuote: "Many stairwells in older houses are dark because the landlord saves on lamps.",
		},
		"evidence": {
			comment: "Five lamps in a real house, with the one failure and its cause.", quote: "Four still work; one fell off the wall when the glue got wet.",
			other: "The winter test is still running, and the text says so.", otherQuote: "We are not sure that the cell collects enough light on the north side",
		},
		"mechanism": {
			comment: "The parts and the sequence are clear.", quote: "It charges during the day and lights the stairs for 30 seconds when someone passes.",
			other: "The glue is the weak part, and it is named.", otherQuote: "Next we will improve the glue",
		},
		"market": {
			comment: "Compared with what shops sell, with prices and a reason to switch.", quote: "Hardware shops sell battery lamps for 12, but the batteries run empty and nobody changes them.",
			other: "Demand is still a guess, and is called one.", otherQuote: "we do not know yet how many houses would want them",
		},
		"plan": {
			comment: "Steps are named; none has a date or an owner.", quote: "Next we will improve the glue, find a cheaper solar cell and talk to the housing association.", fix: "Give each step a date and an owner.",
			other: "50 lamps at 18 are 900; what else the prize pays for is open.", otherQuote: "With the prize we would build another 50 lamps during the winter and see how they do.",
		},
		"clarity": {
			comment: "Clear paragraphs; doubts are stated where they belong.", quote: "we are testing this at the moment",
			other: "Easy to follow, with figures where they matter.", otherQuote: "A lamp costs us about 18 in parts.",
		},
	},
	"DreamConnect": {
		"problem": {
			comment: "Nobody with a problem appears in the text.", quote: "people long for real connection", fix: "Name a person who has the problem, and what it costs them.",
			other: "A mood, not a need.", otherQuote: "In a world that becomes ever more fragmented",
		},
		"evidence": {
			comment: "Friends who were thrilled are no test.", quote: "everybody we told about it was thrilled", fix: "Try it with people who are not friends, and count who comes back.",
			other: "No trial, no count, no failure is reported.", otherQuote: "Our advanced intelligence understands its deeper meaning",
		},
		"mechanism": {
			comment: "How a dream becomes a match is not said.", quote: "finds soulmates, business partners and friends all over the world", fix: "Explain what the app computes from a dream.",
			other: "Unique and secret is not an explanation.", otherQuote: "Our technology is unique and cannot be copied",
		},
		"market": {
			comment: "All of mankind is not a market.", quote: "Everyone dreams, so our market is eight billion people.", fix: "Estimate from people who would pay, not from everybody alive.",
			// Changed on purpose: the document says 40 billion.
			other: "The revenue figure multiplies two wishes.", otherQuote: "At just 5 a month this is 4 billion in revenue a month.",
		},
		"plan": {
			comment: "Soon and virally are no dates.", quote: "We will launch soon and then grow virally.", fix: "Give each step a date, an owner and a cost.",
			other: "What the prize pays for is not said.", otherQuote: "The prize money will be used to take DreamConnect to the next level.",
		},
		"clarity": {
			comment: "Large words that could be removed without loss.", quote: "we unlock their full potential",
			other: "Risks are denied in place of being listed.", otherQuote: "There are no risks worth mentioning",
		},
	},
	"灵魂咖啡": {
		"problem": {
			comment: "没有具体的人，也没有具体的麻烦。", quote: "每个人都需要被理解", fix: "写清楚是谁、在什么时候、因为什么受损失。",
			other: "口号代替了需求。", otherQuote: "我们用科技赋予咖啡以温度",
		},
		"evidence": {
			comment: "惊叹不是证据：没有人数，没有复购。", quote: "首批用户体验后无不惊叹", fix: "给出试用人数、复购率和失败的例子。",
			other: "“权威统计”没有出处。", otherQuote: "据权威统计，人人都爱咖啡",
		},
		"mechanism": {
			comment: "机器怎样读懂心情，一个字没说。", quote: "我们的核心技术处于保密阶段", fix: "说明机器测量什么、怎样得出配方。",
			other: "罗列学科不等于说明原理。", otherQuote: "它融合了脑科学、心理学、美学和人工智能",
		},
		"market": {
			comment: "“占领心智”不是估算。", quote: "迅速占领年轻人的心智", fix: "从愿意付钱的人算起。",
			other: "没有提到任何现有的咖啡机。", otherQuote: "成为下一个现象级品牌",
		},
		"plan": {
			comment: "一年涨一百倍，没有依据。", quote: "预计第一年销售 10 万台，第二年 1,000 万台。", fix: "写出每一步的日期、负责人和费用。",
			other: "奖金用途空泛。", otherQuote: "奖金将用于品牌升级和市场引爆。",
		},
		"clarity": {
			comment: "辞藻多，信息少。", quote: "未来已来，你来不来？",
			other: "删去形容词，剩不下内容。", otherQuote: "划时代的智能咖啡机",
		},
	},
}
