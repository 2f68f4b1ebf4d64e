package openai

import (
	"cmp"
	"strings"

	goopenai "github.com/sashabaranov/go-openai"

	"judgement/internal/llm"
)

func (c *Client) reply(req llm.Request, resp goopenai.ChatCompletionResponse) llm.Reply {
	choice := resp.Choices[0]
	out := llm.Reply{Text: choice.Message.Content, Model: cmp.Or(resp.Model, req.Model), Finish: llm.FinishStop}
	for _, part := range choice.Message.MultiContent {
		out.Text += part.Text
	}
	switch finish := strings.ToLower(string(choice.FinishReason)); {
	case choice.Message.Refusal != "":
		out.Finish, out.Text = llm.FinishRefusal, cmp.Or(out.Text, choice.Message.Refusal)
	case containsAny(finish, "content_filter", "safety", "prohibited", "blocklist", "recitation", "spii"):
		out.Finish, out.Text = llm.FinishRefusal, cmp.Or(out.Text, "the server's content filter stopped the reply (finish_reason "+string(choice.FinishReason)+")")
	case containsAny(finish, "length", "max_tokens"):
		out.Finish = llm.FinishLength
	}
	if out.Text == "" && out.Finish == llm.FinishStop {
		out.Text = elsewhere(choice.Message)
	}
	out.Usage = usageOf(req, resp.Usage, out.Text)
	return out
}

// elsewhere is a reply that is not in the content of its message: some servers take JSON
// for the call of a tool, and some parse a whole reply as reasoning.
func elsewhere(m goopenai.ChatCompletionMessage) string {
	if len(m.ToolCalls) > 0 {
		return m.ToolCalls[0].Function.Arguments
	}
	return m.ReasoningContent
}

// promptRead is how many prompt tokens a server says that it read. Some servers do not
// count cached tokens among the prompt's, so both are added: too many is no harm here.
func promptRead(u goopenai.Usage) int {
	if u.PromptTokens > maxTokens {
		return 0 // no count
	}
	if d := u.PromptTokensDetails; d != nil && d.CachedTokens > 0 && d.CachedTokens <= maxTokens {
		return u.PromptTokens + d.CachedTokens
	}
	return u.PromptTokens
}

// maxTokens is more than any model reads or writes in one call. A larger count is
// wrong and would make sums and budgets overflow.
const maxTokens = 1 << 30

// usageOf reads a reply's usage. It is estimated if the server gives none or an
// impossible one. Reasoning tokens are among the completion tokens.
func usageOf(req llm.Request, u goopenai.Usage, text string) llm.Usage {
	if u.CompletionTokens > maxTokens {
		u = goopenai.Usage{}
	}
	if u.PromptTokens <= 0 || u.PromptTokens > maxTokens {
		return llm.Usage{Calls: 1, PromptTokens: llm.EstimatePrompt(req), CompletionTokens: max(u.CompletionTokens, llm.EstimateTokens(text)), Estimated: true}
	}
	out := llm.Usage{Calls: 1, PromptTokens: u.PromptTokens, CompletionTokens: max(u.CompletionTokens, 0)}
	if u.PromptTokensDetails != nil {
		out.CachedTokens = min(max(u.PromptTokensDetails.CachedTokens, 0), u.PromptTokens)
	}
	return out
}
