package document

import (
	"bytes"
	"fmt"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf16 "golang.org/x/text/encoding/unicode"

	"judgement/internal/fault"
	"judgement/internal/lazy"
)

// candidate is an encoding that text without a declaration may be in.
type candidate struct {
	name string
	enc  encoding.Encoding
}

// candidates in the order in which a tie is decided.
var candidates = []candidate{
	{"gb18030", simplifiedchinese.GB18030},
	{"big5", traditionalchinese.Big5},
	{"utf-16le", utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM)},
	{"utf-16be", utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM)},
}

const (
	sampleBytes    = 64 << 10 // how much of a text decides its encoding
	minPlausible   = 0.9      // mean score of the characters that are not ASCII
	maxBrokenShare = 0.002    // of the characters; more means a wrong guess or a damaged file
)

// decode turns bytes into UTF-8: by byte order mark, then as UTF-8, then by the
// most plausible of the candidates, then as Windows-1252 with a warning. The error
// is a DocumentEncoding or DocumentBinary.
func decode(data []byte, name string, found *findings) (string, error) {
	switch {
	case bytes.HasPrefix(data, []byte{0xEF, 0xBB, 0xBF}):
		return decodeUTF8(data[3:], name)
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE, 0, 0}), bytes.HasPrefix(data, []byte{0, 0, 0xFE, 0xFF}):
		return "", Refuse(fault.DocumentEncoding, name, "it is UTF-32", "save it as UTF-8", nil)
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		text, err := utf16.UTF16(utf16.LittleEndian, utf16.UseBOM).NewDecoder().Bytes(data)
		if err != nil {
			return "", Refuse(fault.DocumentEncoding, name, "its UTF-16 can't be read", "save it as UTF-8", err)
		}
		return checkDecoded(string(text), "UTF-16", name)
	case utf8.Valid(data) && !mostlyNUL(data):
		return decodeUTF8(data, name)
	}
	return guess(data, name, found)
}

// decodeUTF8 takes valid UTF-8; a text with NUL bytes is no text.
func decodeUTF8(data []byte, name string) (string, error) {
	if !utf8.Valid(data) {
		return "", brokenUTF8(data, name)
	}
	if bytes.IndexByte(data, 0) >= 0 || controlShare(data) > 0.05 {
		return "", binaryError(name)
	}
	return string(data), nil
}

// guess decodes with the most plausible candidate, or as Windows-1252.
func guess(data []byte, name string, found *findings) (string, error) {
	if good, bad := countUTF8(data); bad > 0 && good > 10*bad {
		return "", brokenUTF8(data, name)
	}
	best, score := likeliest(data)
	if score < minPlausible || !strings.HasPrefix(best.name, "utf-16") && !highPair(data) {
		if text, ok := western(data); ok {
			found.add(Warning{Kind: GuessedEncoding, Excerpt: "Windows-1252", Start: -1, End: -1, Count: 1}, "")
			return text, nil
		}
	}
	if score < minPlausible {
		if sample := data[:min(len(data), sampleBytes)]; bytes.IndexByte(sample, 0) >= 0 || controlShare(sample) > 0.02 {
			return "", binaryError(name)
		}
		return "", Refuse(fault.DocumentEncoding, name, "it reads as none of UTF-8, UTF-16, GB18030, Big5 and Windows-1252", "save it as UTF-8", nil)
	}
	text, err := best.enc.NewDecoder().Bytes(data)
	if err != nil {
		return "", Refuse(fault.DocumentEncoding, name, "it looks like "+best.name+" but can't be read", "save it as UTF-8", err)
	}
	return checkDecoded(string(text), best.name, name)
}

