package terminal

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"judgement/report"
)

// Progress shows how far a run is: lasting lines, and below them on a terminal
// one bar that is redrawn, with what is under way and for how long. Elsewhere
// there are only the lines, and after a silent minute one with the text of the
// bar. It is safe for concurrent use.
type Progress struct {
	TTY   bool // fixed from the start
	w     io.Writer
	width int // cells of the terminal
	now   func() time.Time

	mu      sync.Mutex
	total   int // parts of the run; 0: no bar
	done    int
	phase   string // of the events that the parts are of
	running []part // by start
	began   time.Time
	said    time.Time // the last line
	drawn   bool
	stop    chan struct{} // ends the ticker; nil: there is none
	cause   string        // of the retries that one line tells of
	again   int           // retries by that cause that no line tells of yet
	more    func(n int) string
}

// part is a judge or a document that is under way.
type part struct {
	name        string
	done, total int // of its own parts; total 0: it has none
}

// NewProgress returns the display of one run, which ends with End. tty says that w is
// a terminal, of so many cells.
func NewProgress(w io.Writer, tty bool, width int, now func() time.Time) *Progress {
	return &Progress{TTY: tty, w: w, width: width, now: now}
}

// do changes the display and redraws the bar.
func (p *Progress) do(change func()) {
	p.mu.Lock()
	defer p.mu.Unlock()
	change()
	p.draw()
}

// Begin starts a bar of so many parts. Parts that were started stay.
func (p *Progress) Begin(total int) { p.Set(0, total) }

// Set shows how many parts are done, of how many.
func (p *Progress) Set(done, total int) {
	p.do(func() {
		p.done, p.total = done, total
		p.watch()
	})
}

// Restart makes the next Enter start a bar, also if its phase ran before.
func (p *Progress) Restart() { p.do(func() { p.phase = "" }) }

// Enter starts a bar of so many parts if a phase begins.
func (p *Progress) Enter(phase string, total int) {
	p.do(func() {
		if p.total == 0 || p.phase != phase {
			p.phase, p.total, p.done = phase, total, 0
			p.watch()
		}
	})
}

// watch redraws every second, so that a long call does not look like a
// standstill. The caller holds the lock, as of all that follow.
func (p *Progress) watch() {
	if p.stop != nil {
		return
	}
	p.began = p.now()
	p.said = p.began
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
				p.do(func() {})
			}
		}
	}()
}

// Start says that a part is under way.
func (p *Progress) Start(name string) {
	p.do(func() { p.running = append(p.running, part{name: name}) })
}

// Step says how far a part is.
func (p *Progress) Step(name string, done, total int) {
	p.do(func() {
		if i := p.find(name); i >= 0 {
			p.running[i].done, p.running[i].total = done, total
		}
	})
}

// Leave says that a part is no longer under way, though it has not ended.
func (p *Progress) Leave(name string) {
	p.do(func() {
		if i := p.find(name); i >= 0 {
			p.running = slices.Delete(p.running, i, i+1)
		}
	})
}

// Finish ends a part and prints its lasting line, which says how many parts are
// done.
func (p *Progress) Finish(name, format string, args ...any) {
	p.Leave(name)
	p.do(func() {
		p.done++
		p.write(fmt.Sprintf("%d/%d ", p.done, p.total) + fmt.Sprintf(format, args...))
	})
}

func (p *Progress) find(name string) int {
	return slices.IndexFunc(p.running, func(r part) bool { return r.name == name })
}

// Line prints a lasting line.
func (p *Progress) Line(format string, args ...any) {
	p.do(func() { p.write(fmt.Sprintf(format, args...)) })
}

// Retry says in a line that a part is tried again. Retries by one cause take one line, and
// one more at the end, which more words, with how many they were.
func (p *Progress) Retry(cause, line string, more func(n int) string) {
	p.do(func() {
		if cause == p.cause {
			p.again++
			return
		}
		p.tellRetries()
		p.cause, p.more = cause, more
		p.write(line)
	})
}

// tellRetries prints how many retries were not shown.
func (p *Progress) tellRetries() {
	if p.again > 0 {
		p.write(p.more(p.again))
	}
	p.cause, p.again = "", 0
}

// Counts returns how many parts are done, and of how many.
func (p *Progress) Counts() (done, total int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.done, p.total
}

// End wipes the bar. Lines may still be printed.
func (p *Progress) End() {
	p.do(func() {
		p.tellRetries()
		p.wipe()
		p.running = nil
		if p.stop != nil {
			close(p.stop)
			p.stop = nil
		}
	})
}

// write prints a line above the bar.
func (p *Progress) write(text string) {
	p.wipe()
	fmt.Fprintln(p.w, PlainLine(text))
	p.said = p.now()
}

func (p *Progress) wipe() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
		p.drawn = false
	}
}

// silence is how long there is no line before one says how far the run is.
const silence = time.Minute

// draw redraws the bar, or prints its text if there is no terminal and was no line for
// long.
func (p *Progress) draw() {
	switch {
	case p.stop == nil || p.total == 0:
		return
	case !p.TTY:
		if p.now().Sub(p.said) >= silence {
			p.write(p.status(0))
		}
		return
	}
	// One cell stays free: a line that fills the terminal would wrap.
	fmt.Fprintf(p.w, "\r\x1b[K%s", report.CutCells(p.bar(), max(p.width-1, 1)))
	p.drawn = true
}

// bar is the line on a terminal.
func (p *Progress) bar() string {
	cells := min(20, max(4, p.width/4))
	full := min(cells, p.done*cells/p.total)
	return strings.Repeat("█", full) + strings.Repeat("░", cells-full) + " " + p.status(cells+1)
}

// status says how far the run is, for how long, and what is under way, beside so many
// cells.
func (p *Progress) status(beside int) string {
	var names []string
	for _, r := range p.running {
		if r.total > 0 {
			r.name += fmt.Sprintf(" %d/%d", r.done, r.total)
		}
		names = append(names, r.name)
	}
	line := fmt.Sprintf("%d/%d · %s", p.done, p.total, p.now().Sub(p.began).Truncate(time.Second))
	if room := p.width - 1 - beside - report.Width(line) - 3; len(names) > 0 && room > 8 {
		line += " · " + fitting(names, room)
	}
	return line
}

// fitting joins as many names as there is room for and counts the others.
func fitting(names []string, room int) string {
	line := ""
	for i, name := range names {
		name = PlainLine(name)
		if i > 0 {
			name = ", " + name
		}
		more := ""
		if left := len(names) - i - 1; left > 0 {
			more = fmt.Sprintf(" +%d", left)
		}
		if report.Width(line+name+more) > room {
			if i == 0 {
				return report.CutCells(name, room)
			}
			return fmt.Sprintf("%s +%d", line, len(names)-i)
		}
		line += name
	}
	return line
}
