package evidence

// RulesVersion is the version of all rules of this package, from 1. It changes if a
// quote may get another status or note. Version 2 added the scope of quotes. Version 3 has
// more cues, labels, and notes on the words that a quote leaves out of its own clause; version 4
// has more cues, and notes on longer phrases beside a quote; version 5 knows struck-through text,
// headings, more forms of numbers, HTML and escapes, and short clauses before a quote; version 6
// refuses items of lists under denials, exceptions and parts of numbers, and knows ranges;
// version 7 knows more conditions, goals, reports and retractions, ellipses over "other" and
// "also", and fractions; version 8 knows numbers in compound words, more parts of a whole, the words
// above lists and before the items of a sentence, footnotes, tables, joined items, and traditional characters;
// version 9 knows wishes for others, more sentences that take a quote back, fractions without "of", and cues that
// reach over breaks of pages, semicolons and "and that";
// version 10 knows lines that pages repeat, tables with commas, more corrections in the next sentence, times that are no
// conditions, openings that change nothing, and more forms of money and units;
// version 11 knows lists under unfinished lines without a colon, acts that share a modal or plan, and words that limit;
// version 12 knows the author's clauses behind what others say, other speakers, and changed numbers in shorter Chinese quotes;
// version 13 ends sentences behind units and abbreviations, and knows contractions, risks, items in a line, and later findings.
const RulesVersion = 13

// side is where a rule looks for its cues.
type side int

const (
	before side = iota // in the sentence, before the quote
	after              // in the sentence, after the quote
	above              // in the lead-in or heading of the quote's list, or the heading of its section
)

// reach is how far a cue reaches.
type reach int

const (
	// adjacent: to the next words only, with at most three fillers between.
	adjacent reach = iota
	// opening: the cue opens the sentence, and reaches to its end; after a quote, it is right
	// behind it.
	opening
	// phrase: to the end of its clause; what is beyond is not its business.
	phrase
	// clause: to the end of its clause, and over a comma right behind it ("claim, [S]");
	// beyond, a note names it.
	clause
	// act: as clause, but not over a comma ("the tender was cancelled, [S]") unless a second
	// one closes an aside.
	act
	// sentence: to a contrast such as "but"; beyond, a note names it.
	sentence
	// final: the cue ends the sentence or a clause: "…, critics claim."
	final
	// label: the cue is in a label, which ends with a colon right before the quote.
	label
	// exception: the cue opens a clause, and reaches to its comma and over it. exceptionToAll
	// does so only if the clause beside it speaks of all or none, and not of more.
	exception
	exceptionToAll
	// complement: "that" or "whether" is right before the quote, in the clause of the cue;
	// infinitive: "to" is. adverbial: "to" is, and only adverbs are between the cue and it.
	complement
	infinitive
	adverbial
)

// effect is what a cue does to a quote in its reach.
type effect int

const (
	refuse effect = iota // OutOfScope
	remark               // proven, with a note
	goesOn               // proven, with a note that shows the missing words
)

// scopeRule is one row of the rules: cues that change what a quote says if the quote
// was cut so that they are missing.
//
// Cues are in normal form (lower case, no hyphens in words, no blanks beside
// ideographs), one per comma. "claim//s/ed that" is claim, claims and claimed that.
// In except are phrases in which a cue is none. Examples have the quote in brackets;
// they are tests, in which fine ones are proven.
type scopeRule struct {
	name     string
	side     side
	reach    reach
	effect   effect
	cues     string
	except   string
	examples []string
	fine     []string
}

