package fakeserver

import (
	"encoding/json"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/cespare/xxhash/v2"
)

// ScoreReply is a reply to a score request.
type ScoreReply struct {
	Scores      []ScoreItem `json:"scores"`
	MustFix     []PointItem `json:"must_fix"`
	Suggestions []PointItem `json:"suggestions"`
	Cuts        []PointItem `json:"cuts"`
	Summary     string      `json:"summary"`
}

// ScoreItem is one lens's score.
type ScoreItem struct {
	Lens    string   `json:"lens"`
	Score   float64  `json:"score"`
	Comment string   `json:"comment"`
	Quotes  []string `json:"quotes"`
}

// PointItem is one remark about a lens.
type PointItem struct {
	Lens   string   `json:"lens"`
	Text   string   `json:"text"`
	Quotes []string `json:"quotes"`
}

// CompareReply is a reply to a request that compares two documents.
type CompareReply struct {
	QuotesA []string `json:"quotes_a"`
	QuotesB []string `json:"quotes_b"`
	Reason  string   `json:"reason"`
	Winner  string   `json:"winner"` // A, B or tie
}

// Compares reports whether a request compares two documents.
func (r Request) Compares() bool {
	return r.Documents == 2 && strings.Contains(string(r.Schema), `"winner"`)
}

// Compare is the good reply to a comparison, for responders that change a part of
// it: the winner is fixed by the documents and the server's seed, whichever comes
// first, and the quotes are real.
func Compare(req Request) CompareReply {
	a, b := xxhash.Sum64String(req.Document)^req.FakeSeed, xxhash.Sum64String(req.Second)^req.FakeSeed
	out := CompareReply{QuotesA: []string{}, QuotesB: []string{}, Reason: "One of them shows its figures.", Winner: "tie"}
	switch {
	case a > b:
		out.Winner = "A"
	case a < b:
		out.Winner = "B"
	}
	if q := Quote(req.Document, a); q != "" {
		out.QuotesA = append(out.QuotesA, q)
	}
	if q := Quote(req.Second, b); q != "" {
		out.QuotesB = append(out.QuotesB, q)
	}
	return out
}

// Encode writes a reply as the server sends it.
func Encode(reply any) string { return encode(reply) }

// Answer is the default responder. A request whose schema asks for scores gets
// one for each lens, between 45 % and 95 % of its maximum with one decimal, and
// real quotes from the document, all fixed by the document, the judge and the
// server's seed; one that compares two documents gets Compare; one that asks for
// passages gets Passages; any other schema gets an instance of itself; no schema gets a sentence.
func Answer(req Request) string {
	switch {
	case len(req.Lenses) > 0:
		return encode(Score(req))
	case req.Compares():
		return encode(Compare(req))
	case strings.Contains(string(req.Schema), `"passages"`):
		return encode(map[string]any{"passages": Passages(req)})
	case len(req.Schema) > 0:
		return instance(req)
	}
	return "This is a plain answer of the fake model."
}

// Passage is a passage of the document that addresses judges.
type Passage struct {
	Quote string `json:"quote"`
	Kind  string `json:"kind"`
}

// Passages are the sentences of the document that have the word judge or reviewer, in
// English or Chinese.
func Passages(req Request) []Passage {
	out := []Passage{}
	for at := 0; at < len(req.Document); {
		sentence, next := sentenceAt(req.Document, at)
		lower := strings.ToLower(sentence)
		if slices.ContainsFunc([]string{"judge", "reviewer", "评委", "评审"}, func(w string) bool { return strings.Contains(lower, w) }) {
			out = append(out, Passage{sentence, "instruction"})
		}
		if next <= at {
			break
		}
		at = next
	}
	return out
}

// Score is the good reply to a score request, for responders that change a part
// of it.
func Score(req Request) ScoreReply {
	reply := ScoreReply{
		Scores: make([]ScoreItem, 0, len(req.Lenses)), MustFix: []PointItem{}, Suggestions: []PointItem{}, Cuts: []PointItem{},
		Summary: "The document states its case and leaves some of it unproven.",
	}
	for _, lens := range req.Lenses {
		h := req.draw(lens.Slug)
		share := 0.45 + 0.5*float64(h%1001)/1000
		score := math.Round(share*lens.Max*10) / 10
		if score > lens.Max {
			score = lens.Max
		}
		quotes := []string{}
		if q := Quote(req.Document, h); q != "" {
			quotes = append(quotes, q)
		}
		reply.Scores = append(reply.Scores, ScoreItem{
			Lens: lens.Slug, Score: score, Quotes: quotes,
			Comment: "The document gives grounds for this score on " + lens.Slug + ".",
		})
		switch {
		case share < 0.6:
			reply.MustFix = append(reply.MustFix, PointItem{Lens: lens.Slug, Text: "Put figures behind the claim.", Quotes: quotes})
		case share < 0.8:
			reply.Suggestions = append(reply.Suggestions, PointItem{Lens: lens.Slug, Text: "Say who does it and by when.", Quotes: quotes})
		}
	}
	return reply
}

