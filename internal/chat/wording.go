package chat

import (
	"fmt"

	"judgement/report"
)

// phrase names one piece of what bots say of their own.
type phrase int

const (
	phQueued phrase = iota
	phQueuedNext
	phQueuedAfter
	phFetching
	phReading
	phScoring
	phMeeting
	phQuestions
	phPublishing
	phWorking
	phJudged
	phOfJudges
	phDone
	phFailed
	phCancelled
	phScore
	phGrade
	phLenses
	phMustFix
	phSuggestions
	phCuts
	phJudges
	phSpread
	phSpreadValue
	phQuotes
	phQuotesValue
	phCase
	phVersion
	phMore
	phFilesFollow
	phNoModel
	phRedacted
	phRedactedGroup
	phVerdicts
	phNoAnswer
	phAnswered
	phHelp
	phHelpFormats
	phNothing
	phStatusLine
	phCancelDone
	phCancelNone
	phNotAdmitted
	phLimited
	phOtherKind
	phOtherFile
	phOnlyLinks
	phTooShort
	phTooLong
	phNoParent
	phSendAgain
	phNotFetched
	phTooLargeFile
	phEmptyFile
	phFileTooBig
	phStillThere
	phReviewFailed
	phReviewFailedPrivate
	phJob
	phDocument
	phTotal
	phWaiting
	phRunning
	phCounts
)

// say puts a phrase into words.
func say(l report.Lang, p phrase, args ...any) string {
	t := phrases[p][0]
	if l == report.Chinese {
		t = phrases[p][1]
	}
	if len(args) == 0 {
		return t
	}
	return fmt.Sprintf(t, args...)
}

