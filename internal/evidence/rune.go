package evidence

import (
	"strings"
	"unicode"
)

// isHan reports an ideograph.
func isHan(r rune) bool {
	return r >= 0x4E00 && r <= 0x9FFF || r >= 0x3400 && r <= 0x4DBF ||
		r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF || r == '〇'
}

// isCJK reports ideographs, kana and the punctuation that only they use.
func isCJK(r rune) bool {
	return isHan(r) || r >= 0x3001 && r <= 0x30FF || r >= 0x2E80 && r <= 0x2FDF
}

// isCompat reports the runes that are replaced by their compatibility form:
// width variants, ligatures, radicals, compatibility ideographs, squared units
// and a few letter-like signs. Superscripts, fractions and circled numbers are
// none of them, for 10² is not 102.
func isCompat(r rune) bool {
	return r >= 0xFB00 && r <= 0xFB06 || r >= 0xFF00 && r <= 0xFFEF ||
		r >= 0x2F00 && r <= 0x2FD5 || r >= 0xF900 && r <= 0xFAFF ||
		r >= 0x3371 && r <= 0x337A || r >= 0x3380 && r <= 0x33DF ||
		r >= 0xFE50 && r <= 0xFE6B || r == '℃' || r == '℉' || r == 'Å' || r == 'K' || r == 'Ω' || r == 'µ' ||
		r >= 0x2F800 && r <= 0x2FA1F
}

// isInvisible reports characters that no reader sees.
func isInvisible(r rune) bool {
	switch {
	case r == 0xAD, r == 0x34F, r == 0x61C, r == 0xFEFF, r == 0x180E, r == 0x115F, r == 0x1160:
		return true
	case r >= 0x200B && r <= 0x200F, r >= 0x202A && r <= 0x202E, r >= 0x2060 && r <= 0x206F:
		return true
	case r >= 0xFE00 && r <= 0xFE0F, r >= 0xE0000 && r <= 0xE0FFF:
		return true
	}
	return false
}

// isWordLetter reports a letter of a script that writes words apart.
func isWordLetter(r rune) bool { return unicode.IsLetter(r) && !isCJK(r) }

func isAlnum(r rune) bool { return isWordLetter(r) || unicode.IsDigit(r) }

// isNumberSign reports what belongs to the number that follows: signs,
// currencies and comparison signs.
func isNumberSign(r rune) bool {
	return strings.ContainsRune("$€£¥￥₩₹₽+-−±~～≈≃<>≤≥≦≧≠＜＞", r)
}

// isHanNumeral reports a numeral written as an ideograph.
func isHanNumeral(r rune) bool {
	return strings.ContainsRune("〇零一二三四五六七八九十百千万亿两兆廿壹贰叁肆伍陆柒捌玖拾佰仟萬億兩貳參陸", r)
}
