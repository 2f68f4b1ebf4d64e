// Command recorded measures panels of recorded judges against people: it imports
// the public sets in a folder, measures them, fits and tests alignments on few
// labels, and compares the figures with those that are expected. With -page it
// writes them as a page.
package main

import (
	"bytes"
	"cmp"
	"compress/gzip"
	"crypto/sha256"
	_ "embed"
	"encoding/hex"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"gopkg.in/yaml.v3"

	"judgement/internal/fault"
	"judgement/internal/study"
)

//go:embed sets.yaml
var known []byte

// set says how the files of a set are read, and what is expected of it.
type set struct {
	Name, Title, Source string
	Verdicts, Labels    string
	SHA256              string // of the verdicts as a file; figures are expected of these data only
	Map                 []string
	LabelMap            []string `yaml:"label_map"`
	Scale               study.Scale
	Draws               draws
	Stopping            *stopping // nil: the set has no repeats
	Expect              []expected
}

// draws are random choices of a few labelled items. Draw r orders the items by the
// SHA-256 of "NAME|r|item": any language can repeat it.
type draws struct {
	Name   string
	Count  int
	Labels []int
}

type expected struct {
	Figure, Type, Order string
	Lens                string // empty: the first one
	Labels              int
	Value, Within       float64
	AtLeast             *float64 `yaml:"at_least"`
	AtMost              *float64 `yaml:"at_most"`
}

// few is what alignment on few labels did.
type few struct {
	labels                   int
	plain, aligned           float64 // on the items that are not labelled, mean over draws
	alignedSD                float64
	written, writtenAndWorse float64 // shares of all draws
}

// worse is how much worse a fit that was written may be before it counts as worse, and
// mostWorse the share of all draws in which it may be.
const worse, mostWorse = 0.005, 0.05

// measured is a set with its figures.
type measured struct {
	set
	report study.Report
	few    []few
	items  int
	stops  *stops // nil: not measured
	other  bool   // other data than those of which figures are expected
}

func main() {
	page := flag.String("page", "", "write the figures as a page into this file")
	flag.Parse()
	if err := run(flag.Arg(0), *page, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "recorded:", err)
		os.Exit(1)
	}
}

func run(dir, page string, w io.Writer) error {
	if dir == "" {
		return errors.New("name the folder of the sets: recorded [-page FILE] DIR")
	}
	sets, err := expectations(dir)
	if err != nil {
		return err
	}
	found, err := discover(dir, sets)
	if err != nil {
		return err
	}
	sets = append(sets, found...)
	var all []measured
	wrong := 0
	for _, s := range sets {
		m, err := measure(dir, s)
		if errors.Is(err, fs.ErrNotExist) {
			fmt.Fprintf(w, "%s: not in %s\n", s.Name, dir)
			continue
		}
		if err != nil {
			fmt.Fprintf(w, "WRONG %s: %v\n", s.Name, err)
			wrong++
			continue
		}
		all = append(all, m)
		wrong += m.compare(w)
	}
	if len(all)+wrong == 0 {
		return fmt.Errorf("%s holds no set: give each set a folder with its verdicts, or describe them in sets.yaml there", dir)
	}
	if wrong > 0 {
		return fmt.Errorf("%d figures are not as expected", wrong)
	}
	if page == "" {
		return nil
	}
	return os.WriteFile(page, validity(all), 0o644)
}

// expectations are the sets with their expected figures: those of sets.yaml in the
// folder, else those of the public sets.
func expectations(dir string) (sets []set, err error) {
	data, err := os.ReadFile(filepath.Join(dir, "sets.yaml"))
	if errors.Is(err, fs.ErrNotExist) {
		data, err = known, nil
	}
	if err == nil {
		d := yaml.NewDecoder(bytes.NewReader(data))
		d.KnownFields(true)
		err = d.Decode(&sets)
	}
	if err != nil {
		return nil, fmt.Errorf("read the expected figures: %w", err)
	}
	return sets, nil
}

