package cmd

import (
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/batch"
	"judgement/internal/fault"
	"judgement/report"
)

// TestBatchLang: a batch is shown in the language that was asked for, else in that of
// most reports.
func TestBatchLang(t *testing.T) {
	for _, tc := range []struct {
		asked report.Lang
		langs []report.Lang
		want  report.Lang
	}{
		{"", nil, report.English},
		{"", []report.Lang{"zh"}, report.Chinese},
		{"", []report.Lang{"zh", "en"}, report.English},
		{"", []report.Lang{"zh", "en", "zh"}, report.Chinese},
		{"zh", []report.Lang{"en", "en"}, report.Chinese},
		{"zh", nil, report.Chinese},
		{"en", []report.Lang{"zh"}, report.English},
	} {
		if got := batchLang(tc.asked, tc.langs); got != tc.want {
			t.Errorf("asked for %q, of %d documents: %q, want %q", tc.asked, len(tc.langs), got, tc.want)
		}
	}
}

// TestReasons: documents whose reasons differ in numbers only are named in one line, with
// what was spent on all of them.
func TestReasons(t *testing.T) {
	quorum := func(tokens string) error {
		return fault.New(fault.NoAnswers, nil, "what", "the review", "have", "0", "of", "3", "need", "2",
			"misses", "\na: failed: may need "+tokens, "spent", `{"Usage": {"calls": 2}, "Cost": null}`)
	}
	rows := []*batch.Row{{File: "empty.md", Err: fault.New(fault.DocumentEmpty, nil, "name", "empty.md", "fix", "give it text")}}
	for i, name := range []string{"a.md", "b.md", "c.md", "d.md", "e.md", strings.Repeat("long-", 20) + ".md", "g.md"} {
		rows = append(rows, &batch.Row{File: name, Err: fmt.Errorf("%s: %w", name, quorum(strconv.Itoa(100+i/6)))})
	}
	for _, row := range rows {
		word(row)
	}
	for lang, want := range map[report.Lang][]string{
		report.English: {
			"empty.md: the file is empty → give it text",
			"7 documents (a.md, b.md, c.md, d.md, e.md and 2 more): no quorum for the review: 0 of 3 voting judges answered, at least 2 are needed; a: failed: may need 100 (the numbers are those of a.md); spent on them: unknown · 14 calls · 0 tokens → run the same command again: what was answered is kept and not paid for twice",
		},
		report.Chinese: {
			"empty.md：文件是空的 → 请提供有文字的文件",
			"7 份文档（a.md、b.md、c.md、d.md、e.md，另有 2 份）：评审未达到法定人数：3 位有表决权的评委中有 0 位作答，至少需要 2 位；a：调用失败：may need 100（数字为 a.md 的数字）；已花费：未知 · 14 次调用 · 0 词元 → 再次运行同一命令：已得到的回复会保留，不会重复付费",
		},
	} {
		if diff := cmp.Diff(want, wordsFor(lang).reasons(rows)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", lang, diff)
		}
	}
}
