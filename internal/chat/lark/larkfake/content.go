package larkfake

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// The platform's limits of a card.
const (
	maxCardBytes    = 30 << 10
	maxCardElements = 200
)

type tooLarge struct{ what string }

func (t tooLarge) Error() string { return t.what }

// checkContent checks a message's content by its type.
func (s *Server) checkContent(kind, content string) error {
	switch kind {
	case "interactive":
		return CheckCard([]byte(content))
	case "post":
		return checkPost([]byte(content))
	case "file":
		var f map[string]string
		if err := strict([]byte(content), &f); err != nil {
			return err
		}
		if len(f) != 1 || f["file_key"] == "" {
			return fmt.Errorf("a file message holds file_key alone, not %v", f)
		}
		return nil
	}
	return fmt.Errorf("type %q is not one that bots send", kind)
}

func strict(data []byte, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	return d.Decode(v)
}

func checkPost(data []byte) error {
	var p map[string]struct {
		Title   string                `json:"title"`
		Content [][]map[string]string `json:"content"`
	}
	if err := strict(data, &p); err != nil {
		return err
	}
	body, found := p["zh_cn"]
	if !found || len(body.Content) == 0 {
		return fmt.Errorf("a post needs zh_cn with content")
	}
	for _, row := range body.Content {
		for _, n := range row {
			if n["tag"] != "text" {
				return fmt.Errorf("a post of bots holds text alone, not %q", n["tag"])
			}
		}
	}
	return nil
}

// fields lists what each tag of a card may have; the first are needed. Values
// of closed sets are in enums.
var fields = map[string]struct{ needed, more []string }{
	"markdown":          {[]string{"content"}, []string{"text_size", "text_align"}},
	"div":               {[]string{"text"}, nil},
	"hr":                {nil, nil},
	"button":            {[]string{"text", "type", "behaviors"}, nil},
	"column_set":        {[]string{"columns"}, []string{"flex_mode", "background_style", "horizontal_spacing"}},
	"column":            {[]string{"elements"}, []string{"width", "weight", "vertical_align"}},
	"collapsible_panel": {[]string{"header", "elements"}, []string{"expanded"}},
}

var enums = map[string][]string{
	"text_size":        {"heading-0", "heading-1", "heading-2", "heading-3", "heading-4", "heading", "normal", "notation"},
	"text_color":       {"default", "grey", "green", "red", "blue", "yellow", "orange", "turquoise"},
	"flex_mode":        {"none", "stretch", "flow", "bisect", "trisect"},
	"background_style": {"default", "grey", "grey-50", "grey-100"},
	"width":            {"auto", "weighted"},
	"vertical_align":   {"top", "center", "bottom"},
	"template":         {"blue", "wathet", "turquoise", "green", "yellow", "orange", "red", "carmine", "violet", "purple", "indigo", "grey", "default"},
	"color":            {"neutral", "blue", "turquoise", "lime", "orange", "violet", "indigo", "wathet", "green", "yellow", "red", "purple", "carmine"},
}

// CheckCard reports what is wrong with a card as the platform's card JSON 2.0.
func CheckCard(data []byte) error {
	if len(data) > maxCardBytes {
		return tooLarge{fmt.Sprintf("the card has %d bytes", len(data))}
	}
	var card struct {
		Schema string         `json:"schema"`
		Config map[string]any `json:"config"`
		Header struct {
			Title    *text  `json:"title"`
			Subtitle *text  `json:"subtitle"`
			Template string `json:"template"`
			Tags     []struct {
				Tag   string `json:"tag"`
				Text  text   `json:"text"`
				Color string `json:"color"`
			} `json:"text_tag_list"`
		} `json:"header"`
		Body struct {
			Direction string           `json:"direction"`
			Spacing   string           `json:"vertical_spacing"`
			Elements  []map[string]any `json:"elements"`
		} `json:"body"`
	}
	if err := strict(data, &card); err != nil {
		return err
	}
	h := card.Header
	switch {
	case card.Schema != "2.0":
		return fmt.Errorf("schema is %q", card.Schema)
	case card.Config["update_multi"] != true:
		return fmt.Errorf("update_multi is not true: the card could not be updated")
	case h.Title == nil || h.Title.check() != nil:
		return fmt.Errorf("the header has no plain title")
	case !slices.Contains(enums["template"], h.Template):
		return fmt.Errorf("template %q", h.Template)
	case len(h.Tags) > 3:
		return fmt.Errorf("%d tags", len(h.Tags))
	case len(card.Body.Elements) == 0:
		return fmt.Errorf("the card has no elements")
	}
	for _, t := range h.Tags {
		if t.Tag != "text_tag" || t.Text.check() != nil || !slices.Contains(enums["color"], t.Color) {
			return fmt.Errorf("tag %+v", t)
		}
	}
	n := 0
	if err := checkElements(card.Body.Elements, &n, 0); err != nil {
		return err
	}
	if n > maxCardElements {
		return tooLarge{fmt.Sprintf("the card has %d elements", n)}
	}
	return nil
}

