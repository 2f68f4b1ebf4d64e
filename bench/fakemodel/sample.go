package main

import (
	"encoding/json"
	"hash/fnv"
	"math"
	"regexp"
	"strings"

	"judgement/internal/llm/fakeserver"
)

// sampled are the documents that have written replies, by a text that only they have, and
// how well each does, as its maker decided: they are written to be good, middling or bad.
// The first that is found counts.
var sampled = []struct {
	mark  string
	share float64
}{
	{"Cold Bag", 0.84}, {"搬家箱", 0.80}, {"Stairlight", 0.62}, {"小菜圃", 0.57}, {"DreamConnect", 0.28}, {"灵魂咖啡", 0.31},
}

var judgesAs = regexp.MustCompile("You judge as `([a-z-]+)`")

// sample answers with texts that are written for the samples and pictures of the
// repository.
// Judges differ by up to 12 points of 100 around the quality of the document.
func sample(req fakeserver.Request) string {
	at := -1
	for i, d := range sampled {
		if at < 0 && strings.Contains(req.Document, d.mark) {
			at = i
		}
	}
	if len(req.Lenses) == 0 || at < 0 {
		return fakeserver.Answer(req)
	}
	judge := ""
	for _, m := range req.Messages {
		if found := judgesAs.FindStringSubmatch(m.Content); found != nil {
			judge = found[1]
		}
	}
	reply := fakeserver.Score(req)
	reply.MustFix, reply.Suggestions = []fakeserver.PointItem{}, []fakeserver.PointItem{}
	for i, lens := range req.Lenses {
		share := sampled[at].share + 0.24*(drawn(sampled[at].mark, judge, lens.Slug)-0.5)
		r := written[sampled[at].mark][lens.Slug]
		comment, quote := r.comment, r.quote
		if !strings.HasPrefix(judge, lens.Slug) {
			comment, quote = r.other, r.otherQuote
		} else if r.fix != "" {
			reply.MustFix = append(reply.MustFix, fakeserver.PointItem{Lens: lens.Slug, Text: r.fix, Quotes: []string{quote}})
		}
		reply.Scores[i] = fakeserver.ScoreItem{Lens: lens.Slug, Score: math.Round(share*lens.Max*10) / 10, Comment: comment, Quotes: []string{quote}}
	}
	reply.Summary = "A reply written for this sample; no language model read the document."
	text, err := json.Marshal(reply)
	if err != nil {
		panic(err) // plain structs of texts and numbers
	}
	return string(text)
}

// drawn is a number from 0 to 1 that is always the same for these names.
func drawn(names ...string) float64 {
	h := fnv.New32a()
	h.Write([]byte(strings.Join(names, "/")))
	return float64(h.Sum32()) / math.MaxUint32
}