func measure(dir string, s set) (measured, error) {
	m := measured{set: s}
	data, err := load(filepath.Join(dir, s.Verdicts))
	if err != nil {
		return m, err
	}
	if sum := sha256.Sum256(data); s.SHA256 != "" && s.SHA256 != hex.EncodeToString(sum[:]) {
		m.other = true
		s.Stopping = nil // its measure knows one layout only
		s.Map = variants(s.Map, data)
	}
	maps, err := study.ParseMap(s.Map)
	if err != nil {
		return m, err
	}
	verdicts, err := study.Read(data, study.Options{Map: maps, Scale: s.Scale})
	if err != nil {
		return m, err
	}
	if s.Labels != "" {
		if data, err = load(filepath.Join(dir, s.Labels)); err != nil {
			return m, err
		}
		if maps, err = study.ParseMap(s.LabelMap); err != nil {
			return m, err
		}
		labels, err := study.ReadLabels(data, study.Options{Map: maps})
		if err != nil {
			return m, err
		}
		if err := verdicts.Join(labels); err != nil {
			return m, err
		}
	}
	m.report, m.items = verdicts.Measure(), len(verdicts.Items())
	if verdicts.Scale == study.OrdinalScale {
		s.Draws.Labels = nil // such labels align nothing
	}
	for _, n := range s.Draws.Labels {
		if m.other && 2*n > m.items {
			continue // nothing would be left to measure it on
		}
		f, err := align(verdicts, s.Draws, n)
		if err != nil {
			return m, err
		}
		m.few = append(m.few, f)
	}
	if s.Stopping != nil {
		m.stops, err = measureStops(dir, s)
	}
	return m, err
}

func load(name string) ([]byte, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if !strings.HasSuffix(name, ".gz") {
		return io.ReadAll(f)
	}
	z, err := gzip.NewReader(f)
	if err != nil {
		return nil, err
	}
	return io.ReadAll(z)
}

// align fits the panel to n labels in each draw, and measures it on all others.
func align(s *study.Set, d draws, n int) (few, error) {
	out := few{labels: n}
	items := s.Items()
	var squares, fitted float64
	count := float64(d.Count)
	for r := range d.Count {
		fit, test := map[string]bool{}, map[string]bool{}
		for i, item := range order(fmt.Sprintf("%s|%d", d.Name, r), items) {
			if i < n {
				fit[item] = true
			} else {
				test[item] = true
			}
		}
		a, err := s.Labelled(fit).Align()
		if a == nil {
			if errors.Is(err, fault.NoGain) { // too few labels have a verdict in this draw
				continue
			}
			return out, err
		}
		plain, aligned := a.Measure(s.Labelled(test))
		out.plain, out.aligned, squares, fitted = out.plain+plain, out.aligned+aligned, squares+aligned*aligned, fitted+1
		if err != nil {
			continue
		}
		out.written += 1 / count
		loss := plain - aligned
		if s.Kind == study.Scores {
			loss = aligned - plain
		}
		if loss > worse {
			out.writtenAndWorse += 1 / count
		}
	}
	out.plain, out.aligned = out.plain/fitted, out.aligned/fitted
	out.alignedSD = math.Sqrt(max(0, squares/fitted-out.aligned*out.aligned))
	return out, nil
}

func order(seed string, items []string) []string {
	keys := make(map[string]string, len(items))
	for _, item := range items {
		sum := sha256.Sum256([]byte(seed + "|" + item))
		keys[item] = hex.EncodeToString(sum[:])
	}
	return slices.SortedFunc(slices.Values(items), func(a, b string) int { return cmp.Compare(keys[a], keys[b]) })
}

// compare prints each expected figure beside the measured one, and counts those that
// differ. Of other data it prints the figures, and checks what every set promises.
func (m measured) compare(w io.Writer) (wrong int) {
	expect := m.Expect
	if m.other || len(expect) == 0 {
		fmt.Fprintf(w, "%s: no figures are expected of these data\n", m.Name)
		m.figures(w)
		expect = nil
		for _, f := range m.few {
			most := mostWorse
			expect = append(expect, expected{Figure: "written and worse", Labels: f.labels, AtMost: &most})
		}
	}
	for _, e := range expect {
		got, ok := m.figure(e)
		good := ok && math.Abs(got-e.Value) <= e.Within
		want := fmt.Sprintf("%g ± %g", e.Value, e.Within)
		switch {
		case e.AtLeast != nil:
			good, want = ok && got >= *e.AtLeast, fmt.Sprintf("at least %g", *e.AtLeast)
		case e.AtMost != nil:
			good, want = ok && got <= *e.AtMost, fmt.Sprintf("at most %g", *e.AtMost)
		}
		mark := "ok"
		if !good {
			mark = "WRONG"
			wrong++
		}
		has := fmt.Sprintf("%.4f", got)
		if !ok {
			has = "not measured"
		}
		fmt.Fprintf(w, "%-5s %s: %s: %s, expected %s\n", mark, m.Name, e.name(), has, want)
	}
	return wrong
}

