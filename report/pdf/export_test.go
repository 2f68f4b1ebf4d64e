package pdf

import "unicode"

// Repertoire returns every character that the fonts can draw and that is seen.
func Repertoire() []rune {
	var out []rune
	for r := rune(0x21); r <= 0xFFFF; r++ {
		if has(r) && !shapeless(r) && !unicode.IsSpace(r) {
			out = append(out, r)
		}
	}
	return out
}
