package report

import (
	"strings"
	"testing"
)

// TestReadingWithoutAnswer: why the reader gave no answer is short, and says what to do.
func TestReadingWithoutAnswer(t *testing.T) {
	t.Parallel()
	called := Usage{Calls: 6}
	for want, r := range map[string]IntegrityReading{
		"The integrity reader (m) gave no answer: http://127.0.0.1:1/v1: can't connect; check integrity_reader in scene.yaml. No score depends on it.":                        {Outcome: "failed", Usage: called, Reason: "http://127.0.0.1:1/v1: can't connect: connect: connection refused (after 6 attempts)"},
		"The integrity reader (m) gave no answer: no readable reply; name another model for integrity_reader in scene.yaml. No score depends on it.":                          {Outcome: "unparsable", Usage: called, Reason: "no usable reply after a repair turn and a fresh try: the reply holds no JSON object"},
		"The integrity reader (m) gave no answer: the budget was spent before; raise it. No score depends on it.":                                                             {Outcome: "over_budget", Reason: "the budget is spent: 1 of 2 tokens are left"},
		"The integrity reader (m) was not asked: the document takes about 9 tokens; the model's context has 2; check integrity_reader in scene.yaml. No score depends on it.": {Outcome: "failed", Reason: "the document takes about 9 tokens; the model's context has 2"},
		"The integrity reader (m) was not asked: no language model is set. No score depends on it.":                                                                           {Outcome: "failed", NoModel: true, Reason: "no language model is set"},
	} {
		r.Model = "m"
		if got := r.OperatorLine(English); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// TestChineseReasons: the known reasons have their Chinese wording, others are shown as they
// are.
func TestChineseReasons(t *testing.T) {
	t.Parallel()
	for reason, want := range map[string]string{
		"no language model is set": "未设置语言模型",
		"the document takes about 9120 tokens; the model's context has 2048":                                          "文档约需 9120 词元，模型的上下文只有 2048 词元",
		`no usable reply after a repair turn and a fresh try: the reply holds no JSON object with the key "passages"`: `要求更正并重新询问后仍无可用回复：回复中没有含键 "passages" 的 JSON 对象`,
		"no usable reply after a repair turn and a fresh try: score 12 is too high":                                   "要求更正并重新询问后仍无可用回复：score 12 is too high",
		"the budget is spent: 12 of 100 tokens are left, the next call may need 240 (estimated)":                      "预算已用尽：剩余 12 / 100 词元，下一次调用可能需要 240（估算）",
		"the budget of 0.01 USD is too small: the first call may need 0.2 (estimated)":                                "预算 0.01 USD 过小：首次调用可能需要 0.2（估算）",
		"no language model is set up": "no language model is set up",
		"":                            "",
	} {
		if got := Chinese.WhyNot("", reason); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		if got := English.WhyNot("", reason); got != reason {
			t.Errorf("in English: %s", got)
		}
	}
	failed := IntegrityReading{Model: "m", Outcome: "failed", Cause: "not_found", Usage: Usage{Calls: 1}, Reason: "http://127.0.0.1:1/v1: 404 Not Found: no such model"}
	if got, want := failed.OperatorLine(Chinese), "完整性阅读模型（m）未作答：http://127.0.0.1:1/v1：模型服务器没有该模型；请检查 scene.yaml 中的 integrity_reader。评分与其无关。"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// TestReportsDoNotNameTheMachine: a report says which kind of cause kept an answer away, and
// neither the address of a server nor a path.
func TestReportsDoNotNameTheMachine(t *testing.T) {
	t.Parallel()
	const address = "http://127.0.0.1:18431/v1: 500 Internal Server Error"
	for _, c := range []struct{ cause, reason, want string }{
		{"transport", address, "the model server could not be reached or failed"},
		{"credentials", address, "the model server refused the key"},
		{"", address, ""},
		{"", "open /srv/replies/a.json: no such file", ""},
		{"", `open D:\replies\a.json: no such file`, ""},
		{"", "score 4/5 is for and/or", "score 4/5 is for and/or"},
	} {
		if got := English.WhyNot(c.cause, c.reason); got != c.want {
			t.Errorf("%s %q: %q, want %q", c.cause, c.reason, got, c.want)
		}
	}
	r := IntegrityReading{Model: "m", Outcome: "failed", Reason: address, Usage: Usage{Calls: 6}, Cause: "transport"}
	if got, want := r.Line(English), "The integrity reader (m) gave no answer: the model server could not be reached or failed. No score depends on it."; got != want {
		t.Errorf("got %s\nwant %s", got, want)
	}
	if r.Cause = ""; r.Line(Chinese) != "完整性阅读模型（m）未作答。评分与其无关。" {
		t.Error(r.Line(Chinese))
	}
}

// TestPassageInItsOwnWords: a passage is shown as the document has it, with its place.
func TestPassageInItsOwnWords(t *testing.T) {
	t.Parallel()
	r := IntegrityReading{Outcome: "ok", Passages: []ReaderPassage{
		{Kind: ReaderHint, Line: 7, Citation: Citation{Quote: "whoever judges", Found: "Whoever  judges"}},
		{Kind: ReaderVerdict, Line: 9, Citation: Citation{Quote: "full marks", Page: 2}},
	}}
	w := r.Warnings()
	if w[0].Excerpt != "Whoever  judges" || w[0].Line != 7 || w[1].Excerpt != "full marks" || r.Passages[0].Where(English) != "line 7" || r.Passages[1].Where(English) != English.Say(phPage, 2) {
		t.Errorf("%+v", w)
	}
}

// TestIntegrityFact: what was found and why the reader gave no answer are sentences.
func TestIntegrityFact(t *testing.T) {
	t.Parallel()
	for lang, want := range map[Lang][2]string{English: {"found. The integrity reader", "”. The integrity reader"}, Chinese: {"未发现异常。完整性阅读模型", "”。完整性阅读模型"}} {
		for i, found := range [][]IntegrityWarning{nil, {{Kind: "planted_score", Grade: "addressed"}}} {
			in := sampleReview(lang)
			in.Integrity, in.Reading = found, &IntegrityReading{Outcome: "refused"}
			text := ""
			facts := Drawn(in, Drawing{})[0].(Sheet).Facts
			for _, part := range facts[len(facts)-1].Text {
				if part, ok := part.(Plain); ok {
					text += string(part)
				}
			}
			if !strings.Contains(text, want[i]) {
				t.Errorf("%s: %s", lang, text)
			}
		}
	}
}
