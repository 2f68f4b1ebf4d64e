package audience_test

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/audience"
)

// away is a source whose boards can't be read.
type away struct{}

func (away) Shown(context.Context, string) (audience.Shown, error) {
	return audience.Shown{Scene: "fair", Name: "Fair", Lang: "zh"}, errors.New("no disk")
}

// TestTops: the three pages begin alike, but for what each does: one follows new
// boards, one asks again by itself, and what is no board no search engine keeps.
func TestTops(t *testing.T) {
	frame, err := audience.Render(audience.Shown{Scene: "fair", Name: "Fair"})
	if err != nil {
		t.Fatal(err)
	}
	unavailable, err := audience.New(away{}, time.Hour, nil).Current(t.Context(), "fair")
	if unavailable == nil {
		t.Fatal(err)
	}
	absent, err := audience.Absent("zh")
	if err != nil {
		t.Fatal(err)
	}
	const (
		begin = `<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
`
		hidden = `<meta name="robots" content="noindex">` + "\n"
		icon   = `<link rel="icon" href="data:,">` + "\n"
		style  = `<link rel="stylesheet" href="/boards/page.css">` + "\n"
	)
	for name, tc := range map[string]struct {
		page []byte
		want string
	}{
		"page": {frame.Page, `<html lang="en">` + "\n<head>\n" + begin + icon + "<title>Fair · Ranking</title>\n" + style +
			`<noscript><meta http-equiv="refresh" content="30"></noscript>` + "\n" + `<script src="/boards/page.js" defer></script>` + "\n"},
		"unavailable": {unavailable.Page, `<html lang="zh">` + "\n<head>\n" + begin + hidden + `<meta http-equiv="refresh" content="30">` + "\n" + icon + "<title>Fair · 排名榜</title>\n" + style},
		"absent":      {absent, `<html lang="zh">` + "\n<head>\n" + begin + hidden + icon + "<title>排名榜</title>\n" + style},
	} {
		// A name from right to left has its marks at its own end.
		if name != "absent" && !strings.Contains(string(tc.page), "<h1><bdi>Fair</bdi></h1>") {
			t.Errorf("%s: the heading is not parted from the rest:\n%s", name, tc.page)
		}
		top, body, found := strings.Cut(string(tc.page), "</head>\n<body")
		if diff := cmp.Diff("<!doctype html>\n"+tc.want, top); diff != "" || !found || !strings.HasSuffix(body, "</body>\n</html>\n") {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}
