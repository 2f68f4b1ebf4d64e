package main

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"judgement/internal/study"
)

// Columns with a number at the end that are repeats of a judge, or several people.
var (
	repeatColumn = regexp.MustCompile(`(?i)^(k|score|rating|repeat|sample|trial)[ _-]?\d+$`)
	personColumn = regexp.MustCompile(`(?i)^(h|human|person|rater|annotator|label|gold)[ _-]?\d+$`)
)

// discover finds sets that are in a folder of their own, or in dir itself, and are not
// described: the file that has verdicts, and the one that has labels only, if there is one.
func discover(dir string, described []set) (out []set, err error) {
	folders, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	whole, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	names := []string{"."}
	for _, f := range folders {
		if f.IsDir() {
			names = append(names, f.Name())
		}
	}
	for _, folder := range names {
		if slices.ContainsFunc(described, func(s set) bool { return path.Dir(s.Verdicts) == folder }) {
			continue
		}
		name := folder
		if folder == "." {
			name = filepath.Base(whole)
		}
		s := set{Name: name, Title: name, Source: name, Draws: draws{Name: name, Count: 100}}
		if err := s.find(dir, folder); err != nil {
			return nil, err
		}
		if s.Verdicts != "" {
			out = append(out, s)
		}
	}
	return out, nil
}

// variants maps judges that have several prompts to one judge per prompt.
func variants(maps []string, data []byte) []string {
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil || len(rows) == 0 || slices.ContainsFunc(maps, func(m string) bool { return strings.HasPrefix(m, "judge=") }) {
		return maps
	}
	prompt, judge := slices.Index(rows[0], "prompt"), slices.Index(rows[0], "judge")
	if prompt < 0 || judge < 0 || !slices.ContainsFunc(rows[1:], func(r []string) bool { return r[prompt] != rows[1][prompt] }) {
		return maps
	}
	return append(slices.Clone(maps), "judge=judge,prompt")
}

// find tells verdicts from labels by what can be read.
func (s *set) find(dir, folder string) error {
	files, err := fs.Glob(os.DirFS(dir), path.Join(folder, "*"))
	if err != nil {
		return err
	}
	items := 0
	for _, name := range files {
		base := strings.TrimSuffix(name, ".gz")
		if !slices.Contains([]string{".csv", ".tsv", ".jsonl", ".json", ".ndjson"}, strings.ToLower(filepath.Ext(base))) {
			continue
		}
		data, err := load(filepath.Join(dir, name))
		if err != nil {
			return err
		}
		maps, labels := guess(data)
		maps = variants(maps, data)
		if given, err := study.ParseMap(append(slices.Clone(maps), labels...)); err == nil && s.Verdicts == "" {
			if verdicts, err := study.Read(data, study.Options{Map: given}); err == nil {
				s.Verdicts, s.Map, items = name, append(maps, labels...), max(items, len(verdicts.Items()))
				continue
			}
		}
		if given, err := study.ParseMap(labels); err == nil && s.Labels == "" {
			if people, err := study.ReadLabels(data, study.Options{Map: given}); err == nil {
				s.Labels, s.LabelMap, items = name, labels, len(people.Items())
			}
		}
	}
	for _, n := range []int{20, 50, 100, 200} {
		if 2*n <= items {
			s.Draws.Labels = append(s.Draws.Labels, n)
		}
	}
	return nil
}

// guess maps numbered columns of a table; others are found by their names.
func guess(data []byte) (verdicts, labels []string) {
	line, _, _ := bytes.Cut(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("\n"))
	c := csv.NewReader(bytes.NewReader(line))
	for _, d := range []rune{';', '\t'} {
		if bytes.ContainsRune(line, d) {
			c.Comma = d
		}
	}
	heading, err := c.Read()
	if err != nil || strings.HasPrefix(cmp.Or(heading...), "{") {
		return nil, nil
	}
	numbered := func(like *regexp.Regexp) string {
		return strings.Join(slices.DeleteFunc(slices.Clone(heading), func(h string) bool { return !like.MatchString(h) }), ",")
	}
	if k := numbered(repeatColumn); k != "" {
		verdicts = append(verdicts, "score="+k)
	}
	if slices.Contains(heading, "item") && slices.Contains(heading, "candidate") {
		verdicts = append(verdicts, "item=item,candidate")
	}
	if h := numbered(personColumn); h != "" {
		labels = append(labels, "label="+h)
	}
	return verdicts, labels
}
