package cmd

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"judgement/internal/fault"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/report"
)

// TestErrorsFitATerminal: a narrow terminal breaks no word of an error or its fix;
// what goes to a file is not broken at all.
func TestErrorsFitATerminal(t *testing.T) {
	err := fault.Refuse(fault.NotWritten, "make sure that the file can be written, then run the same command again: what is done is kept", errors.New("there is no space left on the device for the report"))
	var narrow, file strings.Builder
	exitFor(err, &narrow, false, 40)
	exitFor(err, &file, false, 0)
	for line := range strings.SplitSeq(strings.TrimSuffix(narrow.String(), "\n"), "\n") {
		if n := len([]rune(line)); n > 40 {
			t.Errorf("%d cells: %q", n, line)
		}
	}
	if strings.Join(strings.Fields(narrow.String()), " ") != strings.Join(strings.Fields(file.String()), " ") || strings.Count(file.String(), "\n") != 2 {
		t.Errorf("%s\n%s", narrow.String(), file.String())
	}
}

// TestErrorsShowControlCharacters: a name in an error can't speak to the terminal.
func TestErrorsShowControlCharacters(t *testing.T) {
	for _, width := range []int{0, 60} {
		var out strings.Builder
		exitFor(usageError("rename a\x9b\xff.md", "there is no file \x1b]0;title\a\u202e一\u3000二.md\nsecond line"), &out, false, width)
		want := "judgement: there is no file \\x1b]0;title\\a\\u202e一\u3000二.md\n  second line\n  → rename a\\x9b\\xff.md\n"
		if out.String() != want {
			t.Errorf("got\n%q\nwant\n%q", out.String(), want)
		}
	}
}

// TestAbstainedFix: to ask again is no advice if all judges say that they can't judge it.
func TestAbstainedFix(t *testing.T) {
	f := fault.New(fault.NoUsable, nil, "again", "yes", "abstained", "yes")
	for _, fix := range []string{fixFor(f), classify(honestFailure(f)).fix} {
		if !strings.Contains(fix, "choose a scene whose judges can judge this document") || strings.Contains(fix, "same command again") {
			t.Error(fix)
		}
	}
}

// TestEndsOfChineseRuns: the end of a run about a Chinese document is in Chinese, in JSON as
// all errors are; an error of which only English is known stays as it is.
func TestEndsOfChineseRuns(t *testing.T) {
	stop := endOfRun{interruption("interrupted: 2 of 9 judges had finished", "已中断：2 / 9 位评委已完成"), report.Chinese, ""}
	short := fmt.Errorf("plan.md: %w", fault.New(fault.DocumentShort, nil, "name", "plan.md", "detail", "1 character"))
	quorum := format.NoQuorum(format.Shortfall{Need: 2, Of: 2, Missing: []format.Ended{
		{Judge: "risk", Outcome: jury.Refused, Reason: "it says:\nserver: failed: no"}, {Judge: "plan", Outcome: jury.Failed, Reason: "503"},
	}})
	small := "the budget of 50 tokens is too small: the first call may need 11636 (estimated)"
	spent := format.NoQuorum(format.Shortfall{Need: 2, Of: 2, Missing: []format.Ended{
		{Judge: "risk", Outcome: jury.OverBudget, Reason: small}, {Judge: "plan", Outcome: jury.OverBudget, Reason: small},
	}})
	for _, tc := range []struct {
		err  error
		json bool
		want string
	}{
		{endOfRun{quorum, report.Chinese, ""}, false, "judgement: 评审未达到法定人数：2 位有表决权的评委中有 0 位作答，至少需要 2 位\n  risk：模型拒绝作答：it says: server: failed: no\n  plan：调用失败：503\n"},
		{endOfRun{quorum, report.English, ""}, false, "judgement: no quorum for the review: 0 of 2 voting judges answered, at least 2 are needed\n  risk: refused: it says: server: failed: no\n  plan: failed: 503\n"},
		{endOfRun{spent, report.Chinese, ""}, false, "judgement: 评审未达到法定人数：2 位有表决权的评委中有 0 位作答，至少需要 2 位\n  2 位评委（risk、plan）：超出预算：预算 50 词元 过小：首次调用可能需要 11636（估算）\n"},
		{stop, false, "judgement: 已中断：2 / 9 位评委已完成\n  → 再次运行同一命令即可继续："},
		{stop, true, `{"error":{"code":"interrupted","fix":"run the same command again to resume:`},
		{endOfRun{stop.error, report.English, ""}, false, "judgement: interrupted: 2 of 9 judges had finished\n  → run the same"},
		{endOfRun{short, report.Chinese, "plan.md"}, false, "judgement: plan.md：文档太短，无法评审（1 character）\n  → 请提供完整文档\n"},
		{endOfRun{overTime(time.Second), report.Chinese, "plan.md"}, false, "judgement: plan.md：时限 1s 已到，仍有评委未作答\n  → "},
		{endOfRun{fault.Refuse(fault.NotWritten, "free some space", errors.New("the disk is full")), report.Chinese, "plan.md"}, false, "judgement: the disk is full\n  → free some space\n"},
	} {
		var out strings.Builder
		exitFor(tc.err, &out, tc.json, 0)
		if !strings.HasPrefix(out.String(), tc.want) {
			t.Errorf("got  %s\nwant %s", out.String(), tc.want)
		}
	}
}
