package lark

import (
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"judgement/internal/chat"
	"judgement/report"
)

// Limits of a card. The platform takes 30 KB and 200 elements; what is above
// our own is shown as text.
const (
	maxCard     = 25 << 10 // bytes
	maxElements = 180
)

// object is a piece of card JSON; encoding/json sorts its keys.
type object map[string]any

// EncodeCard writes a card as the platform's card JSON 2.0. All text that is
// not our own goes out as plain text, which the platform reads no marks in: no
// remark can mention people, link or format. A card above the limits is a
// chat.PlatformError of trouble content.
func EncodeCard(c chat.Card) ([]byte, error) {
	e := &cardEncoder{}
	var body []any
	for i, p := range c.Parts {
		if i > 0 && p.Headline == nil && p.Steps == nil {
			body = append(body, object{"tag": "hr"})
		}
		body = append(body, e.part(c.Lang, p)...)
	}
	if c.Footer != "" {
		body = append(body, object{"tag": "hr"}, e.plain(c.Footer, "notation", "grey"))
	}
	if len(body) == 0 {
		body = []any{e.plain(" ", "notation", "grey")}
	}
	header := object{"template": template(c.Tone), "title": object{"tag": "plain_text", "content": c.Title}}
	if c.Subtitle != "" {
		header["subtitle"] = object{"tag": "plain_text", "content": c.Subtitle}
	}
	if c.Tag != "" {
		header["text_tag_list"] = []any{object{"tag": "text_tag", "text": object{"tag": "plain_text", "content": c.Tag}, "color": tagColor(c.Tone)}}
	}
	out, err := json.Marshal(object{
		"schema": "2.0",
		"config": object{"update_multi": true, "width_mode": "fill", "summary": object{"content": summary(c)}},
		"header": header,
		"body":   object{"direction": "vertical", "vertical_spacing": "8px", "elements": body},
	})
	if err != nil {
		return nil, fmt.Errorf("encode a card: %w", err)
	}
	if len(out) > maxCard || e.count > maxElements {
		return nil, &chat.PlatformError{Trouble: chat.TroubleContent, Err: fmt.Errorf("the card has %d bytes and %d elements; it may have %d and %d", len(out), e.count, maxCard, maxElements)}
	}
	return out, nil
}

// summary is what the list of chats shows of a card.
func summary(c chat.Card) string {
	if c.Tag == "" {
		return c.Title
	}
	return c.Title + " · " + c.Tag
}

// cardEncoder counts the elements that it makes.
type cardEncoder struct{ count int }

func (e *cardEncoder) part(lang report.Lang, p chat.Part) []any {
	var out []any
	if p.Headline != nil {
		out = append(out, e.headline(*p.Headline))
	}
	for _, b := range p.Bars {
		out = append(out, e.bar(b))
	}
	if len(p.Facts) > 0 {
		out = append(out, e.facts(p.Facts)...)
	}
	if p.List != nil {
		out = append(out, e.list(lang, *p.List)...)
	}
	for _, s := range p.Steps {
		out = append(out, e.step(s))
	}
	if p.Text != "" {
		out = append(out, e.plain(p.Text, "normal", "default"))
	}
	return out
}

// headline is a grey box: the grade in the largest letters, the total beside
// it.
func (e *cardEncoder) headline(h chat.Headline) object {
	right := []any{e.plain(h.Side, "heading-3", "default")}
	if h.Under != "" {
		right = append(right, e.plain(h.Under, "notation", "grey"))
	}
	return e.columns("grey-50",
		e.column("auto", 0, e.marked(h.Big, "heading-0", textColor(h.Tone))),
		e.column("weighted", 1, right...))
}

// bar is a row: what, how full, how much.
func (e *cardEncoder) bar(b chat.Bar) object {
	filled, empty := b.Draw()
	e.count++
	drawn := object{"tag": "markdown", "content": coloured(textColor(b.Tone), filled) + coloured("grey", empty), "text_size": "notation"}
	value := b.Value
	if b.Note != "" {
		value += "  (" + b.Note + ")"
	}
	return e.columns("default",
		e.column("weighted", 4, e.plain(b.Label, "normal", "default")),
		e.column("weighted", 4, drawn),
		e.column("weighted", 3, e.plain(value, "normal", "default")))
}

// coloured marks text of our own with a colour; empty text takes no mark.
func coloured(color, text string) string {
	if text == "" {
		return ""
	}
	return "<font color='" + color + "'>" + text + "</font>"
}

