package main

import (
	"encoding/json"
	"math"
	"strings"

	"judgement/internal/llm/fakeserver"
)

// written has, by lens, what a judge says of a document that does well, partly or
// badly. The texts are written for the samples; no language model made them.
var written = map[string][3]string{
	"problem":   {"Names who has the problem and what it costs them, from people who were asked.", "Names who has the problem; the cost is stated without a source.", "Says that there is a problem without a person who has it."},
	"evidence":  {"The central claim was tried out, counted, and its failures are listed.", "One trial is described; how it was counted stays open.", "Claims only: nothing was tried out or counted."},
	"mechanism": {"A reader could explain how it works and what it needs.", "The steps are there; what it depends on is missing.", "What happens between the promise and the result is not said."},
	"market":    {"Compares with what people use today, with prices.", "Names what people use today; no price, no reason to change.", "No alternative is named, not even doing nothing."},
	"plan":      {"Steps have dates and owners, and the sums add up.", "Steps are named; some lack a date or an owner.", "No date, no owner, no sum that can be checked."},
	"clarity":   {"Plain and concrete; nothing has to be read twice.", "Clear in parts; two terms are used before they are explained.", "Sentences could be removed and nothing would change."},
}

// quality is how well each sample document does, as its maker decided: the samples are
// written to be good, middling or bad.
var quality = map[string]float64{"Cold Bag": 0.84, "搬家箱": 0.80, "Stairlight": 0.62, "小菜圃": 0.57, "DreamConnect": 0.28, "灵魂咖啡": 0.31}

// sample answers with texts that are written for the samples. Judges differ by up to 12
// points of 100 around the quality of the document.
func sample(req fakeserver.Request) string {
	if len(req.Lenses) == 0 {
		return fakeserver.Answer(req)
	}
	base := 0.6
	for title, q := range quality {
		if strings.Contains(req.Document, title) {
			base = q
		}
	}
	reply := fakeserver.Score(req)
	for i, lens := range req.Lenses {
		drawn := (reply.Scores[i].Score/lens.Max - 0.45) / 0.5 // from 0 to 1, by judge and lens
		share := base + 0.24*(drawn-0.5)
		reply.Scores[i].Score = math.Round(share*lens.Max*10) / 10
		level := 0
		switch {
		case share < 0.45:
			level = 2
		case share < 0.7:
			level = 1
		}
		reply.Scores[i].Comment = written[lens.Slug][level]
	}
	reply.Summary = "A reply written for this sample; no language model read the document."
	text, err := json.Marshal(reply)
	if err != nil {
		panic(err) // plain structs of texts and numbers
	}
	return string(text)
}
