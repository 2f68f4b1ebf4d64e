package pairwise

import (
	"embed"
	"encoding/json"
	"strings"
	"text/template"

	"judgement/internal/format"
	"judgement/internal/llm"
)

//go:embed prompt/*.tmpl
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompt/*.tmpl"))

// promptSHA256 names the wording of the prompts.
func promptSHA256() string {
	return format.HashFiles(promptFiles, "prompt/system.tmpl", "prompt/compare.tmpl")
}

// The letters of the two places, and the answers that name none.
const (
	first  = "A"
	second = "B"
	tie    = "tie"
	none   = "none"
)

type promptData struct {
	FenceA, FenceB, A, B, Judge, Skill, Language string
	Lenses                                       []format.PromptLens
}

// request builds the call in which a judge compares a, who comes first, with b.
// mark is random and is in neither text; each document has a fence of its own
// made from it. The documents come before everything that differs from judge to
// judge, so that all judges of a pair share a prefix that servers can cache.
func (p *Plan) request(j Judge, a, b Document, mark string) (llm.Request, error) {
	data := promptData{
		FenceA: mark + "-1", FenceB: mark + "-2", A: a.Text, B: b.Text,
		Judge: j.Slug, Skill: j.body, Language: format.LanguageName(p.Language),
	}
	req := llm.Request{
		Kind: llm.KindCompare, Judge: j.Slug, Language: p.Language, Mark: mark, Model: j.asked, Schema: schema(),
		Criteria:  []llm.Criterion{{ID: first, Text: a.Text}, {ID: second, Text: b.Text}},
		MaxTokens: p.Options.MaxReplyTokens, Temperature: p.Options.Temperature, Seed: p.Options.Seed,
	}
	data.Lenses = format.PromptLenses(format.Shuffled(j.lenses, min(a.SHA256, b.SHA256)+"\x00"+max(a.SHA256, b.SHA256)+"\x00"+j.Slug))
	var err error
	req.Messages, err = format.Messages(prompts, "compare.tmpl", data)
	return req, err
}

// schema keeps to the subset of JSON Schema that servers with strict structured
// output take. Servers write properties in its order: evidence first, then the
// reason, the winner last.
func schema() llm.Schema {
	build := func(text, quotes string) json.RawMessage {
		return json.RawMessage(`{"type":"object","properties":{"quotes_a":` + quotes + `,"quotes_b":` + quotes +
			`,"reason":` + text + `,"winner":{"enum":["` + strings.Join([]string{first, second, tie, none}, `","`) +
			`"],"type":"string"}},"required":["quotes_a","quotes_b","reason","winner"],"additionalProperties":false}`)
	}
	return llm.Schema{
		Name: "comparison", JSON: build(`{"type":"string"}`, `{"items":{"type":"string"},"type":"array"}`),
		Bounded: build(`{"type":"string","maxLength":1200}`, `{"items":{"type":"string","maxLength":600},"type":"array","maxItems":4}`),
	}
}