// phrases holds English and Chinese; it is never changed. Arguments are in the
// same order in both.
var phrases = [...][2]string{
	phQueued:              {"Queued", "排队中"},
	phQueuedNext:          {"You are next.", "下一个就是您。"},
	phQueuedAfter:         {"%d before you.", "前面还有 %d 个。"},
	phFetching:            {"Fetching the file", "正在获取文件"},
	phReading:             {"Reading the document", "正在阅读文档"},
	phScoring:             {"The judges are scoring", "评委正在评分"},
	phMeeting:             {"The judges are reading the meeting", "评委正在阅读会议内容"},
	phQuestions:           {"Writing questions about the future", "正在拟定待验证的问题"},
	phPublishing:          {"Writing the report", "正在生成报告"},
	phWorking:             {"Under review", "评审中"},
	phJudged:              {"%d of %d judges have answered.", "%[2]d 位评委中已有 %[1]d 位完成。"},
	phOfJudges:            {"%d of %d", "%d / %d"},
	phDone:                {"Done", "已完成"},
	phFailed:              {"Failed", "未完成"},
	phCancelled:           {"Cancelled", "已取消"},
	phScore:               {"%s of %s (%s %%)", "%s / %s（%s %%）"},
	phGrade:               {"Grade %s", "等级 %s"},
	phLenses:              {"Dimensions", "各维度"},
	phMustFix:             {"Must fix", "必须修改"},
	phSuggestions:         {"Suggestions", "改进建议"},
	phCuts:                {"Cuts", "建议删减"},
	phJudges:              {"Judges", "评委"},
	phSpread:              {"Judges' totals", "评委总分"},
	phSpreadValue:         {"%s to %s, standard deviation %.1f, %d judges", "%s 至 %s，标准差 %.1f，%d 位评委"},
	phQuotes:              {"Quotes", "引文"},
	phQuotesValue:         {"%d of %d are proven to stand in the document", "%[2]d 条中有 %[1]d 条已在文档中核实"},
	phCase:                {"Case", "案卷"},
	phVersion:             {"version %d", "第 %d 版"},
	phMore:                {"and %d more in the report", "另有 %d 条，见报告"},
	phFilesFollow:         {"The whole report follows as files.", "完整报告见随后的文件。"},
	phNoModel:             {"No language model was used: this is the offline baseline.", "未使用语言模型：这是离线基线的结果。"},
	phRedacted:            {"Comments, quotes and files stay on the server.", "评语、引文和文件保留在服务器上。"},
	phRedactedGroup:       {"Scores are not shown in groups.", "分数不在群聊中公开。"},
	phVerdicts:            {"Verdicts", "评委结论"},
	phNoAnswer:            {"no answer", "未作答"},
	phAnswered:            {"answered", "已作答"},
	phHelp:                {"Send me a document and I have a panel of judges review it. In a group, mention me; to have a file of a group reviewed, answer it with a mention of me.\nCommands: help, status, cancel.", "把文档发给我，我会请评委团评审。在群聊中请@我；若要评审群里的文件，请回复该文件并@我。\n指令：帮助、状态、取消。"},
	phHelpFormats:         {"I read Markdown, plain text, HTML, DOCX, PPTX and PDF files up to %d MB, and text written to me. Links are not opened.", "支持 Markdown、纯文本、HTML、DOCX、PPTX、PDF 文件（不超过 %d MB），也可直接发送文字。不会打开链接。"},
	phNothing:             {"Nothing of yours is waiting or running here.", "您在这里没有排队或进行中的评审。"},
	phStatusLine:          {"%s: %s", "%s：%s"},
	phCancelDone:          {"Cancelled: %s", "已取消：%s"},
	phCancelNone:          {"There is nothing of yours to cancel here.", "您在这里没有可取消的评审。"},
	phNotAdmitted:         {"Sorry, you are not on the list of those who may ask for reviews here. Please ask the operator of this bot to add you: %s", "抱歉，您不在可使用本机器人的名单中。请联系管理员添加：%s"},
	phLimited:             {"Sorry, this bot may take %d documents an hour and has them. Please send yours again after %s UTC.", "抱歉，本机器人每小时最多处理 %d 份文档，名额已满。请在 %s（UTC）之后重新发送。"},
	phOtherKind:           {"Sorry, I can't review a message of this kind.", "抱歉，无法评审这类消息。"},
	phOtherFile:           {"Sorry, I can't read files of this kind (%s).", "抱歉，无法读取此类文件（%s）。"},
	phOnlyLinks:           {"Sorry, I don't open links. Please send the document itself.", "抱歉，我不会打开链接。请直接发送文档。"},
	phTooShort:            {"That is too short to be reviewed.", "内容太短，无法评审。"},
	phTooLong:             {"Sorry, this text is too long. Please send it as a file.", "抱歉，文字太长。请以文件形式发送。"},
	phNoParent:            {"Please answer the message that holds the file, and mention me in the answer.", "请回复包含文件的那条消息，并在回复中@我。"},
	phSendAgain:           {"Please send it again.", "请重新发送。"},
	phNotFetched:          {"The file could not be fetched from the chat.", "无法从聊天中获取该文件。"},
	phTooLargeFile:        {"The file is larger than %d MB.", "文件超过 %d MB。"},
	phEmptyFile:           {"The file is empty.", "文件是空的。"},
	phFileTooBig:          {"%s is too large to be sent here; it is kept on the server.", "%s 太大，无法在此发送；已保存在服务器上。"},
	phStillThere:          {"What was judged so far is kept.", "已完成的部分会保留。"},
	phReviewFailed:        {"The review could not be finished: %s", "评审未能完成：%s"},
	phReviewFailedPrivate: {"The review could not be finished. The operator sees the reason.", "评审未能完成，原因可由管理员查看。"},
	phJob:                 {"Job", "任务"},
	phDocument:            {"Document", "文档"},
	phTotal:               {"Total", "总分"},
	phWaiting:             {"waiting", "排队中"},
	phRunning:             {"under review", "评审中"},
	phCounts:              {"%d must-fix, %d suggestions, %d cuts", "必须修改 %d 条，建议 %d 条，删减 %d 条"},
}
