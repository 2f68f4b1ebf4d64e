package lark

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"judgement/internal/chat"
)

// longestWait bounds what the platform may ask to wait.
const longestWait = 10 * time.Minute

// staleToken reports whether a code says that the access token is not, or no
// longer, good.
func staleToken(code int) bool {
	switch code {
	case 99991661, 99991663, 99991664, 99991665, 99991668:
		return true
	}
	return false
}

// troubleOf says what a code of the platform means.
func troubleOf(code int) chat.Trouble {
	switch code {
	case 99991400, 230020, 11232, 11233, 11247:
		return chat.TroubleBusy // rate limits
	case 230011, 230110, 230031:
		return chat.TroubleRecalled // recalled, deleted, too old to update
	case 230019, 230054:
		return chat.TroubleParent // the topic is gone, the message can't be answered
	case 230001, 230025, 230099, 230028, 230022, 200621, 11310:
		return chat.TroubleContent // form, size, content
	case 230002, 230013, 230018, 230029, 230034, 230035, 230038, 230053, 232009:
		return chat.TroubleChat // not in the chat, not available to the user, muted, dissolved
	case 234001, 234002, 234003, 234004, 234006, 234010, 234037, 234038, 234039, 234043:
		return chat.TroubleFile
	case 230006, 230027, 99991672, 99991679, 10003, 10014, 10012, 99991543:
		return chat.TroubleAccess // permission, application id or secret
	}
	return ""
}

// classify turns an answer that is no success into a *chat.PlatformError. An unknown
// code is worth another try if the status is about the server, and is the content's
// fault if it is about the request.
func classify(resp *larkcore.ApiResp, code larkcore.CodeError) error {
	p := &chat.PlatformError{Code: code.Code, Trouble: troubleOf(code.Code), Wait: reset(resp.Header), Err: fmt.Errorf("%.200s", code.Msg)}
	if staleToken(code.Code) || resp.StatusCode >= http.StatusInternalServerError || resp.StatusCode == http.StatusTooManyRequests {
		p.Trouble = chat.TroubleBusy
	}
	p.Trouble = cmp.Or(p.Trouble, chat.TroubleContent)
	return p
}

// reset is how long the platform asks to wait; 0 if it does not say.
func reset(h http.Header) time.Duration {
	for _, name := range []string{"X-Ogw-Ratelimit-Reset", "Retry-After"} {
		if n, err := strconv.Atoi(h.Get(name)); err == nil && n > 0 {
			return min(time.Duration(n)*time.Second, longestWait)
		}
	}
	return 0
}

// transportError is an error of the way to the platform: worth another try,
// unless a file was above its limit.
func transportError(ctx context.Context, err error) error {
	var large *http.MaxBytesError
	switch {
	case errors.Is(err, chat.ErrFileSize), errors.As(err, &large):
		return &chat.PlatformError{Trouble: chat.TroubleFile, Err: chat.ErrFileSize}
	case ctx.Err() != nil:
		return &chat.PlatformError{Trouble: chat.TroubleBusy, Err: fmt.Errorf("the platform did not answer in time: %w", ctx.Err())}
	}
	// The SDK's errors repeat whole answers, which are not for the log.
	return &chat.PlatformError{Trouble: chat.TroubleBusy, Err: fmt.Errorf("%.200s", err.Error())}
}
