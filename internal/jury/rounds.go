package jury

// TriesPerRound is how many values of Key.Try one round of asking a judge has: of
// the first try with its repair turn, and of the fresh try.
const TriesPerRound = 2

// Rounds says which calls are made again although the ledger has their replies:
// those whose kept replies can't be used. The next round has keys of its own, so
// that its replies are kept beside the others. It maps a call to the rounds to pass
// over.
type Rounds map[roundKey]int

type roundKey struct {
	phase, judge string
	repeat       int
}

// Next has those of the answered calls made again that ended with nothing but kept
// replies that can't be used. It is false if there was none: asking again would
// change nothing.
func (r Rounds) Next(phase string, answers []Answer) (some bool) {
	for _, a := range answers {
		if a.Replayed && (a.Outcome == Abstained || a.Outcome == Refused || a.Outcome == Unparsable) {
			r[roundKey{phase, a.Judge, a.Repeat}]++
			some = true
		}
	}
	return some
}
