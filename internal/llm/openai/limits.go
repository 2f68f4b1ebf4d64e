package openai

import (
	"cmp"
	"fmt"
	"net/http"
	"regexp"
	"strconv"

	"judgement/internal/fault"
	"judgement/internal/lazy"
	"judgement/internal/llm"
)

// limits are what a server's refusal says of lengths, in tokens; 0: it does not say.
type limits struct {
	context   int  // of prompt and reply together
	reply     int  // the longest reply that the model gives
	prompt    int  // of the prompt that was refused, counted
	perMinute bool // context is what the account may use per minute
}

// Each list is of forms in which servers say one of them; the first that matches counts.
var (
	contextForms = numbers(
		`"n_ctx":\s*(\d+)`,
		`n_ctx:?\s*(\d+)`,
		`available context size \((\d+)`,
		`\d+ tokens > (\d+) maximum`,
		`exceed context limit: \d+ \+ \d+ > (\d+)`,
		`maximum number of tokens allowed \((\d+)\)`,
		`(\d+) maximum context`,
		`context (?:length|window|size)(?: of| is| limit is)?(?: only)?(?: at most)? \(?(\d+)`,
	)
	promptForms = numbers(
		`"n_prompt_tokens":\s*(\d+)`,
		`n_keep:?\s*(\d+)`,
		`request \((\d+) tokens\)`,
		`requested tokens \((\d+)\)`,
		`exceed context limit: (\d+) \+`,
		`too long: (\d+) tokens`,
		`input token count \((\d+)\)`,
		`(?:prompt|input) (?:contains|has) (\d+)`,
		`request has (\d+) input tokens`,
		`the input \((\d+) tokens\)`,
		`keep the first (\d+) tokens`,
		`resulted in (\d+) tokens`,
		`(\d+) (?:tokens )?(?:in the messages|in your prompt|from the input messages|of text input)`,
	)
	replyForms = numbers(
		`(?:max_tokens|max_completion_tokens)[^.]{0,80}\[1, (\d+)\]`,
		`at most (\d+) (?:completion|output) tokens`,
		`max_tokens. must be less than or equal to .?(\d+)`,
		`max_tokens: \d+ > (\d+)`,
		`max_tokens\D{1,4}\d+ > (\d+)`,
	)
	minuteForm = lazy.Regexp(`(?i)limit:? (\d+),.{0,40}requested:? (\d+)`)
)

func numbers(forms ...string) []func() *regexp.Regexp {
	out := make([]func() *regexp.Regexp, len(forms))
	for i, f := range forms {
		out[i] = lazy.Regexp(`(?i)` + f)
	}
	return out
}

// first returns the number of the first form that a text has; 0: it has none.
func first(forms []func() *regexp.Regexp, text string) int {
	for _, f := range forms {
		if found := f().FindStringSubmatch(text); found != nil {
			return count(found[1])
		}
	}
	return 0
}

// count reads a number of tokens; 0 if it is none that a model may have.
func count(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil || n < 0 || n > maxTokens {
		return 0
	}
	return n
}

// thousands are digits before and after a comma that groups them.
var thousands = lazy.Regexp(`(\d),(\d{3})\b`)

// limitsIn reads what a refusal says of lengths. sent is the reply limit of the call.
func limitsIn(e serverError, sent int) limits {
	text := thousands().ReplaceAllString(e.message, "$1$2") // 131,072
	if m := minuteForm().FindStringSubmatch(text); m != nil {
		if limit, asked := count(m[1]), count(m[2]); asked > limit && limit > 0 {
			return limits{context: limit, prompt: max(asked-sent, 0), perMinute: true}
		}
		return limits{}
	}
	if reply := first(replyForms, text); reply > 0 {
		return limits{reply: reply}
	}
	return limits{context: cmp.Or(e.context, first(contextForms, text)), prompt: cmp.Or(e.prompt, first(promptForms, text))}
}

// tooManyPerMinute reports a refusal of a call that is larger than all that the account
// may use in a minute: waiting does not help.
func tooManyPerMinute(e serverError) bool { return limitsIn(e, 0).perMinute }

// longest is the reply limit that a call is sent with: what was asked for, but at most
// what the model gives and what the context leaves beside the prompt. The prompt is
// estimated from above, so a prompt that may just fit still gets llm.LeastReply.
func (c *Client) longest(req llm.Request, s shape) int {
	limit := cmp.Or(req.MaxTokens, c.opts.MaxReplyTokens)
	if s.reply > 0 {
		limit = min(cmp.Or(limit, s.reply), s.reply)
	}
	if context := c.context(req.Model, s); context > 0 && limit > 0 {
		limit = min(limit, max(context-llm.EstimatePrompt(req), llm.LeastReply))
	}
	return limit
}

// context is how many tokens a model reads and writes in one call; 0: unknown. What a
// refusal said counts most, then the settings, then the list of models.
func (c *Client) context(model string, s shape) int {
	return cmp.Or(s.context, c.opts.Context, c.listed.context(model))
}

// shorter returns the next reply limit to try after a call with the limit sent was too
// long; 0: no shorter one helps. Some servers count the prompt only from below, so each
// try asks for clearly less.
func shorter(l limits, sent int) int {
	switch {
	case sent <= llm.LeastReply:
		return 0
	case l.reply > 0:
		if l.reply < sent {
			return l.reply
		}
		return 0
	case l.context > 0 && l.prompt > 0 && l.prompt+llm.LeastReply > l.context:
		return 0
	case l.context > 0 && l.prompt > 0:
		return max(min(l.context-l.prompt-slack, sent*3/4), llm.LeastReply)
	}
	return max(sent/4, llm.LeastReply)
}

// slack is left free beside prompt and reply: servers add a few tokens of their own.
const slack = 16

// doesNotFit is the error of a prompt that leaves no room for a reply.
func (c *Client) doesNotFit(req llm.Request, l limits, said serverError, status int) *llm.Error {
	prompt, about := l.prompt, ""
	if prompt == 0 {
		prompt, about = llm.EstimatePrompt(req), "about "
	}
	reply := min(cmp.Or(req.MaxTokens, llm.LeastReply), llm.LeastReply)
	what := fmt.Sprintf("%d %s: the document does not fit: the prompt has %s%d tokens, and the reply needs at least %d", status, http.StatusText(status), about, prompt, reply)
	over := prompt + reply - l.context
	switch {
	case l.context == 0 || over <= 0:
		return c.problem(fault.ModelTooLong, status, what+". Reviews are not split. The server says: "+said.message)
	case l.perMinute:
		return c.problem(fault.ModelMinuteLimit, status, fmt.Sprintf("%s; the account may use %d tokens per minute, %d too few. Reviews are not split", what, l.context, over))
	}
	return c.problem(fault.ModelTooLong, status, fmt.Sprintf("%s; the model's context is %d tokens, %d too few. Reviews are not split", what, l.context, over))
}
