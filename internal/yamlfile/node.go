package yamlfile

import (
	"fmt"
	"strings"
	"unicode"

	"gopkg.in/yaml.v3"

	"judgement/internal/text"
)

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.ShortTag() == "!!null" }

// describe names what a node is, for people.
func describe(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch v := clip(n.Value); n.ShortTag() {
	case "!!null":
		return "empty (null)"
	case "!!str":
		return fmt.Sprintf("the text %q", v)
	case "!!bool":
		return "the truth value " + v
	case "!!int", "!!float":
		return "the number " + v
	case "!!timestamp":
		return "the date " + v
	default:
		return fmt.Sprintf("%q", v)
	}
}

// clip shortens a value for a message and drops what a terminal would act on.
func clip(s string) string {
	return text.Clip(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '�'
		}
		return r
	}, s), 80)
}

func join(at, key string) string {
	if at == "" {
		return key
	}
	return at + "." + key
}
