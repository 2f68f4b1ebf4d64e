package meeting

import (
	"fmt"
	"strconv"
	"strings"
)

// timestampPattern is a time stamp as transcripts write it: m:ss, hh:mm or
// hh:mm:ss, with an optional fraction.
const timestampPattern = `\d{1,3}[:：]\d{1,2}(?:[:：]\d{1,2})?(?:[.,]\d{1,3})?`

var timestampOnly = lazy(`^` + timestampPattern + `$`)

// anyTimestamp finds a stamp in what a judge wrote, such as "[00:05:12 - 00:05:40]".
var anyTimestamp = lazy(timestampPattern)

// timestampKey makes stamps comparable: fractions are dropped, leading zeros and
// leading zero parts too, so that 00:05:12, 0:05:12 and 5:12 are one. It is
// empty for what is no stamp.
func timestampKey(s string) string {
	s = anyTimestamp().FindString(s)
	if s == "" {
		return ""
	}
	s, _, _ = strings.Cut(strings.NewReplacer("：", ":", ",", ".").Replace(s), ".")
	parts := strings.Split(s, ":")
	for i, p := range parts {
		n, err := strconv.Atoi(p)
		if err != nil {
			return ""
		}
		parts[i] = strconv.Itoa(n)
	}
	for len(parts) > 2 && parts[0] == "0" {
		parts = parts[1:]
	}
	return strings.Join(parts, ":")
}

// clockText writes seconds as hh:mm:ss.
func clockText(seconds int) string {
	return fmt.Sprintf("%02d:%02d:%02d", seconds/3600, seconds/60%60, seconds%60)
}

// cueSeconds reads the start of a subtitle cue, such as 00:01:02.345 or
// 01:02,345.
func cueSeconds(s string) int {
	s, _, _ = strings.Cut(strings.ReplaceAll(s, ",", "."), ".")
	total := 0
	for p := range strings.SplitSeq(s, ":") {
		n, err := strconv.Atoi(p)
		if err != nil || n > 100_000 {
			return 0
		}
		total = total*60 + n
	}
	return total
}
