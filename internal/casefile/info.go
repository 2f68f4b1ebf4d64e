package casefile

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"judgement/internal/yamlfile"
)

// Info is case.yaml (schema 1).
type Info struct {
	Schema        int       `yaml:"schema" json:"schema"`
	ID            string    `yaml:"id" json:"id"` // the name of the case's folder
	Scene         string    `yaml:"scene" json:"scene"`
	Brand         string    `yaml:"brand" json:"brand"`                   // without the scene's prefix
	ReportFolder  string    `yaml:"report_folder" json:"report_folder"`   // under reports/
	CreatedAt     time.Time `yaml:"created_at" json:"created_at"`         // UTC, whole seconds
	LatestVersion int       `yaml:"latest_version" json:"latest_version"` // highest complete one, 0 before the first
	// Versions are the hashes of what was published, by number. Versions of
	// earlier releases are not recorded.
	Versions    []Recorded   `yaml:"versions,omitempty" json:"versions,omitempty"`
	Checkpoints []Checkpoint `yaml:"checkpoints" json:"checkpoints"`
}

// Recorded is the hash of a version's version.json, which holds the hashes of
// all its other files. It is recorded just before version.json is written.
type Recorded struct {
	Version int    `yaml:"version" json:"version"`
	SHA256  string `yaml:"sha256" json:"sha256"`
}

// record sets the hash of a version.
func (i *Info) record(r Recorded) {
	at, found := slices.BinarySearchFunc(i.Versions, r.Version, func(r Recorded, n int) int { return r.Version - n })
	if !found {
		i.Versions = slices.Insert(slices.Clone(i.Versions), at, r)
		return
	}
	i.Versions = slices.Clone(i.Versions)
	i.Versions[at] = r
}

// recorded returns the hash of a version, empty if there is none.
func (i *Info) recorded(version int) string {
	for _, r := range i.Versions {
		if r.Version == version {
			return r.SHA256
		}
	}
	return ""
}

// Kind says what a checkpoint's question asks for.
type Kind string

// The kinds of checkpoint.
const (
	Binary  Kind = "binary"
	Numeric Kind = "numeric"
	Ordinal Kind = "ordinal"
)

// Checkpoint is a question about the future that a review leaves behind.
type Checkpoint struct {
	ID          string `yaml:"id" json:"id"`
	Question    string `yaml:"question" json:"question"`
	Kind        Kind   `yaml:"kind" json:"kind"`
	Rule        Rule   `yaml:"rule" json:"rule"`
	Source      Source `yaml:"source" json:"source"`
	HorizonDays int    `yaml:"horizon_days" json:"horizon_days"` // ≥ 1
	Due         string `yaml:"due" json:"due"`                   // YYYY-MM-DD
	GraceDays   int    `yaml:"grace_days" json:"grace_days"`     // ≥ 0
	Draft       bool   `yaml:"draft" json:"draft"`
	NoModel     bool   `yaml:"no_model,omitempty" json:"no_model,omitempty"` // no language model drafted it
	// Version is the case version whose review drafted it, 0 if a person did.
	Version int `yaml:"version,omitempty" json:"version,omitempty"`
	// AcceptedAt is when an operator accepted it, UTC; the zero time of a draft.
	AcceptedAt time.Time  `yaml:"accepted_at,omitempty" json:"accepted_at,omitzero"`
	LockSHA256 string     `yaml:"lock_sha256" json:"lock_sha256"` // Seal of what was accepted; empty for a draft
	Forecasts  []Forecast `yaml:"forecasts" json:"forecasts"`
}

// Rule decides a checkpoint from an observed value: it comes true if
// "observed Op Value" holds. Op is one of >=, >, <=, <, ==, != for a numeric
// and an ordinal rule, == or nothing for a binary one, which a person decides.
type Rule struct {
	Op     string   `yaml:"op" json:"op"`
	Value  string   `yaml:"value" json:"value"`                       // decimal or text, by Kind
	Levels []string `yaml:"levels,omitempty" json:"levels,omitempty"` // of an ordinal rule, lowest first
}

// Source says where the observed value comes from: type manual, or a file of
// the workspace: a CSV file with a header, of which Column is meant in the row
// whose first field is Row (the last row if Row is empty), or, without
// Column, a file that holds the value alone.
type Source struct {
	Type   string `yaml:"type" json:"type"`
	Path   string `yaml:"path,omitempty" json:"path,omitempty"`
	Column string `yaml:"column,omitempty" json:"column,omitempty"`
	Row    string `yaml:"row,omitempty" json:"row,omitempty"`
}

