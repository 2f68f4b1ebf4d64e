package meeting

import (
	"fmt"
	"strconv"
	"strings"

	"judgement/internal/lazy"
)

// timestampPattern is a time stamp as transcripts write it: m:ss, hh:mm or
// hh:mm:ss, with an optional fraction.
const timestampPattern = `\d{1,3}[:：]\d{1,2}(?:[:：]\d{1,2})?(?:[.,]\d{1,3})?`

var timestampOnly = lazy.Regexp(`^` + timestampPattern + `$`)

// anyTimestamp finds a stamp in what a judge wrote, such as "[00:05:12 - 00:05:40]".
var anyTimestamp = lazy.Regexp(timestampPattern)

// Seconds is the time of the first stamp in a text, without its fraction, so that
// 00:05:12, 0:05:12 and 5:12 are one; −1 if there is no stamp.
func Seconds(text string) int {
	stamp := anyTimestamp().FindString(text)
	if stamp == "" {
		return -1
	}
	stamp, _, _ = strings.Cut(strings.NewReplacer("：", ":", ",", ".").Replace(stamp), ".")
	total := 0
	for part := range strings.SplitSeq(stamp, ":") {
		n, _ := strconv.Atoi(part) // at most three digits
		total = 60*total + n
	}
	return total
}

// clockText writes seconds as hh:mm:ss.
func clockText(seconds int) string {
	return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}
