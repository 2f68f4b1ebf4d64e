package job

import (
	"cmp"

	"judgement/internal/advice"
	"judgement/internal/fault"
)

// Message words for clients of the HTTP API and receivers of webhooks why a job
// failed and what they can do about it.
func Message(f *fault.Error) string {
	text := fault.Public(f.Error())
	if fix := fix(f); fix != "" {
		text += ": " + fix
	}
	return text
}

// fix is what a client can do. If only the operator can do something, it is
// empty: the command line and the log say it there.
func fix(f *fault.Error) string {
	switch f.Code {
	case fault.OverBudget:
		return "submit the document again with a larger max_tokens or max_cost"
	case fault.NoUsable:
		if f.Params["again"] != "" {
			return "a retry of the job asks those judges again and keeps the replies that can be used"
		}
	case fault.DocumentGone:
		return "submit it again"
	case fault.DocumentTooLong:
		if !advice.Shorter(f) {
			return ""
		}
		return "shorten the document"
	case fault.Brand, fault.BrandOfFile, fault.BrandFolder, fault.OtherScene:
		return "submit the document again with another brand"
	case fault.UnknownScene:
		return "GET /v1/scenes lists the scenes"
	}
	return cmp.Or(fault.Public(f.Params["fix"]), advice.Model(f))
}
