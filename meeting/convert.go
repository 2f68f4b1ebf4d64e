package meeting

import (
	"html"
	"regexp"
	"strings"
	"unicode/utf8"
)

// Kind is how meeting material was written.
type Kind string

// The kinds of material.
const (
	WebVTT    Kind = "vtt"    // subtitles with cues
	SubRip    Kind = "srt"    // subtitles with numbered cues
	Blocks    Kind = "blocks" // an export with name and time on a line of their own
	Lines     Kind = "lines"  // "Name: text", with or without time stamps
	FreeText  Kind = "text"   // neither: prose or minutes
	maxMerged      = 700      // bytes of cues that become one turn
	maxSpan        = 45       // seconds of them
	nameRunes      = 40       // longest name in an export's header line
)

var (
	cueTiming = regexp.MustCompile(`^\s*(\d{1,3}:\d{1,2}(?::\d{1,2})?[.,]\d{1,3})\s+-->\s+\d{1,3}:\d{1,2}(?::\d{1,2})?[.,]\d{1,3}`)
	voiceTag  = regexp.MustCompile(`<v(?:\.[^\s>]*)?\s+([^>]{1,80})>`)
	cueTag    = regexp.MustCompile(`</?[a-zA-Z0-9][^>]{0,80}>`)
	digits    = regexp.MustCompile(`^\d+$`)
)

// isCues reports whether a text is WebVTT or SubRip, and which.
func isCues(text string) (Kind, bool) {
	head := strings.TrimPrefix(text, "\ufeff")
	if strings.HasPrefix(head, "WEBVTT") {
		return WebVTT, true
	}
	lines := strings.SplitN(strings.TrimLeft(head, "\r\n \t"), "\n", 3)
	if len(lines) >= 2 && digits.MatchString(strings.TrimSpace(lines[0])) && cueTiming.MatchString(lines[1]) {
		return SubRip, true
	}
	return "", false
}

// cue is one subtitle.
type cue struct {
	at      int // seconds
	speaker string
	text    string
}

// cuesText turns subtitles into "[hh:mm:ss] Name: text" lines. Neighbouring
// cues of one speaker become one turn, up to a length, so that a sentence that
// runs over two cues can be quoted.
func cuesText(text string) string {
	var b strings.Builder
	var turn cue
	flush := func() {
		if turn.text == "" {
			return
		}
		writeTurn(&b, clockText(turn.at), turn.speaker, turn.text)
		turn = cue{}
	}
	for _, c := range readCues(text) {
		ended := strings.HasSuffix(turn.text, ".") || strings.HasSuffix(turn.text, "。") || strings.HasSuffix(turn.text, "?") ||
			strings.HasSuffix(turn.text, "？") || strings.HasSuffix(turn.text, "!") || strings.HasSuffix(turn.text, "！")
		full := len(turn.text) > maxMerged || c.at-turn.at > maxSpan
		if c.speaker != "" && c.speaker != turn.speaker || full && (ended || len(turn.text) > 2*maxMerged) {
			if c.speaker == "" {
				c.speaker = turn.speaker
			}
			flush()
		}
		if turn.text == "" {
			turn = c
			continue
		}
		turn.text = joinWords(turn.text, c.text)
	}
	flush()
	return b.String()
}

// joinWords joins two pieces of speech; between Chinese characters there is no
// space.
func joinWords(a, b string) string {
	last, _ := utf8.DecodeLastRuneInString(a)
	first, _ := utf8.DecodeRuneInString(b)
	if last >= 0x2e80 && first >= 0x2e80 {
		return a + b
	}
	return a + " " + b
}

func readCues(text string) []cue {
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\ufeff"))
	var out []cue
	inside := false
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if m := cueTiming.FindStringSubmatch(line); m != nil {
			at, _ := cueSeconds(strings.TrimSpace(m[1]))
			out = append(out, cue{at: at})
			inside = true
			continue
		}
		if strings.TrimSpace(line) == "" {
			inside = false
			continue
		}
		if !inside || nextIsTiming(lines, i) {
			continue // header, NOTE, STYLE, a cue's number or name
		}
		last := &out[len(out)-1]
		if m := voiceTag.FindStringSubmatch(line); m != nil && last.speaker == "" {
			last.speaker = strings.Join(strings.Fields(html.UnescapeString(m[1])), " ")
		}
		line = strings.Join(strings.Fields(html.UnescapeString(cueTag.ReplaceAllString(line, ""))), " ")
		if last.text == "" && last.speaker == "" {
			if m := lineSpeaker.FindStringSubmatch(line); m != nil && isName(m[1]) {
				last.speaker = strings.TrimSpace(m[1])
				line = afterColon(line)
			}
		}
		if line != "" {
			last.text = strings.TrimSpace(joinWords(last.text, line))
		}
	}
	return out
}

// nextIsTiming reports whether a line is only the number of the cue after it.
func nextIsTiming(lines []string, i int) bool {
	return i+1 < len(lines) && digits.MatchString(strings.TrimSpace(lines[i])) && cueTiming.MatchString(lines[i+1])
}

func afterColon(line string) string {
	i := strings.IndexAny(line, ":：")
	_, n := utf8.DecodeRuneInString(line[i:])
	return strings.TrimSpace(strings.TrimPrefix(line[i+n:], "**"))
}

func writeTurn(b *strings.Builder, stamp, speaker, text string) {
	b.WriteString("[" + stamp + "] ")
	if speaker != "" {
		b.WriteString(speaker + ": ")
	}
	b.WriteString(text + "\n")
}

var (
	// nameThenTime: "张三 00:00:05", "[Jane Doe] 00:05", "发言人 1(00:01)",
	// "Jane Doe 2026-06-12 10:00:05", "Jane Doe | 00:05".
	nameThenTime = regexp.MustCompile(`^\[?([^\[\]|:：]{1,60}?)\]?\s*[|｜]?\s*[\[(（]?\s*(?:\d{4}[-/.年]\d{1,2}[-/.月]\d{1,2}日?\s+)?(` + stampPattern + `)(?:\s*(?:-->|[-–—~～])\s*` + stampPattern + `)?\s*[\])）]?\s*[:：]?$`)
	// timeThenName: "00:00:05 张三", "[00:05] Jane Doe".
	timeThenName = regexp.MustCompile(`^[\[(（]?\s*(` + stampPattern + `)(?:\s*(?:-->|[-–—~～])\s*` + stampPattern + `)?\s*[\])）]?\s+([^\d\s][^:：。，！？.!?]{0,60}?)[:：]?$`)
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
	ok = isName(name) && utf8.RuneCountInString(name) <= nameRunes && !strings.HasPrefix(line, "#")
	return name, strings.ReplaceAll(stamp, "：", ":"), ok
}

// blocksText turns an export with name and time on a line of their own, and the
// words below, into "[time] Name: text" lines. Other lines stay as they are. It
// reports false where the text is no such export.
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
