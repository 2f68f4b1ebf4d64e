package cmd

import (
	"fmt"
	"io"

	"judgement/internal/attribution"
	"judgement/report"
)

// calibrationWords are the terminal's own wording for a calibration in one
// language.
type calibrationWords struct {
	none, questions, cases string
	header                 []string
	few, interval          string
	told                   string
}

func calibrationWordsFor(l report.Lang) calibrationWords {
	if l == report.Chinese {
		return calibrationWords{
			none: "尚无可计分的内容：还没有已接受的检查点到期并被证实或证伪。", questions: "问题 %d 个", cases: "，来自 %d 个案例，%.0f%% 成真\n\n",
			header: []string{"评委", "模型", "技能文本", "预测数", "布赖尔分数（95%）", "技巧得分"},
			few:    "数据尚不足：预测 %d/%d 个，案例 %d/%d 个", interval: "%.3f（%.3f 至 %.3f）",
			told: "\n%d 对评委的共有问题满 %d 个，其中 %d 对分出了高下。全部内容见 --html 的页面。\n",
		}
	}
	return calibrationWords{
		none: "Nothing can be scored yet: no accepted checkpoint has fallen due and was confirmed or falsified.", questions: "%d question(s)", cases: " of %d case(s), %.0f %% came true\n\n",
		header: []string{"judge", "model", "skill text", "forecasts", "Brier score (95 %)", "skill"},
		few:    "not enough yet: %d of %d forecasts, %d of %d cases", interval: "%.3f (%.3f to %.3f)",
		told: "\n%d pairs of judges share %d questions or more; %d are told apart. See --html for all of it.\n",
	}
}

// writeCalibration shows a calibration to a person, in its language.
func writeCalibration(w io.Writer, c *attribution.Calibration) error {
	words := calibrationWordsFor(c.Language)
	if c.Questions == 0 {
		_, err := fmt.Fprintln(w, words.none)
		return err
	}
	fmt.Fprintf(w, plural(c.Questions, words.questions)+plural(c.Cases, words.cases), c.Questions, c.Cases, 100**c.BaseRate)
	var rows [][]string
	for _, j := range c.Judges {
		brier, skill := fmt.Sprintf(words.few, j.Forecasts, c.Gates.Forecasts, j.Cases, c.Gates.Cases), ""
		if j.Brier != nil {
			brier = fmt.Sprintf(words.interval, j.Brier.Value, j.Brier.Low, j.Brier.High)
		}
		if j.Skill != nil {
			skill = fmt.Sprintf("%.2f", *j.Skill)
		}
		rows = append(rows, []string{j.Slug, j.Model, fmt.Sprintf("%.8s", j.SkillSHA256), fmt.Sprint(j.Forecasts), brier, skill})
	}
	if err := writeTable(w, words.header, rows, 3); err != nil {
		return err
	}
	told := 0
	for _, x := range c.Comparisons {
		if x.Separated {
			told++
		}
	}
	_, err := fmt.Fprintf(w, words.told, len(c.Comparisons), c.Gates.Shared, told)
	return err
}