// Forecast is one judge's probability, 0 to 1, that the rule comes true.
type Forecast struct {
	Judge       string  `yaml:"judge" json:"judge"`
	SkillSHA256 string  `yaml:"skill_sha256" json:"skill_sha256"`
	Model       string  `yaml:"model" json:"model"`
	NoModel     bool    `yaml:"no_model,omitempty" json:"no_model,omitempty"` // it is the offline baseline; earlier releases did not say so
	P           float64 `yaml:"p" json:"p"`
}

// ParseInfo reads case.yaml strictly: an unknown key, a wrong type, more than
// one document or a broken rule is an error that begins with name. All problems
// come at once. A draft may lack its kind, its source's type and horizon_days,
// which follow from the rest. id is the name of the folder that it is in.
func ParseInfo(name, id string, data []byte) (Info, error) {
	info, err := parseYAML(name, data)
	if err != nil {
		return Info{}, err
	}
	info.complete()
	if problems := info.problems(id, data); len(problems) > 0 {
		return Info{}, fmt.Errorf("%s: %s", name, strings.Join(problems, "; "))
	}
	return info, nil
}

// parseYAML reads case.yaml in any form that YAML has for it.
func parseYAML(name string, data []byte) (Info, error) {
	var info Info
	dec := yaml.NewDecoder(bytes.NewReader(data))
	dec.KnownFields(true)
	if err := dec.Decode(&info); err != nil {
		return Info{}, yamlProblems(name, data, err)
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return Info{}, fmt.Errorf("%s: more than one YAML document: keep the first", name)
	}
	return info, nil
}

// yamlProblems says why a file can't be read, as name:line: problem, one per line. The
// parser's error of types is a text, so that the nodes are looked at instead.
func yamlProblems(name string, data []byte, err error) error {
	if errors.Is(err, io.EOF) {
		return fmt.Errorf("%s: the file is empty", name)
	}
	var root yaml.Node
	if yaml.Unmarshal(data, &root) == nil && len(root.Content) > 0 {
		if problems := misfits(name, root.Content[0], reflect.TypeFor[Info]()); len(problems) > 0 {
			return errors.Join(problems...)
		}
	}
	return cmp.Or(yamlfile.Parse(name, data).Problems().Err(), fmt.Errorf("%s: %w", name, err))
}

// misfits lists the places at which a node is of another type than the value that it
// is read into.
func misfits(name string, n *yaml.Node, t reflect.Type) (out []error) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	add := func(n *yaml.Node, format string, args ...any) {
		out = append(out, fmt.Errorf("%s:%d: %s", name, n.Line, fmt.Sprintf(format, args...)))
	}
	switch {
	case t.Kind() == reflect.Slice && n.Kind == yaml.SequenceNode:
		for _, item := range n.Content {
			out = append(out, misfits(name, item, t.Elem())...)
		}
	case t.Kind() == reflect.Struct && n.Kind == yaml.MappingNode:
		lines := map[string]int{}
		for pair := range slices.Chunk(n.Content, 2) {
			key := pair[0].Value
			if lines[key] > 0 {
				add(pair[0], "field %s is there twice, first on line %d", clip(key), lines[key])
			}
			lines[key] = pair[0].Line
			if field, found := fieldOf(t, key); found {
				out = append(out, misfits(name, pair[1], field)...)
			} else if key != "<<" {
				add(pair[0], "field %s not found", clip(key))
			}
		}
	case n.Decode(reflect.New(t).Interface()) != nil:
		add(n, "%s is in the place of %s", described(n), wanted(t))
	}
	return out
}

// fieldOf returns the type of the field that a key of case.yaml is read into.
func fieldOf(t reflect.Type, key string) (reflect.Type, bool) {
	for i := range t.NumField() {
		if tag, _, _ := strings.Cut(t.Field(i).Tag.Get("yaml"), ","); tag == key {
			return t.Field(i).Type, true
		}
	}
	return nil, false
}

// described says what a node is, for people.
func described(n *yaml.Node) string {
	switch {
	case n.Kind == yaml.SequenceNode:
		return "a list"
	case n.Kind == yaml.MappingNode:
		return "keys and values"
	case n.Value == "":
		return "nothing"
	}
	return "`" + clip(n.Value) + "`"
}

// wanted says what a value of a type is, for people.
func wanted(t reflect.Type) string {
	if t == reflect.TypeFor[time.Time]() {
		return "a time such as 2026-03-01T09:00:00Z"
	}
	switch t.Kind() {
	case reflect.Slice:
		return "a list"
	case reflect.Int:
		return "a whole number"
	case reflect.Float64:
		return "a number"
	case reflect.Bool:
		return "true or false"
	case reflect.String:
		return "a text"
	default:
		return "keys and values"
	}
}

