package api

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"judgement/internal/browsertest"
	"judgement/internal/testtool"
)

// axe is the script of axe-core, which "make deps" installs.
func axe(t *testing.T) string {
	t.Helper()
	path, err := filepath.Abs("../../.ci/npm/node_modules/axe-core/axe.min.js")
	if err != nil {
		t.Fatal(err)
	}
	testtool.Need(t, path)
	script, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(script)
}

// violation is a rule that a page breaks, and the elements that do.
type violation struct {
	Rule  string   `json:"rule"`
	Nodes []string `json:"nodes"`
}

// runAxe runs all rules, or those that %s names.
const runAxe = `axe.run(document,{resultTypes:["violations"],preload:false%s}).then(r=>r.violations.map(v=>({rule:v.id,nodes:v.nodes.map(n=>n.target.join(" ")+" "+n.failureSummary).slice(0,3)})))`

// frameScrolls is by how many pixels a report scrolls in the frame of its page.
func frameScrolls(page *browsertest.Page) (by int) {
	page.Eval(`new Promise(r=>setTimeout(r,100)).then(()=>{const f=document.querySelector("iframe.report");return f?f.contentDocument.documentElement.scrollHeight-f.contentDocument.documentElement.clientHeight:0})`, &by)
	return by
}

// TestAxe: no page breaks a rule of axe, in light and dark, and none scrolls sideways, nor
// in a frame of its own, on a phone. It shows that axe finds faults of a page that has some.
func TestAxe(t *testing.T) {
	script := axe(t)
	b := browsertest.Start(t)
	g, all := newGallery(t)
	page := b.Page(t)
	check := func(only string) (found []violation) {
		page.Eval(fmt.Sprintf(runAxe, only), &found)
		return found
	}
	for _, s := range all {
		page.Headers(g.headers(s))
		page.Look(browsertest.View{Width: 1440, Height: 900})
		page.Open(g.server.URL + s.path)
		if s.lang == "en" && !s.foreign { // the other language has the same elements
			page.Eval(script+";0", nil)
			found := check("")
			page.Look(browsertest.View{Width: 1440, Height: 900, Dark: true})
			for _, v := range append(found, check(`,runOnly:["color-contrast"]`)...) {
				t.Errorf("%s breaks %s: %q", s.name, v.Rule, v.Nodes)
			}
		}
		page.Look(browsertest.View{Width: 390, Height: 844})
		var wide struct{ Content, View int }
		page.Eval("({content:document.documentElement.scrollWidth,view:document.documentElement.clientWidth})", &wide)
		if wide.Content > wide.View {
			t.Errorf("%s is %d pixels wide on a phone of %d", s.name, wide.Content, wide.View)
		}
		if inner := frameScrolls(page); inner > 0 {
			t.Errorf("%s: the report in its frame scrolls by %d pixels on a phone", s.name, inner)
		}
	}
	page.Eval(script+`;document.body.innerHTML='<img src="data:,"><p style="color:#eee;background:#fff">pale</p>';0`, nil)
	if found := check(""); len(found) < 2 {
		t.Errorf("axe finds %v in a page with faults", found)
	}
}