type text struct {
	Tag     string `json:"tag"`
	Content string `json:"content"`
	Size    string `json:"text_size"`
	Color   string `json:"text_color"`
}

func (t text) check() error {
	if t.Tag != "plain_text" || t.Content == "" {
		return fmt.Errorf("text %+v is not plain, or empty", t)
	}
	return nil
}

func checkElements(list []map[string]any, n *int, depth int) error {
	if depth > 5 {
		return fmt.Errorf("elements are nested too deeply")
	}
	for _, e := range list {
		*n++
		tag, _ := e["tag"].(string)
		rule, known := fields[tag]
		if !known {
			return fmt.Errorf("no element has tag %q", tag)
		}
		for _, f := range rule.needed {
			if e[f] == nil {
				return fmt.Errorf("%s lacks %s", tag, f)
			}
		}
		for f, v := range e {
			if f != "tag" && !slices.Contains(rule.needed, f) && !slices.Contains(rule.more, f) {
				return fmt.Errorf("%s has no %s", tag, f)
			}
			if allowed, closed := enums[f]; closed && !slices.Contains(allowed, fmt.Sprint(v)) {
				return fmt.Errorf("%s of %s is %v", f, tag, v)
			}
		}
		if err := checkInner(tag, e, n, depth); err != nil {
			return err
		}
	}
	return nil
}

func checkInner(tag string, e map[string]any, n *int, depth int) error {
	switch tag {
	case "markdown":
		return checkMarkdown(fmt.Sprint(e["content"]))
	case "div":
		var t text
		b, _ := json.Marshal(e["text"])
		if err := strict(b, &t); err != nil {
			return err
		}
		if !slices.Contains(enums["text_size"], t.Size) || !slices.Contains(enums["text_color"], t.Color) {
			return fmt.Errorf("text of size %q and colour %q", t.Size, t.Color)
		}
		return t.check()
	case "button":
		return checkButton(e)
	case "column_set":
		cols, err := elements(e["columns"])
		if err != nil {
			return err
		}
		for _, c := range cols {
			if c["tag"] != "column" {
				return fmt.Errorf("a column_set holds %v", c["tag"])
			}
		}
		return checkElements(cols, n, depth+1)
	case "column", "collapsible_panel":
		inner, err := elements(e["elements"])
		if err != nil {
			return fmt.Errorf("%s: %w", tag, err)
		}
		return checkElements(inner, n, depth+1)
	}
	return nil
}

// checkButton lets through buttons that open one address over HTTP.
func checkButton(e map[string]any) error {
	var t text
	label, _ := json.Marshal(e["text"])
	var does []struct {
		Type string `json:"type"`
		URL  string `json:"default_url"`
	}
	behaviors, _ := json.Marshal(e["behaviors"])
	if err := errors.Join(strict(label, &t), strict(behaviors, &does)); err != nil {
		return err
	}
	if len(does) != 1 || does[0].Type != "open_url" || !strings.HasPrefix(does[0].URL, "http") || e["type"] != "default" {
		return fmt.Errorf("button %v", e)
	}
	return t.check()
}

// checkMarkdown lets through what bots write of their own: bars and grades.
func checkMarkdown(s string) error {
	plain := s
	if strings.Contains(s, "'></font>") {
		return fmt.Errorf("markdown %q colours nothing", s)
	}
	for _, color := range enums["text_color"] {
		plain = strings.ReplaceAll(plain, "<font color='"+color+"'>", "")
	}
	plain = strings.ReplaceAll(plain, "</font>", "")
	plain = strings.ReplaceAll(plain, "**", "")
	if plain == "" || strings.ContainsAny(plain, "<>[]()*_`&\\") {
		return fmt.Errorf("markdown %q holds marks", s)
	}
	return nil
}

func elements(v any) ([]map[string]any, error) {
	list, isList := v.([]any)
	if !isList || len(list) == 0 {
		return nil, fmt.Errorf("%T is no list, or empty", v)
	}
	var out []map[string]any
	for _, e := range list {
		m, isMap := e.(map[string]any)
		if !isMap {
			return nil, fmt.Errorf("%T is no element", e)
		}
		out = append(out, m)
	}
	return out, nil
}
