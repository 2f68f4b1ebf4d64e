package chat

import (
	"fmt"
	"strings"

	"judgement/report"
)

// phrase is one piece of a bot's own text, in English and Chinese. It is
// never changed. Arguments are in the same order in both.
type phrase [2]string

// say puts a phrase into words.
func say(l report.Lang, p phrase, args ...any) string {
	t := p[0]
	if l == report.Chinese {
		t = p[1]
	}
	if len(args) == 0 {
		return t
	}
	return fmt.Sprintf(t, args...)
}

// sentences puts sentences after each other: Chinese ones take no space.
func sentences(l report.Lang, parts ...string) string {
	between := " "
	if l == report.Chinese {
		between = ""
	}
	return strings.Join(parts, between)
}

var (
	phQueued              = phrase{"Queued", "排队中"}
	phQueuedNext          = phrase{"You are next.", "下一个就是您。"}
	phQueuedAfter         = phrase{"%d before you.", "前面还有 %d 个。"}
	phReading             = phrase{"Reading the document", "正在阅读文档"}
	phScoring             = phrase{"The judges are scoring", "评委正在评分"}
	phMeeting             = phrase{"The judges are reading the meeting", "评委正在阅读会议内容"}
	phIntegrity           = phrase{"Looking for text that addresses judges", "正在查找写给评委的内容"}
	phQuestions           = phrase{"Writing questions about the future", "正在拟定待验证的问题"}
	phPublishing          = phrase{"Writing the report", "正在生成报告"}
	phWorking             = phrase{"Under review", "评审中"}
	phOfJudges            = phrase{"%d of %d", "%d / %d"}
	phDone                = phrase{"Done", "已完成"}
	phFailed              = phrase{"Failed", "未完成"}
	phCancelled           = phrase{"Cancelled", "已取消"}
	phScore               = phrase{"%s of %s (%s %%)", "%s / %s（%s %%）"}
	phGrade               = phrase{"Grade %s", "等级 %s"}
	phMustFix             = phrase{"Must fix", "必须修改"}
	phSuggestions         = phrase{"Suggestions", "改进建议"}
	phCuts                = phrase{"Cuts", "建议删减"}
	phJudges              = phrase{"Judges", "评委"}
	phSpread              = phrase{"Judges' totals", "评委总分"}
	phSpreadValue         = phrase{"%s to %s, standard deviation %.1f, %d judges", "%s 至 %s，标准差 %.1f，%d 位评委"}
	phQuotes              = phrase{"Quotes", "引文"}
	phQuotesValue         = phrase{"%d of %d are proven to be in the document", "%[2]d 条中有 %[1]d 条已在文档中核实"}
	phVersion             = phrase{"version %d", "第 %d 版"}
	phMore                = phrase{"and %d more in the report", "另有 %d 条，见报告"}
	phFilesFollow         = phrase{"The whole report follows as files.", "完整报告见随后的文件。"}
	phNoModel             = phrase{"No language model was used: this is the offline baseline.", "未使用语言模型：这是词汇基线的结果。"}
	phOpenPage            = phrase{"Open the page", "打开页面"}
	phRedacted            = phrase{"Comments, quotes and files stay on the server.", "评语、引文和文件保留在服务器上。"}
	phRedactedGroup       = phrase{"Scores are not shown in groups.", "分数不在群聊中公开。"}
	phVerdicts            = phrase{"Verdicts", "评委结论"}
	phHelp                = phrase{"Send me a document and I have a panel of judges review it. In a group, mention me; to have a file of a group reviewed, answer it with a mention of me.\nCommands: help, status, cancel.", "把文档发给我，我会请评审团评审。在群聊中请@我；若要评审群里的文件，请回复该文件并@我。\n指令：帮助、状态、取消。"}
	phHelpFormats         = phrase{"I read Markdown, plain text, HTML, DOCX, PPTX and PDF files up to %d MB, and text written to me. Links are not opened.", "支持 Markdown、纯文本、HTML、DOCX、PPTX、PDF 文件（不超过 %d MB），也可直接发送文字。不会打开链接。"}
	phNothing             = phrase{"Nothing of yours is waiting or running here.", "您在这里没有排队或进行中的评审。"}
	phColon               = phrase{"%s: %s", "%s：%s"}
	phCancelDone          = phrase{"Cancelled: %s", "已取消：%s"}
	phCancelNone          = phrase{"There is nothing of yours to cancel here.", "您在这里没有可取消的评审。"}
	phNotAdmitted         = phrase{"Sorry, you are not on the list of those who may ask for reviews here. Please ask the operator of this bot to add you: %s", "抱歉，您不在可使用本机器人的名单中。请联系管理员添加：%s"}
	phOtherKind           = phrase{"Sorry, I can't review a message of this kind.", "抱歉，无法评审这类消息。"}
	phOtherFile           = phrase{"Sorry, I can't read files of this kind (%s).", "抱歉，无法读取此类文件（%s）。"}
	phOnlyLinks           = phrase{"Sorry, I don't open links. Please send the document itself.", "抱歉，我不会打开链接。请直接发送文档。"}
	phTooShort            = phrase{"That is too short to be reviewed.", "内容太短，无法评审。"}
	phTooLong             = phrase{"Sorry, this text is too long. Please send it as a file.", "抱歉，文字太长。请以文件形式发送。"}
	phNoParent            = phrase{"Please answer the message that holds the file, and mention me in the answer.", "请回复包含文件的那条消息，并在回复中@我。"}
	phSendAgain           = phrase{"Please send it again.", "请重新发送。"}
	phNotFetched          = phrase{"The file could not be fetched from the chat.", "无法从聊天中获取该文件。"}
	phTooLargeFile        = phrase{"The file is larger than %d MB.", "文件超过 %d MB。"}
	phEmptyFile           = phrase{"The file is empty.", "文件是空的。"}
	phFileTooBig          = phrase{"%s is too large to be sent here; it is kept on the server.", "%s 太大，无法在此发送；已保存在服务器上。"}
	phStillThere          = phrase{"What was judged so far is kept.", "已完成的部分会保留。"}
	phReviewFailedPrivate = phrase{"The review could not be finished. The operator sees the reason.", "评审未能完成，原因可由管理员查看。"}
	phWaiting             = phrase{"waiting", "排队中"}
	phRunning             = phrase{"under review", "评审中"}
	phLimited             = phrase{"Sorry, the places of this hour are taken: at most %d per hour. Please send yours again after %s.", "抱歉，本小时的名额已用完：每小时最多评审 %d 份文档。请在 %s 之后重新发送。"}
	phCounted             = phrase{"%s (%d)", "%s（%d）"}
	phListAnd             = phrase{"%s, %s", "%s，%s"}
	phForwarded           = phrase{"Sorry, I can't read forwarded messages that come as one. Please forward the file by itself.", "抱歉，无法读取合并转发的消息。请单独转发文件。"}
	phChatText            = phrase{"Text from the chat", "聊天中的文字"}
	phLeftOut             = phrase{"Only the text is reviewed: pictures in the message are not read.", "仅评审文字内容，消息中的图片不会被读取。"}
	phNotAllowed          = phrase{"I am not allowed to read that message or file. Please ask the operator of this bot to grant me the permission.", "我没有读取该消息或文件的权限。请联系管理员为机器人开通权限。"}
	phLater               = phrase{"Please send it again later.", "请稍后重新发送。"}
	phDocTooLong          = phrase{"The document is too long for the panel. Please send a shorter one.", "文档太长，超出评审团的处理范围。请发送较短的文档。"}
	phOverBudget          = phrase{"The limit on cost was reached before enough judges had answered.", "在足够多的评委完成之前已达到费用上限。"}
	phNoQuorum            = phrase{"Too few judges gave an answer that can be used.", "给出有效评审的评委人数不足。"}
	phModelRefused        = phrase{"The language model declined to judge this document.", "语言模型拒绝评审该文档。"}
	phNoModelAnswer       = phrase{"The language model does not answer at present.", "语言模型目前没有响应。"}
	phDocShort            = phrase{"The document is too short to be judged. Please send the whole document.", "文档内容太少，无法评审。请发送完整文档。"}
	phDocBlank            = phrase{"The document holds no text.", "文档中没有文字。"}
	phDocFormat           = phrase{"I can't read files of this kind.", "无法读取此类文件。"}
	phDocTooLarge         = phrase{"The document is too large.", "文档太大。"}
	phDocEncoding         = phrase{"The text is in an encoding that I can't read. Please save it as UTF-8.", "无法识别文本编码。请保存为 UTF-8 后重新发送。"}
	phDocEncrypted        = phrase{"The document is protected by a password. Please send a copy without it.", "文档有密码保护。请发送不带密码的副本。"}
	phDocScanned          = phrase{"The document holds pictures of text, not text. Please send it with text that can be selected.", "文档内容是图片而不是文字。请发送可选中文字的版本。"}
	phDocMismatch         = phrase{"The file is not what its name says: an error page, perhaps, or a download that was cut off. Please send the real file.", "文件内容与扩展名不符，可能是错误页面或未下载完整的文件。请发送原文件。"}
	phDocDamaged          = phrase{"The document can't be read. Please open it, save it again and send that.", "文档无法读取。请打开并另存后重新发送。"}
	phDocHostile          = phrase{"The document is built in a way that takes too much to read. Please save it as PDF or text and send that.", "文档结构过于复杂，无法读取。请另存为 PDF 或文本后重新发送。"}
	phWithheld            = phrase{"This is no longer shown here: the scene's settings have changed.", "由于场景设置已更改，此内容不再显示。"}
	phReportLost          = phrase{"How the review ended can't be read. The operator sees the reason.", "无法读取评审结果，原因可由管理员查看。"}
)