// problems lists what breaks the rules; data is the file that it was read from,
// nil if there is none.
func (i *Info) problems(id string, data []byte) []string {
	var p []string
	add := func(bad bool, format string, args ...any) {
		if bad {
			p = append(p, fmt.Sprintf(format, args...))
		}
	}
	add(i.Schema != 1, "schema is %d, must be 1", i.Schema)
	add(i.ID != id, "id is %q but the folder is %q: rename one of them", i.ID, id)
	add(i.Scene == "", "scene is missing")
	add(brandProblem(i.Brand) != "", "brand %q: %s", clip(i.Brand), brandProblem(i.Brand))
	add(!strings.HasSuffix(i.ReportFolder, i.Brand) || CheckName("reports/"+i.ReportFolder) != nil || strings.Contains(i.ReportFolder, "/"),
		"report_folder %q must be the brand with the scene's prefix", clip(i.ReportFolder))
	add(i.CreatedAt.IsZero(), "created_at is missing")
	add(i.LatestVersion < 0, "latest_version is %d, must be 0 or more", i.LatestVersion)
	for n, r := range i.Versions {
		add(r.Version < 1 || n > 0 && r.Version <= i.Versions[n-1].Version, "versions must be in order of their numbers, each once")
		add(!sha256Hex.MatchString(r.SHA256), "the sha256 of version %d is not 64 hex digits", r.Version)
	}
	seen := map[string]bool{}
	for n, c := range i.Checkpoints {
		problems := c.problems()
		if due, err := time.Parse(time.DateOnly, c.Due); err == nil && !i.CreatedAt.IsZero() && due.Before(i.CreatedAt.UTC().Truncate(24*time.Hour)) {
			problems = append(problems, fmt.Sprintf("due %s is before the case was created, %s", c.Due, i.CreatedAt.UTC().Format(time.DateOnly)))
		}
		if seen[c.ID] {
			problems = append(problems, fmt.Sprintf("id %q is there twice", c.ID))
		}
		seen[c.ID] = true
		if len(problems) > 0 {
			at := i.place(n, data) + ": "
			p = append(p, at+strings.Join(problems, "; "+at))
		}
	}
	return p
}

var sha256Hex = regexp.MustCompile(`^[0-9a-f]{64}$`)

// checkpointID also names files.
var checkpointID = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,63}$`)

func (c *Checkpoint) problems() []string {
	var p []string
	add := func(bad bool, format string, args ...any) {
		if bad {
			p = append(p, fmt.Sprintf(format, args...))
		}
	}
	add(c.ID == "", "id is missing")
	add(c.ID != "" && !checkpointID.MatchString(c.ID), "id %q must be of a-z, 0-9, _ and -, at most 64", clip(c.ID))
	add(c.Question == "", "question is missing")
	add(c.Kind != Binary && c.Kind != Numeric && c.Kind != Ordinal, "kind %q must be binary, numeric or ordinal", c.Kind)
	add(c.Source.Type != "manual" && c.Source.Type != "file", "source.type %q must be manual or file", c.Source.Type)
	_, err := time.Parse(time.DateOnly, c.Due)
	// A draft's own horizon follows from its dates: a due date that is none says it.
	add(c.HorizonDays < 1 && (c.HorizonDays < 0 || !c.Draft || err == nil), "horizon_days is %d, must be 1 or more", c.HorizonDays)
	add(c.GraceDays < 0, "grace_days is %d, must be 0 or more", c.GraceDays)
	add(err != nil, "due %q must be a date like 2026-03-31", clip(c.Due))
	add(c.Draft && (c.LockSHA256 != "" || !c.AcceptedAt.IsZero()), "a draft has no lock_sha256 and no accepted_at")
	add(!c.Draft && (c.LockSHA256 == "" || c.AcceptedAt.IsZero()), "what is no draft has lock_sha256 and accepted_at: set draft: true, then accept it")
	c.ruleProblems(add)
	judges := map[string]bool{}
	for n, f := range c.Forecasts {
		add(f.Judge != "" && judges[f.Judge], "forecast %d: judge %q is there twice", n+1, clip(f.Judge))
		judges[f.Judge] = true
		add(f.Judge == "", "forecast %d: judge is missing", n+1)
		add(math.IsNaN(f.P) || f.P < 0 || f.P > 1, "forecast %d: p is %v, must be from 0 to 1", n+1, f.P)
	}
	return p
}

// encode gives the bytes of case.yaml; equal Infos give equal bytes.
func (i *Info) encode() ([]byte, error) {
	out := *i
	if out.Checkpoints == nil {
		out.Checkpoints = []Checkpoint{}
	}
	var b bytes.Buffer
	enc := yaml.NewEncoder(&b)
	enc.SetIndent(2)
	if err := enc.Encode(&out); err != nil {
		return nil, fmt.Errorf("encode case.yaml: %w", err)
	}
	return b.Bytes(), nil
}
