package evidence

import (
	"regexp"
	"slices"
	"strings"
)

// lists returns the lists of a document that have two items or more. A blank line may be
// between two items.
func lists(text string) []*row {
	var out []*row
	var r *row
	item, at := -1, 0 // start of the item that goes on
	add := func(end int) {
		if item >= 0 {
			r.add(text, item, end)
		}
		item = -1
	}
	for line := range strings.Lines(text) {
		start := at
		at += len(line)
		switch {
		case isItem(line):
			if add(start); r == nil {
				r = &row{start: start}
			}
			item = start
		case strings.TrimSpace(line) == "":
			add(start)
		case item >= 0 && !startsBlock(line):
		default:
			add(start)
			if r != nil && len(r.cells) > 1 {
				out = append(out, r)
			}
			r = nil
		}
	}
	if add(len(text)); r != nil && len(r.cells) > 1 {
		out = append(out, r)
	}
	return out
}

// taskBox is the box of a task.
var taskBox = regexp.MustCompile(`^\s*\[[ xX]\]\s`)

// add adds the item at [s, e) of a document to a list.
func (r *row) add(document string, s, e int) {
	item := document[s:e]
	bare := strings.TrimLeft(item, " \t")
	mark := itemNumber.FindString(bare)
	if han, _, ok := strings.Cut(bare, "、"); mark == "" && ok && strings.Trim(han, "一二三四五六七八九十") == "" {
		mark = han + "、"
	} else if mark == "" {
		mark = string(firstRune(bare))
	}
	rest := bare[len(mark):]
	rest = rest[len(taskBox.FindString(rest)):]
	text := strings.TrimSpace(rest)
	s += len(item) - len(strings.TrimLeft(rest, " \t\r\n"))
	r.cells = append(r.cells, pieces(text))
	r.spans = append(r.spans, [2]int{s, s + len(text)})
	r.numbers = append(r.numbers, pieces(strings.Trim(mark, "-*+•‣◦·●▪ .()（）、")))
}

// joinedItems is the finding of whole items of a list. Each is judged by itself.
func (x *Index) joinedItems(r *row, items []quoted) finding {
	out := finding{status: Normalised, start: r.spans[items[0].cell][0], end: r.spans[items[len(items)-1].cell][1]}
	for _, q := range items {
		s, e := r.spans[q.cell][0], r.spans[q.cell][1]
		i, j := trimmed(x.folded.Text, x.folded.Place(s), x.folded.Place(e))
		f := x.judge(Normalised, s, e, i, j)
		if !f.status.Proven() {
			return finding{status: f.status, start: out.start, end: out.end, note: f.note}
		}
		if out.note == nil {
			out.note = f.note
		}
	}
	out.note = slices.Concat(out.note, Found("the quote joins two paragraphs, items or cells"))
	return out
}
