package evidence

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"judgement/internal/origin"
)

// caseUnits are the units that are others in another case, with the letter that
// decides: 5 mW and 5 MW, 5 Gb and 5 GB. Those of one letter are units after a
// number only.
var caseUnits = map[string]int{
	"m": 0, "k": 0, "g": 0, "s": 0, "h": 0, "t": 0, "b": 0, "c": 0,
	"mw": 0, "mwh": 0, "mv": 0, "ma": 0, "mah": 0, "mj": 0, "mpa": 0, "mg": 0, "ml": 0, "mm": 0,
	"kb": 1, "mb": 1, "gb": 1, "tb": 1, "pb": 1, "kbps": 1, "mbps": 1, "gbps": 1, "tbps": 1,
}

// rewritten compares a quote with the place i of the document where it is in
// normal form, by what that form folds away and yet says something else: the case
// of units, and whether a dash before a number is its sign. It returns what differs, "" for nothing.
func (x *Index) rewritten(i int, f origin.Text) Note {
	t := f.Text
	for p := 0; p < len(t); {
		r, size := utf8.DecodeRuneInString(t[p:])
		switch {
		case r == '-' && startsNumber(t[p+1:min(len(t), p+8)]):
			said, there := isSign(f.Source, f.Origin(p)), isSign(x.text, x.folded.Origin(i+p))
			switch {
			case said && !there:
				return Found(notSaid, "-")
			case there && !said:
				return Found(alsoSaid, "-")
			}
		case isWordLetter(r):
			size = scanWhile(t, p, func(r, _ rune) bool { return isWordLetter(r) }) - p
			if why := x.recased(i, f, p, p+size); why != nil {
				return why
			}
		}
		p += size
	}
	return nil
}

// recased finds a unit, at [p, end) of the form, that is written in another case.
func (x *Index) recased(i int, f origin.Text, p, end int) Note {
	t := f.Text
	k, ok := caseUnits[t[p:end]]
	if !ok || end-p == 1 && !numberEnds(strings.TrimRight(t[:p], " -")) {
		return nil
	}
	if unicode.IsUpper(runeAt(f, p+k)) == unicode.IsUpper(runeAt(x.folded, i+p+k)) {
		return nil
	}
	var said, there strings.Builder
	for q := p; q < end; q++ {
		said.WriteRune(runeAt(f, q))
		there.WriteRune(runeAt(x.folded, i+q))
	}
	return Found(saidInstead, there.String(), said.String())
}

func numberEnds(s string) bool {
	return isNumeral(lastRune(s)) || isNumberWord(lastWord(s))
}

// runeAt returns what byte i of a normal form was before it was folded.
func runeAt(t origin.Text, i int) rune {
	at := t.Origin(i)
	r, _ := char(t.Source[at:])
	if !isCompat(r) {
		return r
	}
	n := 0
	for i-n > 0 && t.Origin(i-n-1) == at {
		n++
	}
	if all := []rune(norm.NFKC.String(string(r))); n < len(all) {
		return all[n]
	}
	return r
}

// isSign reports whether a dash of a source belongs to what follows it and to
// nothing before it, nor is part of a longer one.
func isSign(src string, at int) bool {
	before := lastRune(src[:at])
	dash, size := char(src[at:])
	next, _ := char(src[at+size:])
	const long = "—―─"
	return !isAlnum(before) && !unicode.IsSpace(next) && !strings.ContainsRune(long, dash) &&
		!strings.ContainsRune("-–−"+long, before) && !strings.ContainsRune("-–−"+long, next)
}
