package meeting

import (
	"strings"
	"unicode/utf8"

	"judgement/internal/lazy"
)

// nameRunes is the longest name in an export's header line.
const nameRunes = 40

var (
	// nameThenTime: "张三 00:00:05", "[Jane Doe] 00:05", "发言人 1(00:01)",
	// "Jane Doe 2026-06-12 10:00:05", "Jane Doe | 00:05".
	nameThenTime = lazy.Regexp(`^\[?([^\[\]|:：]{1,60}?)\]?\s*[|｜]?\s*[\[(（]?\s*(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?\s+)?(` + timestampPattern + `)(?:\s*(?:-->|[-–—~～])\s*` + timestampPattern + `)?\s*[\])）]?\s*[:：]?$`)
	// timeThenName: "00:00:05 张三", "[00:05] Jane Doe".
	timeThenName = lazy.Regexp(`^[\[(（]?\s*(` + timestampPattern + `)(?:\s*(?:-->|[-–—~～])\s*` + timestampPattern + `)?\s*[\])）]?\s+([^\d\s][^:：。，！？.!?]{0,60}?)[:：]?$`)
)

// blockHeader reads an export's header line: a name and a time, nothing else.
func blockHeader(line string) (name, stamp string, ok bool) {
	line = strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "*"))
	if m := nameThenTime().FindStringSubmatch(line); m != nil {
		name, stamp = strings.TrimSpace(m[1]), m[2]
	} else if m := timeThenName().FindStringSubmatch(line); m != nil {
		name, stamp = strings.TrimSpace(m[2]), m[1]
	} else {
		return "", "", false
	}
	ok = isName(name) && !isLabel(name) && !dateText().MatchString(name) && utf8.RuneCountInString(name) <= nameRunes && !strings.HasPrefix(line, "#")
	return name, strings.ReplaceAll(stamp, "：", ":"), ok
}

// blocksText turns an export with name and time on a line of their own, and the
// words below, into "[time] Name: text" lines. Other lines stay as they are. It
// reports false if the text is no such export.
func blocksText(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	var out []string
	heads, inTurn, open := 0, false, false // open: the last line of out has no words yet
	for i, line := range lines {
		name, stamp, header := blockHeader(line)
		trimmed := strings.TrimSpace(line)
		switch {
		case header && hasWords(lines, i+1):
			out = append(out, "["+stamp+"] "+name+":")
			heads, inTurn, open = heads+1, true, true
		case trimmed == "":
		case open:
			out[len(out)-1] += " " + trimmed
			open = false
		case inTurn:
			out = append(out, trimmed)
		default:
			out = append(out, line)
		}
	}
	return strings.Join(out, "\n") + "\n", heads >= 2
}

// hasWords reports whether the next line that is not empty is no header.
func hasWords(lines []string, i int) bool {
	for ; i < len(lines); i++ {
		if strings.TrimSpace(lines[i]) == "" {
			continue
		}
		_, _, header := blockHeader(lines[i])
		return !header
	}
	return false
}