// scopeRules are tried in this order: of several cues the first row counts.
var scopeRules = []scopeRule{
	{
		name: "denial", side: before, reach: act, effect: refuse,
		cues: `false, untrue, incorrect, inaccurate, misleading, mistaken, mistakenly, falsely, wrongly, erroneously, incorrectly, wrong to, wrong that, myth,
			misconception, fallacy, illusion, rumour//s, rumor//s, hoax, unfounded, baseless, unproven, unproved, implausible, improbable, unlikely, doubtful,
			doubt//s/ed/ing, dispute//s/d, disputing, den/y/ies/ied/ying, denial that, refut/e/es/ed/ing, disprov/e/es/ed/en/ing, debunk//s/ed/ing, reject//s/ed/ing,
			contradict//s/ed/ing, question//s/ed/ing whether, question//s/ed/ing that, question//s/ed/ing the, contest//s/ed that, refus/e/es/ed/ing to, declin/e/es/ed/ing to, fail//s/ed/ing to, failure to, unable to, inability to, unwilling to,
			no evidence, no proof, no basis, no grounds, little evidence, little reason, little proof, little doubt whether, nothing to suggest, nothing to show, hardly anyone, hardly anybody, few believe, few people believe, contrary to, no indication, no sign, no reason, no guarantee, no doubt about whether, no plan//s, no intention, no way, no chance, not the case,
			/not/don't/doesn't/didn't/cannot/can't/couldn't/won't/wouldn't /mean/believe/think/expect/claim/say/show/prove/suggest/imply/intend/plan/want/know/guarantee/accept/agree/share/support/feel/buy/find/convince/persuade/assume/confirm/demonstrate/establish/follow, not yet,
			/not/isn't/aren't/wasn't/weren't/hardly /true/clear/certain/proven/shown/convinced/persuaded/satisfied/confident, unconvinced, unpersuaded, dubious, to be convinced, nobody, no one, none of, neither, far from, anything but, by no means, under no circumstances, in no way, on no account, in no case, at no time, on no occasion,
			impossible to, impossible that, impossible for, not possible, too early to, prevent//s/ed/ing, /stopped/stopping/quit/quitting, stop//s from, stop//s/ped short, /to/will/we/they/it/he/she stop, /it/he/she/firm/company/team/city stops, discontinu/e/es/ed/ing, paus/e/es/ed/ing, interrupt//s/ed/ing, phas/e/es/ed/ing out, /broke/breaks/break/broken off, refrain//s/ed/ing from, desist//s/ed/ing from, abstain//s/ed/ing from, wound down, winds down, brought to an end, keep//s from, kept from, prohibit//s/ed/ing, forbid//s/den, forbade, ban//s/ned, avoid//s/ed/ing, abandon//s/ed, cancel//s/led/ed, withdr/ew/aw/awn, retract//s/ed, give//s up, gave up,
			ruled out, rules out, rule out, no longer, never, pretend//s/ed/ing, lie//s/d about, lie//s/d that, incapable of, overestimat/e/es/ed, exaggerat/e/es/ed, oppose//s/d, opposing, counterfactual, was not able, were not able, nor, misreport//s/ed, misstat/e/es/ed, disagree//s/d, sceptical, skeptical, dismiss//es/ed/ing, hard to believe, difficult to believe, surprised if, vot/e/es/ed/ing against, ruled against, rules against, shelv/e/es/ed/ing, scrap//s/ped/ping,
			ceas/e/es/ed/ing, lost the right to, lost the licence to, lost the license to, lost the ability to, lost the power to, halt//s/ed/ing, suspend//s/ed/ing, postpon/e/es/ed/ing, giv/en/ing up, forgot to, forget//s to, neglect//s/ed/ing to, omit//s/ted to, hesitat/e/es/ed to, reluctant to, afraid to, bother//s/ed to, bar//s/red from, exempt//s/ed from, excused from, freed from,
			no intent, no sense, no record, no budget, no money, no need, no obligation, no duty, no right, not allowed, not obliged, not required, not entitled, not ready, not willing, not afford, not manage, not able, disallow//s/ed, struck down, strikes down, turn//s/ed down, turning down, called off, calls off, decid/e/es/ed against, deciding against, talk//s/ed us out of, talk//s/ed him out of, talk//s/ed her out of, talk//s/ed them out of, puts an end to, put an end to, puts a stop to, put a stop to, shied away, shy away, shies away, back//s/ed away from, powerless to, in no shape to, in no position to, in no state to, excludes the right, exclud/e/es/ed from, guilty of not, apologi/sed/zed for, found nothing, too expensive to, too costly to, too weak to, too small to, too late to, too slow to, too dangerous to, too busy to, too heavy to, lack//s the, repudiat/e/es/ed, object//s/ed to, opposition to, fabrication that, it was an error, in vain, veto//es/ed, refusal to,
			/misbelief/delusion/falsehood/superstition that, /rare/debatable/questionable/contestable/disputable/contentious/uncommon/atypical /that/whether,
			used to be that, used to be the case, used to be true, used to hold that, used to be said that, there was a time when, gone are the days, the days are gone when, time was when`,
		except: `beyond /doubt/dispute, beyond /any/all/a/reasonable doubt, beyond a reasonable doubt, no doubt that, without doubt, 毫不怀疑, 从不怀疑, 不怀疑, /not/don't/doesn't/didn't/cannot/can't/never doubt, nobody /can/could/would doubt, no one /can/could/would doubt, stopped /at/in/on/by/for/after/when/before/during/near/once/twice/to, /is/was/were/are/be/been/being/that/which/never/not/hasn't/haven't/a/an/the stopped, /is/was/were/are/be/been/being/that/which/a/an/the /interrupted/discontinued/paused,   never before, never mind, not only, not just, not merely, nor only, no /delusion/superstition that, not /rare/uncommon that, fail//s/ed to reject, nobody den/ies/ied, no one den/ies/ied, nobody doubt//s/ed, no one doubt//s/ed, nobody dispute//s/d,
			no one dispute//s/d, nobody question//s/ed that, no one question//s/ed that, nobody contest//s/ed that, no one contest//s/ed that, nobody object//s/ed, no one object//s/ed, cannot be denied, cannot be doubted, cannot be disputed, can't be denied`,
		examples: []string{"It is false that [the pump ran for 40 days in the field].", "It is a widespread error that [the pump ran for 40 days].", "It is rare that [the pump ran for 40 days].", "The bakery lost the right to [sell bread on the square on Sundays].", "The ferry ceased [calling at both islands in the winter].", "We doubt that [the pump ran for 40 days in the field].", "We are not convinced that [the pump ran for 40 days in the field].", "The firm stopped [selling pumps to the farms of the valley].", "The auditors denied that [the plant met every limit last year].", "There is no evidence that, in winter, [the heater keeps its rated output].", "It used to be that [the pump ran for 40 days in the field]."},
		fine: []string{
			"It is not only cheap. [The pump ran for 40 days in the field].", "There is no doubt that [the pump ran for 40 days in the field].", "It is no mistake that [the pump ran for 40 days].", "It was an error that you met twice: [the pump ran for 40 days].",
			"Although the tender was cancelled, [the pump ran for 40 days in the field].", "No one disputes that [the pump ran for 40 days in the field].", "We do not doubt that [the pump ran for 40 days in the field].",
			"It stopped at noon after [the pump ran for 40 days in the field].",
		},
	},
	{
		name: "replacement", side: before, reach: phrase, effect: refuse,
		cues: `rather than, instead of, in place of, in lieu of, as opposed to, in preference to, other than, except, except for, excepting, apart from, aside from, save for, barring, excluding, with the exception of,
			without, short of, against, 而不是, 而非, 除了, 除, 除去, 代替, 替代, 取代, 与其, 不包括, 不含, 排除, as against, as distinct from, in the place of, in preference over, with the sole exception of, with the exception, namely not, 而并非, 并非是`,
		except:   `除以, 删除, 解除, 清除, 消除, 扣除, 免除, 开除, 拆除, 去除, 除外, 排除了故障, 不含税, 替代品, 替代方案`,
		examples: []string{"The team bought a used kiln rather than [building a new one on its own site].", "团队改用旧设备而不是[自行建造一座新的窑炉]。"},
		fine:     []string{"Instead of a kiln, [the team bought four small ovens from a bakery].", "除了窑炉，[团队还购买了四台小型烤箱]。"},
	},
	{
		name: "quantity", side: before, reach: phrase, effect: refuse,
		cues: `few, fewer than, less than half, less than a /third/quarter, hardly any, scarcely any, barely any, almost none, almost no, next to none, next to no, not /all/every/each/many/much/one, not a single, /only/just a /few/handful, only some, only half, /only/just /one/two/three/four/five/six/seven/eight/nine/ten/eleven/twelve/1/2/3/4/5/6/7/8/9/10/11/12/13/14/15/16/17/18/19/20 of, /only/just a /tenth/fifth/quarter/third/fraction/minority of, a minority of, a fraction of, little of,
			很少, 极少, 少数, 鲜有, 罕有, 少有, 鲜见, 罕见有, 绝少, 寥寥, 不是所有, 不是每, 没有几, 个别, 很少见的是, 少见的是, 罕见的是, 只有一人, 只有两人, 只有三人, 只有四人, 只有五人, 只有几人, 只有一名, 只有两名, 只有三名, 只有一位, 只有两位, 只有三位, 只有一家, 只有两家, 只有三家, 只有少数, 只有个别, 仅有一人, 仅有两人, 仅有三人, 仅有少数`,
		except:   `a few, quite a few, too few, if few, /the/these/those/last/first/next/past/every few, as few as, no fewer than, not all that, not much of a, 少数民族, 少有的, 极少数民族, 很少见, 个别化, 个别辅导, 个别访谈, 个别谈话`,
		examples: []string{"Few of the [pumps in the valley ran for 40 days].", "Hardly any [pumps in the valley ran for 40 days without a stop].", "很少有[水泵在山谷里连续运行四十天]。", "Just two of thirty farms agree that [the pumps ran for 40 days].", "三十人中只有两人同意[水泵在山谷里连续运行四十天]。"},
		fine:     []string{"A few [pumps in the valley ran for 40 days without a stop].", "Few farms have a well, and [the pumps of the valley ran for 40 days].", "少数民族地区的[水泵在山谷里连续运行四十天]。"},
	},
	{
		name: "exception", side: before, reach: exception, effect: refuse,
		cues:     `except, except for, excepting, save for, bar, barring, with the exception of, with the sole exception of`,
		except:   `/the/a/this/each/every/space/wine/steel bar, 40 bar, bar chart, bar code`,
		examples: []string{"Except for two wet weeks in May, [the pump ran for 40 days]."},
		fine:     []string{"The bar of the club, [the hall and the garden are open all year].", "She saved for a piano, and [the pump ran for 40 days]."},
	},
	{
		name: "exception to all", side: before, reach: exceptionToAll, effect: refuse,
		cues:     `apart from, aside from, other than, excluding, 除了, 除, 除去`,
		except:   `除以, 除外, 除此, 除夕, 除尘, 除草, 除湿, 除锈, 除雪, 除味`,
		examples: []string{"Apart from the oldest one, [all pumps ran for 40 days].", "除最老的一台外，[所有水泵都连续运行了四十天]。", "除了最老的一台以外，其余[水泵连续运行了四十天]。"},
		fine:     []string{"Apart from a kiln, [the team bought all its ovens, too].", "Apart from a kiln, [the team bought four small ovens from a bakery].", "除水泵外，[所有农场还购买了新的阀门]。"},
	},
	{
		name: "condition", side: before, reach: sentence, effect: refuse,
		cues: `if, unless, until, provided, provided that, providing, as long as, so long as, on condition that, on the condition that, assuming, suppose, supposing, in case, in the event, whether, only when, only after, only once, once,
			whenever, contingent on, contingent upon, conditional on, depending on, dependent on, subject to, pending, hypothetically, in theory, theoretically, in principle, imagine, what if, given enough, were it, had it, should the, should we, should it, had the, had it, had they, had we, were they, were the, were we,
			如果, 若, 假如, 假若, 假使, 假设, 倘若, 倘使, 要是, 若是, 如若, 一旦, 除非, 只要, 只有在, 只有当, 只有通过, 只有经过, 仅当, 万一, 直到, 直至, 待到, 在理论上, 理论上, 原则上, 条件下, 情况下, 前提下, 情形下, 前提是, 是否, 能否, 可否, 取决于, 视乎, 有待, 设想, failing, absent, upon approval, upon receipt, on receipt of, as soon as, the moment, insofar as, in so far as, to the extent, granted that, presuming, in the hope, for as long as, except if, in that case, premise that, on the premise, premised on, under the assumption, on the assumption, on the understanding, with the proviso, in the unlikely case, in the unlikely event, given the right, granting, in a world, but for the, always supposing, if not, were to,
			假定, 如遇, 如有, 如经, 如能, 如可, 如获, 若能, 若有, 设若, 凡, 在此之前, 前提为, 前提条件是, 视情况, 要不是, 若非, 要不然, 为前提, 为条件, 另有约定, 另有规定, 倘如此, 若果真, 但凡`,
		except:   `unless otherwise /stated/noted/indicated/specified/agreed, unless /stated/noted/indicated/specified/agreed otherwise, in case you /wonder/wondered/are wondering/missed, 若干, 若隐若现, 是否则, provided by, provided with, provided for, provided in, provided the, provided a, provided an, was provided, were provided, is provided, are provided, once again, once more, at once, once a, once per, was assuming, but for the first, whether or not, if you look, if we look, if one looks, if you compare, if we compare, if one compares, 无论是否, 不论是否, if only because, if not for, if not all, if not most, if anything, if nothing else, if you will, hardly had the, scarcely had the, no sooner had the, barely had the, 平凡, 非凡, 凡是如此, 例如有, 比如有, 不如有`,
		examples: []string{"If the grant arrives in time, [the team will hire four engineers].", "Unless prices fall again, [the second plant stays closed for good].", "如果补贴按时到位，[团队将招聘四名工程师]。", "除非价格再次下跌，[第二座工厂将永久关闭]。"},
		fine:     []string{"We asked for a grant. [The team will hire four engineers].", "If you look at the numbers, [the trend is clear to all of us].", "共有若干家工厂，[团队将招聘四名工程师]。"},
	},
	{
		name: "hedge", side: before, reach: clause, effect: refuse,
		cues: `may, might, could, would, should, shall, must, ought to, needs to, need to, have to, has to, had to, required to, obliged to, perhaps, maybe, odds are, all likelihood, one day, some day, someday, sooner or later, possibly, probably, conceivably, potentially, presumably, apparently, seemingly, arguably, supposedly,
			hopefully, ideally, likely, seem//s/ed to, seem//s/ed that, appear//s/ed to, appear//s/ed that, supposed to, bound to, about to, tends to, tend to, risk//s that, risk of, chance//s that, chance of, possibility, probability, prospect//s of, potential to, potential for, possible that, possible for, possible to, plausible that, conceivable that,
			probable that, uncertain, unclear, unsure, uncertain whether, remains to be seen, yet to, not necessarily, more or less, as though, as if, in an ideal world, at best, so to speak, it looks like, looks as, sounds as, hope that, not sure, open question, remains open, remain open, too soon to, soon to be, in the best case, looks like, look like, looked like, looks as if, guess is, bet is, best guess, to be hoped, to be feared, to be expected, indication that, indications that, conceivable, chances are, odds are that, as likely as not, for all we know, for all anyone knows, it stands to reason, perfectly possible, anybody's guess, anyone's guess, with a little luck, in all probability, more likely than not, with luck, with some luck, with any luck, fingers crossed, as far as anyone, as far as we, to the best of`,
		except:   `/should/must be /noted/said/stressed/added/mentioned/emphasised/emphasized/recalled/remembered that, /should/must /stress/note/add/mention/emphasise/emphasize/recall that, /should/must point out that, must have passed, as likely, most likely cause, the possibility to choose`,
		examples: []string{"The new pump might [run for 40 days without a stop].", "Perhaps [the new pump runs for 40 days without a stop].", "It is possible that [the new pump runs for 40 days]."},
		fine:     []string{"The first pump may leak, and [the second pump ran for 40 days].", "Since May 2026 [the pump ran for 40 days in the field]."},
	},
	{
		name: "intention", side: before, reach: act, effect: refuse,
		cues: `envisag/e/es/ed/ing, envision//s/ed/ing, foresee//s, foresaw, roadmap//s, work//s/ed/ing towards, work//s/ed/ing toward, dream that, plan//s/ned/ning to, plan//s/ned/ning on, plan//s/ned for, plan//s the following, plan is to, plans are to, planned, hop/e/es/ed/ing to, hop/e/es/ed/ing that, hop/e/es/ed/ing for, hope is, aim//s/ed/ing to, aim//s/ed/ing at, aim//s/ed/ing for, aim is, intend//s/ed/ing to, intend//s/ed/ing that, intention to, intention of, intention is,
			expect//s/ed/ing to, expect//s/ed/ing that, expect//s/ed/ing, expectation that, seek//s/ing to, seek//s/ing, sought to, want//s/ed/ing to, /wish/wished/wishing, wishes /to/that/for, /he/she/who/one/everyone/everybody wishes, would that, would rather, /i'd/we'd/they'd/he'd/she'd /like/rather/love/prefer, tr/y/ies/ied/ying to, attempt//s/ed/ing to, propos/e/es/ed/ing to, propos/e/es/ed/ing that, propos/e/es/ed/ing, proposal to, /proposal/suggestion/motion/demand is to, promis/e/es/ed/ing to, promis/e/es/ed/ing that, promise of, consider//s/ed/ing, contemplate//s/d, contemplating,
			striv/e/es/ed/ing to, striv/e/es/ed/ing for, strove to, target//s/ed/ing, aspir/e/es/ed/ing to, prepar/e/es/ed/ing to, pledg/e/es/ed/ing to, pledg/e/es/ed/ing that, vow//s/ed to, vow//s/ed that, commit//s/ted to, offer//s/ed to, going to, in order to, so as to, goal is, goal of, goal to, target is, objective is, objective of, ambition to, ambition is, ambition of, vision is, dream//s/ed/ing of, dream is,
			designed to, meant to, intended to, supposed to, look//s/ing to, set//s out to, ask//s/ed to, invit/e/es/ed to, encourag/e/es/ed to, urg/e/es/ed to, recommend//s/ed/ing, suggest//s/ed/ing, advis/e/es/ed, hopes are, eager to, keen to, ready to, willing to, poised to, anticipat/e/es/ed/ing, project//s/ed to, scheduled to, slated to, due to be, on track to, work//s/ed/ing towards, would like to, long//s/ed to, desire//s to, request//s/ed that, demand//s/ed that, resolv/e/es/ed to, agree//s/d to, undertak/e/es to, undertook to, look//s/ed/ing forward to, appl/y/ies/ied/ying for, petition//s/ed, in a bid to, motion to, motion that, milestone is, milestone:, next step is, purpose is, purpose of, task is, mission is, idea is to, plans for, call//s/ed/ing for, call//s/ed on, sights on, with a view to, earmarked for, earmarked to, mission to, resolve to, toying with, campaign//s/ed on, feasibility, permit to, permission to, commissioned to, obligation to, request to, requested for, invit/e/es/ed bidders to, on the verge of, on course to, in talks to,
			/is/are/was/were/yet to /decide/determine/settle/agree/vote/debate/prove/show/establish/confirm/approve/resolve, /will/shall /decide/agree/vote/rule/resolve that`,
		except: `than planned, as planned, than expected, as expected, /a/the/this/their/our wish, as you wish, would rather not,
			/want/wish to /add/stress/emphasise/emphasize/point/make/note/mention/underline/highlight/remind/clarify/say/state/recall/repeat, would like to /add/stress/emphasise/emphasize/point/make/note/mention/underline/highlight/remind/clarify/say/state/recall/repeat`,
		examples: []string{"The company plans to [open four new plants next year].", "Our goal is [a second plant with 40 employees by summer].", "I wish [the pump ran for 40 days in the field].", "The meeting is to decide that [the company opens four new plants]."},
		fine:     []string{"The company plans to grow. [It opened four new plants last year].", "As the board had proposed, [the company opened four new plants].", "The meeting decided that [the company opens four new plants].", "We want to stress that [the company opened four new plants]."},
	},
	{
		name: "intention for others", side: before, reach: infinitive, effect: refuse,
		cues:     `want//s/ed/ing, would like, /i'd/we'd/they'd/he'd/she'd like, would love, would prefer, urg/e/es/ed/ing, invit/e/es/ed/ing, encourag/e/es/ed/ing, ask//s/ed/ing, request//s/ed/ing, advis/e/es/ed/ing, recommend//s/ed/ing, expect//s/ed/ing, instruct//s/ed/ing, beg//s/ged/ging, implor/e/es/ed/ing, wait//s/ed/ing for, long//s/ed/ing for, call//s/ed/ing for, call//s/ed/ing on, it is time for, it is up to, in the hands of, appeal//s/ed/ing to, the plan is for, the idea is for, the hope is for, the goal is for, the aim is for`,
		examples: []string{"We want every village to [have a clean well of its own by May].", "The council asked both mills to [grind six tonnes of rye per shift].", "We would like all nurses to [work four shifts per week in the valley]."},
		fine:     []string{"[We want to thank all nurses of the valley].", "We want nothing more, and we cannot wait: [the mill grinds six tonnes of rye per shift].", "We need wood. [The mill grinds six tonnes of rye per shift]."},
	},
	{
		name: "act with adverbs", side: before, reach: adverbial, effect: refuse,
		cues:     `refus/e/es/ed/ing, declin/e/es/ed/ing, fail//s/ed/ing, neglect//s/ed/ing, hesitat/e/es/ed/ing, unable, unwilling, reluctant, plan//s/ned/ning, hop/e/es/ed/ing, aim//s/ed/ing, intend//s/ed/ing, want//s/ed/ing, promis/e/es/ed/ing, pledg/e/es/ed/ing, vow//s/ed, offer//s/ed, attempt//s/ed/ing, tr/y/ies/ied/ying, seek//s/ing, sought, expect//s/ed/ing, propos/e/es/ed/ing, wish//es/ed/ing, agree//s/d, prepar/e/es/ed/ing, aspir/e/es/ed/ing, striv/e/es/ing`,
		examples: []string{"The board refused outright to [close the plant in spring].", "The board failed, again and again, to [close the plant in spring].", "The board hopes soon to [close the plant in spring]."},
		fine:     []string{"The board refused the offer and went on to [close the plant in spring]."},
	},
	{
		name: "intention for something", side: before, reach: adjacent, effect: refuse,
		cues:     `want//s, would like, /i'd/we'd/they'd/he'd/she'd like, would love, would prefer`,
		examples: []string{"We want [a clean well in each village by May].", "The mill would like [six more tonnes of rye per shift]."},
		fine:     []string{"[We want a clean well in each village by May]."},
	},
	{
		name: "content of an intention or report", side: before, reach: sentence, effect: refuse,
		cues:     `/plan/idea/proposal/suggestion/condition/hypothesis/theory/hope/wish/dream/vision/goal/aim/claim/argument/assumption/allegation/rumour/rumor/story/motion/demand/expectation/prediction/guess /is/was that`,
		examples: []string{"The plan is that the roof is new and [the mill grinds six tonnes of rye per shift].", "The idea was that the roof is new, the walls are dry, and [the mill grinds six tonnes of rye per shift]."},
		fine:     []string{"The idea is that of the miller. [The mill grinds six tonnes of rye per shift].", "The plan was that of a mill, but [the mill grinds six tonnes of rye per shift]."},
	},
	{
		name: "han intention", side: before, reach: clause, effect: refuse,
		cues:     `计划, 打算, 希望, 但愿, 巴不得, 恨不得, 预计, 预期, 力图, 设法, 想方设法, 拟, 准备, 争取, 力争, 力求, 旨在, 目标是, 目标为, 期望, 期待, 盼望, 想要, 想, 试图, 尝试, 企图, 意图, 意在, 有意, 愿意, 考虑, 建议, 提议, 倡议, 承诺, 保证将, 将会, 有望, 愿景是, 设想, 规划, 致力于, 谋求, 寻求, 立志, 决心, 憧憬, 展望, 拟定, 筹划, 筹备, 呼吁, 要求, 申请, 里程碑, 下一步, 任务是, 使命是, 动议, 提案, 草案, 目的是, 目的在于, 愿望是, 梦想, 决意, 志在, 酝酿, 谋划, 向往, 号召, 请求, 责成, 商谈, 洽谈, 立项研究, 许诺, 将用于, 原定, 有信心, 图景, 敦促, 鼓励, 将决定, 将审议, 将讨论, 将表决, 将投票, 将商议, 要决定, 要讨论, 要表决, 待决定, 待讨论, 待表决`,
		except:   `理想, 思想, 想法, 想象, 想像, 想起, 想到, 想出, 想不到, 想通, 想念, 想清楚, 幻想, 联想, 感想, 构想, 回想, 试想, 着想, 预想, 畅想, 妄想, 空想, 遐想, 冥想, 苦想, 可想而知, 意想不到, 想见, 想想, 比预计, 计划书, 计划中, 按计划, 按照计划, 模拟, 虚拟, 拟合, 规划局, 希望小学, 准备金, 未预计, 如预期, 超预期, 申请人, 申请表, 要求的, 信守承诺, 兑现承诺, 履行承诺, 遵守承诺, 兑现了承诺, 履行了承诺`,
		examples: []string{"公司计划[明年新开四家工厂并招聘员工]。", "我们希望能[在明年新开四家工厂]。", "会议将决定[公司明年新开四家工厂]。", "我们想[让每个村庄都有清洁用水]。"},
		fine:     []string{"公司计划扩张。[去年已新开四家工厂]。", "理想[的供水系统覆盖了整个山谷]。", "[我们想感谢山谷里的所有护士]。"},
	},
	{
		name: "report", side: before, reach: clause, effect: refuse,
		cues: `claim//s/ed/ing, alleg/e/es/ed/ing, argu/e/es/ed/ing, assert//s/ed/ing, contend//s/ed/ing, insist//s/ed/ing, maintain//s/ed/ing that, says, say, said, saying, stat/es/ed that, stating that, tell//s us, told, believ/e/es/ed/ing, thinks, think, thought, feels that, feel that, felt that, suspect//s/ed/ing, fear//s/ed/ing that, worr/y/ies/ied that, speculat/e/es/ed/ing, guess//es/ed/ing, assum/e/es/ed,
			assumption that, hypothesi/ze/zes/zed/se/ses/sed, predict//s/ed/ing, forecast//s/ed/ing, estimat/e/es/ed that, impl/y/ies/ied that, hint//s/ed that, warn//s/ed/ing, complain//s/ed/ing, object//s/ed that, declar/e/es/ed/ing, announc/e/es/ed/ing, report//s/ed/ing that, reported to, wrote, writes, write that, opine//s/d, postulat/e/es/ed, posit//s/ed, surmis/e/es/ed, conjecture//s/d, presum/e/es/ed, suggestion that, boast//s/ed/ing, advertise//s/d, brag//s/ged, swear//s, swore, purport//s/ed to, profess//es/ed, concede//s/d, admit//s/ted that, accus/e/es/ed, blam/e/es/ed, hold that, holds that, held that, reckon//s/ed, imagine//s/d,
			idea that, notion that, claim that, belief that, theory that, hypothesis that, possibility that, rumour that, rumor that, fear that, fears that, hope that, hopes that, allegation that, allegations that, argument that, assertion that, story that, myth that, impression that, worry that, concern that, concerns that, view that, opinion that, thesis that, so to say, socalled,
			/rumoured/rumored /that/to, critics, opponents, detractors, sceptics, skeptics, rumour has it, rumor has it, some say, it is said, it is believed, it is thought, it is assumed, is said to, are said to, was said to, is believed to, are believed to, is thought to, is alleged to, are alleged to, is claimed to, is rumoured to, is rumored to, is reported to, are reported to, 
			声称, 宣称, 号称, 自称, 主张, 辩称, 坚称, 诡称, 谎称, 断言, 表示, 认为, 以为, 觉得, 相信, 猜测, 推测, 猜想, 怀疑, 担心, 担忧, 指出, 指称, 预测, 预言, 估计, 推断, 宣布, 报道, 透露, 批评, 反驳, 抱怨, 警告, 质疑, 指责, 谣传, 盛传, 误以为, 误认为, 吹嘘, 鼓吹, 称, 说, 写道, 所谓, 声明, 传言, convinced that, persuaded that, of the opinion, of the view, testif/y/ies/ied, quot/e/es/ed, inform//s/ed us that, understand//s that, understood that, deem//s/ed, portray//s/ed, describ/e/es/ed as, hail//s/ed as, regarded as, mention//s/ed that, remark//s/ed that, comment//s/ed that, repl/y/ies/ied that, answer//s/ed that, stress//es/ed that, emphasi/ze/zes/zed/se/ses/sed that, reiterat/e/es/ed, repeat//s/ed that, add//s/ed that,
			leaflet, brochure, gossip, hearsay, 投诉, 控诉, 举报, 感觉, 感到, 坚信, 深信, 确信, 强调, 提到, 谈到, 辩解, 作证, 流言, 坊间, 小道消息, 标榜, 夸口, 誉为, 角度看, 角度来看, 推定, adamant that, has it that, point//s/ed out that, flatter//s/ed themselves that, flatters itself that, flattered himself that, counter//s/ed that, recall//s/ed that, submit//s/ted that, submission that, take it for granted, took it for granted, taken for granted, is on record, word is that, confident that, bills itself, 一口咬定, 拍着胸脯, 逢人便, 保证说, 写着, 讲法, 误载, 理论是, 信誓旦旦, 先前的话, 证词, 料想, 预料, 按理, 按说,
			厂家宣传, 商家宣传, 厂商宣传, 店家宣传, 卖家宣传, 卖方宣传, 公司宣传, 企业宣传, 官方宣传, 官网宣传, 广告宣传, 销售宣传, 供应商宣传, 开发商宣传, 对外宣传, 宣传语, 宣传是, 广告语, 广告词, 广告里写, 广告上写, 广告中写, 口径是`,
		except: `应当指出, 应指出, 应该指出, 需要指出, 必须指出, 须指出, 应当强调, 应该强调, 需要强调, 必须强调, we report that, we stress that, we emphasi/ze/se that, we repeat that, we point out that, we add that, 我们指出, 我们强调, 我们提到, 本文指出, 本文强调, 本报告指出,
			that is to say, needless to say, 名称, 简称, 职称, 对称, 全称, 著称, 俗称, 别称, 称为, 称重, 称量, 称号, 称呼, 称赞, 说明, 小说, 解说, 说法, 学说, 说服, 说话, 演说, 传说中, 可以说, 也就是说, 换句话说, 具体来说, 总体来说, 一般来说, 来说, 难说, 报道称, 由此认为, blamed for, 强调的, 感觉器, 投诉率, 投诉电话, 投诉处理, 厂家宣传册, 厂家宣传片, 厂家宣传费, 厂家宣传部, 公司宣传册, 公司宣传片, 公司宣传费, 公司宣传部, 企业宣传册, 企业宣传片, 企业宣传费, 企业宣传部, 广告宣传册, 广告宣传片, 广告宣传费, 广告宣传部, 对外宣传册, 对外宣传片, 对外宣传费, 对外宣传部`,
		examples: []string{"Critics claim that [the plant met every limit last year].", "The vendor said [the plant met every limit last year].", "The idea that [the plant met every limit last year] spread fast.", "批评者称[该厂去年达到了所有限值]。", "有人认为，[该厂去年达到了所有限值]。", "厂家宣传[该厂去年达到了所有限值]。"},
		fine:     []string{"Tests show that [the plant met every limit last year].", "检测说明，[该厂去年达到了所有限值]。", "We stress that [the plant met every limit last year].", "Despite what the vendor had claimed, [the plant met every limit last year].", "我们指出，[该厂去年达到了所有限值]。", "公司宣传费减少后，[该厂去年达到了所有限值]。"},
	},
	{
		name: "report without that", side: before, reach: act, effect: refuse,
		cues: `/hope/hopes/hoped/pray/prays/prayed/promise/promises/promised/fear/fears/feared/trust/trusts/trusted/bet/bets/possible/probable/conceivable/plausible
			/the/a/an/our/their/its/his/her/it/we/they/he/she/i/you/this/these/those/there/each/every/everyone/everybody/nobody/all/both/some/most/many/no/people`,
		except:   `as possible`,
		examples: []string{"We hope the children like [the soup of the school in May]."},
		fine:     []string{"We hope for rain. [The choir sings in nine towns of the coast]."},
	},
	{
		name: "source", side: before, reach: sentence, effect: refuse,
		cues: `according to, as critics put it, puts it, put it, point of view, telling, were told, was told, have us believe, hear them tell, legend has it, the legend that, in the view of, in the opinion of, in the words of, in the eyes of, in their view, in his view, in her view, in their opinion, in his opinion, in her opinion, reportedly, allegedly, purportedly, supposedly, ostensibly, critics say, critics claim, opponents say, the story goes, word has it, as rumoured, misconception:, excluded:, excluding:, not /included:/covered:/planned:/done:/offered:, out of scope:, outside the scope:, exclusions:, nongoals:, does not /include:/cover:/contain:, myth:, false:, wrong:, incorrect:, fiction:, rumour:, rumor:, claim:, objection:, hypothesis:, assumption:, scenario:, draft:, rejected:, proposal:, rumours say,
			据称, 据说, 据悉, 据传, 相传, 传闻, 听说, 的说法, 的话说, 的观点, 的看法, 反映, 与事实相反, 流传, 据报道, 据其介绍, 据该公司, 按照其说法, 按其说法, 有人认为, 有人说, 有人称, 有观点认为, 有观点称, 有意见认为, 批评者, 反对者, 质疑者, 批评人士, 在批评者看来, 在其看来, 在他们看来, 网传, 误区:, 不包括:, 不包含:, 不含:, 不计划:, 不打算:, 不做:, 不在范围内:, 未包括:, 排除:,  谣言:, 传言:, 假设:, 错误:, 误解:, 谣言, 误解, 表面上, word has it, by all accounts, by its own account, by their own account, by his own account, by her own account, seen from, as alleged, as claimed, as advertised, on the word of, to quote, so the story goes, 据推测, 的角度看, 的角度来看, 的立场看, 的眼中, 眼里, 的话讲, 官网的介绍, 据介绍, 的愿景, 愿景里, in the vision of, going by what, could tell, 在他眼里, 的眼里`,
		except:   `according to plan, according to schedule, 的说法不, 的说法有误, 的说法是错, 的说法并, 的说法没有, ` + ownSources,
		examples: []string{"According to the vendor, [the plant met every limit last year].", "Reportedly, [the plant met every limit last year].", "据称，[该厂去年达到了所有限值]。", "据该公司介绍，[该厂去年达到了所有限值]。"},
		fine:     []string{"According to the vendor it leaks. [The plant met every limit last year].", "According to our measurements, [the plant met every limit last year].", "According to table 3, [the plant met every limit last year]."},
	},
	{
		name: "han denial", side: before, reach: clause, effect: refuse,
		cues:     `并非, 并不是, 不是, 并没有, 并未, 从未, 尚未, 绝非, 决非, 绝不, 决不, 从不, 不可能, 不认为, 不相信, 不意味着, 不表示, 不代表, 不等于, 没有证据, 无证据, 缺乏证据, 不确定, 不清楚, 未必, 不一定, 否认, 误称, 虚构, 谈不上, 不足以, 谎报, 谬误, 错误地, 莫须有, 误写, 误报, 误传, 不能证明, 不证明, 不说明, 不支持, 不承认, 不同意, 不赞成, 不觉得, 不希望, 不存在, 不应理解, 不足为据`,
		except:   `并非如此, 不存在问题`,
		examples: []string{"并非[所有工厂都达到了去年的限值]。", "没有证据表明[该厂去年达到了所有限值]。", "该公司否认[去年有四家工厂超过限值]。"},
	},
	{
		name: "han denial of an act", side: before, reach: act, effect: refuse,
		cues:     `没有, 假装, 佯装, 来不及, 未能, 未曾, 无法, 不能, 不会, 难以, 很难, 否定, 拒绝, 反对, 推翻, 驳斥, 阻止, 防止, 避免, 禁止, 停止, 停产, 停售, 停办, 叫停, 中断, 放弃, 取消, 撤回, 不再, 不宜, 不应, 不得, 未, 不愿, 不肯, 不想, 不打算, 不计划, 没能, 不准, 不许, 不必, 不曾, 无从, 无意, 驳回, 否决, 未获, 未被, 未经, 搁置, 中止, 终止, 暂停, 推迟, 忘记, 忘了, 没想, 没打算, 舍不得, 无力, 无权, 无须, 无需, 不用, 不让, 不允许`,
		except:   `没想到, 中断后, 中断时, 中断期间, 停产后, 停产期间, 停办后, 不是因为, 没有问题, 难以置信, 不得不, 不能不, 不会因此, 未成年, 未来的, 不用说, 未婚, 没有人反对, 没有人否认, 没有人怀疑, 没有人质疑, 没人反对, 没人否认, 没人怀疑, 没人质疑, 无人反对, 无人否认, 无人怀疑, 无人质疑, 不可否认, 无可否认, 不容否认, 不能否认, 没有异议, 没有疑问`,
		examples: []string{"公司拒绝[在明年新开四家工厂并招聘员工]。", "新泵无法[在现场连续运行四十天]。"},
		fine:     []string{"它没有漏水，[该厂去年达到了所有限值]。", "会议推迟，[该厂去年达到了所有限值]。", "没有人反对，[该厂去年达到了所有限值]。"},
	},
	{
		name: "han hedge", side: before, reach: clause, effect: refuse,
		cues:     `可能, 有可能, 看起来, 多半, 想必, 有朝一日, 总有一天, 将来, 或许, 也许, 兴许, 大概, 恐怕, 似乎, 好像, 好象, 仿佛, 看来, 看似, 貌似, 应该, 应当, 应, 必须, 理应, 可望, 疑似, 说不定, 没准, 未尝不可, 潜在, 不排除, 大约会, 大致会, 或将, 或会, 或可, 也可, 势必, 很可能, 极有可能, 需要, 须, 能够, 可以, 在理想情况下, 理想情况下, 指望, 看上去, 听上去, 听起来, 依我看, 说不准, 八成, 想来, 难免, 未来可, 未来将, 迟早, 早晚会, 有机会, 有希望, 尚不, 还不, 差点, 差一点, 险些, 几乎, 近乎, 几近`,
		except:   `应用, 响应, 反应, 供应, 相应, 适应, 应急, 对应, 效应, 应收, 应付, 应对, 应届, 可能性, 必须的, 需要的, 应聘, 应邀, 感应, 应答, 回应, 顺应, 应力, 应变, 可以说`,
		examples: []string{"新泵可能[在现场连续运行四十天]。", "新泵也许能[在现场连续运行四十天]。", "新泵差一点就[在现场连续运行四十天]。"},
		fine:     []string{"旧泵可能漏水，[新泵在现场连续运行四十天]。", "供应稳定后[新泵在现场连续运行四十天]。"},
	},
	{
		name: "condition opens", side: before, reach: opening, effect: refuse,
		cues: `per /the/its/their/his/her, /but/and provided /the/a/an, provided /the/a/an, should, /but/and should, had, were, on condition, for fear, 只有, 唯有, 据, 若要, 要想, 如, 倘`,
		except: `per the /table/figure/log/logs/data/records/minutes/measurements, 据测量, 据统计, 据实测, 据我们所知, 据此, 据记录, 据测算, 据测试, 据检测, 据监测, 据观测, 据实验, 据试验, 据本次, 据本研究, 据表, 据图, 据我们的, 据我们自己的, 据我方, 据我司, 据本公司, 据本校, 据本院, 据本组, 据自测, 据我们统计, 据我们测量, 据我们测算, 据我们测试,
			据我们检测, 据我们监测, 据我们观测, 据我们记录, 据我们实测, 据我们调查,
			如图, 如表, 如上, 如前, 如下, 如此, 如同, 如今, 如期, 如实, 如愿, 如约, 如数, 如附, 如您, 如你, 如大家, 如各位, 如我们所, 如第, 如计划`,
		examples: []string{"Provided the grant arrives, [the team will hire four engineers].", "Should a grant arrive, [the team will hire four engineers].", "Had prices fallen, [the team kept all four engineers].", "如补贴到位，[团队将招聘四名工程师]。", "只有大坝修好，[山谷里的农场才有清洁用水]。"},
		fine: []string{
			"Lest the pump fail, [the team checks it every week].", "The town provided the team with pumps, and [the farms had water in May].", "The team had a plan, and [the farms had water in May].", "如图3所示，[山谷里的农场都有清洁用水]。", "利润率只有4.5%，[尚未覆盖公司总部的费用]。", "据我们统计，[山谷里的农场都有清洁用水]。",
		},
	},
	{
		name: "label", side: before, reach: label, effect: refuse,
		cues: `wrong, false, incorrect, untrue, rejected, refused, denied, withdrawn, retracted, disputed, doubtful, unconfirmed, unproven, not accepted, not confirmed, not true, not so, not done, not proven, failed, cancelled, canceled, myth//s, fiction, fallacy, misconception//s, misunderstanding//s, mistake//s, rumour//s, rumor//s, hearsay,
			assum/ed/ption/ptions, hypothes/is/es, hypothetical, conjecture, speculation, scenario, counterexample, alternative, alternatives, what if, suppose, if so, claim//s/ed, allegation//s, alleged, complaint//s, objection//s, opinion//s, view, according to, quote, quoted, proposal//s, proposed, motion//s, draft, drafts, planned, plan//s, plan//s for, promise//s, promise of, wish//es, wish list, dream//s, dream//s of, hope//s, hope//s for,
			goal//s, goal//s of, goal//s for, target//s, aim//s, aim//s of, objective//s, objective//s of, ambition//s, ambition//s of, vision, vision of, roadmap, what we /want/aim/wish/hope, to do, to be /tested/confirmed/decided/verified/checked/proven, tbd, tbc, open question//s, question//s, maybe, perhaps, possible, possibly, threw out, thrown out, turned down, discarded, dropped, statement of the, statement by, before, previously, obsolete, outdated, old version, deleted, struck out, advert, advertisement, slogan, headline,
			错误, 误区, 误解, 谬误, 谣言, 传言, 传闻, 否决, 未通过, 未采纳, 被驳回, 驳回, 撤回, 作废, 未证实, 待证实, 待定, 待确认, 待检验, 待验证, 待核实, 待测试, 假设, 假定, 假说, 设想, 反例, 反面, 备选, 主张, 指控, 投诉, 异议, 意见, 观点, 提案, 动议, 草案, 计划, 承诺, 愿望, 疑问, 待决问题, 未决问题, 开放问题, 待解决的问题, 待讨论的问题, 待研究的问题, 可能, 旧版, 已删除, 广告, 口号, 标语, 目标, 愿景, 希望, 规划`,
		except: `plan b, in view of, /met/reached/hit/achieved/beat/passed/exceeded //both/all /our/the/its/their //main/first/own /goal/goals/target/targets, /kept/keeps /our/the/its/their /promise/promises,
			target /group/groups/market/markets/audience/audiences/customer/customers/user/users/reader/readers, 目标用户, 目标市场, 目标客户, 目标群体, 目标人群, 目标读者, 目标受众, 达到目标, 实现目标, 完成目标, 达成目标, 达到了目标, 实现了目标, 完成了目标, 达成了目标, objective lens, 无异议, 计划内`,
		examples: []string{"Rejected motion: [the choir buys a second piano for the hall].", "待检验的假设：[该厂去年达到了所有限值]。", "Common mistake: [the valve opens to the left side].", "Our goal for next year: [the choir buys a second piano].", "Target for 2031: [the choir buys a second piano].", "愿景：[山谷里的农场都有清洁用水]。", "我们明年的目标：[山谷里的农场都有清洁用水]。"},
		fine: []string{
			"We reached our goal: [the choir owns a second piano].", "Our goal was met in May: [the choir owns a second piano].", "Target group: [farmers of the valley with a well].", "目标已实现：[山谷里的农场都有清洁用水]。",
			"Result: [the choir buys a second piano for the hall].", "结论：[该厂去年达到了所有限值]。", "We rejected one motion. Result: [the choir buys a second piano].",
		},
	},
	{
		// Items of a list are refused. Prose under such a heading may say why: it has a note.
		name: "exclusion", side: above, effect: refuse,
		cues: `reject//s/ed, refused, withdrawn, retracted, myth//s, fiction, fallac/y/ies, misconception//s, rumour//s, rumor//s, hearsay, allegation//s, discarded, dropped, deleted, struck out, out of scope, outside the scope, outside our scope, outside scope, beyond the scope, nongoal//s, non goal//s, exclusion//s, exclud/e/es/ed/ing, left out, leaves out, leave out, ruled out,
			not /adopted/accepted/included/covered/planned/offered/supported/done/approved/intended/provided/promised/cover/include/contain/do/build/offer/sell/plan/support/promise/claim, not /in/within/part the scope, not in scope, not part of, not a goal, not our goal, not goals, not the goal, /don't/doesn't/won't/isn't/aren't /do/build/offer/sell/plan/cover/include/support/included/covered/planned, never do, won't fix, advise against, missing, lacking, voted down, turned down, lies, false claim//s, untrue, not yet /implemented/done/built/available/started/delivered/tested, none of these, none of this, got wrong, contain//s an error, contain errors, following /is/are wrong, 有错误, 有误, 是错的, 是错误的,
			缺少, 缺失, 尚缺, 不实, 不成立, 不属实, 假话, 谎言, 谬误, 谣言, 传言, 传闻, 否决, 未通过, 未采纳, 未获采纳, 未列入, 未包含, 驳回, 撤回, 作废, 已删除, 错误示例, 指控, 不包括, 不包含, 不含, 不涵盖, 不涉及, 不属于, 不纳入, 不计划, 不打算, 不考虑, 不提供, 不支持, 不承诺, 不做, 不会做, 不在范围, 不在本, 范围之外, 范围外, 非目标, 非本期, 除外, 排除`,
		examples: []string{
			"## Rejected proposals\n\n- [The choir buys a second piano for the hall].", "Out of scope:\n\n- the tools\n- [transport of the pumps to the valley]",
			"**Not included**\n\n1. [transport of the pumps to the valley]", "## 被否决的提案\n\n- [把水泵卖给山谷里的大农场]", "不计划：\n1、保险\n2、[把水泵卖给山谷里的大农场]",
			"## Non-goals\n\n### Sales\n\n- [sell the pump to large farms of the valley]", "- Included: two pumps\n- Not included:\n  - [transport of the pumps to the valley]", "Out of scope: tools; [transport of the pumps to the valley].",
			"The clinic does not\n- run a night service\n- [treat patients of the valley]", "We plan to\n\n1. fix the roof\n2. [treat patients of the valley]", "据称\n- 屋顶是新的\n- [该厂去年达到了所有限值]", "我们计划\n- 修路\n- [把水泵卖给山谷里的大农场]",
			"The lease is signed. We do not plan to:\n\n- [sell the pump to large farms of the valley]", "合同已签。以下说法不实：\n\n- [该厂去年达到了所有限值]", "We do not plan to:\n\n- sell pumps:\n  - [sell the pump to large farms of the valley]",
			"We do not plan to:\n\na) buy flour\nb) [sell the pump to large farms of the valley]", "It is false that\n\n[The plant met every limit last year].", "If the grant is approved,\n\n- [the team hires four engineers]", "Rejected\n--------\n\n- [The choir buys a second piano for the hall].",
			"It is false that (a) the seal is new; (b) [the plant met every limit last year].", "不计划：保险；[把水泵卖给山谷里的大农场]。", "If the grant comes: a new seal; [the team hires four engineers].",
		},
		fine: []string{
			"## Rejected proposals\n\nNone.\n\n## Results\n\n- [The choir buys a second piano for the hall].", "## Rejected proposals\n\n- [The second piano was rejected because it costs 4,000 euros].",
			"## Rejected proposals\n\n[The choir had asked for a second piano].", "Included:\n- [transport of the pumps to the valley]", "We did three things: a new seal; [the team hired four engineers].", "The lease is signed, and:\n\n[The plant met every limit last year].", "包括：\n- [把水泵运到山谷里的运输费用]", "The town plan\n- a new roof\n- [four clinics of the valley]", "工作计划\n- 修路\n- [把水泵卖给山谷里的大农场]",
		},
	},
	{
		name: "heading", side: above, effect: remark,
		cues: `disputed, unconfirmed, misunderstanding//s, mistake//s, common error//s, objection//s, complaint//s, counterexample//s, obsolete, outdated, plans for, goal//s for, goal//s of, target//s for, hypothes/is/es, assumption//s, scenario//s, forecast//s, to do, todo, wish list, claim//s, what the /vendor/seller/supplier/maker/manufacturer/company/firm /says/say/claims/claim/promises, critics, critics say, critics claim, opponents, opponents say, opponents claim, sceptics, skeptics, false statement//s, /was/were wrong, not /delivered/confirmed/verified/met/reached/achieved/kept/fulfilled/completed/finished/realised/realized/honoured, unverified, unmet, unfinished,
			/that/which/we/it/they /did/do/does/was/were/has/have not, that never, never /done/met/built/finished/happened/delivered/achieved/kept, we /missed/broke/failed, /was/were missed, missed /target/targets/goal/goals/milestone/milestones/deadline/deadlines, broken promise//s, get wrong, statements of, leaflet//s, brochure//s, flyer//s, press release//s,
			wishful thinking, wishes, dreams, our dream, objective//s for, objective//s of, aim//s for, sales pitch, /vendor's/seller's/supplier's/maker's/manufacturer's/competitor's/rival's pitch, 愿望, 假想, 幻想, 梦想,
			risk:, risks:, threats:, dangers:, hazards:, worst case:, to be /tested/confirmed/verified/checked/proven, 风险:, 风险点:, 隐患:, 威胁:, 最坏情况:, 待验证, 待证实, 待核实, 待检验, 待测试, 待确认,
			ideas, visions, vision of, our vision, next step//s, sales talk, expectation//s, struck from, our errors, errors we, past errors, errors made, failures, what we /hope/want/wish/aim/plan/expect/intend/promise/promised, what /they/others/people/rivals/competitors/neighbours/outsiders /say/think/claim/promise/believe, what /our/the/its/their /competitors/rivals/critics/opponents/opposition/audience/public/press/locals/residents/customers/users/suppliers/partners/vendors/sellers/makers/neighbours/others /say/says/think/thinks/claim/claims/promise/promises/believe/believes,
			年计划, 年目标, 年展望, 未来计划, 假设, 假说, 设想, 预测, 待办, 待完成, 厂家说, 商家说, 卖方说, 供应商说, 厂商说,
			做错的, 落空, 未能, 没有发生, 没发生, 的想法, 传单, 宣传册, 新闻稿, 犯过的错, 犯的错, 失误, 常见错误, 未达成, 未实现, 未完成, 未兑现, 未达到, 未做, 没有达成, 没有实现, 没有完成, 没有做, 没做, 没能, 的说法, 怎么说, 的设想, 愿景, 我们希望,
			误区, 误解, 未证实, 反例, 投诉, 异议, 旧版, 规划, 批评者, 反对者, 质疑者, 未经核实, 未核实, 错误的`,
		examples: []string{"Rejected proposals\n===\n\n[The choir sings in nine towns of the coast].", "## Ideas for the next decade\n\n[The choir sings in nine towns of the coast].", "## Deliverables that were not met\n\n[The choir sings in nine towns of the coast].", "## 我们犯过的错误\n\n[合唱团把门票收入花在旅行上]。", "## 未达成的目标\n\n[合唱团把门票收入花在旅行上]。", "## 竞争对手的说法\n\n[合唱团把门票收入花在旅行上]。", "## If we win the grant\n\n[The choir sings in nine towns of the coast].", "## 如果获得资助\n\n[合唱团把门票收入花在旅行上]。", "## Statements that were wrong\n\n[The choir sings in nine towns of the coast].", "## Our plans for next season\n\n[The choir sings in nine towns of the coast].", "## What the critics say\n\n[The choir sings in nine towns of the coast].", "## 反对者怎么说\n\n[合唱团把门票收入花在旅行上]。", "## Common mistakes\n\n- [The choir sings in nine towns of the coast].", "## Goals for 2030\n\n[The choir sings in nine towns of the coast].", "## 2031年计划\n\n[合唱团把门票收入花在旅行上]。", "By 2032:\n\n- [The choir sings in nine towns of the coast]."},
		fine:     []string{"## What the critics say\n\nNothing.\n\n## Results\n\n[The choir buys a second piano for the hall]."},
	},
	{
		name: "denied complement", side: before, reach: complement, effect: refuse,
		cues:     `not, no, never, nobody, no one, nothing, none, neither, nor, cannot, can't, don't, doesn't, didn't, isn't, wasn't, aren't, weren't, haven't, hasn't, hadn't, won't, wouldn't, couldn't, without, hardly, scarcely, barely, rarely, seldom, few, little, far from`,
		except:   `no doubt, no /error/mistake/lie/misunderstanding, not /an/a /error/mistake/lie/misunderstanding, not /rare/uncommon, not only, not surprising, not surprised, no surprise, no wonder, no question, not forget, not forgotten, never forget, not overlook, not deny, not denied, not disputed, not contested, not in doubt, without doubt, without question, no denying, not controversial, a few, a little, nothing new, no secret, not by chance, no accident, no coincidence, not rule out, not change the fact, not alter the fact, not new`,
		examples: []string{"At no time did the engineers record that [the pump ran for 40 days].", "We were not shown by anyone that [the plant met every limit]."},
		fine:     []string{"It is no secret that [the pump ran for 40 days in the field]."},
	},
	{
		name: "opening", side: before, reach: opening, effect: remark,
		cues: `when, where, in the case of, by, after, before, given, without, with, under, during, until, in the future, in future, in a, in an, soon, next steps:, idea:, option:, example:, risk:, risks:,
			当, 在, 到, 未来, 将来, 今后, 随着, 通过, 经过, 待, 下一步:, 风险:, 例如:, 选项:`,
		except:   `在此, 到目前为止, 当然, 待遇, 当地, 当年, 当时, 到底, 在职`,
		examples: []string{"When the dam is repaired, [the valley supplies water to all farms].", "By 2030, [the valley supplies water to all farms].", "到2030年，[山谷里的农场都有清洁用水]。", "风险：[山谷里的农场都有清洁用水]。"},
	},
	{
		name: "concession", side: before, reach: clause, effect: remark,
		cues:     `although, though, even though, even if, while, whereas, despite, in spite of, notwithstanding, 虽然, 尽管, 虽, 即使, 即便, 哪怕, 纵使, 无论, 不论, 不管, 诚然, 固然`,
		except:   `a while, 虽说`,
		examples: []string{"Although [the plant met every limit last year], it was closed.", "虽然[该厂去年达到了所有限值]，但仍被关闭。"},
	},
	{
		name: "complement", side: before, reach: adjacent, effect: remark,
		cues: `that, to, will, won't, can, when, where, before, after, than, of whether`,
		except: `show//s/ed/n that, showing that, find//s that, found that, finding that, prov/e/es/ed/en that, demonstrat/e/es/ed/ing that, confirm//s/ed/ing that, observ/e/es/ed that, not/e/es/ed that, establish//es/ed that, reveal//s/ed/ing that, know//s/n that, knew that, measured that, means that, fact that, ensure//s/d that, so that,
			see//n that, clear that, certain that, evidence that, proof that, true that, result that, conclude//s/d that, conclusion that, such that`,
		examples: []string{"The judges saw to it that [the plant meets every limit].", "The board voted to [close the plant in spring of next year]."},
		fine:     []string{"Tests show that [the plant met every limit last year]."},
	},

	{
		name: "condition follows", side: after, reach: clause, effect: refuse,
		cues: `unless, only if, only when, only in, only on, only at, only for, only with, only after, only once, only by, only under, only during, only among, only as, only where, only while, only until, only from, only because, only to, only within, only between, only inside, only outside, only about, but only, just in, just for, solely, exclusively, until, if, even if, provided, provided that, providing, as long as, so long as, on condition that, on the condition that, assuming, supposing, in case, in the event, should the, should it, were the, /minus/excepting/excluding the, minus one, not counting, not including, leaving out, leaving aside, excepted, excluded, on condition of, if ever, only, merely, at most, in exceptional cases, in rare cases, in simulations, in simulation, in models, under laboratory conditions, in the laboratory, on condition, once, whenever, subject to, pending, contingent on, contingent upon,
			conditional on, depending on, dependent on, in theory, in principle, theoretically, hypothetically, on paper, if and only if, except, except for, except that, except when, except in, save for, save in, barring, excluding, with the exception of, at least in theory, or so, in the lab only, whether, under the condition, under condition, were it, would it, given enough, limited to, restricted to, in an ideal world, at best, with one exception, with exceptions, with few exceptions, exception is, exceptions are, insofar as, in so far as, to the extent, upon approval, upon receipt, upon request, on request, when asked, when requested, with the consent, with the approval, with prior, with permission, at the discretion, at its discretion, at their discretion, on a trial basis, so far as, as far as we, failing which, under certain, if applicable, where applicable, where permitted, weather permitting, budget allowing, budget permitting, funds permitting, time permitting, other things being equal, all else being equal, test bench alone, on the test bench, where possible, if possible, other than for, other than on`,
		except:   `not only, not excluded, once a, once per, or so far, as if, only to find, until now, or so they, provided by, provided with, provided for, provided in, if not more, if any`,
		examples: []string{"[The second plant stays open all year], unless prices fall again.", "[The second plant stays open all year] only if prices rise.", "[The new pump ran without a stop for weeks] only in the lab.", "[All four plants met every limit last year] except the oldest one.", "[All four plants met every limit last year], the oldest one excepted.", "[The second plant stays open all year], provided that prices rise."},
		fine:     []string{"[The second plant stays open all year]. Unless prices fall, all is well."},
	},
	{
		name: "han condition follows", side: after, reach: clause, effect: refuse,
		cues:     `除非, 假设, 条件是, 条件为, 当且仅当, 在实验室条件下, 在理想条件下, 理想情况下, 前提是, 前提为, 前提条件, 仅在, 仅限, 只在, 只限, 仅当, 只有在, 仅适用, 只适用, 仅对, 只对, 仅于, 直到, 直至, 为止, 如果, 若, 假如, 假若, 倘若, 要是, 一旦, 只要, 的话, 的前提下, 的情况下, 的条件下, 为前提, 为条件, 的假设, 除外, 例外, 除了, 除/最/一/两/个别/少数/第/上述/其中, 不在此列, 不在其列, 不计在内, 不算在内, 唯独, 唯有, 以外, 之外, 取决于, 视情况, 有待, 理论上, 原则上, 但仅, 但只, 或者说, 须经, 需经, 但须, 但需, 但限, 限于, 为限, 而定, 如有, 如遇, 如经, 如获, 若遇, 另有约定, 另有规定, 视天气, 的情形只, 天气允许, 经费允许, 须得, 才行, 方可`,
		except:   `若干, 此之外, 除此以外, 无一例外, 毫无例外, 没有例外, 没有任何例外`,
		examples: []string{"[第二座工厂全年保持开放]，除非价格再次下跌。", "[新泵可以连续运行数周]，仅在实验室中。", "[第二座工厂全年保持开放]，前提是价格上涨。", "[四座工厂去年都达到了限值]，最老的一座除外。", "[第二座工厂全年保持开放]，如果价格上涨。"},
		fine:     []string{"[第二座工厂全年保持开放]。除非价格下跌，一切正常。"},
	},
	{
		name: "exception follows", side: after, reach: opening, effect: refuse,
		cues:     `bar, save, but for`,
		except:   `bar none, save for the time, but for now, but for the first, but for this, but for that`,
		examples: []string{"[All four plants met every limit last year] bar the oldest one.", "[All four plants met every limit last year], save two.", "[All four plants met every limit last year], but for the oldest one."},
		fine:     []string{"[The choir ran the second plant for years] to save the hall.", "[All four plants met every limit last year], bar none."},
	},
	{
		name: "exception to all follows", side: after, reach: exceptionToAll, effect: refuse,
		cues:     `apart from, aside from, other than, 不含, 不包括`,
		examples: []string{"[All pumps ran for 40 days], apart from the oldest one.", "[所有水泵都连续运行了四十天]，不含最老的一台。"},
		fine:     []string{"[The pumps ran for 40 days] apart from the new one.", "[All pumps ran for 40 days without a stop]."},
	},
	{
		name: "denial follows", side: after, reach: clause, effect: refuse,
		cues: `nobody believes, no one believes, nobody has, was never checked, never checked, a myth, a lie, a claim, a rumour, a rumor, a fiction, an illusion, a misconception, not always, not when, not if, not yet, or none, is false, is untrue, is wrong, is incorrect, is inaccurate, is misleading, is mistaken, is a myth, is a misconception, is a fallacy, is a lie, is fiction, is unfounded, is baseless, is unproven, is doubtful, is unlikely, is improbable, is implausible, is impossible, is disputed, is contested, is questionable, is in doubt, is open, is unclear, is uncertain, is far from, is nonsense, is pure, is not, are not, isn't, aren't, was false, was untrue, was wrong, was incorrect, was denied, was refuted, was rejected, was retracted, was debunked, was disproved, was disproven, was not, were not, wasn't, weren't, has been denied, has been refuted, has been disproved, has been disproven, has been debunked, has been retracted, has been rejected, has been disputed, have been refuted, has not, have not, hasn't, haven't, had not, does not, do not, did not, doesn't, don't, didn't, will not, won't, would not, wouldn't, cannot, can't, can not, could not, couldn't, may not, might not, should not, must not, has never, have never, was never, were never, is never, are never, never, no longer, turned out to be false, turned out to be wrong, turned out false, turned out wrong, proved false, proved wrong, proved to be, remains unproven, remains unclear, remains doubtful, remains uncertain, remains open, remains to be, remains in doubt, remains a, lacks, failed to, fails to,
			其实不然, 尚未, 尚待, 尚需, 有待证实, 事实并非如此, 只是设想, 只是传言, 只是猜测, 纯属猜测, 没有根据, 没有依据, 是错误的, 是错的, 是假的, 是虚假的, 是谣言, 是误解, 是误区, 是误传, 不属实, 不实, 不真实, 不成立, 不正确, 不准确, 并不, 并未, 并非, 并没有, 未被证实, 尚未证实, 未经证实, 尚无定论, 有争议, 存在争议, 存疑, 值得怀疑, 令人怀疑, 站不住脚, 被否认, 被推翻, 被否定, 被驳回, 被驳斥, 遭到否认, 纯属, 只是传言, 是不可能的, 未必, could not be, cannot be, can never, is out of the question, was withdrawn, has been withdrawn, nobody could, no one could, nobody can, no one can, disputes, disputed by, doubted by, denies, contradicts, contradicted by, challenged by, questioned by, is a mistake, was a mistake, is a rumour, is a rumor, is speculation, is pure speculation, is hearsay, is invented, was invented, is made up, is exaggerated, is an exaggeration, is wishful thinking, been debunked, thoroughly debunked, been refuted, since refuted, shown to be untrue, shown to be false, shown to be wrong, turned out to be a mistake, turned out to be an error, by no means, does not withstand, is without foundation, found to be untrue, found to be false, is not correct, is overstated, is contradicted, in no case, in no way, under no circumstances, on no account, at no time,
			/which/but/yet /is/was/were //later/since /false/untrue/wrong/incorrect/inaccurate/disputed/denied/doubtful/refuted/retracted/disproved/disproven/debunked/withdrawn, which /isn't/wasn't true, which /is/was not //yet /true/right/correct/proven, which //later/soon/since /turned/turns out //to //be /false/untrue/wrong/incorrect, which //later/soon/since proved //to //be /false/untrue/wrong/incorrect,
			/which/it/that/this /is/was //only/just/merely a /lie/myth/claim/rumour/rumor/guess/hope/dream/mistake, which nobody /believes/believed, which no one /believes/believed, which /we/i/they/he/she /doubt/doubts/doubted/dispute/deny,
			/but/yet/though/although /that/this/it /isn't/wasn't /true/so/right/correct, /but/yet/though/although /that/this/it /is/was not /true/so/right/correct/proven, /but/yet/though/although /that/this/it /is/was /false/untrue/wrong/incorrect, but not so, not true, not so,
			有误, 失实, 不符, 不妥, 不可信, 不可靠, 无法证实, 未能, 没有得到, 没能, 无人能, 没有人相信, 没有人能, 没有人见, 没有人证实, 没有人核实, 没有人承认, 没有人知道, 没有人看, 没有人敢, 没有人认可, 没有人同意, 没有人支持, 没有人认为, 提出质疑, 受到质疑, 遭质疑, 遭到质疑, 被质疑, 被撤回, 已撤回, 被澄清, 已澄清, 辟谣, 相矛盾, 一厢情愿, 才怪, 谁信, 均未能, 是编造的, 系编造, 就差, 只差, 还差, 只欠, 尚缺, 经不起, 毫无根据, 子虚乌有, 无稽之谈, 证明是错, 证明有误, 被证伪, 这不是真, 这不是事实, 这不属实, 这不对, 这不准确, 这与事实不符, 这是假, 这是谎, 这是错, 是假话, 是谎话, 是空话, 是一种误解, 是个误解, 是一个误解, 是一种误会, 是个误会, 实际上是假, 其实是假, 结果是假,
			但这并不, 但这不是, 但这不属实, 但这不对, 但这与事实不符, 但这是假, 但这是错, 但事实并非, 但并非如此, 但并不属实, 但其实不, 但是这并不, 但是这不是, 但是这不属实, 但是这不对, 但是这与事实不符, 但是这是假, 但是这是错, 但是事实并非, 但是并非如此, 但是并不属实, 但是其实不, 然而这并不, 然而这不是, 然而这不属实, 然而这不对, 然而这与事实不符, 然而这是假, 然而这是错, 然而事实并非, 然而并非如此, 然而并不属实, 然而其实不, 可这并不, 可这不是, 可这不属实, 可这不对, 可这与事实不符, 可这是假, 可这是错, 可事实并非, 可并非如此, 可并不属实, 可其实不, 可是这并不, 可是这不是, 可是这不属实, 可是这不对, 可是这与事实不符, 可是这是假, 可是这是错, 可是事实并非, 可是并非如此, 可是并不属实, 可是其实不, 不过这并不, 不过这不是, 不过这不属实, 不过这不对, 不过这与事实不符, 不过这是假, 不过这是错, 不过事实并非, 不过并非如此, 不过并不属实, 不过其实不,
			就好了, 该多好, 就太好了, 的日子一去不, 的时代一去不, 的日子已, 的时代已, 已成历史, 成为历史`,
		except:   `is not only, are not only, was not only, does not only, is open to, is open from, is open on, does not matter, which is not true /of/for/in, which /isn't/wasn't true /of/for/in, which was not true /of/for/in`,
		examples: []string{"The claim of the vendor: [the plant met every limit last year] is false.", "[The whole idea of a plant that meets every limit] is a myth.", "[该厂去年达到所有限值这一点]是错误的。", "[The plant met every limit last year], which is not true.", "[The plant met every limit last year], which later turned out to be false.", "[The plant met every limit last year], but that is not true.", "[The plant met every limit last year] in no case.", "[该厂去年达到了所有限值]，但这并不属实。", "[该厂去年达到了所有限值]是假话。"},
		fine:     []string{"[The plant met every limit last year], and the fence is not new.", "[The plant met every limit last year], which is not true of the old plant."},
	},
	{
		name: "report follows", side: after, reach: final, effect: refuse,
		cues: `claim//s/ed/ing, alleg/e/es/ed/ing, argu/e/es/ed/ing, assert//s/ed/ing, contend//s/ed/ing, insist//s/ed/ing, maintain//s/ed, says, say, said, stat/es/ed, told us, tells us, believ/e/es/ed, think//s, thought, feel//s, felt, suspect//s/ed, fear//s/ed, speculat/e/es/ed, guess//es/ed, assum/e/es/ed, hypothesi/ze/zes/zed/se/ses/sed, predict//s/ed, forecast//s, estimat/e/es/ed, hint//s/ed, warn//s/ed, complain//s/ed, declar/e/es/ed, announc/e/es/ed, report//s/ed, wrote, write//s, suggest//s/ed, hop/e/es/ed, reckon//s/ed, conjecture//s/d, claimed, it is said, it is claimed, it is alleged, it is believed, it is thought, it is hoped, it is assumed, it is rumoured, it seems, it appears, we hope, we think, we believe, i think, i believe, i guess, or so it seems, plan//s/ned, promis/e/es/ed, want//s/ed, wish//es/ed, intend//s/ed, expect//s/ed, perhaps, maybe, possibly, probably, presumably, apparently, supposedly, reportedly, allegedly, purportedly, arguably, hopefully, potentially, dream//s/ed, boast//s/ed, advertise//s/d, imagine//s/d, have it, 
			声称, 宣称, 表示, 认为, 说, 称, 指出, 推测, 猜测, 预测, 据称, 据说, 据传, 据报道, 可能, 也许, 或许, testif/y/ies/ied, put//s it, been suggested, been claimed, been said, been reported, been alleged, is claimed, rumour has it, rumor has it, so they say, in theory, we were told, was told, were told, 认定, 坚称, 主张, 辩称, 强调, 抱怨, 估计, 推断, 传闻, 传言, 如此,
			/is/was/remains/that's /the/our/their/its/my/his/her/a/one/only /claim/promise/idea/theory/rumour/rumor/goal/aim/hope/dream/wish/vision/target/assumption/hypothesis/guess/intention/ambition/expectation/plan/boast/slogan`,
		except:   `没有人抱怨, 没人抱怨, 无人抱怨, 小说, 名称, 职称, 不可能, 成为可能, 说明, than planned, than expected, than promised, than predicted, than estimated, than announced, than hoped, than assumed, than reported, than claimed, as expected, as planned, as promised, as predicted, as estimated, as announced, as reported, as hoped, 如此之`,
		examples: []string{"[The plant met every limit last year], critics claim.", "[The plant met every limit last year], the vendor said.", "[The plant met every limit last year], perhaps.", "[The plant meets every limit of the town] is the hope.", "[The plant met every limit last year] was their claim.", "[The plant met every limit last year] - so the vendor claims.", "[该厂去年达到了所有限值]，批评者称。"},
		fine:     []string{"[The plant met every limit last year], and critics claim that the fence leaks.", "[The work at the plant took six weeks], longer than planned."},
	},
	{
		name: "source follows", side: after, reach: clause, effect: refuse,
		cues: `according to, in the view of, in the opinion of, in the words of, in the eyes of, in their view, in his view, in her view, in their opinion, in his opinion, in her opinion, reportedly, allegedly, purportedly, supposedly, so the story goes, or so, if one believes, if we believe, if you believe, critics claim, critics say, critics argue, opponents say, opponents claim, sceptics say, skeptics say, as claimed by, as alleged by, as argued by, as critics, claim//s the, claim//ed the, said the, says the, /wrote/writes /its/the/their /owner/owners/maker/author/editor/manager/director/press, /argued/argues/insisted/insists/alleged/alleges/boasted/boasts/complained/complains/said/says/claimed/claims /its/their/one/two/three/four/some/several/many, argue//s/d the, claims a, says a, said a, says an, has it, said one, says one, says its, said its, claims its, claimed its, insists its, claims one, claimed one, claimed a, so runs, so run, so goes, so we are told, so at least, so they say, or at least that, to believe the, to hear its, to hear their, takes at face value, that is the story, is the story that, this claim, by its own reckoning, by their own reckoning, in the judgement of, in the judgment of, 如是说, 这样说, 这样写, 这样讲, 如此写, 这么说, 这么写, 是这么, 这么讲, /is/was what /we/they/he/she/i/people/everyone/all /hope/hopes/hoped/want/wants/wanted/wish/wishes/wished/expect/expects/expected/claim/claims/claimed/fear/feared/need/dream, insists the, insisted the, alleges the, alleged the, asserted the, asserts the, contends the, contended the,
			据称, 据说, 据悉, 据传, 相传, 据报道, 批评者, 反对者, 质疑者, 有人认为, 有人说, 有人称, 这是, 这只是, 这仅仅是, 这一说法, 这种说法, 该说法, 的说法, 的观点, 的传言, 的谣言, 的传闻, 的可能, 的可能性, 的风险, 的计划, 的目标, 的希望, 的设想, 的愿望, 的打算, 的愿景, 的看法, 的主张, 的指控, 的猜测, 的推测, 的预期, 的预测, 的想法, 的误解, 的误区, 的观念, 的断言, 的声明, 的承诺, 的建议, 的提议, 的构想, 的迹象, 的证据, 的假象, 的印象, 的机会, 的意图, 的报道, 的消息, 的论断, 的论点, 的陈述, 的宣传, 的广告, 的谎言, 的神话, 的提案, 的动议, 的草案, 的倡议, 的诉求, 的许诺, 的事宜, 的可行性, 的证词, 的图景, 的推断, 的估计, 的担忧, 的口径, 的说辞, 的噱头, 的空话, 的一面之词`,
		except:   ownSources,
		examples: []string{"[The plant met every limit last year], according to its owner.", "[该厂去年达到了所有限值]，据报道它已关闭。", "[该厂去年达到了所有限值]的说法遭到质疑。", "[The plant meets every limit] is what we hope for.", "[该厂去年达到了所有限值]是厂家的宣传。"},
		fine:     []string{"[The plant met every limit last year], and the fence is new according to its owner.", "[The plant met every limit last year], according to our own records."},
	},
	{
		name: "contrast", side: after, reach: phrase, effect: goesOn,
		cues: `but, however, yet, although, though, even though, while, whereas, nevertheless, nonetheless, still, despite, in spite of, notwithstanding, albeit, only that, on the other hand, by contrast, in contrast, conversely, without, rather than, instead of, other than, apart from, aside from, save, unlike, when, under, during, before, after, as of, in theory, because of, thanks to, or rather, or at least, in the computer model, in the model, as a rule, for now, so far, for the time being, 
			时才, 之后才, 后才, 才能, 才会, 方可, 方能, 的时候才, 而不是, 而非, 但, 但是, 然而, 不过, 可是, 可惜, 只是, 却, 而, 虽然, 尽管, 虽, 反而, 相反, 反之, 与此相反, 另一方面, 遗憾的是, 目前, 时, 后, 之前, 之后, 不包括, 不含`,
		except:   `而且, 时间, 时期, 后来, 后续, 目前为止, 时至, 后期, 时代, 时段, 时长, 后台, 不含税`,
		examples: []string{"[The plant met every limit last year], but it was closed in March.", "[该厂去年达到了所有限值]，但三月仍被关闭。", "[The plant met every limit last year]. However, it was closed in March.", "[The plant met every limit last year]; even so, it was closed in March.", "[该厂去年达到了所有限值]；即便如此，三月仍被关闭。", "[该厂去年达到了所有限值]。然而三月仍被关闭。", "[价格包含运输和安装的费用]，不含操作培训。"},
		fine:     []string{"[The plant met every limit last year] and paid no fine."},
	},
}

