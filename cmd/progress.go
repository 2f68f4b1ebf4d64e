package cmd

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"judgement/internal/jury"
	"judgement/internal/review"
	"judgement/report"
)

// progress shows how far a run is: lasting lines, and below them on a terminal
// one bar that is redrawn, with what is under way and for how long. Elsewhere
// there are only the lines. It is safe for concurrent use.
type progress struct {
	w     io.Writer
	tty   bool
	width int // cells of the terminal
	now   func() time.Time

	mu      sync.Mutex
	total   int // parts of the run; 0: no bar
	done    int
	phase   string // of the events that the parts are of
	running []part // by start
	note    string // shown instead of the bar
	began   time.Time
	drawn   bool
	stop    chan struct{} // ends the ticker; nil: there is none
}

// part is a judge or a document that is under way.
type part struct {
	name        string
	done, total int // of its own parts; total 0: it has none
}

// progress returns the display of one run, which ends with end.
func (a *App) progress() *progress {
	return &progress{w: a.Err, tty: a.ErrTTY && a.Env("TERM") != "dumb", width: a.Width, now: a.Now}
}

// begin starts a bar of so many parts. Parts that were started stay.
func (p *progress) begin(total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.total, p.done = total, 0
	p.watch()
	p.draw()
}

// watch redraws every second, so that a long call does not look like a
// standstill.
func (p *progress) watch() {
	if !p.tty || p.stop != nil {
		return
	}
	p.began = p.now()
	stop := make(chan struct{})
	p.stop = stop
	go func() {
		tick := time.NewTicker(time.Second)
		defer tick.Stop()
		for {
			select {
			case <-stop:
				return
			case <-tick.C:
				p.mu.Lock()
				if p.stop == stop {
					p.draw()
				}
				p.mu.Unlock()
			}
		}
	}()
}

// set shows that so many parts of a run are done that prints no lines.
func (p *progress) set(done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.done, p.total = done, total
	p.watch()
	p.draw()
}

// start says that a part is under way.
func (p *progress) start(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.running = append(p.running, part{name: name})
	p.draw()
}

// step says how far a part is.
func (p *progress) step(name string, done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := p.find(name); i >= 0 {
		p.running[i].done, p.running[i].total = done, total
		p.draw()
	}
}

// finish ends a part and prints its lasting line, which says how many parts are
// done.
func (p *progress) finish(name, format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := p.find(name); i >= 0 {
		p.running = slices.Delete(p.running, i, i+1)
	}
	p.done++
	p.write(fmt.Sprintf("%d/%d ", p.done, p.total) + fmt.Sprintf(format, args...))
}

// leave says that a part is no longer under way, though it has not ended.
func (p *progress) leave(name string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if i := p.find(name); i >= 0 {
		p.running = slices.Delete(p.running, i, i+1)
		p.draw()
	}
}

func (p *progress) find(name string) int {
	return slices.IndexFunc(p.running, func(r part) bool { return r.name == name })
}

// line prints a lasting line.
func (p *progress) line(format string, args ...any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.write(fmt.Sprintf(format, args...))
}

// transient shows a line that the next one takes the place of; it is nothing
// where there is no terminal.
func (p *progress) transient(text string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.note = text
	p.watch()
	p.draw()
}

// counts returns how many parts are done, and of how many.
func (p *progress) counts() (done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done, p.total
}

// end wipes the bar. Lines may still be printed.
func (p *progress) end() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.wipe()
	p.note, p.running = "", nil
	if p.stop != nil {
		close(p.stop)
		p.stop = nil
	}
}

// write prints a line above the bar. The caller holds the lock.
func (p *progress) write(text string) {
	p.wipe()
	fmt.Fprintln(p.w, plainLine(text))
	p.draw()
}

func (p *progress) wipe() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// draw redraws the bar. The caller holds the lock.
func (p *progress) draw() {
	if p.stop == nil || p.total == 0 && p.note == "" {
		return
	}
	// One cell stays free: a line that fills the terminal would wrap.
	fmt.Fprintf(p.w, "\r\x1b[K%s", shorten(p.bar(), max(p.width-1, 1)))
	p.drawn = true
}

// bar is the line: how far, for how long, and what is under way.
func (p *progress) bar() string {
	elapsed := p.now().Sub(p.began).Truncate(time.Second)
	if p.note != "" {
		return fmt.Sprintf("%s · %s", plainLine(p.note), elapsed)
	}
	cells := min(20, max(4, p.width/4))
	share := float64(p.done)
	names := make([]string, len(p.running))
	for i, r := range p.running {
		names[i] = r.name
		if r.total > 0 {
			share += float64(r.done) / float64(r.total)
		}
	}
	full := min(cells, int(share*float64(cells)/float64(p.total)))
	line := fmt.Sprintf("%s%s %d/%d · %s", strings.Repeat("█", full), strings.Repeat("░", cells-full), p.done, p.total, elapsed)
	if room := p.width - 1 - report.Width(line) - 3; len(names) > 0 && room > 8 {
		line += " · " + fitting(names, room)
	}
	return line
}

// fitting joins as many names as there is room for and counts the others.
func fitting(names []string, room int) string {
	line := ""
	for i, name := range names {
		name = plainLine(name)
		if i > 0 {
			name = ", " + name
		}
		more := ""
		if left := len(names) - i - 1; left > 0 {
			more = fmt.Sprintf(" +%d", left)
		}
		if report.Width(line+name+more) > room {
			if i == 0 {
				return shorten(name, room)
			}
			return fmt.Sprintf("%s +%d", line, len(names)-i)
		}
		line += name
	}
	return line
}

// plainLine makes untrusted text one line without control characters.
func plainLine(s string) string { return strings.Join(strings.Fields(report.Clean(s)), " ") }

// enter counts the judges anew where a phase begins.
func (p *progress) enter(phase string, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.total > 0 && p.phase == phase {
		return
	}
	p.phase, p.total, p.done = phase, total, 0
	p.watch()
	p.draw()
}

// joinedLines makes the lines of untrusted text one, with semicolons between
// them: several reasons are told apart.
func joinedLines(s string) string {
	var out []string
	for line := range strings.Lines(s) {
		if line = plainLine(line); line != "" {
			out = append(out, line)
		}
	}
	return strings.Join(out, "; ")
}

// events shows the events of one review: its judges are the parts.
func (p *progress) events(e jury.Event) {
	judge := ""
	if e.Judge != nil {
		judge = *e.Judge
	}
	switch e.Type {
	case jury.JudgeStarted:
		p.enter(e.Phase, e.Total)
		p.start(judge)
	case jury.JudgeRetry:
		p.line("%s: %s", judge, joinedLines(e.Text))
	case jury.JudgeFinished:
		text := ""
		switch {
		case e.Score != nil:
			text = *e.Score
		case e.Outcome != nil && *e.Outcome != jury.OK:
			text = string(*e.Outcome) + ": " + joinedLines(e.Text)
		}
		if e.Phase == review.PhaseForecast {
			text = strings.TrimSpace("forecast " + text)
		}
		p.finish(judge, "%s %s", judge, text)
	default:
	}
}
