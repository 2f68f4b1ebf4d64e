package meeting

import (
	"cmp"
	"embed"
	"strings"
	"text/template"

	"judgement/internal/format"
	"judgement/internal/llm"
	"judgement/internal/skill"
)

//go:embed prompt/*.tmpl
var promptFiles embed.FS

var prompts = template.Must(template.ParseFS(promptFiles, "prompt/*.tmpl"))

// PromptSHA256 names the wording of the prompts, for plans and provenance.
func PromptSHA256() string {
	return format.HashFiles(promptFiles, "prompt/system.tmpl", "prompt/meeting.tmpl", "prompt/merge.tmpl")
}

// promptData is what the templates show. Parts is 0 if the record is read
// whole.
type promptData struct {
	Fence, Document, Judge, Skill, Language string
	Stamped                                 bool
	Part, Parts, Unread                     int
}

// request builds one call. The record comes before everything that differs
// from judge to judge, so that all judges share a prefix that servers can
// cache.
func (p *Plan) request(judge format.PlannedJudge, tmpl string, skills map[string]*skill.Skill, data promptData) (llm.Request, error) {
	member, s, err := p.SkillOf(judge.Slug, skills)
	if err != nil {
		return llm.Request{}, err
	}
	data.Fence, data.Judge, data.Skill = p.Fence, judge.Slug, strings.TrimSpace(s.Body)
	data.Language = cmp.Or(format.LanguageName(p.Language), format.LanguageName("en"))
	data.Stamped = p.Material.Stamped > 0
	req := llm.Request{
		Kind: llm.KindMeeting, Judge: judge.Slug, Document: data.Document, Language: p.Language, Mark: p.Fence,
		Model: llm.Ref(member.Provider, member.Model), MaxTokens: p.Options.MaxReplyTokens, Temperature: p.Options.Temperature,
		Seed: p.Options.Seed, Schema: llm.Schema{Name: "meeting_reply", JSON: []byte(replySchema), Bounded: []byte(bounds.Replace(replySchema))},
	}
	req.Messages, err = format.Messages(prompts, tmpl, data)
	return req, err
}

// replySchema keeps to the subset of JSON Schema that servers with strict
// structured output take; counts are in descriptions and are checked when the
// reply is read.
const (
	textSchema   = `{"type":"string"}`
	pointsSchema = `{"description":"3 entries","items":{"additionalProperties":false,"properties":{"at":` + textSchema +
		`,"quotes":{"items":` + textSchema + `,"type":"array"},"text":` + textSchema + `},"required":["text","quotes","at"],"type":"object"},"type":"array"}`
	replySchema = `{"additionalProperties":false,"properties":{"highlights":` + pointsSchema + `,"logic":` + textSchema +
		`,"shortcomings":` + pointsSchema + `,"verdict":{"description":"one sentence","type":"string"}}` +
		`,"required":["logic","highlights","shortcomings","verdict"],"type":"object"}`
)

// bounds puts into the schema what the prompt asks for: three entries with up to two
// quotes, and a few sentences each.
var bounds = strings.NewReplacer(
	`{"items":`+textSchema+`,"type":"array"}`, `{"items":{"type":"string","maxLength":600},"type":"array","maxItems":2}`,
	textSchema, `{"type":"string","maxLength":1200}`,
	`"type":"object"},"type":"array"}`, `"type":"object"},"type":"array","maxItems":3}`,
	`"description":"one sentence","type":"string"`, `"description":"one sentence","type":"string","maxLength":600`,
)

// againPrompt asks once more, naming what is wrong.
func againPrompt(unproven []string) string {
	var b strings.Builder
	b.WriteString("This is not yet right:\n")
	for _, d := range unproven {
		b.WriteString("- " + d + "\n")
	}
	b.WriteString("Copy quotes character by character from the record, with the time stamp of their own turn, or choose other points that you can show. " +
		"Send the whole reply again as one JSON object that follows the schema, with nothing before or after it.")
	return b.String()
}
