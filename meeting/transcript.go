package meeting

import (
	"cmp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"judgement/internal/lazy"
)

// Turn is one speaker's stretch of a transcript, or a stretch of minutes under
// a heading. Offsets are half-open byte offsets into the text.
type Turn struct {
	Start, End int
	Stamp      string // as it is in the text, empty without one
	Speaker    string // empty if no one is named
	Topic      bool   // a heading or an agenda item begins here
}

// Transcript is meeting material with its turns. Turns are in order, don't
// overlap and cover the text from the first to its end.
type Transcript struct {
	Text  string
	Turns []Turn

	stamps map[int][]int // turns by the seconds of their stamps
}

var (
	// lineTimestamp is a stamp before a turn: "[09:00:12] …", "(00:05) …", "09:00 …".
	lineTimestamp = lazy.Regexp(`^(?:[-*•]\s+)?(?:\[(` + timestampPattern + `)(?:\s*(?:-->|[-–—~～])\s*` + timestampPattern + `)?\]|[(（](` + timestampPattern + `)[)）]|【(` + timestampPattern + `)】|(` + timestampPattern + `))[\s:：]*`)
	// lineSpeaker is "Name: …", with an optional stamp after the name and
	// optional emphasis around it.
	lineSpeaker = lazy.Regexp(`^(?:[-*•]\s+)?(?:\*\*|__)?([^\s:：*_#>|\[\]()（）【】][^:：*#>|\[\]()（）【】]{0,39}?)(?:\*\*|__)?\s*(?:[(（\[【](` + timestampPattern + `)[)）\]】]\s*)?(?:[:：](?:\*\*|__)?)(?:\s|$|[^\s/])`)
	topicLine   = lazy.Regexp(`^(?:#{1,6}\s|(?:议题|议程|主题|话题)\s*[一二三四五六七八九十\d]+|(?i:agenda item|item|topic)\s+\d+\b)`)
)

// newTranscript finds the turns of a text.
func newTranscript(text string) *Transcript {
	t := &Transcript{Text: text, stamps: map[int][]int{}}
	at := 0
	for line := range strings.SplitAfterSeq(text, "\n") {
		turn, starts := turnAt(strings.TrimRight(line, "\n"))
		if n := len(t.Turns); starts || n == 0 && strings.TrimSpace(line) != "" {
			if n > 0 {
				t.Turns[n-1].End = at
			}
			turn.Start, turn.End = at, len(text)
			t.Turns = append(t.Turns, turn)
		}
		at += len(line)
	}
	for i, turn := range t.Turns {
		if at := Seconds(turn.Stamp); at >= 0 {
			t.stamps[at] = append(t.stamps[at], i)
		}
	}
	return t
}

// turnAt reads the head of a line; starts says whether a turn begins with it.
func turnAt(line string) (turn Turn, starts bool) {
	if topicLine().MatchString(line) {
		return Turn{Topic: true}, true
	}
	rest := line
	if m := lineTimestamp().FindStringSubmatch(line); m != nil {
		turn.Stamp = cmp.Or(m[1:]...)
		rest = line[len(m[0]):]
		starts = true
	}
	if name, stamp, ok := speakerAt(rest); ok {
		turn.Speaker = chatName(name)
		turn.Stamp = cmp.Or(turn.Stamp, stamp)
		starts = true
	}
	return turn, starts
}

// speakerAt reads "Name: …" or "Name (00:05): …" at the beginning of a line. A
// colon between two digits is a clock's, not a name's.
func speakerAt(line string) (name, stamp string, ok bool) {
	m := lineSpeaker().FindStringSubmatch(line)
	if m == nil || !isName(m[1]) {
		return "", "", false
	}
	name, stamp = strings.TrimSpace(m[1]), m[2]
	if last := name[len(name)-1]; stamp == "" && last >= '0' && last <= '9' {
		i := strings.IndexAny(line, ":：")
		_, n := utf8.DecodeRuneInString(line[i:])
		if next := line[i+n:]; next != "" && next[0] >= '0' && next[0] <= '9' {
			return "", "", false
		}
	}
	return name, stamp, true
}

