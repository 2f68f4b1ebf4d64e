package cmd

import (
	"fmt"
	"io"
	"strings"
	"sync"

	"judgement/internal/jury"
	"judgement/report"
)

// progress shows how far a run is: one line that is redrawn on a terminal,
// plain lines elsewhere. It is safe for concurrent use.
type progress struct {
	w     io.Writer
	tty   bool
	width int

	mu    sync.Mutex
	drawn bool
}

func (a *App) progress() *progress { return &progress{w: a.Err, tty: a.ErrTTY, width: a.Width} }

// line prints a lasting line.
func (p *progress) line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
	fmt.Fprintln(p.w, plainLine(fmt.Sprintf(format, args...)))
}

// bar redraws the bar; it is nothing where there is no terminal.
func (p *progress) bar(done, total int, text string) {
	if !p.tty || total == 0 {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	const cells = 20
	full := done * cells / total
	line := fmt.Sprintf("%s%s %d/%d %s", strings.Repeat("█", full), strings.Repeat("░", cells-full), done, total, plainLine(text))
	for report.Width(line) >= p.width && line != "" {
		runes := []rune(line)
		line = string(runes[:len(runes)-1])
	}
	fmt.Fprintf(p.w, "\r\x1b[K%s", line)
	p.drawn = true
}

// transient shows a line that the next one takes the place of; it is nothing
// where there is no terminal.
func (p *progress) transient(text string) {
	if !p.tty {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	fmt.Fprintf(p.w, "\r\x1b[K%s", shorten(plainLine(text), p.width-1))
	p.drawn = true
}

// end wipes the bar.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
}

func (p *progress) wipe() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// plainLine makes untrusted text one line without control characters.
func plainLine(s string) string { return strings.Join(strings.Fields(report.Clean(s)), " ") }

// events shows the events of one review.
func (p *progress) events(e jury.Event) {
	judge := ""
	if e.Judge != nil {
		judge = *e.Judge
	}
	switch e.Type {
	case jury.JudgeStarted:
		p.bar(e.Done, e.Total, "asking "+judge)
	case jury.JudgeRetry:
		p.line("%s: %s", judge, e.Text)
	case jury.JudgeFinished:
		text := ""
		switch {
		case e.Score != nil:
			text = *e.Score
		case e.Outcome != nil && *e.Outcome != jury.OK:
			text = string(*e.Outcome) + ": " + e.Text
		}
		p.line("%d/%d %s %s", e.Done, e.Total, judge, text)
		p.bar(e.Done, e.Total, "")
	default:
	}
}
