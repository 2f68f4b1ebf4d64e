package pairwise

import (
	"encoding/json"
	"fmt"
	"strings"
	"time"

	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/jury"
	"judgement/report"
)

// Comparison is what one judge said of one pair, shown in both orders (schema 1).
// It is kept once and never changes.
type Comparison struct {
	Schema int    `json:"schema"`
	Basis  string `json:"basis_sha256"` // of the plan's judge
	One    string `json:"one_sha256"`   // the document with the lower hash
	Two    string `json:"two_sha256"`
	Judge  string `json:"judge"`
	Model  string `json:"model"`
	// NoModel says that no language model answered. Earlier releases did not say so.
	NoModel bool      `json:"no_model,omitempty"`
	Repeat  int       `json:"repeat,omitempty"` // from 0
	At      time.Time `json:"at"`
	Votes   [2]Vote   `json:"votes"` // with One first, with Two first
}

// Vote is what a judge said in one order.
type Vote struct {
	Outcome     jury.Outcome  `json:"outcome"`
	Reason      string        `json:"reason"` // of the judge, or why there is none
	Winner      Winner        `json:"winner"` // empty unless the outcome is ok
	Quotes      []Quote       `json:"quotes"`
	Usage       report.Usage  `json:"usage"`
	Cost        *report.Money `json:"cost"` // null: unknown
	ReplySHA256 string        `json:"reply_sha256,omitempty"`
}

// Winner names who won by document, in either order.
type Winner string

// The winners.
const (
	WinnerOne Winner = "one"
	WinnerTwo Winner = "two"
	WinnerTie Winner = "tie"
)

// Quote is a passage that a judge showed, with its place.
type Quote struct {
	Document Winner `json:"document"` // one or two
	report.Citation
}

// voted reports whether both orders have an answer.
func (c *Comparison) voted() bool {
	return c.Votes[0].Outcome == jury.OK && c.Votes[1].Outcome == jury.OK
}

// contradictory reports whether each submission won once.
func (c *Comparison) contradictory() bool {
	a, b := c.Votes[0].Winner, c.Votes[1].Winner
	return a != b && a != WinnerTie && b != WinnerTie
}

// final reports whether asking again would find nothing new: replies that were
// read are kept, failed calls are made again.
func (c *Comparison) final() bool {
	for _, v := range c.Votes {
		switch v.Outcome {
		case jury.OK, jury.Abstained, jury.Refused, jury.Unparsable:
		default:
			return false
		}
	}
	return true
}

// name is that of the comparison's record. Listing the names alone shows what was
// compared.
func name(basis, one, two string, repeat int) string {
	if n := fmt.Sprintf("%.16s-%.16s-%.16s", basis, min(one, two), max(one, two)); repeat == 0 {
		return n + ".json"
	} else {
		return fmt.Sprintf("%s-%d.json", n, repeat+1)
	}
}

// ReadComparison reads a record. One that is not what kept.go writes is an error.
func ReadComparison(data []byte) (*Comparison, error) {
	var c Comparison
	if err := json.Unmarshal(data, &c); err != nil {
		return nil, fmt.Errorf("the comparison is torn: %w", err)
	}
	if c.Schema != 1 || c.Basis == "" || c.One >= c.Two || c.Judge == "" || c.Repeat < 0 || c.Repeat >= MaxRepeats {
		return nil, fmt.Errorf("the comparison is not what was written")
	}
	for _, v := range c.Votes {
		known := v.Winner == WinnerOne || v.Winner == WinnerTwo || v.Winner == WinnerTie
		if known != (v.Outcome == jury.OK) {
			return nil, fmt.Errorf("the comparison is not what was written: outcome %.20q with winner %.20q", v.Outcome, v.Winner)
		}
	}
	return &c, nil
}

// newIndexes finds quotes in the two documents of a pair. What is in the other
// document is from the wrong source.
func newIndexes(one, two Document) map[Winner]*evidence.Index {
	index := func(d, other Document) *evidence.Index {
		return evidence.New(d.Text, evidence.WithPages(d.PageAt), evidence.WithPassages(d.Found), evidence.WithHidden(d.Hidden), evidence.WithOthers(map[string]string{"the other submission": other.Text}))
	}
	return map[Winner]*evidence.Index{WinnerOne: index(one, two), WinnerTwo: index(two, one)}
}

// shown are the documents of a pair in the order in which a call shows them.
type shown struct {
	order   [2]Winner
	indexes func() map[Winner]*evidence.Index
}

// vote reads a reply, its quotes proven.
func (s shown) vote(raw string) (any, error) {
	r, err := ParseReply(raw)
	if err != nil {
		return nil, err
	}
	v := Vote{Reason: r.Reason, Winner: map[string]Winner{first: s.order[0], second: s.order[1], tie: WinnerTie}[r.Winner]}
	for i, quotes := range [2][]string{r.QuotesA, r.QuotesB} {
		document := s.order[i]
		for _, q := range quotes {
			v.Quotes = append(v.Quotes, Quote{document, format.Cite(q, s.indexes()[document])})
		}
		if len(quotes) == 0 {
			v.Quotes = append(v.Quotes, Quote{document, format.Uncited()})
		}
	}
	return v, nil
}

// unproven names the quotes of a vote that are not proven, worded for the model.
func (s shown) unproven(vote any) []string {
	var out []string
	for _, q := range vote.(Vote).Quotes {
		if q.Quote == "" || report.Proven(q.Status) {
			continue
		}
		why := strings.ReplaceAll(q.Status, "_", " ")
		if evidence.Status(q.Status) == evidence.WrongSource {
			why = "it stands in the other submission"
		}
		letter := first
		if q.Document == s.order[1] {
			letter = second
		}
		out = append(out, fmt.Sprintf("submission %s: %q (%s)", letter, format.Clean(q.Quote, 120), why))
	}
	return out
}

// again words the turn that asks once more for quotes.
func again(unproven []string) string {
	return "These quotes do not stand in the submission that you credit with them:\n- " + strings.Join(unproven, "\n- ") +
		"\nCopy quotes character by character, or drop them, and say again which submission is better by what you can show. " +
		"Send the whole reply again as one JSON object that follows the schema, with nothing before or after it."
}

// finish makes a vote of an answer.
func finish(a jury.Answer, cost *report.Money) Vote {
	v, ok := a.Reply.(Vote)
	if !ok {
		v = Vote{Reason: a.Reason, Quotes: []Quote{}}
	}
	v.Outcome, v.Usage, v.Cost, v.ReplySHA256 = a.Outcome, report.Usage(a.Usage), cost, a.ReplySHA256
	return v
}
