package browsertest

import (
	"encoding/json"
	"testing"
	"time"
)

// Page is one tab. It is not safe for concurrent use.
type Page struct {
	t       testing.TB
	b       *Browser
	session string
	loaded  chan struct{}
}

// View is how a page is looked at.
type View struct {
	Width, Height int
	Dark          bool
	Print         bool
}

// Page opens an empty tab.
func (b *Browser) Page(t testing.TB) *Page {
	t.Helper()
	p := &Page{t: t, b: b, loaded: make(chan struct{}, 1)}
	var target struct{ TargetID string }
	p.into(&target, "Target.createTarget", map[string]any{"url": "about:blank"})
	var attached struct{ SessionID string }
	p.into(&attached, "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true})
	p.session = attached.SessionID
	b.mu.Lock()
	b.loads[p.session] = p.loaded
	b.mu.Unlock()
	p.into(nil, "Page.enable", nil)
	p.into(nil, "Network.enable", nil)
	return p
}

// into makes a call and decodes its result.
func (p *Page) into(result any, method string, params any) {
	p.t.Helper()
	data, err := p.b.call(p.session, method, params)
	if err == nil && result != nil {
		err = json.Unmarshal(data, result)
	}
	if err != nil {
		p.t.Fatal(err)
	}
}

// Headers are sent with every request of the tab.
func (p *Page) Headers(h map[string]string) {
	p.t.Helper()
	p.into(nil, "Network.setExtraHTTPHeaders", map[string]any{"headers": h})
}

// Look sets how the tab's pages are looked at. Nothing moves in them.
func (p *Page) Look(v View) {
	p.t.Helper()
	scheme, media := "light", "screen"
	if v.Dark {
		scheme = "dark"
	}
	if v.Print {
		media = "print"
	}
	p.into(nil, "Emulation.setDeviceMetricsOverride", map[string]any{"width": v.Width, "height": v.Height, "deviceScaleFactor": 1, "mobile": false})
	p.into(nil, "Emulation.setEmulatedMedia", map[string]any{"media": media, "features": []map[string]string{
		{"name": "prefers-color-scheme", "value": scheme}, {"name": "prefers-reduced-motion", "value": "reduce"},
	}})
}

// Open loads an address and waits until everything in it is loaded.
func (p *Page) Open(address string) {
	p.t.Helper()
	select {
	case <-p.loaded: // of the page before
	default:
	}
	var answer struct{ ErrorText string }
	p.into(&answer, "Page.navigate", map[string]any{"url": address})
	if answer.ErrorText != "" {
		p.t.Fatalf("open %s: %s", address, answer.ErrorText)
	}
	select {
	case <-p.loaded:
	case <-time.After(patience):
		p.t.Fatalf("open %s: it does not load", address)
	}
}

// Eval runs a script in the page and decodes its value, or what its promise gives, into
// result. The policy of the page does not stop it.
func (p *Page) Eval(script string, result any) {
	p.t.Helper()
	var answer struct {
		Result           struct{ Value json.RawMessage }
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	p.into(&answer, "Runtime.evaluate", map[string]any{"expression": script, "awaitPromise": true, "returnByValue": true})
	if e := answer.ExceptionDetails; e != nil {
		p.t.Fatalf("the script failed: %s %s", e.Text, e.Exception.Description)
	}
	if result == nil {
		return
	}
	if err := json.Unmarshal(answer.Result.Value, result); err != nil {
		p.t.Fatal(err)
	}
}

// Picture returns the page as PNG, at most so many pixels high.
func (p *Page) Picture(most int) []byte {
	p.t.Helper()
	var size struct {
		CSSContentSize struct{ Width, Height float64 }
	}
	p.into(&size, "Page.getLayoutMetrics", nil)
	var view struct{ Width, Height float64 }
	p.Eval("({width:innerWidth,height:innerHeight})", &view)
	height := min(max(size.CSSContentSize.Height, view.Height), float64(most))
	var answer struct{ Data []byte }
	p.into(&answer, "Page.captureScreenshot", map[string]any{
		"format": "png", "captureBeyondViewport": true,
		"clip": map[string]any{"x": 0, "y": 0, "width": view.Width, "height": height, "scale": 1},
	})
	return answer.Data
}
