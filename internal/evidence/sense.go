package evidence

import (
	"cmp"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxFillers bounds how many fillers may be between a negation and the
// quote that it denies.
const maxFillers = 3

// leftSense finds a negation or comparator that was cut off right before the
// quote: 'not |profitable', '不|盈利', 'at least |5'.
func leftSense(left, body string) Note {
	number := numberFirst(body)
	if suffixed(left, hanNotOnly) != "" || suffixed(left, hanFurther) != "" {
		return nil
	}
	if p := cmp.Or(suffixed(left, hanComparator), suffixed(left, hanOnly)); p != "" && number {
		return Found(saidBefore, p)
	}
	if p := suffixed(left, hanBounds); p != "" {
		return Found(saidBefore, p)
	}
	bare := left
	for range 2 {
		if r := lastRune(bare); strings.ContainsRune(hanNegations, r) && suffixed(bare, hanWords) == "" {
			return Found(saidBefore, string(r))
		}
		cut := suffixed(bare, hanFillers)
		if cut == "" {
			break
		}
		bare = strings.TrimSuffix(bare, cut)
	}
	return leftWords(left, number)
}

// hanFurther add what is behind them to what was said before: 另外|14户.
var hanFurther = phrases(`另外 此外`)

// hanOnly say that a number before which they are is all there is: 只有|两家.
var hanOnly = phrases(`只有 仅有 只剩 仅剩 只剩下 仅剩下`)

func leftWords(left string, number bool) Note {
	for n := range maxFillers + 1 {
		w := lastWord(left)
		if w == "" {
			return nil
		}
		switch {
		case isNegation(w):
			if deniedTwice(strings.TrimSuffix(left, w)) {
				return nil
			}
			return Found(saidBefore, w)
		case onlyWords[w] && lastWord(strings.TrimRight(strings.TrimSuffix(left, w), " ")) == "not":
			return nil // Not only did |46 pumps work
		case n == 0 && degreeWords[w] || number && comparatorWords[w] && !plainWords[w]:
			return Found(saidBefore, w)
		case n == 0 && number && currencyWords[w]:
			return Found(saidBefore, w)
		case !fillers[w]:
			return nil
		}
		left = strings.TrimRight(strings.TrimSuffix(left, w), " \"'")
	}
	return nil
}

// onlyWords limit nothing behind "not", as in hanNotOnly.
var (
	onlyWords  = words(`only just merely solely simply`)
	hanNotOnly = phrases(`不仅 不仅仅`)
)

// deniedTwice reports whether a denial follows that is denied itself: nobody |denies, cannot be |denied.
func deniedTwice(left string) bool {
	left = strings.TrimRight(left, " ")
	for _, p := range []string{"nobody", "no one", "none", "cannot be", "can't be", "cannot", "can't", "not", "never", "nobody can", "no one can", "few"} {
		if rest, ok := strings.CutSuffix(left, p); ok && !isWordLetter(lastRune(rest)) {
			return true
		}
	}
	return false
}

// hanFillers may be between a negation and what it denies.
var hanFillers = phrases(`能够 能 会 是 有 可以 可 再 太 很 够 应该 应 需要 需 必 想 愿 愿意 得 了 过 曾 曾经 被 把 将 要 到 在 用 于 该 单 全 完全 一定`)

// rightSense finds a negation right behind the quote that belongs to it: 'we
// will| not', or a number, 'version| 2'. A quote that ends with punctuation is whole.
func rightSense(body, right string) Note {
	last, next, w := lastRune(body), firstRune(right), firstWord(right)
	switch {
	case !isWordLetter(last) && !isHan(last):
		return nil
	case unicode.IsDigit(next):
		return Found("the quote leaves out the number after it")
	case isNegation(w) && !deniesNothing.MatchString(right):
		return Found(saidAfter, w)
	case strings.ContainsRune(hanNegations, next) && prefixed(right, hanWords) == "":
		return Found(saidAfter, hanNegation(right))
	}
	return nil
}

// deniesNothing is a negation of exceptions or doubt.
var deniesNothing = regexp.MustCompile(`^(?:without (?:any )?(?:exceptions?|doubt|question|fail)|no (?:doubt|question|exceptions?))(?: *[.,;!]|$)`)

// clauseNegation returns a negation in the clause that the quote continues.
func clauseNegation(left string) string {
	if i := strings.LastIndexAny(left, ".,;:!?。；：！？、"); i >= 0 {
		_, size := utf8.DecodeRuneInString(left[i:])
		left = left[i+size:]
	}
	return negationIn(left)
}

// hanNegation is the negation that a text starts with: 没有, not 没.
func hanNegation(s string) string {
	if strings.HasPrefix(s, "没有") {
		return "没有"
	}
	return string(firstRune(s))
}

// negationIn returns the first negation in a text in normal form, "" for none.
func negationIn(s string) string {
	for i := 0; i < len(s); {
		r, size := utf8.DecodeRuneInString(s[i:])
		if isWordLetter(r) {
			end := scanWord(s, i)
			if isNegation(s[i:end]) {
				return s[i:end]
			}
			i = end
			continue
		}
		if isHan(r) {
			if w := prefixed(s[i:], hanWords); w != "" {
				i += len(w)
				continue
			}
			if strings.ContainsRune(hanNegations, r) {
				return hanNegation(s[i:])
			}
		}
		i += size
	}
	return ""
}