// draw returns a number fixed by the opening of the conversation, the seed and
// a name.
func (r Request) draw(name string) uint64 {
	h := xxhash.NewWithSeed(r.FakeSeed ^ r.Key)
	_, _ = h.WriteString(name)
	return h.Sum64()
}

const (
	quoteMin = 24  // bytes
	quoteMax = 160 // bytes
)

// Quote returns a sentence or a part of one that is in the text byte for
// byte, at a place picked by h; the longest to be had in texts of short lines,
// and nothing from a text without words.
func Quote(text string, h uint64) string {
	if text == "" {
		return ""
	}
	at := nextSentence(text, int(h%uint64(len(text))))
	best := ""
	for range 12 {
		sentence, next := sentenceAt(text, at)
		if len(sentence) > len(best) {
			best = sentence
		}
		if len(best) >= quoteMin {
			break
		}
		at = next
	}
	return best
}

// nextSentence returns where the first sentence after at begins, or 0.
func nextSentence(text string, at int) int {
	for at > 0 && !utf8.RuneStart(text[at]) {
		at--
	}
	for i := at; i < len(text); i++ {
		if n := stopLen(text[i:]); n > 0 {
			return i + n
		}
	}
	return 0
}

// sentenceAt returns the sentence from at on, without marks before it, and
// where the next begins.
func sentenceAt(text string, at int) (string, int) {
	if at >= len(text) {
		at = 0
	}
	begin := at + len(text[at:]) - len(strings.TrimLeft(text[at:], " \t\r\n#>*-|_`0123456789.)"))
	end, next := begin, len(text)
	for end < len(text) {
		n := stopLen(text[end:])
		if n == 0 {
			end++
			continue
		}
		next = end + n
		if text[end] != '\n' {
			end = next
		}
		break
	}
	sentence := strings.TrimRight(cutAt(text[begin:end], quoteMax), " \t\r|*_`")
	return sentence, next
}

// stopLen is the length of a sentence's end at the start of s, 0 if there is
// none.
func stopLen(s string) int {
	switch {
	case s[0] == '\n':
		return 1
	case (s[0] == '.' || s[0] == '!' || s[0] == '?') && (len(s) == 1 || s[1] == ' ' || s[1] == '\n'):
		return 1
	case strings.HasPrefix(s, "。"), strings.HasPrefix(s, "！"), strings.HasPrefix(s, "？"):
		return len("。")
	}
	return 0
}

// cutAt cuts s to at most n bytes, at a space if there is one late enough.
func cutAt(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	s = s[:n]
	if i := strings.LastIndexByte(s, ' '); i > n/2 {
		s = s[:i]
	}
	return s
}

func encode(v any) string {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return "{}"
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// instance makes a value that satisfies the request's schema, as far as types,
// enums, minima and required keys go.
func instance(req Request) string {
	var schema node
	if err := json.Unmarshal(req.Schema, &schema); err != nil {
		return "{}"
	}
	return encode(schema.make(req, "", 0))
}

type node struct {
	Type       any             `json:"type"`
	Enum       []any           `json:"enum"`
	Const      any             `json:"const"`
	Properties map[string]node `json:"properties"`
	Items      *node           `json:"items"`
	MinItems   int             `json:"minItems"`
	Minimum    float64         `json:"minimum"`
	Maximum    *float64        `json:"maximum"`
}

const instanceDepth = 16

func (n node) make(req Request, name string, depth int) any {
	if depth > instanceDepth {
		return nil
	}
	switch {
	case n.Const != nil:
		return n.Const
	case len(n.Enum) > 0:
		return n.Enum[req.draw(name)%uint64(len(n.Enum))]
	}
	switch n.kind() {
	case "object":
		out := make(map[string]any, len(n.Properties))
		for key, child := range n.Properties {
			out[key] = child.make(req, name+"/"+key, depth+1)
		}
		return out
	case "array":
		return n.list(req, name, depth)
	case "boolean":
		return true
	case "integer":
		return math.Ceil(n.Minimum)
	case "number":
		if n.Maximum == nil {
			return n.Minimum
		}
		share := float64(req.draw(name)%101) / 100
		return math.Round((n.Minimum+share*(*n.Maximum-n.Minimum))*1e6) / 1e6
	case "null":
		return nil
	}
	if strings.Contains(name, "quote") && req.Document != "" {
		return Quote(req.Document, req.draw(name))
	}
	return "A sentence about " + name[strings.LastIndexByte(name, '/')+1:] + "."
}

func (n node) list(req Request, name string, depth int) []any {
	count := min(max(n.MinItems, 1), 100)
	out := make([]any, 0, count)
	if n.Items == nil {
		return out
	}
	for i := range count {
		out = append(out, n.Items.make(req, name+"/"+string(rune('0'+i%10)), depth+1))
	}
	return out
}

// kind is the node's type, the first that is not null where several are given.
func (n node) kind() string {
	switch t := n.Type.(type) {
	case string:
		return t
	case []any:
		i := slices.IndexFunc(t, func(v any) bool { return v != "null" })
		if i >= 0 {
			s, _ := t[i].(string)
			return s
		}
		return "null"
	}
	if n.Properties != nil {
		return "object"
	}
	return "string"
}
