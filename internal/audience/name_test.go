package audience_test

import (
	"strings"
	"testing"

	"judgement/internal/audience"
)

// TestTitles: an entry is called by its title, whole, with its brand small beside
// it; two of one title are told apart, and a redacted scene keeps to brands.
func TestTitles(t *testing.T) {
	b := board()
	long := strings.Repeat("冷链保温袋", 24)
	b.Entries[0].Title, b.Entries[1].Title = "Lamp & stairs", long
	b.Entries[2].Title = long
	page, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
	for _, want := range []string{
		`<tr data-key="stairlight"`,
		`<th scope="row"><div class="who"><bdi class="name">Lamp &amp; stairs</bdi> <bdi class="brand">stairlight</bdi></div></th>`,
		`<bdi class="name">` + long + `</bdi> <bdi class="brand">cold bag</bdi>`,
		`<bdi class="name">` + long + `</bdi> <bdi class="brand">小菜</bdi>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("the page lacks %q:\n%s", want, page)
		}
	}
	if want := "Ranking version 7: 3 submissions, first Lamp & stairs (stairlight)."; event["say"] != want {
		t.Errorf("said: %q, want %q", event["say"], want)
	}
	redacted, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b, Brands: true})
	if strings.Contains(redacted, "Lamp") || strings.Contains(redacted, "保温") || strings.Contains(event["say"], "Lamp") {
		t.Errorf("a redacted scene shows titles:\n%s", redacted)
	}
	if b.Entries[0].Title == "" {
		t.Error("rendering changed the board")
	}
}

// TestHostileTitles: no title becomes markup or reorders what stands around it.
func TestHostileTitles(t *testing.T) {
	for _, title := range []string{
		`"><script>alert(1)</script>`, `</bdi></th></tr></table><img src=x onerror=alert(1)>`, "\u202egnp\u2066.exe\u200b", "a\x00\x1b[31mb\nc\u2028d",
		strings.Repeat("Z\u0301", 5) + strings.Repeat("\u0301", 300), "{{.Name}}", `' onload='x`,
	} {
		b := board()
		b.Entries[0].Title = title
		page, event := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b})
		for _, bad := range []string{"<script>", "<img", "onload='", "\u202e", "\u2066", "\u200b", "\x1b", "\u2028", strings.Repeat("\u0301", 4)} {
			if strings.Contains(page, bad) || strings.Contains(event["html"], bad) || strings.Contains(event["say"], bad) && bad != "<script>" && bad != "<img" && bad != "onload='" {
				t.Errorf("%q leaves %q on the page", title, bad)
			}
		}
		if n := strings.Count(page, "<tr data-key"); n != 3 {
			t.Errorf("%q: %d rows, want 3", title, n)
		}
	}
}
