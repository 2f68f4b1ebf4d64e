package casefile

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"judgement/internal/fault"
	"judgement/internal/text"
)

// maxBrand and maxFolder bound a brand and a report folder in bytes.
const (
	maxBrand  = 100
	maxFolder = 200
)

// reserved names mean something else beside the report folders or in them.
var reserved = []string{"ranking", "versions"}

// CheckBrand says whether a brand may name a case and its report folder: 1 to
// 100 bytes of lower-case letters of one script (Latin with Chinese, Japanese
// or Korean may mix), digits and single hyphens inside, in Unicode normal form
// NFKC. Letters that pass for Latin ones are refused, as are the reserved names
// ranking and versions. The error has the code fault.Brand and may name a better
// brand.
func CheckBrand(brand string) error {
	problem := brandProblem(brand)
	if problem == "" {
		return nil
	}
	better := slug(brand)
	if better == brand || brandProblem(better) != "" {
		better = ""
	}
	return fault.New(fault.Brand, nil, "brand", strconv.Quote(clip(brand)), "problem", problem, "better", better)
}

func brandProblem(brand string) string {
	switch {
	case slices.Contains(reserved, brand):
		return "the name is reserved"
	case brand == "":
		return "it is empty"
	case len(brand) > maxBrand:
		return fmt.Sprintf("it has %d bytes, more than %d", len(brand), maxBrand)
	case !utf8.ValidString(brand):
		return "it is not valid UTF-8"
	case strings.ContainsAny(brand, `/\`), strings.HasPrefix(brand, "."):
		return "it looks like a path"
	case !norm.NFKC.IsNormalString(brand):
		return "it holds characters in a compatibility or decomposed form"
	case strings.HasPrefix(brand, "-"), strings.HasSuffix(brand, "-"), strings.Contains(brand, "--"):
		return "hyphens must be single and inside"
	}
	for i, r := range brand {
		if !brandRune(r) || i == 0 && unicode.IsMark(r) {
			return fmt.Sprintf("%U %q is not allowed", r, r)
		}
	}
	return mixProblem(brand)
}

// brandRune reports whether a character may be in a brand by itself.
func brandRune(r rune) bool {
	switch {
	case r < utf8.RuneSelf:
		return r >= 'a' && r <= 'z' || r >= '0' && r <= '9' || r == '-'
	case r == 0x3164, r == 0x115f, r == 0x1160, r == 0xffa0: // fillers: letters that show nothing
		return false
	case r == 'ー', r == '々':
		return true
	case unicode.Is(unicode.Latin, r):
		return plainLatin(r)
	case unicode.Is(unicode.Common, r):
		return false
	case unicode.IsMark(r):
		return unicode.Is(unicode.Mn, r) && !unicode.Is(unicode.Inherited, r) || unicode.Is(unicode.Mc, r)
	}
	return unicode.IsLetter(r) && unicode.ToLower(r) == r && !unicode.IsTitle(r)
}

// plainLatin accepts a to z with accents and the letters of European
// alphabets, but no phonetic or archaic ones that look like others.
func plainLatin(r rune) bool {
	if strings.ContainsRune("ßæœøđłþð", r) {
		return true
	}
	base := []rune(norm.NFD.String(string(r)))[0]
	return base >= 'a' && base <= 'z'
}

// scripts that may be used; those of East Asia mix with each other and with
// Latin.
var eastAsian = []*unicode.RangeTable{
	unicode.Latin, unicode.Han, unicode.Hiragana, unicode.Katakana, unicode.Hangul, unicode.Bopomofo,
}

// latinTwins are letters of other scripts that look like Latin ones.
const latinTwins = "асеорхуіјѕԁһԛԝӏьгпкмтвҽ" + "αικνορτυχγω" + "օսոհցզ"

func mixProblem(brand string) string {
	script, twins := "", true
	for _, r := range brand {
		if r < utf8.RuneSelf && !unicode.IsLetter(r) || r == 'ー' || r == '々' {
			continue
		}
		twins = twins && strings.ContainsRune(latinTwins, r)
		s := scriptOf(r)
		if script != "" && s != script {
			return fmt.Sprintf("it mixes letters of the %s and %s scripts, which look alike", script, s)
		}
		script = s
	}
	if script != "" && twins {
		return fmt.Sprintf("all its %s letters pass for Latin ones", script)
	}
	return ""
}

func scriptOf(r rune) string {
	if unicode.In(r, eastAsian...) {
		return "Latin or East Asian"
	}
	found := "unknown"
	for name, table := range unicode.Scripts {
		if unicode.Is(table, r) && (found == "unknown" || name < found) {
			found = name
		}
	}
	return found
}

// BrandFromFile makes a brand of a file's name: its stem in lower case, in
// normal form NFKC, everything that isn't allowed turned into hyphens, cut to
// 100 bytes. Chinese stays. A name that leaves nothing, or a brand that
// CheckBrand refuses, is an error.
func BrandFromFile(name string) (string, error) {
	base := path.Base(strings.ReplaceAll(name, `\`, "/"))
	if stem := strings.TrimSuffix(base, path.Ext(base)); stem != "" {
		base = stem
	}
	brand := slug(base)
	if problem := brandProblem(brand); problem != "" {
		return "", fault.New(fault.BrandOfFile, nil, "brand", strconv.Quote(brand), "file", strconv.Quote(clip(base)), "problem", problem)
	}
	return brand, nil
}

// slug turns any text into the form of a brand, as far as that goes.
func slug(s string) string {
	s = norm.NFKC.String(strings.ToLower(norm.NFKC.String(strings.ToValidUTF8(s, "-"))))
	var b strings.Builder
	gap := false
	for _, r := range s {
		if !brandRune(r) || r == '-' || unicode.IsMark(r) && b.Len() == 0 {
			gap = true
			continue
		}
		if gap && b.Len() > 0 {
			if b.Len()+1+utf8.RuneLen(r) > maxBrand {
				break
			}
			b.WriteByte('-')
		}
		gap = false
		if b.Len()+utf8.RuneLen(r) > maxBrand {
			break
		}
		b.WriteRune(r)
	}
	return b.String()
}

// clip cuts a name for a message.
func clip(s string) string { return text.Clip(s, 60) }

// Bare returns the brand that a case has: without the prefix of its scene.
func Bare(prefix, brand string) (string, error) {
	_, bare, err := folderOf(prefix, brand)
	return bare, err
}

// folderOf joins prefix and brand, never doubling the prefix, and returns the
// folder and the brand without the prefix.
func folderOf(prefix, brand string) (folder, bare string, err error) {
	if err := CheckBrand(brand); err != nil {
		return "", "", err
	}
	bare = brand
	if rest, ok := strings.CutPrefix(brand, prefix); ok && rest != "" && brandProblem(rest) == "" {
		bare = rest
	}
	folder = prefix + bare
	if slices.Contains(reserved, folder) {
		return "", "", fault.New(fault.BrandFolder, nil, "folder", strconv.Quote(folder), "problem", "the name is reserved")
	}
	if prefix != "" {
		if p := brandProblem(strings.TrimSuffix(prefix, "-")); p != "" || len(folder) > maxFolder {
			if p == "" {
				p = "it is too long"
			}
			return "", "", fault.New(fault.BrandPrefix, nil, "prefix", strconv.Quote(clip(prefix)), "problem", p)
		}
		if p := mixProblem(folder); p != "" {
			return "", "", fault.New(fault.BrandFolder, nil, "folder", strconv.Quote(folder), "problem", p)
		}
	}
	return folder, bare, nil
}
