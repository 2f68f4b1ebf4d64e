package cmd

import (
	"errors"
	"fmt"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/lazy"
	"judgement/report"
)

// The parameters of a fault that say it in Chinese, and what to do about it.
const (
	saidInChinese = "zh"
	fixInChinese  = "zh_fix"
)

// endOfRun is the end of a run in the language of its documents.
type endOfRun struct {
	error
	lang report.Lang
	name string // of the document; empty: several
}

func (e endOfRun) Unwrap() error { return e.error }

// inLanguage words a failure in the language of its run. What servers, files and the system
// say, and all errors that are not ends of runs, stay in English.
func (f *failure) inLanguage(err error) {
	var end endOfRun
	if !errors.As(err, &end) || end.lang != report.Chinese {
		return
	}
	if text, fix := chineseEnd(fault.From(err)); text != "" {
		if end.name != "" {
			text = end.name + "：" + text
		}
		f.text, f.fix = text, fix
	}
}

// chineseEnd says a fault that ends a run in Chinese; empty if only English is known.
func chineseEnd(f *fault.Error) (text, fix string) {
	const again = "再次运行同一命令：已得到的回复会保留，不会重复付费"
	if f == nil {
		return "", ""
	}
	if text := f.Params[saidInChinese]; text != "" {
		return text, f.Params[fixInChinese]
	}
	checked := report.Chinese.WhyNot(fault.Code(f.Params["cause"]).Word(), "") + "：用 'judgement doctor' 检查设置，然后" // of a model server
	switch f.Code {
	case fault.NoAnswers, fault.NoUsable, fault.OverBudget:
	case fault.Unfinished:
		return "时限已到，仍有评委未作答；最后一次失败的调用：" + f.Params["last"], checked + again
	default:
		said := chineseDocuments[f.Code]
		if detail := f.Params["detail"]; detail != "" && said[0] != "" {
			said[0] += "（" + detail + "）"
		}
		return said[0], said[1]
	}
	what := "评审"
	if lens, ok := strings.CutPrefix(f.Params["what"], "lens "); ok {
		what = "维度 " + lens + " "
	}
	text = fmt.Sprintf("%s未达到法定人数：%s 位有表决权的评委中有 %s 位作答，至少需要 %s 位%s", what, f.Params["of"], f.Params["have"], f.Params["need"], chineseMisses(f.Params["misses"]))
	w := wordsFor(report.Chinese)
	if s, ok := spentOf(f); ok {
		text += "\n" + w.spent(w.used(s.Usage, s.Cost, nil))
	}
	const other = "用 --new-version 重新询问所有评委，或用 --model 换用其他模型"
	switch {
	case f.Code == fault.OverBudget:
		fix = "提高 --max-tokens 或 --max-cost（见 --plan），然后" + again
	case f.Params["cause"] != "":
		fix = checked + again
	case f.Code == fault.NoAnswers:
		fix = again
	case f.Params["abstained"] != "":
		fix = "请看各评委给出的理由：再次询问通常无用；请用 --scene 选择评委能够评审该文档的场景，或用 --model 换用其他模型"
	case f.Params["again"] != "":
		fix = "再次运行同一命令可重新询问这些评委：可用的回复会保留；或" + other
	default:
		fix = other
	}
	return text, fix
}

// miss begins a line of a fault about judges who did not answer.
var miss = lazy.Regexp(`(?m)^(?:(\d+) judges \(([^)\n]*?)( and \d+ more)?\)|(\S+)): (abstained|refused|unparsable|failed|over_budget): (.*)`)

// chineseMisses says in Chinese which judges did not answer and how that ended; reasons of
// which only English is known stay as they are stored.
func chineseMisses(lines string) string {
	return miss().ReplaceAllStringFunc(lines, func(line string) string {
		m := miss().FindStringSubmatch(line)
		who := m[4]
		if who == "" {
			who = m[1] + " 位评委（" + strings.ReplaceAll(m[2], ", ", "、")
			if m[3] != "" {
				who += "等"
			}
			who += "）"
		}
		return who + "：" + report.Chinese.Outcome(m[5]) + "：" + report.Chinese.Reason(m[6])
	})
}

// chineseDocuments says why a document can't be judged, and what to do; never changed.
var chineseDocuments = map[fault.Code][2]string{
	fault.DocumentEmpty:       {"文件是空的", "请提供有文字的文件"},
	fault.DocumentBlank:       {"文档中没有文字", "请提供有文字的文件"},
	fault.DocumentShort:       {"文档太短，无法评审", "请提供完整文档"},
	fault.DocumentBinary:      {"文件是二进制文件，不是文档", "请另存为 PDF、DOCX、Markdown 或纯文本"},
	fault.DocumentTooLarge:    {"文档太大", "请拆分文档"},
	fault.DocumentEncoding:    {"文本编码未知或已损坏", "请另存为 UTF-8"},
	fault.DocumentEncrypted:   {"文档有密码保护", "请提供不带密码的副本"},
	fault.DocumentScanned:     {"文档内容是图片而不是文字", "请提供可选中文字的版本"},
	fault.DocumentUnsupported: {"不支持该格式", "请另存为 PDF、DOCX、Markdown 或纯文本"},
	fault.DocumentMismatch:    {"文件内容与名称不符", "请提供原文件"},
	fault.DocumentDamaged:     {"文档已损坏", "请打开并另存文档"},
	fault.DocumentHostile:     {"文档超出安全限制", "请另存为 PDF 或纯文本"},
	fault.DocumentTimeout:     {"读取文档耗时过长", "请另存为 PDF 或纯文本"},
	fault.DocumentTooLong:     {"文档太长，超出模型的上下文", "请缩短文档，或提高服务器的上下文长度，或用 --model 换用上下文更大的模型"},
}

// bilingual is a fault that ends a run, in both languages.
func bilingual(code fault.Code, text, fix, chinese, chineseFix string) *fault.Error {
	return fault.Refuse(code, fix, errors.New(text)).With(saidInChinese, chinese).With(fixInChinese, chineseFix)
}
