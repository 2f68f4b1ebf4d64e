package casefile_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"judgement/internal/casefile"
	"judgement/internal/fault"
)

func TestCheckBrand(t *testing.T) {
	for _, brand := range []string{
		"acme", "a", "7", "acme-2", "示例", "示例-acme-2", "カメラ", "한국", "café", "straße", "пример", "ελλάδα-2",
		"हिन्दी", "นี่", strings.Repeat("a", 100), strings.Repeat("示", 33),
	} {
		if err := casefile.CheckBrand(brand); err != nil {
			t.Errorf("CheckBrand(%q): %v", brand, err)
		}
	}
	// The problem and, after a colon, the better brand.
	for brand, want := range map[string]string{
		"":                       "it is empty: ",
		"ranking":                "the name is reserved: ",
		"versions":               "the name is reserved: ",
		"../etc":                 "it looks like a path: etc",
		"/etc/passwd":            "it looks like a path: etc-passwd",
		`a\b`:                    "it looks like a path: a-b",
		".hidden":                "it looks like a path: hidden",
		"..":                     "it looks like a path: ",
		"Acme Corp":              `U+0041 'A' is not allowed: acme-corp`,
		"-x":                     "hyphens must be single and inside: x",
		"x--y":                   "hyphens must be single and inside: x-y",
		strings.Repeat("a", 101): "it has 101 bytes, more than 100: " + strings.Repeat("a", 100),
		strings.Repeat("a", 300): "it has 300 bytes, more than 100: " + strings.Repeat("a", 100),
		"a\x00b":                 "U+0000 '\\x00' is not allowed: a-b",
		"a\u202eb":               "U+202E '\\u202e' is not allowed: a-b",
		"a\u200bb":               "U+200B '\\u200b' is not allowed: a-b",
		"\u3164":                 "it holds characters in a compatibility or decomposed form: ",
		"ａｃｍｅ":                   "it holds characters in a compatibility or decomposed form: acme",
		"cafe\u0301":             "it holds characters in a compatibility or decomposed form: café",
		"\xff\xfe":               "it is not valid UTF-8: ",
		"\u0430cme":              "it mixes letters of the Cyrillic and Latin or East Asian scripts, which look alike: ",
		"示\u0430":                "it mixes letters of the Latin or East Asian and Cyrillic scripts, which look alike: ",
		"\u0430\u0441\u0435":     "all its Cyrillic letters pass for Latin ones: ",
		"\u0251cme":              "U+0251 'ɑ' is not allowed: cme",
		"acme\u0661":             "U+0661 '١' is not allowed: acme",
	} {
		err := casefile.CheckBrand(brand)
		if !errors.Is(err, fault.Brand) {
			t.Fatalf("CheckBrand(%.40q): %v", brand, err)
		}
		if p := fault.From(err).Params; p["problem"]+": "+p["better"] != want {
			t.Errorf("CheckBrand(%.40q):\ngot  %v\nwant %s", brand, p, want)
		}
	}
}

func TestBrandFromFile(t *testing.T) {
	for name, want := range map[string]string{
		"Quarterly Plan (v2).docx":        "quarterly-plan-v2",
		"/home/x/年度 计划.md":                "年度-计划",
		`C:\files\Brief.PDF`:              "brief",
		".hidden.md":                      "hidden",
		"ＡＢＣ.txt":                         "abc",
		"no-extension":                    "no-extension",
		strings.Repeat("长", 50) + ".md":   strings.Repeat("长", 33),
		"a_b__c.tar.gz":                   "a-b-c-tar",
		strings.Repeat("a", 99) + " b.md": strings.Repeat("a", 99),
		"İstanbul.md":                     "istanbul",
	} {
		got, err := casefile.BrandFromFile(name)
		if err != nil || got != want {
			t.Errorf("BrandFromFile(%q) = %q, %v; want %q", name, got, err, want)
		}
	}
	for _, name := range []string{"", "….md", "ranking.md", "---.txt"} {
		if got, err := casefile.BrandFromFile(name); !errors.Is(err, fault.BrandOfFile) {
			t.Errorf("BrandFromFile(%q) = %q, %v; want an error", name, got, err)
		}
	}
}

func FuzzBrandFromFile(f *testing.F) {
	for _, s := range []string{"a.md", "示例 2.docx", "../x", "İ", "\u0130\u0307", "ﬁ", "a\xff", "ｶﾞ", "\u0e33", "ꜳ", "-.-", "ǅ"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, name string) {
		brand, err := casefile.BrandFromFile(name)
		if err != nil {
			return
		}
		if err := casefile.CheckBrand(brand); err != nil || !utf8.ValidString(brand) {
			t.Errorf("BrandFromFile(%q) = %q: %v", name, brand, err)
		}
		if again, err := casefile.BrandFromFile(brand); err != nil || again != brand {
			t.Errorf("BrandFromFile(%q) = %q, but of that %q, %v", name, brand, again, err)
		}
		if err := casefile.CheckName("reports/" + brand); err != nil {
			t.Error(err)
		}
	})
}

func TestFolders(t *testing.T) {
	cs := casefile.New(open(t, t.TempDir()), clock)
	for _, tt := range []struct{ prefix, brand, folder, short, err string }{
		{"", "acme", "acme", "acme", ""},
		{"demo-", "acme", "demo-acme", "acme", ""},
		{"demo-", "demo-acme", "demo-acme", "acme", ""},
		{"demo", "demo", "demodemo", "demo", ""},
		{"评审-", "示例", "评审-示例", "示例", ""},
		{"rank", "ing", "", "", `report folder "ranking": the name is reserved`},
		{"", "../x", "", "", "it looks like a path"},
		{"../", "x", "", "", "report.brand_prefix \"../\": it looks like a path"},
		{"пример-", "acme", "", "", "which look alike"},
	} {
		c, err := cs.Open(t.Context(), casefile.Ref{Scene: "s", BrandPrefix: tt.prefix, Brand: tt.brand})
		switch {
		case tt.err != "" && (err == nil || !strings.HasSuffix(err.Error(), tt.err)):
			t.Errorf("%q + %q: %v, want %q", tt.prefix, tt.brand, err, tt.err)
		case tt.err == "" && (err != nil || c.Folder != tt.folder || c.Brand != tt.short):
			t.Errorf("%q + %q = %+v, %v; want %s, %s", tt.prefix, tt.brand, c, err, tt.folder, tt.short)
		}
	}
}