// likeliest is the most plausible of the candidates and its score, below
// minPlausible if data is likely in none of them.
func likeliest(data []byte) (best candidate, score float64) {
	sample := data[:min(len(data), sampleBytes)]
	nul := bytes.IndexByte(sample, 0) >= 0
	score = -1
	for _, c := range candidates {
		wide := strings.HasPrefix(c.name, "utf-16")
		if wide && len(data)%2 != 0 || !wide && nul {
			continue
		}
		text, err := c.enc.NewDecoder().Bytes(sample)
		if err != nil {
			continue
		}
		if s := plausibility(string(text), wide); s > score {
			best, score = c, s
		}
	}
	return best, score
}

// highPair reports two bytes in a row that are not ASCII. Chinese text has many;
// a stray one before a letter, as in °C or Åsa, is also half of a Big5 character.
func highPair(data []byte) bool {
	for i := range data[1:] {
		if data[i]&data[i+1] >= utf8.RuneSelf {
			return true
		}
	}
	return false
}

// What tells a text in Windows-1252: in others, three accented letters in a row and
// signs between letters are frequent.
var (
	accentedRow = lazy.Regexp(`[^\PL\x00-\x7f]{3}`)
	signInWord  = lazy.Regexp(`\pL[^\pL\x00-\x7f’‘–—…·\x{ad}\x{a0}]\pL`)
	anyLetter   = lazy.Regexp(`\pL`)
	accented    = lazy.Regexp(`[^\PL\x00-\x7f]`)
	beyondASCII = lazy.Regexp(`[^\x00-\x7f]`)
)

// western reads bytes as Windows-1252, of which Latin-1's letters are a part, if
// they look like a text in a language of Western Europe: no control characters,
// mostly ASCII letters, at most two others in a row, and signs only between words.
// Cyrillic, Greek, Hebrew, Japanese and Korean text does not pass.
func western(data []byte) (string, bool) {
	text, err := charmap.Windows1252.NewDecoder().String(string(data))
	if err != nil || strings.ContainsFunc(text, func(r rune) bool {
		return r == utf8.RuneError || unicode.IsControl(r) && !strings.ContainsRune("\t\n\f\r", r)
	}) {
		return "", false
	}
	sample := text[:min(len(text), sampleBytes)]
	count := func(e func() *regexp.Regexp) int { return len(e().FindAllStringIndex(sample, -1)) }
	return text, !accentedRow().MatchString(text) && count(accented)*3 <= count(anyLetter) && count(signInWord)*20 <= count(beyondASCII)
}

// checkDecoded refuses text in which too much could not be decoded.
func checkDecoded(text, enc, name string) (string, error) {
	isBroken := func(r rune) bool { return r == utf8.RuneError || r == 0 }
	broken, total := strings.Count(text, "\uFFFD")+strings.Count(text, "\x00"), utf8.RuneCountInString(text)
	if broken > 1 && float64(broken) > maxBrokenShare*float64(total) {
		line := 1 + strings.Count(text[:strings.IndexFunc(text, isBroken)], "\n")
		return "", Refuse(fault.DocumentEncoding, name,
			fmt.Sprintf("read as %s, %d of %d characters are broken, the first on line %d", enc, broken, total, line),
			"save it again as UTF-8", nil)
	}
	return text, nil
}

// plausibility is the mean score of the characters of text that carry
// information about its encoding; higher is more like a real text. Texts that
// hold only ASCII score 1 (2 in UTF-16, where ASCII itself is the proof).
func plausibility(text string, wide bool) float64 {
	sum, n := 0.0, 0.0
	for _, r := range text {
		s, weight := runeScore(r, wide)
		sum += s * weight
		n += weight
	}
	if n == 0 {
		return 1
	}
	return sum / n
}

