package lark

import (
	"bytes"
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
	var body []any
	for i, p := range c.Parts {
		if i > 0 && p.Headline == nil && p.Steps == nil {
			body = append(body, object{"tag": "hr"})
		}
		body = append(body, encodePart(c.Lang, p)...)
	}
	if c.Footer != "" {
		body = append(body, object{"tag": "hr"}, plain(c.Footer, "notation", "grey"))
	}
	if c.Link != "" {
		body = append(body, object{
			"tag": "button", "type": "default", "text": plainText(chat.OpenPage(c.Lang)),
			"behaviors": []any{object{"type": "open_url", "default_url": c.Link}},
		})
	}
	if len(body) == 0 {
		body = []any{plain(" ", "notation", "grey")}
	}
	header := object{"template": template(c.Tone), "title": plainText(c.Title)}
	if c.Subtitle != "" {
		header["subtitle"] = plainText(c.Subtitle)
	}
	if c.Tag != "" {
		header["text_tag_list"] = []any{object{"tag": "text_tag", "text": plainText(c.Tag), "color": tagColor(c.Tone)}}
	}
	out, err := json.Marshal(object{
		"schema": "2.0",
		"config": object{"update_multi": true, "width_mode": "fill", "summary": object{"content": c.Heading()}},
		"header": header,
		"body":   object{"direction": "vertical", "vertical_spacing": "8px", "elements": body},
	})
	if err != nil {
		return nil, fmt.Errorf("encode a card: %w", err)
	}
	elements := bytes.Count(out, []byte(`"tag":`)) - bytes.Count(out, []byte(`"tag":"plain_text"`))
	if len(out) > maxCard || elements > maxElements {
		return nil, &chat.PlatformError{Trouble: chat.TroubleContent, Err: fmt.Errorf("the card has %d bytes and %d elements; it may have %d and %d", len(out), elements, maxCard, maxElements)}
	}
	return out, nil
}

func encodePart(lang report.Lang, p chat.Part) []any {
	var out []any
	if h := p.Headline; h != nil { // a grey box: the grade in the largest letters, the total beside it
		out = append(out, columns("grey-50",
			column("auto", 0, marked(font("**"+h.Big+"**", textColor(h.Tone)), "heading-0")),
			column("weighted", 1, plain(h.Side, "heading-3", "default"))))
	}
	for _, b := range p.Bars {
		out = append(out, encodeBar(b))
	}
	for _, f := range p.Facts {
		out = append(out, columns("default",
			column("weighted", 2, plain(f.Label, "normal", "grey")),
			column("weighted", 5, plain(f.Value, "normal", "default"))))
	}
	if p.List != nil {
		out = append(out, encodeList(lang, *p.List)...)
	}
	for _, s := range p.Steps {
		color := cmp.Or(stepColors[s.State], "grey")
		out = append(out, columns("default",
			column("auto", 0, plain(s.State.Mark(), "normal", color)),
			column("weighted", 5, plain(s.Label, "normal", "default")),
			column("weighted", 2, plain(s.Note+" ", "normal", "grey"))))
	}
	if p.Text != "" {
		out = append(out, plain(p.Text, "normal", "default"))
	}
	return out
}

// stepColors are the colours of steps that have begun.
var stepColors = map[chat.StepState]string{chat.StepDone: "green", chat.StepRun: "blue", chat.StepMiss: "red"}

// encodeBar is a row: what, how full, how much.
func encodeBar(b chat.Bar) object {
	value := b.Value
	if b.Note != "" {
		value += "  (" + b.Note + ")"
	}
	filled, empty := b.Draw()
	drawn := marked(font(filled, textColor(b.Tone))+font(empty, "grey"), "notation")
	return columns("default",
		column("weighted", 4, plain(b.Label, "normal", "default")),
		column("weighted", 4, drawn),
		column("weighted", 3, plain(value, "normal", "default")))
}

func encodeList(lang report.Lang, l chat.List) []any {
	var rows []any
	for _, i := range l.Items {
		if i.Head != "" {
			rows = append(rows, plain(i.Head, "notation", "grey"))
		}
		rows = append(rows, plain(i.Text, "normal", "default"))
	}
	if l.More > 0 {
		rows = append(rows, plain(chat.MoreLine(lang, l.More), "notation", "grey"))
	}
	if !l.Fold {
		return append([]any{plain(l.Title, "heading-4", "default")}, rows...)
	}
	return []any{object{
		"tag": "collapsible_panel", "expanded": false,
		"header":   object{"title": plainText(l.Title)},
		"elements": rows,
	}}
}

// plainText is text that is shown without reading marks in it.
func plainText(text string) object { return object{"tag": "plain_text", "content": text} }

// plain is an element of plain text.
func plain(text, size, color string) object {
	return object{"tag": "div", "text": object{"tag": "plain_text", "content": text, "text_size": size, "text_color": color}}
}

// marked is an element of text of our own, such as a grade, with marks: plain text
// has fewer colours.
func marked(text, size string) object {
	return object{"tag": "markdown", "content": text, "text_size": size}
}

// font marks text of our own with a colour; empty text takes no mark.
func font(text, color string) string {
	if text == "" {
		return ""
	}
	return "<font color='" + color + "'>" + text + "</font>"
}

func columns(background string, columns ...any) object {
	return object{"tag": "column_set", "flex_mode": "none", "background_style": background, "horizontal_spacing": "8px", "columns": columns}
}

func column(width string, weight int, element any) object {
	c := object{"tag": "column", "width": width, "vertical_align": "center", "elements": []any{element}}
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
