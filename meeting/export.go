package meeting

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// nameRunes is the longest name in an export's header line.
const nameRunes = 40

var (
	// nameThenTime: "张三 00:00:05", "[Jane Doe] 00:05", "发言人 1(00:01)",
	// "Jane Doe 2026-06-12 10:00:05", "Jane Doe | 00:05".
	nameThenTime = regexp.MustCompile(`^\[?([^\[\]|:：]{1,60}?)\]?\s*[|｜]?\s*[\[(（]?\s*(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?\s+)?(` + timestampPattern + `)(?:\s*(?:-->|[-–—~～])\s*` + timestampPattern + `)?\s*[\])）]?\s*[:：]?$`)
	// timeThenName: "00:00:05 张三", "[00:05] Jane Doe".
	timeThenName = regexp.MustCompile(`^[\[(（]?\s*(` + timestampPattern + `)(?:\s*(?:-->|[-–—~～])\s*` + timestampPattern + `)?\s*[\])）]?\s+([^\d\s][^:：。，！？.!?]{0,60}?)[:：]?$`)
)

// blockHeader reads an export's header line: a name and a time, nothing else.
func blockHeader(line string) (name, stamp string, ok bool) {
	line = strings.TrimSpace(strings.Trim(strings.TrimSpace(line), "*"))
	if m := nameThenTime.FindStringSubmatch(line); m != nil {
		name, stamp = strings.TrimSpace(m[1]), m[2]
	} else if m := timeThenName.FindStringSubmatch(line); m != nil {
		name, stamp = strings.TrimSpace(m[2]), m[1]
	} else {
		return "", "", false
	}
	ok = isName(name) && !isLabel(name) && !dateText.MatchString(name) && utf8.RuneCountInString(name) <= nameRunes && !strings.HasPrefix(line, "#")
	return name, strings.ReplaceAll(stamp, "：", ":"), ok
}

// blocksText turns an export with name and time on a line of their own, and the
// words below, into "[time] Name: text" lines. Other lines stay as they are. It
// reports false if the text is no such export.
func blocksText(text string) (string, bool) {
	lines := strings.Split(text, "\n")
	heads := 0
	for i, line := range lines {
		if _, _, ok := blockHeader(line); ok && hasWords(lines, i+1) {
			heads++
		}
	}
	if heads < 2 {
		return "", false
	}
	var b strings.Builder
	inTurn := false
	for i, line := range lines {
		if name, stamp, ok := blockHeader(line); ok && hasWords(lines, i+1) {
			if b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
				b.WriteByte('\n')
			}
			b.WriteString("[" + stamp + "] " + name + ": ")
			inTurn = true
			continue
		}
		trimmed := strings.TrimSpace(line)
		switch {
		case trimmed == "" && inTurn && strings.HasSuffix(b.String(), ": "):
		case trimmed == "":
			if !strings.HasSuffix(b.String(), "\n") {
				b.WriteByte('\n')
			}
		case inTurn:
			b.WriteString(trimmed + "\n")
		default:
			b.WriteString(line + "\n")
		}
	}
	return b.String(), true
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
