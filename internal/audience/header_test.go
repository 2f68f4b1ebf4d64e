package audience_test

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"judgement/internal/audience"
	"judgement/internal/testtool"
	"judgement/report"
)

// TestEmptyChangeIsNoColumn: where no row has a change, no column is there for it.
func TestEmptyChangeIsNoColumn(t *testing.T) {
	b := board()
	for i := range b.Entries {
		b.Entries[i].Delta = &report.Delta{Total: "0"}
	}
	if page, _ := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b}); strings.Contains(page, "change") {
		t.Errorf("an empty column:\n%s", page)
	}
	b.Entries[1].Delta = nil
	b.Entries[2].Delta = &report.Delta{Total: "-0.5"}
	if page, _ := render(t, audience.Shown{Scene: "fair", Name: "Fair", Board: b}); strings.Count(page, `<td class="change`) != 3 || !strings.Contains(page, "−0.5") {
		t.Errorf("no column for a change:\n%s", page)
	}
}

// countLines makes the page's title the number of lines that each header takes.
const countLines = `<script>addEventListener("load", () => {
	document.title = [...document.querySelectorAll("thead th")].map(h => {
		const r = document.createRange()
		r.selectNodeContents(h)
		return h.textContent + " " + new Set([...r.getClientRects()].map(x => Math.round(x.top))).size
	}).join(", ")
})</script>`

// TestHeadersDoNotWrap opens the page in a real browser of 1280 pixels, in the
// language whose words may break anywhere, with columns that are narrower than
// their headers.
func TestHeadersDoNotWrap(t *testing.T) {
	testtool.Need(t, "chromium")
	b := board()
	b.Language, b.Mode, b.Pairwise = report.Chinese, report.ModePairwise, &report.Pairwise{}
	for i := range b.Entries {
		b.Entries[i].Delta = nil
	}
	b.Entries[0].Delta = &report.Delta{Rank: 1}
	b.Entries[1].Title = strings.Repeat("一份题目很长的参评作品", 8)
	page, _ := render(t, audience.Shown{Scene: "fair", Name: "擂台", Board: b})
	page = strings.Replace(page, `<link rel="stylesheet" href="`+audience.StylePath+`">`, "<style>"+string(audience.Style())+"</style>", 1)
	page = strings.Replace(page, `<script src="`+audience.ScriptPath+`" defer></script>`, countLines, 1)
	dir := t.TempDir()
	file := filepath.Join(dir, "page.html")
	if err := os.WriteFile(file, []byte(page), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	cmd := exec.CommandContext(ctx, "chromium", "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
		"--no-first-run", "--disable-background-networking", "--disable-breakpad", "--user-data-dir="+filepath.Join(dir, "profile"),
		"--window-size=1280,720", "--virtual-time-budget=3000", "--dump-dom", "file://"+file)
	var out bytes.Buffer
	cmd.Stdout = &out
	cmd.WaitDelay = 5 * time.Second
	if err := cmd.Run(); err != nil {
		t.Fatalf("chromium: %v", err)
	}
	want := "<title>名次 1, 参评作品 1, 占满分比例 1, 总分 / 60 1, 等级 1, 名次区间 1, 比较名次 1, 变化 1</title>"
	if !strings.Contains(out.String(), want) {
		t.Errorf("want %s:\n%.900s", want, out.String())
	}
}