func (e expected) name() string {
	name := e.Figure
	for _, part := range []string{e.Lens, e.Type, e.Order} {
		if part != "" {
			name += ", " + part
		}
	}
	if e.Labels > 0 {
		name += fmt.Sprintf(", %d labels", e.Labels)
	}
	return name
}

// figures prints what is measured of a set, lens by lens.
func (m measured) figures(w io.Writer) {
	for _, l := range m.report.Lenses {
		name := cmp.Or(l.Lens, "whole")
		fmt.Fprintf(w, "      %s: %d items, %d with labels, %d judges\n", name, l.Items, l.Labelled, len(l.Judges))
		for _, e := range l.Errors {
			fmt.Fprintf(w, "      %s: effective judges %s: %.4f\n", name, cmp.Or(e.Order, "over all"), e.Effective)
		}
		for _, g := range groups(l) {
			fmt.Fprintf(w, "      %s, %s: panel %s, best judge %s (%s), panel minus best %s, %s\n", name, cmp.Or(g.Type, "all"), m.figureText(g.Merit), m.figureText(g.BestMerit), g.Best, m.signed(g.Difference), verdict(g))
			if g.Rank != nil {
				fmt.Fprintf(w, "      %s, %s: rank correlation %.4f\n", name, cmp.Or(g.Type, "all"), g.Rank.Value)
			}
		}
	}
	for _, f := range m.few {
		fmt.Fprintf(w, "      %d labels: plain %.4f, aligned %.4f, written %.4f, written and worse %.4f\n", f.labels, f.plain, f.aligned, f.written, f.writtenAndWorse)
	}
}

// groups are the kinds of items, then all together; none if there are too few labels.
func groups(l study.Lens) []study.Group {
	if l.Panel == nil {
		return nil
	}
	return append(slices.Clone(l.Types), *l.Panel)
}

func verdict(g study.Group) string {
	switch {
	case g.Worse:
		return "**panel worse**"
	case g.Difference != nil && g.Difference.Low > 0:
		return "panel better"
	}
	return "open"
}

func (m measured) figure(e expected) (float64, bool) {
	if e.Labels > 0 {
		for _, f := range m.few {
			if f.labels == e.Labels {
				v, ok := map[string]float64{"plain": f.plain, "aligned": f.aligned, "written": f.written, "written and worse": f.writtenAndWorse}[e.Figure]
				return v, ok
			}
		}
		return 0, false
	}
	if m.stops != nil {
		if v, ok := m.stops.figure(e.Figure); ok {
			return v, true
		}
	}
	at := 0
	if e.Lens != "" {
		at = slices.IndexFunc(m.report.Lenses, func(l study.Lens) bool { return l.Lens == e.Lens })
	}
	if at < 0 || at >= len(m.report.Lenses) {
		return 0, false
	}
	l := m.report.Lenses[at]
	if e.Figure == "effective judges" {
		for _, r := range l.Errors {
			if r.Order == e.Order {
				return r.Effective, true
			}
		}
		return 0, false
	}
	for _, g := range groups(l) {
		if g.Type == e.Type {
			return groupFigure(g, e.Figure)
		}
	}
	return 0, false
}

// groupFigure is a figure of some items; ok is false if the data can't give it.
func groupFigure(g study.Group, name string) (v float64, ok bool) {
	if name == "panel worse" {
		if g.Worse {
			return 1, true
		}
		return 0, true
	}
	of := map[string]*study.Interval{
		"panel": g.Merit, "best judge": g.BestMerit, "rank correlation": g.Rank,
		"difference": g.Difference, "difference low": g.Difference, "difference high": g.Difference,
	}[name]
	switch {
	case of == nil:
		return 0, false
	case name == "difference low":
		return of.Low, true
	case name == "difference high":
		return of.High, true
	}
	return of.Value, true
}
