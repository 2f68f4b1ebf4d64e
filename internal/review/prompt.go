package review

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"strings"
	"text/template"

	"judgement/internal/format"
	"judgement/internal/llm"
	"judgement/internal/text"
	"judgement/panel"
)

//go:embed prompt/*.tmpl
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompt/*.tmpl"))

// PromptSHA256 names the prompts, for plans and provenance: their wording, and that
// the reply schema is the same for all judges of a panel.
func PromptSHA256() string { return text.Hash([]byte(wordingSHA256() + " one schema per panel")) }

// wordingSHA256 names the wording alone. Plans of earlier releases have it in place of
// PromptSHA256: their schemas list the lenses in the order of each judge's prompt.
func wordingSHA256() string {
	return format.HashFiles(promptFiles, "prompt/system.tmpl", "prompt/score.tmpl")
}

type promptData struct {
	Fence, Document, Judge, Skill, Language string
	Lenses                                  []format.PromptLens
}

// scoreRequest builds the one call in which a judge scores all its lenses. The
// schema, which servers put before the messages, is that of the whole panel, and the
// document comes before everything that differs from judge to judge: so all judges
// of a review share a prefix that servers can cache.
func (r *Run) scoreRequest(judge format.PlannedJudge, repeat int) (llm.Request, error) {
	j, sk, err := r.SkillOf(judge.Slug, r.skills)
	if err != nil {
		return llm.Request{}, err
	}
	lenses := format.Shuffled(r.Panel.JudgeLenses(j), fmt.Sprintf("%s\x00%s\x00%d", r.Plan.Document.SHA256, judge.Slug, repeat))
	data := promptData{
		Fence: r.Fence, Document: r.doc.Text, Judge: judge.Slug,
		Skill: strings.TrimSpace(sk.Body), Language: format.LanguageName(r.Language), Lenses: format.PromptLenses(lenses),
	}
	req := llm.Request{
		Kind: llm.KindScore, Judge: judge.Slug, Document: r.doc.Text, Language: r.Language, Mark: r.Fence,
		Model: llm.Ref(j.Provider, j.Model), MaxTokens: r.Options.MaxReplyTokens, Temperature: r.Options.Temperature,
		Seed: r.Options.Seed, Schema: scoreSchema(r.Panel.Lenses), FormerSchema: scoreSchema(lenses),
	}
	for _, l := range lenses {
		req.Criteria = append(req.Criteria, llm.Criterion{
			ID: l.Slug, Text: strings.TrimSpace(cmp.Or(l.DisplayNameCN, l.DisplayName) + " " + l.Description), Max: l.MaxScore.Float(),
		})
	}
	req.Messages, err = format.Messages(prompts, "score.tmpl", data)
	return req, err
}

// The schema of a reply keeps to the subset of JSON Schema that servers with
// strict structured output take: every property required, no extras, no ranges
// (these are in a description and are checked when the reply is read). Servers
// write properties in the schema's order, so a lens comes before its quotes,
// these before the comment, and the score last. The formats' first operand is
// the list of lenses, the second the description of a score.
const (
	textSchema   = `{"type":"string"}`
	lensSchema   = `{"enum":%[1]s,"type":"string"}`
	quotesSchema = `{"items":` + textSchema + `,"type":"array"}`
	scoresSchema = `{"items":{"type":"object","properties":{"lens":` + lensSchema + `,"quotes":` + quotesSchema +
		`,"comment":` + textSchema + `,"score":{"description":%[2]s,"type":["number","null"]}}` +
		`,"required":["lens","quotes","comment","score"],"additionalProperties":false},"type":"array"}`
	remarksSchema = `{"items":{"type":"object","properties":{"lens":` + lensSchema + `,"text":` + textSchema + `,"quotes":` + quotesSchema +
		`},"required":["lens","text","quotes"],"additionalProperties":false},"type":"array"}`
	replySchema = `{"type":"object","properties":{"scores":` + scoresSchema + `,"must_fix":` + remarksSchema +
		`,"suggestions":` + remarksSchema + `,"cuts":` + remarksSchema + `,"summary":` + textSchema +
		`},"required":["scores","must_fix","suggestions","cuts","summary"],"additionalProperties":false}`
)

// scoreSchema is the schema of a reply that scores the lenses.
func scoreSchema(lenses []panel.Lens) llm.Schema {
	slugs := make([]string, len(lenses))
	ranges := make([]string, len(lenses))
	for i, l := range lenses {
		slugs[i] = l.Slug
		ranges[i] = l.Slug + " 0.." + l.MaxScore.Decimal(12)
	}
	schema := fmt.Sprintf(replySchema, jsonText(slugs), jsonText(strings.Join(ranges, "; ")))
	return llm.Schema{Name: "judge_reply", JSON: json.RawMessage(schema), Bounded: json.RawMessage(bounds(len(lenses)).Replace(schema))}
}

// bounds puts into a schema what the prompt asks for: at most 4 quotes of two sentences,
// 5 remarks of each kind, one score per lens, comments of four sentences.
func bounds(lenses int) *strings.Replacer {
	const quotes, scored, remarked = quotesSchema, `"score"],"additionalProperties":false},"type":"array"`, `"quotes"],"additionalProperties":false},"type":"array"`
	return strings.NewReplacer(
		quotes, `{"items":{"type":"string","maxLength":600},"type":"array","maxItems":4}`,
		textSchema, `{"type":"string","maxLength":1200}`,
		scored, fmt.Sprintf(`%s,"maxItems":%d`, scored, lenses),
		remarked, remarked+`,"maxItems":5`,
	)
}

func jsonText(v any) string {
	b, err := json.Marshal(v)
	if err != nil {
		panic(err) // strings always marshal
	}
	return string(b)
}
