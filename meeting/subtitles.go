package meeting

import (
	"html"
	"strings"
	"unicode/utf8"

	"judgement/internal/lazy"
	"judgement/internal/text"
)

// Cues of one speaker become one turn up to a length in bytes and a span in
// seconds.
const (
	maxMerged = 700
	maxSpan   = 45
)

const cuePattern = `^\s*(\d{1,3}:\d{1,2}(?::\d{1,2})?[.,]\d{1,3})\s+-->\s+\d{1,3}:\d{1,2}(?::\d{1,2})?[.,]\d{1,3}`

var (
	cueTiming = lazy.Regexp(cuePattern)
	anyTiming = lazy.Regexp(`(?m)` + cuePattern)
	voiceTag  = lazy.Regexp(`<v(?:\.[^\s>]*)?\s+([^>]{1,80})>`)
	// cueTag is the markup of cues; any other "<" is what a speaker said.
	cueTag = lazy.Regexp(`(?i)</?(?:c|i|b|u|v|s|ruby|rt|lang|font)(?:[.\s][^<>]{0,80})?>|<\d{1,3}:[\d:.]{4,12}>`)
	digits = lazy.Regexp(`^\d+$`)
)

// subtitles is the kind of subtitles that a text is, empty if it is none.
func subtitles(text string) Kind {
	head := strings.TrimPrefix(text, "\ufeff")
	if strings.HasPrefix(head, "WEBVTT") && (anyTiming().MatchString(head) || strings.TrimSpace(head) == "WEBVTT") {
		return WebVTT
	}
	lines := strings.SplitN(strings.TrimLeft(head, "\r\n \t"), "\n", 3)
	if cueTiming().MatchString(lines[0]) || nextIsTiming(lines, 0) {
		return SubRip
	}
	return ""
}

// cue is one subtitle.
type cue struct {
	at      int // seconds
	speaker string
	text    string
}

// subtitlesText turns subtitles into "[hh:mm:ss] Name: text" lines. Neighbouring
// cues of one speaker become one turn, up to a length, so that a sentence that
// runs over two cues can be quoted.
func subtitlesText(text string) string {
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
		ended := endsTurn(turn.text)
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

// endsTurn reports whether a text ends a sentence.
func endsTurn(text string) bool {
	last, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".。?？!！…", last)
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

// readCues reads the cues of a text. A cue in which several people speak
// becomes several, at the same time.
func readCues(text string) (out []cue) {
	lines := strings.Split(strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(strings.TrimPrefix(text, "\ufeff")), "\n")
	heads := map[string]int{} // how often a name before a colon begins a cue
	for i, line := range lines[1:] {
		if name, _, ok := speakerAt(plainCue(line)); ok && cueTiming().MatchString(lines[i]) {
			heads[name]++
		}
	}
	inside, begin := false, -1 // a cue; the place of one of which nothing is read yet
	for i, line := range lines {
		if m := cueTiming().FindStringSubmatch(line); m != nil {
			inside, begin, out = true, len(out), append(out, cue{at: Seconds(m[1])})
			continue
		}
		if inside = inside && strings.TrimSpace(line) != ""; !inside || nextIsTiming(lines, i) {
			continue // header, NOTE, STYLE, a cue's number or name
		}
		for _, v := range splitSpeakers(line) {
			if name, _, ok := speakerAt(v.text); ok && v.speaker == "" {
				// In the midst of a cue only who also begins one is taken for a speaker.
				if n := heads[name]; n > 1 || n > 0 && (begin < 0 || afterSentence(out[:begin])) {
					v.speaker, v.text = name, afterColon(v.text)
				}
			}
			begin = -1
			last := &out[len(out)-1]
			switch {
			case v.speaker != "" && last.text != "" && v.speaker != last.speaker:
				out = append(out, cue{last.at, v.speaker, v.text})
				continue
			case v.speaker != "":
				last.speaker = v.speaker
			}
			if v.text != "" {
				last.text = strings.TrimSpace(joinWords(last.text, v.text))
			}
		}
	}
	return out
}

// afterSentence reports whether nothing or a whole sentence comes before.
func afterSentence(before []cue) bool {
	for i := len(before) - 1; i >= 0; i-- {
		if t := before[i].text; t != "" {
			return endsTurn(t)
		}
	}
	return true
}

// splitSpeakers cuts a cue's line where another voice begins and takes its markup out.
func splitSpeakers(line string) (out []cue) {
	tags := voiceTag().FindAllStringSubmatchIndex(line, -1)
	add := func(voice, text string) {
		text = plainCue(text)
		if voice = plainCue(voice); voice != "" || text != "" {
			out = append(out, cue{speaker: voice, text: text})
		}
	}
	at, voice := 0, ""
	for _, t := range tags {
		if t[0] > at {
			add(voice, line[at:t[0]])
		}
		at, voice = t[1], line[t[2]:t[3]]
	}
	add(voice, line[at:])
	return out
}

func plainCue(s string) string {
	return text.OneLine(html.UnescapeString(cueTag().ReplaceAllString(s, "")))
}

// nextIsTiming reports whether a line is only the number of the cue after it.
func nextIsTiming(lines []string, i int) bool {
	return i+1 < len(lines) && digits().MatchString(strings.TrimSpace(lines[i])) && cueTiming().MatchString(lines[i+1])
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
