package casefile

import (
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// canonical reads case.yaml in exactly the form that encode gives it: fixed
// keys in their order, two spaces of indent, one line a value. It is ten times
// as fast as a YAML parser, which counts where 100,000 cases are checked, and
// gives up (ok is false) on everything else: the parser reads it then. What it
// reads, it reads as the parser does.
type canonical struct {
	rest string
	item bool // the next line begins an item of a list: its indent ends in "- "
	bad  bool
}

func parseCanonical(data string) (info Info, ok bool) {
	c := &canonical{rest: data}
	info.Schema = c.number(0, "schema")
	info.ID = c.text(0, "id")
	info.Scene = c.text(0, "scene")
	info.Brand = c.text(0, "brand")
	info.ReportFolder = c.text(0, "report_folder")
	info.CreatedAt = c.time(0, "created_at")
	info.LatestVersion = c.number(0, "latest_version")
	if v := c.value(0, "checkpoints"); v == "[]" {
		info.Checkpoints = []Checkpoint{}
	} else if v != "" {
		c.bad = true
	}
	for !c.bad && c.rest != "" {
		if info.Checkpoints != nil && cap(info.Checkpoints) == 0 {
			return Info{}, false // something after an empty list
		}
		info.Checkpoints = append(info.Checkpoints, c.checkpoint())
	}
	return info, !c.bad && info.Checkpoints != nil
}

func (c *canonical) checkpoint() (cp Checkpoint) {
	c.item = true
	cp.ID = c.text(4, "id")
	cp.Question = c.text(4, "question")
	cp.Kind = Kind(c.text(4, "kind"))
	c.block(4, "rule")
	cp.Rule.Op = c.text(6, "op")
	cp.Rule.Value = c.text(6, "value")
	if c.has(6, "levels") {
		c.block(6, "levels")
		for !c.bad && strings.HasPrefix(c.rest, "        - ") {
			if line := c.line(); !c.bad {
				cp.Rule.Levels = append(cp.Rule.Levels, c.scalar(line[len("        - "):]))
			}
		}
	}
	c.block(4, "source")
	cp.Source.Type = c.text(6, "type")
	for _, f := range []struct {
		key string
		to  *string
	}{{"path", &cp.Source.Path}, {"column", &cp.Source.Column}, {"row", &cp.Source.Row}} {
		if c.has(6, f.key) {
			*f.to = c.text(6, f.key)
		}
	}
	cp.HorizonDays = c.number(4, "horizon_days")
	cp.Due = c.text(4, "due")
	cp.GraceDays = c.number(4, "grace_days")
	switch c.value(4, "draft") {
	case "true":
		cp.Draft = true
	case "false":
	default:
		c.bad = true
	}
	if c.has(4, "version") {
		cp.Version = c.number(4, "version")
	}
	if c.has(4, "accepted_at") {
		cp.AcceptedAt = c.time(4, "accepted_at")
	}
	cp.LockSHA256 = c.text(4, "lock_sha256")
	switch c.value(4, "forecasts") {
	case "[]":
		cp.Forecasts = []Forecast{}
		return cp
	case "":
	default:
		c.bad = true
	}
	for !c.bad && strings.HasPrefix(c.rest, "      - judge:") {
		c.item = true
		cp.Forecasts = append(cp.Forecasts, Forecast{
			Judge: c.text(8, "judge"), SkillSHA256: c.text(8, "skill_sha256"), Model: c.text(8, "model"), P: c.probability(8),
		})
	}
	c.bad = c.bad || len(cp.Forecasts) == 0
	return cp
}

const (
	blanks = "        "
	dashes = "      - "
)

// has reports whether the next line has a key at an indent.
func (c *canonical) has(indent int, key string) bool {
	before := blanks[:indent]
	if c.item {
		before = dashes[len(dashes)-indent:]
	}
	rest, ok := strings.CutPrefix(c.rest, before)
	if !ok {
		return false
	}
	rest, ok = strings.CutPrefix(rest, key)
	return ok && strings.HasPrefix(rest, ":")
}

// line takes the next line, which must end.
func (c *canonical) line() string {
	line, rest, ok := strings.Cut(c.rest, "\n")
	if !ok {
		c.bad = true
		return ""
	}
	c.rest = rest
	return line
}

// value takes the next line, which must have the key, and returns what stands
// after it as it is written; empty where nothing does.
func (c *canonical) value(indent int, key string) string {
	if c.bad || !c.has(indent, key) {
		c.bad = true
		return ""
	}
	c.item = false
	line := c.line()
	if c.bad || len(line) == indent+len(key)+1 {
		return ""
	}
	v := line[indent+len(key)+1:]
	if len(v) < 2 || v[0] != ' ' {
		c.bad = true
		return ""
	}
	return v[1:]
}

// block takes a line whose value is in the lines below it.
func (c *canonical) block(indent int, key string) {
	if c.value(indent, key) != "" {
		c.bad = true
	}
}

func (c *canonical) text(indent int, key string) string {
	v := c.value(indent, key)
	if c.bad {
		return ""
	}
	return c.scalar(v)
}

// scalar reads a string as it is written: quoted without escapes, or plain.
func (c *canonical) scalar(v string) string {
	if len(v) >= 2 && (v[0] == '"' || v[0] == '\'') && v[len(v)-1] == v[0] {
		inner := v[1 : len(v)-1]
		if v[0] == '\'' && strings.Contains(inner, "'") {
			if bare := strings.ReplaceAll(inner, "''", ""); !strings.Contains(bare, "'") {
				plain := strings.ReplaceAll(inner, "''", "'")
				c.bad = c.bad || !printable(plain)
				return plain
			}
			c.bad = true
		}
		c.bad = c.bad || v[0] == '"' && strings.ContainsAny(inner, `"\`) || !printable(inner)
		return inner
	}
	if !plain(v) {
		c.bad = true
	}
	return v
}

// plain reports whether a scalar without quotes means itself, whatever comes
// of it in YAML.
func plain(v string) bool {
	if v == "" || !printable(v) || strings.Contains(v, ": ") || strings.Contains(v, " #") {
		return false
	}
	first, last := v[0], v[len(v)-1]
	letter := first >= 'a' && first <= 'z' || first >= 'A' && first <= 'Z' || first >= '0' && first <= '9' || first == '(' || first >= utf8.RuneSelf
	if !letter || last == ':' || last == ' ' {
		return false
	}
	return !strings.EqualFold(v, "null")
}

// printable reports whether text has no control characters, no other ends of
// lines, and none that YAML refuses.
func printable(v string) bool {
	for i := 0; i < len(v); i++ {
		if v[i] < 0x20 || v[i] == 0x7f {
			return false
		}
		if v[i] >= utf8.RuneSelf {
			return printableRunes(v)
		}
	}
	return true
}

func printableRunes(v string) bool {
	for _, r := range v {
		switch {
		case r < 0x20, r >= 0x7f && r < 0xa0, r == 0x2028, r == 0x2029, r == 0xfeff, r >= 0xfffd && r <= 0xffff:
			return false
		}
	}
	return utf8.ValidString(v)
}

func (c *canonical) number(indent int, key string) int {
	v := c.value(indent, key)
	n, err := strconv.Atoi(v)
	if err != nil || strconv.Itoa(n) != v {
		c.bad = true
	}
	return n
}

func (c *canonical) time(indent int, key string) time.Time {
	const form = "2006-01-02T15:04:05Z"
	v := c.value(indent, key)
	t, err := time.Parse(form, v)
	if err != nil || len(v) != len(form) {
		c.bad = true
	}
	return t
}

// probability reads p where it is written as digits with a point at most.
func (c *canonical) probability(indent int) float64 {
	v := c.value(indent, "p")
	if c.bad || v != "0" && v != "1" && (len(v) < 3 || v[1] != '.' || v[0] != '0' && v[0] != '1') {
		c.bad = true
		return 0
	}
	for i := 2; i < len(v); i++ {
		if v[i] < '0' || v[i] > '9' {
			c.bad = true
			return 0
		}
	}
	p, err := strconv.ParseFloat(v, 64)
	c.bad = c.bad || err != nil
	return p
}
