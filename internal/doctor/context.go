package doctor

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/llm/openai"
	"judgement/internal/pipeline"
)

// smallest is the least that llm.context_tokens may be.
const smallest = 2048

// comfortable is the prompt of a review of a few pages, in tokens.
const comfortable = 8000

// context says what the server states of the model's context, and what that leaves.
func (d *Diagnosis) context(ctx context.Context, p *app.Process, s *config.Settings, model llm.Model, found openai.Probe) {
	if found.Context == 0 {
		return
	}
	text := fmt.Sprintf("the server states %d tokens for prompt and reply", found.Context)
	if found.Given > 0 {
		d.ok("context", "%s; llm.context_tokens (JUDGEMENT_LLM_CONTEXT_TOKENS) is %d and counts", text, found.Given)
		return
	}
	limit := fmt.Sprintf("%s; a reply may have %d", text, s.LLM.MaxReplyTokens)
	if found.Context >= s.LLM.MaxReplyTokens+comfortable {
		d.ok("context", "%s", limit)
		return
	}
	raise := "raise the server's context"
	if found.Server != nil && found.Server.Context != "" {
		raise = found.Server.Context
	}
	more := raise + "; if it has more than it states, set JUDGEMENT_LLM_CONTEXT_TOKENS"
	if found.Context < smallest {
		d.fail("context", more, "%s: no review fits into less than %d", limit, smallest)
		return
	}
	if names, most, all := tooLarge(ctx, p, s, model); len(names) > 0 {
		health := Note
		if all {
			health = Failed
		}
		d.add("context", health, more, "%s: too few for a document of any length in %s: prompt and the shortest reply need up to %d", text, strings.Join(names, ", "), most)
		return
	}
	d.add("context", Note, "for longer documents: "+raise, "%s: it is limited to what the prompt leaves, at least %d; a document that does not fit is refused, not split", limit, llm.LeastReply)
}

// tooLarge are the scenes whose prompts do not fit into the context of their models with
// the shortest document, the tokens that the largest one needs with the shortest reply,
// and whether they are all scenes. It asks no model.
func tooLarge(ctx context.Context, p *app.Process, s *config.Settings, model llm.Model) (names []string, most int, all bool) {
	line := &pipeline.Pipeline{
		Workspace: p.Workspace.FS, ContextTokens: s.LLM.ContextTokens, Zone: s.TimeZone, Random: p.Random, Runner: jury.Runner{Model: model, Now: p.Now},
	}
	scenes, _ := p.Scenes() // what is wrong with them is another finding
	for _, l := range scenes {
		if l.Scene == nil {
			continue
		}
		setup, err := line.Open(l.Scene.Slug)
		if err != nil {
			continue
		}
		_, err = line.Preview(ctx, setup, job.Spec{
			Schema: 1, SceneSlug: l.Scene.Slug, Brand: "d", Filename: "d.md", Data: []byte("One sentence is the shortest document.\n"),
			Options: job.Options{NewVersion: true}, // there are no cases to resume
		})
		if !errors.Is(err, fault.DocumentTooLong) {
			continue
		}
		names = append(names, l.Scene.Slug)
		params := fault.From(err).Params
		prompt, _ := strconv.Atoi(params["tokens"]) // numbers
		reply, _ := strconv.Atoi(params["reply"])
		most = max(most, prompt+reply)
	}
	return names, most, len(names) == len(scenes)
}
