package meeting

import (
	"strings"
	"unicode/utf8"

	"judgement/internal/llm"
)

// headingShare is the share of a part after which a topic ends it early.
const headingShare = 0.7

// split cuts the text at turns into parts of at most room tokens, about evenly
// long, at a topic if one begins in the last third of a part. A turn that is
// longer than a part is cut between sentences, else between characters.
func split(t *Transcript, room int) []Part {
	pieces := pieces(t, room)
	total := 0
	for _, p := range pieces {
		total += p.tokens
	}
	parts := (total + room - 1) / room
	aim := min(room, total/parts+total/parts/10)
	var out []Part
	part, size := Part{}, 0
	for _, p := range pieces {
		early := p.topic && float64(size) >= headingShare*float64(aim)
		if size > 0 && (early || size+p.tokens > aim) {
			out = append(out, part)
			part, size = Part{Start: part.End}, 0
		}
		part.End, size = p.end, size+p.tokens
	}
	return append(out, part)
}

// piece is what is never cut: a turn, or a stretch of a long one.
type piece struct {
	end    int
	tokens int
	topic  bool
}

func pieces(t *Transcript, room int) []piece {
	var out []piece
	start := 0
	add := func(end int, topic bool) {
		for end-start > 0 {
			stop := cutAt(t.Text, start, end, room)
			out = append(out, piece{stop, llm.EstimateTokens(t.Text[start:stop]) + 1, topic})
			start, topic = stop, false
		}
	}
	for i, turn := range t.Turns {
		if i == 0 && turn.Start > 0 {
			add(turn.Start, false)
		}
		add(turn.End, turn.Topic)
	}
	add(len(t.Text), false)
	return out
}

// cutAt returns where a stretch from start ends that has at most room tokens:
// at end, else after the last line or sentence that fits.
func cutAt(text string, start, end, room int) int {
	if llm.EstimateTokens(text[start:end])+1 <= room {
		return end
	}
	cost, sentence := 2.0, start
	for i, r := range text[start:end] {
		width := utf8.RuneLen(r)
		switch {
		case r < utf8.RuneSelf:
			cost += 2.0 / 7
		case r >= 0x2e80:
			cost += 1.5
		default:
			cost += float64(width) / 2
		}
		if cost > float64(room) && i > 0 {
			if sentence > start {
				return sentence
			}
			return start + i
		}
		if strings.ContainsRune("\n。！？.!?", r) {
			sentence = start + i + width
		}
	}
	return end
}
