package casefile

import (
	"fmt"
	"time"

	"gopkg.in/yaml.v3"
)

// complete fills in what a person who adds a draft by hand may leave out: the
// kind by the rule, the source by its path, and the horizon by the dates. What was
// accepted is left as it was locked.
func (i *Info) complete() {
	for n := range i.Checkpoints {
		c := &i.Checkpoints[n]
		if !c.Draft {
			continue
		}
		if c.Kind == "" {
			switch {
			case len(c.Rule.Levels) > 0:
				c.Kind = Ordinal
			case c.Rule.Op != "" || c.Source.Type == "file" || c.Source.Path != "":
				c.Kind = Numeric
			default:
				c.Kind = Binary
			}
		}
		if c.Source.Type == "" {
			c.Source.Type = "manual"
			if c.Source.Path != "" {
				c.Source.Type = "file"
			}
		}
		if due, err := time.Parse(time.DateOnly, c.Due); c.HorizonDays == 0 && err == nil {
			created := i.CreatedAt.UTC().Truncate(24 * time.Hour)
			c.HorizonDays = max(1, int(due.Sub(created)/(24*time.Hour)))
		}
	}
}

// place returns how messages name a checkpoint: by its id, or if it has none by its
// number, and with its line in data, the file, if that is given.
func (i *Info) place(n int, data []byte) string {
	out := fmt.Sprintf("checkpoint number %d", n+1)
	if id := i.Checkpoints[n].ID; id != "" {
		out = "checkpoint " + clip(id)
	}
	if lines := checkpointLines(data); n < len(lines) {
		out += fmt.Sprintf(" (line %d)", lines[n])
	}
	return out
}

// checkpointLines returns the line at which each checkpoint begins; nil if
// that is not known.
func checkpointLines(data []byte) []int {
	var doc yaml.Node
	if len(data) == 0 || yaml.Unmarshal(data, &doc) != nil || len(doc.Content) != 1 {
		return nil
	}
	top := doc.Content[0].Content
	for k := 0; k+1 < len(top); k += 2 {
		if top[k].Value != "checkpoints" {
			continue
		}
		var out []int
		for _, item := range top[k+1].Content {
			out = append(out, item.Line)
		}
		return out
	}
	return nil
}
