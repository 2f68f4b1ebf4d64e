package scan

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"
)

// read looks at the sentences of the text, in parts of at least so many bytes, and at the whole
// text for what is encoded, all at the same time.
func (c *collector) read(least int) {
	stretches := parts(c.folded.Text, least)
	others := *c
	run := []func(){func() {
		others.encoded()
		others.tables()
		others.tail()
	}}
	of := slices.Repeat([]collector{*c}, len(stretches))
	for i := range of {
		run = append(run, func() { of[i].sentences(stretches[i]) })
	}
	together(run)
	for i := range of {
		c.join(&of[i])
	}
	c.weighed()
	c.join(&others)
}

// join adds what a collector of a part of the same text found.
func (c *collector) join(part *collector) {
	for _, f := range part.out {
		c.place(f)
	}
	for kind := range part.more {
		c.skipped(kind)
	}
	c.weak = append(c.weak, part.weak...)
	c.n += part.n
	c.about += part.about
}

// stretch is a part of a text, in bytes.
type stretch struct{ start, end int }

// partBytes is how long the parts of a long text are at least.
const partBytes = 1 << 17

// parts cuts a folded text at blank lines into parts of at least so many bytes.
func parts(text string, least int) (out []stretch) {
	start := 0
	for len(text)-start > least {
		i := strings.Index(text[start+least:], "\n\n")
		if i < 0 {
			break
		}
		end := start + least + i
		out, start = append(out, stretch{start, end}), end
	}
	return append(out, stretch{start, len(text)})
}

// together runs functions at the same time. It panics if one does, when all have ended.
func together(run []func()) {
	var g errgroup.Group
	g.SetLimit(runtime.GOMAXPROCS(0))
	for _, f := range run {
		g.Go(func() (err error) {
			defer func() {
				if r := recover(); r != nil {
					err = fmt.Errorf("%v\n%s", r, debug.Stack())
				}
			}()
			f()
			return nil
		})
	}
	if err := g.Wait(); err != nil {
		panic(err)
	}
}