// chatName drops what meeting chats write around a name: "From Ann to
// Everyone".
func chatName(s string) string {
	rest, ok := strings.CutPrefix(s, "From ")
	if !ok {
		return s
	}
	if i := strings.Index(rest, " to "); i > 0 {
		rest = rest[:i]
	}
	return strings.TrimSpace(rest)
}

// isName accepts what may be before a colon as a speaker: no sentence, no
// link, not only digits.
func isName(s string) bool {
	s = strings.TrimSpace(s)
	if s == "" || utf8.RuneCountInString(s) > 40 || strings.ContainsAny(s, "。，；！？!?;,\"“”<>/\\=") {
		return false
	}
	return strings.ContainsFunc(s, unicode.IsLetter) && len(strings.Fields(s)) <= 5
}

// speech returns the bytes that hold a stamp's words: from its turn to the
// next turn with another stamp.
func (t *Transcript) speech(i int) (start, end int) {
	at := Seconds(t.Turns[i].Stamp)
	end = len(t.Text)
	for _, next := range t.Turns[i+1:] {
		if other := Seconds(next.Stamp); other >= 0 && other != at {
			end = next.Start
			break
		}
	}
	return t.Turns[i].Start, end
}

// TimestampAt returns the stamp of the turn that holds a byte offset, or of the
// last one before it that has a stamp; empty if there is none.
func (t *Transcript) TimestampAt(offset int) string {
	i, _ := slices.BinarySearchFunc(t.Turns, offset, func(turn Turn, at int) int { return turn.Start - at })
	for i = min(i, len(t.Turns)-1); i >= 0; i-- {
		if t.Turns[i].Start <= offset && t.Turns[i].Stamp != "" {
			return t.Turns[i].Stamp
		}
	}
	return ""
}

// Stamped counts the turns that have a time stamp.
func (t *Transcript) Stamped() int {
	n := 0
	for _, turn := range t.Turns {
		if turn.Stamp != "" {
			n++
		}
	}
	return n
}

// labels are words before a colon or a time that are no speakers.
var labels = []string{
	"时间", "地点", "日期", "单位", "主题", "议题", "议程", "出席", "出席人", "参会", "参会人", "参会人员", "参会人数", "参与人", "缺席", "列席",
	"记录", "记录人", "主持", "主持人", "会议主题", "会议名称", "会议时间", "会议日期", "会议地点", "会议时长", "会议号", "会议记录", "会议纪要", "会议摘要",
	"开始时间", "结束时间", "录制时间", "创建时间", "导出时间", "时长", "开始", "结束", "关键词", "文字记录", "全文", "全文概要", "智能纪要", "章节", "发言人",
	"决定", "决议", "结论", "待办", "待办事项", "下一步", "行动项", "背景", "说明", "备注", "附件", "总结", "摘要", "截止", "截止日期", "负责人",
	"agenda", "action", "action item", "action items", "actions", "absent", "apologies", "attendees", "background", "chapters", "conclusion", "date",
	"decision", "decisions", "deadline", "duration", "due", "end", "end time", "host", "keywords", "location", "meeting", "meeting id",
	"minutes", "next steps", "note", "notes", "organizer", "outcome", "owner", "participants", "place", "present", "recorded", "resolution",
	"risk", "risks", "start", "start time", "started", "subject", "summary", "time", "title", "topic", "transcript",
}

// dateText is a date in the place of a name.
var dateText = lazy.Regexp(`^\d{1,4}\s*[-/.年月]\s*\d{1,2}`)

func isLabel(name string) bool {
	return slices.Contains(labels, strings.ToLower(strings.TrimSpace(name)))
}

// Speakers returns who speaks, in the order of the first turn; a name that
// is before a colon only once, in a text with many turns, and words such as
// "Date" are no speakers.
func (t *Transcript) Speakers() []string {
	count := map[string]int{}
	var order []string
	for _, turn := range t.Turns {
		if turn.Speaker == "" || isLabel(turn.Speaker) {
			continue
		}
		if count[turn.Speaker] == 0 {
			order = append(order, turn.Speaker)
		}
		count[turn.Speaker]++
	}
	most := 1
	if len(t.Turns) >= 12 && t.Stamped() == 0 {
		most = 2
	}
	return slices.DeleteFunc(order, func(s string) bool { return count[s] < most })
}
