package format

import "testing"

func TestLanguageOf(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"":                                "en",
		"Our cold boxes keep fish fresh.": "en",
		"我们的冷藏箱让鱼保持新鲜，四十位渔民每月付费。":                             "zh",
		"本文评测了 Transformer 与 BERT 在 GLUE 上的表现，结果显示前者更好，误差更小。": "zh",
		"我们在东京试用，招牌写着「ラーメン」，顾客主要是附近的上班族和学生，每天约四十位，周末更多。":      "zh",
		"屋上の養蜂。学校の屋上でミツバチを二群飼っています。":                          "en",
		"深層学習による画像認識精度の改善手法を提案し、評価実験を実施した。":                   "en",
		"옥상에 상자 텃밭 스무 개를 만들었습니다.":                             "en",
	} {
		if got := LanguageOf(text); got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}
