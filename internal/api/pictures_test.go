//go:build pictures

package api

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"testing"

	"judgement/internal/browsertest"
	"judgement/internal/testtool"
	"judgement/meeting"
	"judgement/report/pdf"
)

// views are how every surface is looked at.
var views = []struct {
	name string
	view browsertest.View
}{
	{"1440", browsertest.View{Width: 1440, Height: 900}},
	{"390", browsertest.View{Width: 390, Height: 844}},
	{"dark", browsertest.View{Width: 1440, Height: 900, Dark: true}},
	{"print", browsertest.View{Width: 794, Height: 1123, Print: true}},
}

const (
	mostHigh  = 3000 // pixels of a page that are compared
	shrink    = 8    // pixels of a page per pixel of its reference, each way
	tolerance = 0.01 // share of a reference's pixels that may differ
	steps     = 2    // of 15 by which a pixel may differ
)

// TestPictures takes a picture of every surface in every view, of pages of PDF files, of a
// slide and of a terminal, and compares each with its reference in testdata/pictures.
// References depend on the fonts of the machine; those in the tree were made with the
// fonts that "make deps" installs. The pictures are written to the folder in PICTURES.
// UPDATE_GOLDEN=1 writes the references.
func TestPictures(t *testing.T) {
	out, references := os.Getenv("PICTURES"), filepath.Join("testdata", "pictures")
	if out == "" {
		out = t.TempDir()
	}
	for _, dir := range []string{out, references} {
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	compare := func(name string, data []byte) {
		t.Helper()
		name += ".png"
		if err := os.WriteFile(filepath.Join(out, name), data, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := held(filepath.Join(references, name), data); err != nil {
			t.Errorf("%s: %v: look at %s", name, err, filepath.Join(out, name))
		}
	}
	page := browsertest.Start(t).Page(t)
	g, all := newGallery(t)
	for _, p := range g.papers() {
		compare(p.name, p.picture(t))
	}
	terminal, err := filepath.Abs(filepath.Join("..", "..", "docs", "images", "review.svg"))
	if err != nil {
		t.Fatal(err)
	}
	page.Look(views[0].view)
	page.Open("file://" + terminal)
	compare("terminal", page.Picture(mostHigh))
	for _, s := range all {
		page.Headers(g.headers(s))
		for _, v := range views {
			page.Look(v.view)
			page.Open(g.server.URL + s.path)
			if s.foreign { // its scripts go on after the load
				page.Eval(`new Promise(r=>setTimeout(r,1500))`, nil)
			}
			compare(s.name+"-"+v.name, page.Picture(mostHigh))
		}
	}
}

// paper is a page of a file for paper or projectors.
type paper struct {
	name string
	file []byte
	page int
	deck bool // a presentation, else a PDF file
}

// papers are verdict sheets, a page of words, the heat table of a ranking, and slides.
func (g *gallery) papers() []paper {
	ranking, err := pdf.Render(manyEntries(), g.now)
	if err != nil {
		g.t.Fatal(err)
	}
	report, zh := g.ask("/cases/C-2026-0001/v2/report.pdf", nil).body, g.ask("/cases/C-2026-0002/v1/report.pdf", nil).body
	all := []paper{{"pdf-sheet", report, 1, false}, {"pdf-words", report, 2, false}, {"pdf-sheet-zh", zh, 1, false}, {"pdf-ranking", ranking, 1, false}, {"pdf-heat", ranking, 6, false}}
	for _, brand := range []string{"budget", "budget-zh"} {
		deck := g.stored("reports/meeting-" + brand + "/" + meeting.DeckPresentation)
		all = append(all, paper{"deck-" + brand, deck, 2, true})
	}
	return all
}

// picture is the page as PNG.
func (p paper) picture(t *testing.T) []byte {
	t.Helper()
	testtool.Need(t, "soffice", "pdftoppm")
	dir := t.TempDir()
	run := func(name string, args ...string) {
		c := exec.CommandContext(t.Context(), name, args...)
		c.Dir = dir
		if data, err := c.CombinedOutput(); err != nil {
			t.Fatalf("%s: %v: %s", name, err, data)
		}
	}
	name := "paper.pdf"
	if p.deck {
		name = "paper.pptx"
	}
	if err := os.WriteFile(filepath.Join(dir, name), p.file, 0o644); err != nil {
		t.Fatal(err)
	}
	if p.deck {
		run("soffice", "-env:UserInstallation=file://"+dir+"/profile", "--headless", "--convert-to", "pdf", name)
	}
	n := strconv.Itoa(p.page)
	run("pdftoppm", "-png", "-r", "96", "-f", n, "-l", n, "-singlefile", "paper.pdf", "paper")
	data, err := os.ReadFile(filepath.Join(dir, "paper.png"))
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// held compares a picture with its reference, or writes that.
func held(reference string, data []byte) error {
	full, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	got := small(full)
	if os.Getenv("UPDATE_GOLDEN") == "1" {
		var b bytes.Buffer
		if err := (&png.Encoder{CompressionLevel: png.BestCompression}).Encode(&b, got); err != nil {
			return err
		}
		return os.WriteFile(reference, b.Bytes(), 0o644)
	}
	data, err = os.ReadFile(reference)
	if err != nil {
		return err
	}
	want, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		return err
	}
	if share := differing(got, want); share > tolerance {
		return fmt.Errorf("%.1f %% differs from its reference", 100*share)
	}
	return nil
}

// grays are the colours of a reference.
var grays = func() (p color.Palette) {
	for i := range 16 {
		p = append(p, color.Gray{Y: uint8(17 * i)})
	}
	return p
}()

// small is a picture with fewer pixels, in 16 grays.
func small(full image.Image) *image.Paletted {
	size := full.Bounds().Size().Div(shrink)
	out := image.NewPaletted(image.Rect(0, 0, size.X, size.Y), grays)
	for y := range size.Y {
		for x := range size.X {
			sum := 0
			for dy := range shrink {
				for dx := range shrink {
					sum += int(color.GrayModel.Convert(full.At(x*shrink+dx, y*shrink+dy)).(color.Gray).Y)
				}
			}
			out.SetColorIndex(x, y, uint8(sum/(shrink*shrink*17)))
		}
	}
	return out
}

// differing is the share of pixels that differ, or that one of two pictures lacks.
func differing(a *image.Paletted, b image.Image) float64 {
	want, ok := b.(*image.Paletted)
	if !ok || a.Rect.Dx() != want.Rect.Dx() {
		return 1
	}
	rows := min(a.Rect.Dy(), want.Rect.Dy())
	most := max(a.Rect.Dy(), want.Rect.Dy())
	bad := (most - rows) * a.Rect.Dx()
	for i := range rows * a.Rect.Dx() {
		if d := int(a.Pix[i]) - int(want.Pix[i]); d > steps || d < -steps {
			bad++
		}
	}
	return float64(bad) / float64(most*a.Rect.Dx())
}

// TestDiffering: a moved line is seen, and a shade is not.
func TestDiffering(t *testing.T) {
	a, b := image.NewPaletted(image.Rect(0, 0, 50, 20), grays), image.NewPaletted(image.Rect(0, 0, 50, 20), grays)
	for x := range 50 {
		a.SetColorIndex(x, 3, 15)
		b.SetColorIndex(x, 3, 14)
	}
	if got := differing(a, b); got != 0 {
		t.Errorf("a shade: %v", got)
	}
	for x := range 50 {
		b.SetColorIndex(x, 3, 0)
		b.SetColorIndex(x, 4, 15)
	}
	if got := differing(a, b); got != 0.1 {
		t.Errorf("a moved line: %v", got)
	}
	if got := differing(a, image.NewPaletted(image.Rect(0, 0, 50, 40), grays)); got < 0.5 {
		t.Errorf("a longer page: %v", got)
	}
}