// ownSources are sources of one's own, or parts of the document: no report of others.
const ownSources = `according to /our/my/these/the measurement//s, according to /our/my/these/the reading//s, according to /our/my/these log//s, according to /our/my/these record//s, according to /our/my/these data,
	according to /our/my/these test//s, according to /our/my/these trial//s, according to /our/my/these experiment//s, according to /our/my/these result//s, according to /our/my/these count//s, according to /our/my/these calculation//s,
	according to /our/my/these analys/is/es, according to /our/my/these observation//s, according to /our/my/these statistics, according to /our/my/these figures, according to /our/my/these survey//s, according to /our/my own,
	according to /table/figure/section/annex/appendix/chapter`

// retraction are the words with which the next sentence takes back a quote, or is set against it.
const retraction = `we doubt, i doubt, we have doubts, we have our doubts, i have my doubts, i have doubts, we disagree, i disagree, we are not so sure, i am not so sure, we /are/remain /sceptical/skeptical/doubtful/unconvinced, /we/i beg to differ, unlikely, doubtful, not likely, /very/most/highly unlikely, that would be, that'd be, that would have been, /if/were that true, 恐怕不, 恐怕没, 恐怕未, 恐怕很难, 恐怕难, 恐怕做不, 恐怕是, 不太可能, 不大可能, 不可能, 很难说, 难说, 不见得, 我们对此/存疑/表示/怀疑/不/没, 对此我们/表示/怀疑/不/没, 对此/存疑/表示怀疑/没人, 我怀疑, 我不信, 我不相信, 我们不认同, 我们不同意, 我们不认为, 那该多好, 那就好了, 不敢苟同,
	not any more, not anymore, no longer., sadly not, unfortunately not, alas no, 假的, 错了, 有误, 数据有误, 此处有误, 以上有误, 不实, 不属实, 失实, 查无, 已更正, 现更正, on the other hand, by contrast, in contrast, conversely, on the contrary, even so, then again, still, all the same, that said, 相比之下, 与此相反, 相反, 反之, 另一方面, 即便如此, 即使如此, 尽管如此, 话虽如此,
	we were wrong, i was wrong, they were wrong, he was wrong, she was wrong, that was a lie, this was a lie, it was a lie, that was a mistake, this was a mistake, it was a mistake, it proved, that proved, nonsense, if only, none of it, no one believe//s/d, nobody believe//s/d, we no longer, reality is, reality look//s/ed, the reality, the truth is, the truth look//s/ed, there is no proof, there is no evidence, there was no proof, there was no evidence, evidence is lacking, proof is lacking, at least that was, at least this was, that was the plan, that was the idea, that is the plan, that was the theory, in practice,
	it isn't true, it wasn't true, it's not true, it is untrue, it was untrue, wrong!, false!, a lie., a lie!, all lies., it was false, it was wrong, it was not true, it is false, it is not true, it is wrong, that was false, that was wrong, that was not true,
	并没有, 并无, 并非, 并未, 情况恰, 情况正好, 情况并, 现实并非, 现实是, 现实却, 不是真的, 没有证据, 没有人相信, 没人相信, 证据不足, 纯属, 胡说, 未必, 后来证明, 后来发现, 真相, 但愿, 至少计划, 这只是, 事实远非, 事实恰恰, 我们错了, 我错了, 他们错了, 他错了, 她错了, 那是谎, 这是谎, 那是假, 那是错, 这是错, 那是误, so shouted, so said, so says, so say, so claim//s/ed, so wrote, so writes, so reads, so runs, so goes, so the story, this is false, that is false, this is untrue, that is untrue, this is wrong, that is wrong, this is incorrect, that is incorrect, this is not true, that is not true, this is a myth, that is a myth, this claim, that claim, the claim, this statement was, this turned out, that turned out, it turned out that this, this was later, that was later, this has since, this was retracted, not true, wrong., false., this proved, none of this, none of that, none of these, none of those, nothing of the, at least that is, at least this is, that was before, this was before, or so, in reality, in truth, the opposite, the reverse, far from it, on paper, hardly., so at least,
	至少宣传, 至少说明书上, 至少广告上, 那是, 那还是, 这些都不是, 这都不是, 这些都是, 都不是真的, 实际上, 其实, 事实上, 恰恰相反, 恰好相反, 并非如此, 可惜, 才怪, 谁信,
	我们不相信, 我们并不相信, 我们不信, 我们怀疑, 没人信, 无人相信, 令人怀疑, 值得怀疑, 这是错误的, 这是假的, 这不是真的, 这并不, 这并非, 这是谣言, 这是误解, 这一说法, 这种说法, 该说法, 事实并非如此, 实际并非如此, 其实不然, 此说`
