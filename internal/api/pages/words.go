package pages

import (
	"fmt"
	"net/http"

	"golang.org/x/text/language"

	"judgement/internal/fault"
	"judgement/report"
)

// languages are those that pages are in; the first one is the default.
var languages = language.NewMatcher([]language.Tag{language.English, language.Chinese})

// Language is the language of pages that Accept-Language asks for.
func Language(h http.Header) report.Lang {
	if _, i := language.MatchStrings(languages, h["Accept-Language"]...); i == 1 {
		return report.Chinese
	}
	return report.English
}

// word returns the words of a key in a language.
func word(lang report.Lang, key string) (string, error) {
	pair, ok := words[key]
	switch {
	case !ok:
		return "", fmt.Errorf("the pages have no words for %q", key)
	case lang == report.Chinese:
		return pair[1], nil
	}
	return pair[0], nil
}

// say is word for keys that the program names itself.
func say(lang report.Lang, key string) string {
	text, err := word(lang, key)
	if err != nil {
		return key
	}
	return text
}

// Problems words an error by its code for a page; empty: the pages have no words of
// their own. The empty code is an error that clients are not shown.
func Problems(lang report.Lang, c fault.Code) string {
	switch c {
	case fault.NoLink:
		return say(lang, "no_link")
	case fault.CrossSite:
		return say(lang, "cross_site")
	case fault.NoPath:
		return say(lang, "no_path")
	case fault.UnknownJob:
		return say(lang, "no_job")
	case "":
		return say(lang, "failed_page")
	}
	return ""
}