func (e *cardEncoder) facts(facts []chat.Fact) []any {
	out := make([]any, 0, len(facts))
	for _, f := range facts {
		out = append(out, e.columns("default",
			e.column("weighted", 2, e.plain(f.Label, "normal", "grey")),
			e.column("weighted", 5, e.plain(f.Value, "normal", "default"))))
	}
	return out
}

func (e *cardEncoder) list(lang report.Lang, l chat.List) []any {
	var rows []any
	for _, i := range l.Items {
		if i.Head != "" {
			rows = append(rows, e.plain(i.Head, "notation", "grey"))
		}
		rows = append(rows, e.plain(i.Text, "normal", "default"))
	}
	if l.More > 0 {
		rows = append(rows, e.plain(chat.MoreLine(lang, l.More), "notation", "grey"))
	}
	if !l.Fold {
		return append([]any{e.plain(l.Title, "heading-4", "default")}, rows...)
	}
	e.count++
	return []any{object{
		"tag": "collapsible_panel", "expanded": false,
		"header":   object{"title": object{"tag": "plain_text", "content": l.Title}},
		"elements": rows,
	}}
}

func (e *cardEncoder) step(s chat.Step) object {
	colors := map[chat.StepState]string{chat.StepDone: "green", chat.StepRun: "blue", chat.StepMiss: "red"}
	color := cmp.Or(colors[s.State], "grey")
	return e.columns("default",
		e.column("auto", 0, e.plain(s.State.Mark(), "normal", color)),
		e.column("weighted", 5, e.plain(s.Label, "normal", "default")),
		e.column("weighted", 2, e.plain(s.Note+" ", "normal", "grey")))
}

// plain is text that is shown as it stands.
func (e *cardEncoder) plain(text, size, color string) object {
	e.count++
	return object{"tag": "div", "text": object{"tag": "plain_text", "content": text, "text_size": size, "text_color": color}}
}

// marked is a word of our own in a colour that plain text does not have: grades.
func (e *cardEncoder) marked(text, size, color string) object {
	if strings.ContainsAny(text, "<>[]()*_`&\\") {
		return e.plain(text, size, "default")
	}
	e.count++
	return object{"tag": "markdown", "content": coloured(color, "**"+text+"**"), "text_size": size}
}

func (e *cardEncoder) columns(background string, columns ...any) object {
	e.count++
	return object{"tag": "column_set", "flex_mode": "none", "background_style": background, "horizontal_spacing": "8px", "columns": columns}
}

func (e *cardEncoder) column(width string, weight int, elements ...any) object {
	e.count++
	c := object{"tag": "column", "width": width, "vertical_align": "center", "elements": elements}
	if weight > 0 {
		c["weight"] = weight
	}
	return c
}

// tones are the colours of a card's head and of text. Text of any other tone is blue.
var tones = map[chat.Tone]struct{ head, text string }{
	chat.ToneWait: {"wathet", "blue"},
	chat.ToneWork: {"blue", "blue"},
	chat.ToneBest: {"green", "green"},
	chat.ToneGood: {"turquoise", "green"},
	chat.ToneFair: {"yellow", "yellow"},
	chat.TonePoor: {"orange", "orange"},
	chat.ToneBad:  {"red", "red"},
	chat.ToneFlat: {"indigo", "blue"},
}

// template is the colour of a card's head.
func template(t chat.Tone) string { return cmp.Or(tones[t].head, "wathet") }

// tagColor is the colour of the label in a card's head.
func tagColor(t chat.Tone) string {
	if c := template(t); c != "wathet" {
		return c
	}
	return "blue"
}

func textColor(t chat.Tone) string { return cmp.Or(tones[t].text, "blue") }

// encodePost gives a message its kind and content. Text goes out as a post: its
// plain nodes read no marks, while a text message would mention people.
func encodePost(p chat.Post) (kind, content string, err error) {
	switch {
	case p.Card != nil:
		b, err := EncodeCard(*p.Card)
		return "interactive", string(b), err
	case p.FileKey != "":
		b, err := json.Marshal(map[string]string{"file_key": p.FileKey})
		return "file", string(b), err
	}
	var rows [][]object
	for line := range strings.Lines(p.Text) {
		rows = append(rows, []object{{"tag": "text", "text": strings.TrimRight(line, "\n")}})
	}
	b, err := json.Marshal(object{"zh_cn": object{"title": "", "content": rows}})
	return "post", string(b), err
}