// runeScore rates one decoded character. ASCII says nothing in a multi-byte
// encoding, but much in UTF-16, where random bytes seldom give it.
func runeScore(r rune, wide bool) (score, weight float64) {
	switch {
	case r == utf8.RuneError:
		return -20, 1
	case r == '\n' || r == '\r' || r == '\t' || r >= ' ' && r < 0x7f:
		if wide {
			return 3, 1
		}
		return 0, 0
	case r < ' ' || r >= 0x7f && r < 0xa0:
		return -10, 1
	case strings.ContainsRune(commonHan, r):
		return 4, 1
	case r >= 0x4E00 && r <= 0x9FFF:
		return hanScore(r), 1
	case r >= 0x3000 && r <= 0x303F, r >= 0xFF00 && r <= 0xFF5E, r >= 0x2010 && r <= 0x2026:
		return 3, 1
	case r >= 0xE000 && r < 0xF900, r >= 0x3400 && r < 0x4DC0, unicode.Is(unicode.Co, r):
		return -6, 1
	case r >= 0xA0 && r < 0x250:
		return -1, 1
	}
	return -2, 1
}

// hanScore is higher for ideographs of the two basic character sets: lead bytes
// B0 to D7 in GB2312, A4 to C6 in Big5.
func hanScore(r rune) float64 {
	if b, err := simplifiedchinese.GBK.NewEncoder().Bytes([]byte(string(r))); err == nil && len(b) == 2 && b[0] >= 0xB0 && b[0] <= 0xD7 && b[1] >= 0xA1 {
		return 1.2
	}
	if b, err := traditionalchinese.Big5.NewEncoder().Bytes([]byte(string(r))); err == nil && len(b) == 2 && b[0] >= 0xA4 && b[0] <= 0xC6 {
		return 1
	}
	return -1
}

// countUTF8 counts the characters beyond ASCII and the bytes that are no UTF-8.
func countUTF8(data []byte) (good, bad int) {
	for len(data) > 0 {
		r, n := utf8.DecodeRune(data)
		switch {
		case r == utf8.RuneError && n == 1:
			bad++
		case n > 1:
			good++
		}
		data = data[n:]
	}
	return good, bad
}

// brokenUTF8 names the first byte that is no UTF-8.
func brokenUTF8(data []byte, name string) error {
	valid := bytes.ToValidUTF8(data, []byte{0xFF}) // which no UTF-8 holds
	at := bytes.IndexByte(valid, 0xFF)
	line := 1 + bytes.Count(data[:at], []byte{'\n'})
	return Refuse(fault.DocumentEncoding, name, fmt.Sprintf("it is UTF-8 with a broken character on line %d (byte %d)", line, at), "save it again as UTF-8", nil)
}

func binaryError(name string) error {
	return Refuse(fault.DocumentBinary, name, "", "give a text, Markdown, HTML, DOCX, PPTX or PDF file", nil)
}

// mostlyNUL reports bytes that are likely UTF-16: one NUL or more in twenty.
func mostlyNUL(data []byte) bool {
	sample := data[:min(len(data), sampleBytes)]
	return bytes.Count(sample, []byte{0})*20 >= len(sample) && len(sample) > 1
}

// controlShare is the share of bytes that no text holds; a handful says nothing.
func controlShare(data []byte) float64 {
	n := 0
	for _, c := range data {
		if c < ' ' && c != '\n' && c != '\r' && c != '\t' && c != '\f' && c != 0x1b {
			n++
		}
	}
	if n < 8 {
		return 0
	}
	return float64(n) / float64(len(data))
}

// commonHan holds the most frequent ideographs of running Chinese text in both
// scripts: nearly half of any real text, next to none of a text decoded wrongly.
const commonHan = "的一是不了在人有我他这中大来上个国和也子时道出而要于就下得可你年生自会那后能对着事其里所去行过家十用发天如然作方成者多日都三小军二无同么经法当起与好看学进种将还分此心前面又定见只主没公从知全两所面等明情己最女但现外动机关身实开些重使加问做高业第体新报法度已本求物果应料设文件系统评审价值方案项目用户数据风险成本计划目标时间工作质量市场服务管理技术研究分析结论建议问题需要提高产品公司" +
	"這來個國時後會對著裡說們為與過還從當經發無開關動現實問種樣應學業報係統評審價質場務術議題專產區東車馬長門見員點話電頭氣進義書萬親覺記語黨軍運將總萬變條結給論數據風險規劃標間項戶員並於請"
