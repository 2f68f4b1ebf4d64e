package pdfium

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"codeberg.org/go-pdf/fpdf"

	"judgement/internal/testtool"
)

// corpus is the documents that the tests make, once a run.
type corpus struct {
	dir   string
	files map[string][]byte
}

var makeCorpus = sync.OnceValues(func() (*corpus, error) {
	dir, err := os.MkdirTemp("", "judgement-corpus-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	c := &corpus{dir: dir, files: map[string][]byte{}}
	for _, step := range []func() error{c.office, c.chromium, c.encrypted} {
		if err := step(); err != nil {
			return nil, err
		}
	}
	c.files["core.pdf"], err = corePDF(3, 1)
	if err != nil {
		return nil, err
	}
	if c.files["columns.pdf"], err = corePDF(2, 2); err != nil {
		return nil, err
	}
	return c, nil
})

func get(t testing.TB, name string) []byte {
	t.Helper()
	testtool.Need(t, "pandoc", "soffice", "/usr/lib/libreoffice/program/libsdlo.so", "chromium", "qpdf",
		"/usr/share/fonts/truetype/wqy/wqy-zenhei.ttc", "/usr/share/fonts/opentype/urw-base35/URWBookman-Light.otf")
	c, err := makeCorpus()
	if err != nil {
		t.Fatal(err)
	}
	if c.files[name] == nil {
		t.Fatalf("no %s in the corpus", name)
	}
	return c.files[name]
}

// run runs a program in the corpus's folder.
func (c *corpus) run(program string, args ...string) error {
	cmd := exec.Command(program, args...)
	cmd.Dir = c.dir
	cmd.Env = append(os.Environ(), "HOME="+c.dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("%s %s: %w\n%s", program, strings.Join(args, " "), err, out)
	}
	return nil
}

// keep reads files that a program made.
func (c *corpus) keep(names ...string) error {
	for _, n := range names {
		data, err := os.ReadFile(filepath.Join(c.dir, n))
		if err != nil {
			return err
		}
		c.files[n] = data
	}
	return nil
}

func (c *corpus) write(name, text string) error {
	return os.WriteFile(filepath.Join(c.dir, name), []byte(text), 0o600)
}

// office has pandoc write Word files and LibreOffice print them and write one.
func (c *corpus) office() error {
	if err := c.write("report.md", markdown()); err != nil {
		return err
	}
	if err := c.run("pandoc", "report.md", "-o", "pandoc.docx"); err != nil {
		return err
	}
	slides := "# Plan 计划\n\n- " + words(1, 8) + "\n- 第二项\n\n# Costs\n\n| Item | Cost |\n|---|---|\n| engineers | 240 |\n\n# " + words(2, 4) + "\n\n" + words(3, 30) + "\n"
	if err := c.write("slides.md", slides); err != nil {
		return err
	}
	if err := c.run("pandoc", "slides.md", "-t", "pptx", "-o", "slides.pptx"); err != nil {
		return err
	}
	if err := c.run("pandoc", "report.md", "-o", "libre.odt"); err != nil {
		return err
	}
	office := []string{"--headless", "--norestore", "-env:UserInstallation=file://" + c.dir + "/profile", "--convert-to"}
	if err := c.run("soffice", append(office, "pdf", "pandoc.docx", "slides.pptx")...); err != nil {
		return err
	}
	if err := c.run("soffice", append(office, "docx", "libre.odt")...); err != nil {
		return err
	}
	return c.keep("pandoc.docx", "slides.pptx", "pandoc.pdf", "slides.pdf", "libre.docx")
}

// chromium prints pages, one of them in two columns.
func (c *corpus) chromium() error {
	for name, style := range map[string]string{
		"chromium":         "",
		"chromium-columns": "body{columns:2;column-gap:2em}",
		"chromium-type3":   "body{font-family:'URW Bookman','WenQuanYi Zen Hei'}", // OpenType with CFF outlines
	} {
		page := "<!doctype html><meta charset=utf-8><style>body{font-family:'WenQuanYi Zen Hei',sans-serif;font-size:11pt}" + style + "</style>" + page()
		if err := c.write(name+".html", page); err != nil {
			return err
		}
		err := c.run("chromium", "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer", "--user-data-dir="+c.dir+"/chrome", "--print-to-pdf="+name+".pdf", "file://"+c.dir+"/"+name+".html")
		if err != nil {
			return err
		}
		if err := c.keep(name+".pdf", name+".html"); err != nil {
			return err
		}
	}
	return nil
}

// encrypted protects a file with a password to open it, and with one to change it.
func (c *corpus) encrypted() error {
	if err := c.run("qpdf", "--encrypt", "open", "change", "256", "--", "pandoc.pdf", "locked.pdf"); err != nil {
		return err
	}
	if err := c.run("qpdf", "--encrypt", "", "change", "256", "--modify=none", "--", "pandoc.pdf", "owner.pdf"); err != nil {
		return err
	}
	return c.keep("locked.pdf", "owner.pdf")
}

// words are running text that says nothing, the same in every run.
func words(seed, n int) string {
	list := strings.Fields("plan budget risk team review quarter customer delivery measure outcome evidence decision supplier contract training schedule quality process support feature market channel revenue margin hiring interview survey baseline target threshold rollout incident backlog release dependency owner sponsor milestone assumption alternative constraint")
	var b strings.Builder
	state := uint32(seed)*2654435761 + 12345
	for i := range n {
		state = state*1664525 + 1013904223
		w := list[int(state>>16)%len(list)]
		if i%11 == 0 {
			w = strings.ToUpper(w[:1]) + w[1:]
		}
		b.WriteString(w)
		switch {
		case i%11 == 10 || i == n-1:
			b.WriteString(". ")
		case state>>8%17 == 0:
			fmt.Fprintf(&b, " %d ", state>>20%1000)
		default:
			b.WriteByte(' ')
		}
	}
	return strings.TrimSpace(b.String())
}

const chinese = "系统首先把提交的文档规范化为统一的段落模型，再按照章节切分。每个章节都有自己的目标、预算和负责人，评审会按照既定的标准逐项打分。我们在第三季度完成了用户调研，共访谈了四十二位一线员工，发现最大的问题是流程太长、信息分散，导致新员工需要三个月才能独立工作。"

func markdown() string {
	var b strings.Builder
	b.WriteString("# Quarterly review 季度评审\n\n")
	for i := 1; i <= 4; i++ {
		fmt.Fprintf(&b, "## Part %d 部分\n\n%s\n\n%s\n\n%s\n\n", i, words(i, 120), chinese, words(i+50, 60))
		fmt.Fprintf(&b, "- %s\n- %s\n- 第二项内容\n\n1. %s\n2. %s\n\n", words(i+10, 6), words(i+20, 9), words(i+30, 5), words(i+40, 7))
		b.WriteString("| Item | Cost | 说明 |\n|---|---|---|\n| engineers | 240 | 两名工程师 |\n| servers | 16 | 三台服务器 |\n| training | 9 | 新员工培训 |\n\n")
	}
	return b.String()
}

func page() string {
	var b strings.Builder
	b.WriteString("<h1>Quarterly review 季度评审</h1>")
	for i := 1; i <= 5; i++ {
		fmt.Fprintf(&b, "<h2>Part %d</h2><p>%s</p><p>%s</p><p>%s</p>", i, words(i, 130), chinese, words(i+60, 90))
	}
	return b.String()
}

// corePDF is written by fpdf with a core font, in one column or two.
func corePDF(pages, columns int) ([]byte, error) {
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetFont("Helvetica", "", 11)
	pdf.SetAutoPageBreak(false, 0)
	for i := range pages {
		pdf.AddPage()
		w := 180.0
		if columns == 2 {
			w = 85
		}
		for col := range columns {
			pdf.SetLeftMargin(15 + float64(col)*95)
			pdf.SetXY(15+float64(col)*95, 20)
			for p := range 3 {
				pdf.MultiCell(w, 5.5, words(i*31+col*7+p, 70), "", "L", false)
				pdf.Ln(4)
			}
		}
	}
	var b bytes.Buffer
	err := pdf.Output(&b)
	return b.Bytes(), err
}

// coreText is the text of corePDF in reading order.
func coreText(pages, columns int) string {
	var b strings.Builder
	for i := range pages {
		for col := range columns {
			for p := range 3 {
				b.WriteString(words(i*31+col*7+p, 70) + "\n")
			}
		}
	}
	return b.String()
}

// scannedPDF holds pictures, on every page or on some; the others hold text.
func scannedPDF(t testing.TB, pages int, text map[int]string) []byte {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, 60, 80))
	for i := range img.Pix {
		img.Pix[i] = byte(i * 7)
	}
	img.Set(1, 1, color.Gray{9})
	var p bytes.Buffer
	if err := png.Encode(&p, img); err != nil {
		t.Fatal(err)
	}
	pdf := fpdf.New("P", "mm", "A4", "")
	pdf.SetFont("Helvetica", "", 11)
	pdf.RegisterImageOptionsReader("scan", fpdf.ImageOptions{ImageType: "PNG"}, &p)
	for i := range pages {
		pdf.AddPage()
		if s := text[i+1]; s != "" {
			pdf.MultiCell(180, 6, s, "", "L", false)
			continue
		}
		pdf.ImageOptions("scan", 0, 0, 210, 297, false, fpdf.ImageOptions{}, 0, "")
	}
	var b bytes.Buffer
	if err := pdf.Output(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}
