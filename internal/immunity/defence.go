package immunity

import (
	"slices"
	"strings"

	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/review"
)

// Defence is a part of a review that protects its scores from the document.
type Defence string

// The defences that an experiment leaves out, one at a time. Reviews always have all.
const (
	Fence    Defence = "fence"
	Cleaning Defence = "cleaning"
	Proof    Defence = "proof"
)

// none leaves out nothing.
const none Defence = ""

// Defences are the defences in the order of reports.
func Defences() []Defence { return []Defence{Fence, Cleaning, Proof} }

// About says what a defence does.
func (d Defence) About() string {
	return map[Defence]string{
		Fence:    "the document is between random marks, and a rule says that it is data",
		Cleaning: "hidden text and invisible characters are left out of what judges see",
		Proof:    "judges are asked again about quotes that are not proven",
	}[d]
}

// weakened is a review without one of its defences.
type weakened struct {
	*review.Run
	without Defence
}

// Next implements format.Run.
func (w weakened) Next(v format.Version, asked []format.Round) (*format.Round, error) {
	round, err := w.Run.Next(v, asked)
	if err != nil || round == nil {
		return nil, err
	}
	for i := range round.Calls {
		w.weaken(&round.Calls[i])
	}
	return round, nil
}

// weaken takes the defence out of a call. Cleaning is a matter of the document.
func (w weakened) weaken(c *jury.Call) {
	switch w.without {
	case Fence:
		c.Request.Messages = unfenced(c.Request.Messages, w.Fence)
		c.Request.FormerSchema = llm.Schema{}
	case Proof:
		c.Unproven = nil
	case Cleaning, none:
	}
}

// unfenced takes each line with the mark out of messages: the borders of the document and
// the rule about what is between them. A heading says where the document begins.
func unfenced(messages []llm.Message, mark string) []llm.Message {
	out := slices.Clone(messages)
	for i, m := range out {
		var lines []string
		for line := range strings.SplitSeq(m.Content, "\n") {
			switch {
			case !strings.Contains(line, mark):
				lines = append(lines, line)
			case strings.HasPrefix(line, "<<<"):
				lines = append(lines, "# The document")
			}
		}
		out[i].Content = strings.Join(lines, "\n")
	}
	return out
}