// words are the pages' words in English and Chinese.
var words = map[string][2]string{
	"skip": {"Skip to the content", "跳到正文"}, "cases": {"Cases", "案例"}, "hand_in": {"Hand in a document", "提交文档"},
	"hand_in_nav": {"Hand in", "提交文档"}, "login": {"Log in", "登录"}, "logout": {"Log out", "退出登录"}, "main_nav": {"Pages", "页面"},
	"token": {"API token", "API 令牌"}, "token_hint": {"The value of SERVICE_API_TOKEN on the server. Whoever runs the service has it; 'judgement demo' prints its own.", "服务器上 SERVICE_API_TOKEN 的值，由服务的管理员提供；“judgement demo” 会打印自己的令牌。"},
	"ticket_used": {"This address works for one login only, and it has been used. Log in with the token that the terminal shows below the address, or end the program and start it again: it prints a new address.", "此地址只能登录一次，已经用过。请输入终端中地址下方显示的令牌；或结束程序后重新启动，它会给出新地址。"},
	"login_other": {"A report that somebody shares with you needs no token: open the link that you were sent.", "查看他人分享的报告无需令牌：打开收到的链接即可。"}, "start_page": {"Start page", "首页"},
	"wrong_token": {"This is not the token of this server.", "令牌不正确。"},
	"again_title": {"Opening the page", "正在打开页面"}, "again_go": {"Continue", "继续"},
	"again_text": {"You came from another site. The page opens by itself.", "您来自其他网站，页面即将自动打开。"},
	"problem":    {"This did not work", "操作未成功"}, "to_list": {"To the list of cases", "返回案例列表"},
	"no_link":    {"This link does not work. It may be mistyped, expired or withdrawn. Ask whoever sent it for another one.", "此链接无效：可能有误、已过期或已撤回。请向发送者索取新的链接。"},
	"cross_site": {"The form is out of date or does not come from this site. Open the page again and repeat it.", "表单已失效或并非来自本站。请重新打开页面再试。"},
	"no_path":    {"There is no such page.", "没有这个页面。"}, "no_job": {"There is no such job.", "没有这个任务。"},
	"failed_page": {"The server could not do this. Its log has the reason.", "服务器未能完成，原因见其日志。"},
	"search":      {"Search", "搜索"}, "search_hint": {"title, brand or number", "标题、代号或编号"}, "scene": {"Scene", "场景"}, "grade": {"Grade", "等级"}, "judge": {"Judge", "评委"},
	"from": {"From", "自"}, "to": {"To", "至"}, "unproven": {"Unproven quotes", "未核实的引文"}, "only_unproven": {"only with unproven quotes", "仅含未核实引文"},
	"any": {"any", "不限"}, "show": {"Show", "显示"}, "clear": {"Clear", "清除"},
	"title": {"Title", "标题"}, "case": {"Case", "案例"}, "total": {"Total", "总分"}, "date": {"Date", "日期"}, "version": {"Version", "版本"}, "brand": {"Brand", "代号"},
	"found": {"%d of %d cases", "共 %[2]d 个案例，符合 %[1]d 个"}, "none": {"No case is here.", "没有案例。"}, "none_yet": {"no review yet", "尚无评审"},
	"reading": {"The list of cases is being read: %d so far.", "正在读取案例列表：已读取 %d 个。"}, "page_of": {"Page %d of %d", "第 %d / %d 页"}, "previous": {"Previous", "上一页"}, "next": {"Next", "下一页"}, "turn": {"Pages of the list", "列表分页"},
	"jobs": {"Running and waiting", "进行中与等待中"}, "jobs_none": {"Nothing runs.", "没有进行中的任务。"}, "jobs_away": {"The job queue does not answer just now.", "任务队列暂时没有响应。"},
	"boards": {"Boards", "榜单"}, "scenes": {"Scenes", "场景"}, "scene_broken": {"its files are broken", "文件有误"}, "board_of": {"Board", "榜单"},
	"board_public": {"Page for an audience", "公开页面"}, "board_none": {"There is no board yet: nothing is judged.", "尚无榜单：还没有评审。"}, "board_damaged": {"The board is damaged. Its file board.json has to be moved away; the board is then made again.", "榜单文件 board.json 已损坏，移走后会重新生成。"},
	"rank": {"Rank", "名次"}, "interval": {"Possible ranks", "可能名次"}, "board_one": {"One program answered for all judges, which is one opinion: places have no interval and no groups.", "所有评委均由同一程序代答，只相当于一种意见：名次没有区间，也不分组。"}, "board_groups": {"A thick line separates groups. Entries of one group are too close to call.", "粗线分隔各组；同组内的名次难分先后。"},
	"files": {"Files", "文件"}, "versions": {"Versions", "版本"}, "report": {"Report", "报告"}, "open_report": {"Open the report alone", "单独打开报告"}, "baseline": {"baseline, no language model", "基线，未使用语言模型"}, "baseline_short": {"baseline", "基线"}, "no_model": {"No language model was used: the scores come from an offline baseline that does not understand the document.", "未使用语言模型：分数来自不理解文档内容的词汇基线。"},
	"judges": {"Judges", "评委"}, "outcome": {"Outcome", "结果"}, "says": {"Judgement", "评语"}, "replies": {"Prompt and reply", "提示词与原始回复"}, "answered": {"%d of %d judges answered", "%[2]d 位评委中 %[1]d 位已作答"},
	"quotes": {"%d of %d quotes are proven", "%[2]d 条引文中 %[1]d 条已核实"}, "must_fix": {"Must fix", "必须修改"}, "must_fix_none": {"No judge lists a must-fix item.", "没有评委提出必须修改项。"}, "must_fix_elsewhere": {"Must-fix items on dimensions of 60%% or more: %d, see the report", "得分不低于 60%% 的维度上的必须修改项：%d 项，详见报告"}, "suggestions": {"Suggestions", "建议"}, "cuts": {"Cut", "删减"}, "must_fix_count": {"Must-fix items: %d · suggestions: %d · cuts: %d", "必须修改 %d 项，建议 %d 项，删减 %d 项"},
	"damage": {"Files of this case are damaged or missing", "该案例的文件已损坏或缺失"}, "damage_fix": {"Restore the files from a backup. What the page shows of them may be wrong.", "请从备份恢复这些文件。页面显示的内容可能有误。"}, "unreadable": {"The version can't be read.", "无法读取该版本。"},
	"links": {"Links for people without a login", "给未登录者的链接"}, "links_hint": {"Whoever holds a link can read this one version until the link ends. Anyone can forward it.", "持有链接者在到期前可阅读这一个版本；链接可被转发。"}, "link_make": {"Make a link", "生成链接"}, "link_days": {"Valid for", "有效期"}, "day": {"1 day", "1 天"}, "days": {"%d days", "%d 天"}, "link_until": {"until %s UTC", "至 %s UTC"}, "link_end": {"Withdraw", "撤回"}, "link_new": {"New link", "新链接"}, "link_open": {"Link", "链接"},
	"compare": {"Compare with", "对比"}, "compared": {"Compared with v%d", "与 v%d 对比"}, "compare_end": {"End the comparison", "结束对比"}, "other_program": {"One of the versions was scored by the baseline, the other by a language model: their scores are not compared.", "两个版本之一由基线评分，另一个由语言模型评分：两者的分数不作比较。"}, "other_panel": {"Another panel judged that version: scores are not like for like.", "该版本由另一评审团评审，分数不可直接比较。"}, "lens": {"Dimension", "维度"}, "then": {"v%d", "v%d"}, "change": {"Change", "变化"}, "strip": {"Judges, from 0 to the maximum: filled now, hollow before", "评委分数，从 0 到满分：实心为本版，空心为对比版"}, "fixes": {"Must-fix items", "必须修改项"}, "fix_gone": {"Gone", "已解决"}, "fix_open": {"Still open", "仍未解决"}, "fix_new": {"New", "新增"}, "fix_none": {"none", "无"}, "text_diff": {"Changes of the document", "文档改动"}, "same_text": {"Both versions judge the same text.", "两个版本评审的是同一文本。"}, "diff_cut": {"%d more lines are not shown.", "另有 %d 行未显示。"},
	"prompt": {"Prompt", "提示词"}, "prompt_gone": {"This prompt can't be made again: it is that of a repair turn, or the scene, a skill or a model has changed since.", "无法还原该提示词：它属于修复轮次，或场景、技能、模型此后已有变动。"}, "prompt_proven": {"made again from the plan; its hash is the recorded one", "按计划还原，哈希与记录一致"}, "reply": {"Raw reply", "原始回复"}, "no_reply": {"No reply came.", "没有收到回复。"}, "call": {"Call %d", "第 %d 次调用"}, "model": {"Model", "模型"}, "tokens": {"Tokens in / out", "输入 / 输出 token"}, "estimated": {"estimated", "估算"}, "cost": {"Cost", "费用"}, "time": {"Time", "时间"}, "took": {"Took", "用时"}, "unknown": {"unknown", "未知"}, "calls_none": {"No reply of this judge is stored.", "没有该评委的回复。"}, "call_log": {"Log of its calls", "调用日志"}, "repeat": {"Repeat", "重复"}, "error": {"Error", "错误"}, "role_system": {"system", "系统"}, "role_user": {"user", "用户"}, "role_assistant": {"assistant", "助手"}, "hostile": {"Prompts and replies contain text of the document and of a model. It is shown as it is and is not checked.", "提示词与回复包含文档与模型的文本，原样显示，未经核查。"},
	"choose": {"Choose a scene", "请选择场景"}, "document": {"Document", "文档"}, "document_file": {"File", "文件"}, "document_text": {"or paste its text", "或粘贴文本"}, "document_hint": {"At most 25 MiB: Markdown, text, HTML, DOCX, PPTX, PDF and others. A file can be dropped on the field.", "不超过 25 MiB：Markdown、文本、HTML、DOCX、PPTX、PDF 等；可把文件拖到此处。"}, "brand_hint": {"Name of the case. The same brand makes the next version. Empty: the file's name.", "案例名称。同名则生成下一版本；留空则用文件名。"}, "budget": {"Budget", "预算"}, "max_tokens": {"Token limit", "token 上限"}, "max_cost": {"Cost limit", "费用上限"}, "repeats": {"Repeats", "重复次数"}, "budget_hint": {"Empty: the server's settings.", "留空则使用服务器设置。"}, "see_plan": {"See the plan and the price", "查看计划与价格"}, "closed": {"No document is taken", "暂不接收文档"}, "correct": {"Correct these fields", "请更正以下字段"}, "field_required": {"is missing", "未填写"},
	"plan": {"Plan", "计划"}, "plan_text": {"Nothing is judged yet. Read the plan, then start.", "尚未开始评审。请确认计划后再开始。"}, "plan_problem": {"This document can't be planned", "无法为该文档制定计划"}, "start": {"Start the review", "开始评审"}, "discard": {"Discard", "放弃"}, "calls": {"Calls", "调用"}, "price": {"Price, at most", "价格上限"}, "price_note": {"if the first reply of every judge can be used; repairs cost more", "以每位评委首次回复可用计；修复另计"}, "price_unknown": {"unknown: llm.prices does not have the model", "未知：llm.prices 中没有该模型"}, "over": {"The budget may be too small for this plan: the review then stops with what it has.", "预算可能不足：届时评审将停止并保留已有结果。"}, "findings": {"The document has passages that may be meant for machines", "文档含有可能针对机器的内容"}, "budget_is": {"Budget: %s", "预算：%s"}, "all": {"All", "合计"}, "expected": {"Expected", "预计"}, "cached": {"%d tokens from the cache", "%d 个 token 来自缓存"},
	"state_pending": {"waiting", "等待中"}, "state_running": {"running", "进行中"}, "state_done": {"done", "已完成"}, "state_failed": {"failed", "失败"}, "state": {"State", "状态"}, "cancelling": {"is being cancelled", "正在取消"}, "cancel": {"Cancel the review", "取消评审"}, "progress": {"%d of %d judges", "%d / %d 位评委"}, "score": {"Score", "分数"}, "judge_asked": {"is asked", "评审中"}, "judge_again": {"is asked again", "再次询问"}, "live": {"The page follows the review by itself.", "页面会自动更新。"}, "live_lost": {"The connection was lost; the page tries again.", "连接中断，正在重试。"}, "live_done": {"The review has ended. The page opens the report.", "评审已结束，正在打开报告。"}, "job": {"Job", "任务"}, "why": {"Reason", "原因"}, "hand_in_again": {"Hand the document in again", "重新提交"}, "hand_in_next": {"Hand in the next version", "提交新版本"}, "plan_no_model": {"No language model is set: the offline baseline, which does not understand the document, will score it.", "未设置语言模型：将由不理解文档内容的词汇基线评分。"}, "unfinished": {"This version is not finished", "该版本尚未完成"}, "unfinished_text": {"It was started at %s UTC, by a command line or by a job that is not known any more.", "开始于 %s UTC，由命令行或已不可查的任务发起。"},
	"phase_": {"waits for a worker", "等待处理"}, "phase_intake": {"reads the document", "读取文档"}, "phase_score": {"judges score", "评委评分"}, "phase_integrity": {"a model looks for text that addresses judges", "模型查找写给评委的内容"}, "phase_checkpoints": {"drafts checkpoints", "起草检查点"}, "phase_forecast": {"judges forecast", "评委预测"}, "phase_publish": {"publishes", "发布"}, "phase_meeting": {"judges read the record", "评委阅读记录"}, "phase_read": {"judges read in parts", "评委分段阅读"}, "phase_merge": {"judges merge their notes", "评委汇总笔记"}, "phase_done": {"done", "完成"}, "phase_failed": {"failed", "失败"},
}
