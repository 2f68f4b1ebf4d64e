package cmd

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"judgement/internal/pipeline"
	"judgement/meeting"
	"judgement/report"
)

// meetingWords are a summary's own words in one language.
type meetingWords struct {
	judge, points, proven, line, parts, voice, noModel string
	calls, cost, costUnknown, between, colon           string
}

func meetingWordsFor(l report.Lang) meetingWords {
	if l == report.Chinese {
		return meetingWords{
			judge: "评委", points: "要点", proven: "已核实", line: "%d / %d 位评委，%d / %d 条引文已核实",
			parts: "分 %d 部分阅读：记录超出 %d 词元的上下文", voice: "同一种声音：%s的意见基本相同", noModel: "未使用语言模型",
			calls: "%d 次调用，%d 词元", cost: "，费用 %s", costUnknown: "未知", between: "、", colon: "：",
		}
	}
	return meetingWords{
		judge: "judge", points: "points", proven: "proven", line: "%d of %d judges, %d of %d citations proven",
		parts: "read in %d parts: the record is longer than the context of %d tokens", voice: "one voice: %s say the same",
		noModel: "no language model was used", calls: "%d call(s), %d tokens", cost: ", cost %s", costUnknown: "unknown", between: ", ", colon: ": ",
	}
}

// writeMeeting shows a meeting summary to a person, in the summary's language.
func (a *App) writeMeeting(w io.Writer, out *pipeline.Result, m *meeting.Content, dir string) error {
	lang := report.Lang(out.Plan.Language)
	words := meetingWordsFor(lang)
	s := viewWriter{w: w, width: max(a.Width, 40)}
	s.wrapped("", "", plainLine(out.Document.Title))
	fmt.Fprintf(w, "%s · %s v%d\n\n", out.Plan.SceneName, out.CaseID, out.Version)
	rows, verdicts := meetingRows(out, m, words)
	if err := writeTable(w, []string{words.judge, words.points, words.proven}, rows); err != nil {
		return err
	}
	fmt.Fprintln(w)
	for _, v := range verdicts {
		s.wrapped("", "• ", v)
	}
	fmt.Fprintf(w, "\n%s\n", words.summary(m))
	if n := len(m.Material.Parts); n > 1 {
		fmt.Fprintf(w, words.parts+"\n", n, m.Material.ContextTokens)
	}
	for _, group := range m.Duplicates {
		names := make([]string, len(group))
		for i, slug := range group {
			j, _ := out.Plan.Panel.Judge(slug)
			names[i] = lang.Judge(j)
		}
		s.wrapped("", "", plainLine(fmt.Sprintf(words.voice, strings.Join(names, words.between))))
	}
	if out.Plan.NoModel() {
		fmt.Fprintln(w, words.noModel)
	}
	cost := words.costUnknown
	if m.Cost != nil {
		cost = m.Cost.String()
	}
	fmt.Fprintf(w, plural(m.Usage.Calls, words.calls)+words.cost+"\n\n", m.Usage.Calls, m.Usage.PromptTokens+m.Usage.CompletionTokens, cost)
	return writeFiles(w, out, dir)
}

// writeFiles names the report and what is beside it.
func writeFiles(w io.Writer, out *pipeline.Result, dir string) error {
	folder := filepath.Join(dir, filepath.FromSlash(out.Folder))
	for _, f := range out.Files {
		if strings.HasPrefix(f, "report.") || strings.HasPrefix(f, "meeting-summary.") {
			fmt.Fprintln(w, filepath.Join(folder, f))
		}
	}
	return nil
}

// meetingRows are the judges' lines of the table, and their verdicts.
func meetingRows(out *pipeline.Result, m *meeting.Content, words meetingWords) (rows [][]string, verdicts []string) {
	lang := report.Lang(out.Plan.Language)
	for _, v := range m.Views {
		j, _ := out.Plan.Panel.Judge(v.Judge)
		verdict := v.Verdict
		if !v.OK() {
			verdict = lang.Outcome(v.Outcome) + words.colon + v.Reason
		}
		verdicts = append(verdicts, plainLine(lang.Judge(j)+words.colon+verdict))
		n := report.CountEvidence(meeting.Citations([]meeting.View{v}))
		rows = append(rows, []string{
			lang.Judge(j), fmt.Sprintf("%d + %d", len(v.Highlights), len(v.Shortcomings)), fmt.Sprintf("%d/%d", n.Proven, n.Total),
		})
	}
	return rows, verdicts
}

// summary is a meeting summary in a few words.
func (w meetingWords) summary(m *meeting.Content) string {
	done := 0
	for _, v := range m.Views {
		if v.OK() {
			done++
		}
	}
	return fmt.Sprintf(w.line, done, len(m.Views), m.Evidence.Proven, m.Evidence.Total)
}
