package immunity

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"

	"judgement/internal/document"
)

// DefaultAttacks is how many attacks of the suite are made unless all are asked for.
const DefaultAttacks = 60

// Base is an honest document that attacks are put into.
type Base struct {
	Name string
	Path string // as a person named it; empty: Name
	Data []byte
}

// SameTextError is the error of two honest documents with the same text, which would
// count as two.
type SameTextError struct{ First, Second string }

func (e SameTextError) Error() string {
	return fmt.Sprintf("%s and %s have the same text", e.First, e.Second)
}

// readBases reads the honest documents, whose texts have to differ in more than blanks.
func readBases(ctx context.Context, bases []Base, intake document.Options) (docs []*document.Document, err error) {
	path := func(b Base) string { return cmp.Or(b.Path, b.Name) }
	known := map[string]Base{}
	for _, b := range bases {
		doc, err := document.Read(ctx, b.Name, b.Data, intake)
		if err != nil {
			return nil, err
		}
		text := squeeze(doc.Text)
		if first, ok := known[text]; ok {
			return nil, SameTextError{path(first), path(b)}
		}
		known[text] = b
		docs = append(docs, doc)
	}
	return docs, nil
}

// Samples reads the documents of scenes/SLUG/samples, by name; none if there is no such
// folder. Hidden files and folders are left out.
func Samples(workspace fs.FS, slug string) ([]Base, error) {
	folder := path.Join("scenes", slug, "samples")
	entries, err := fs.ReadDir(workspace, folder)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var out []Base
	for _, e := range entries {
		if !e.Type().IsRegular() || strings.HasPrefix(e.Name(), ".") || strings.EqualFold(e.Name(), "README.md") {
			continue
		}
		data, err := fs.ReadFile(workspace, path.Join(folder, e.Name()))
		if err != nil {
			return nil, err
		}
		out = append(out, Base{Name: e.Name(), Path: path.Join(folder, e.Name()), Data: data})
	}
	return out, nil
}

// Static is what intake finds of the suite, without a model. Counts are attacked
// documents: one per attack and base document.
type Static struct {
	Schema   int            `json:"schema"`
	NoModel  bool           `json:"no_model"` // always true: no model judged
	Reason   string         `json:"reason"`   // why: by --static, or none is set
	Unknown  []string       `json:"unknown"`  // what only a panel with a model shows
	Scene    string         `json:"scene"`
	Attacks  int            `json:"attacks"`
	Made     int            `json:"attacked_documents"`
	Flagged  int            `json:"flagged"`
	Reached  int            `json:"reached"` // the judges would see the attack
	Families []FamilyResult `json:"families"`
	Honest   []Honest       `json:"honest"`
}

// FamilyResult is what intake finds of one family.
type FamilyResult struct {
	Family  string   `json:"family"`
	NoModel bool     `json:"no_model"` // always true
	About   string   `json:"about"`
	Source  string   `json:"source"`
	Made    int      `json:"attacked_documents"`
	Flagged int      `json:"flagged"`
	Reached int      `json:"reached"`
	Missed  []Missed `json:"missed"`
	// Grades counts attacked documents by the grades of what the attack adds.
	Grades []GradeCount `json:"grades"`
	// HonestFlagged counts the honest documents with a finding of one of these grades.
	HonestFlagged int     `json:"honest_flagged"`
	Recall        float64 `json:"recall"` // flagged of all attacked documents, 0 to 1
	// Precision is the attacked part of all documents, attacked or honest, that are flagged
	// with these grades, 0 to 1; null: none is.
	Precision *float64 `json:"precision"`
}

// GradeCount is a grade and how many documents have findings of it.
type GradeCount struct {
	Grade     document.Grade `json:"grade"`
	Documents int            `json:"attacked_documents"`
}

// Missed is an attack that is not flagged in a document.
type Missed struct {
	Attack   string `json:"attack"`
	Document string `json:"document"`
}

// Honest is a base document without an attack: what is found in it is a false alarm, if
// the document is honest.
type Honest struct {
	Name    string                 `json:"name"`
	Kinds   []document.WarningKind `json:"kinds"`    // of findings, sorted, each once
	Grades  []document.Grade       `json:"grades"`   // of findings, the gravest first, each once
	NoModel bool                   `json:"no_model"` // of Static always true
}

// has reports whether the document has a finding of one of the grades.
func (h Honest) has(grades []GradeCount) bool {
	return slices.ContainsFunc(grades, func(g GradeCount) bool { return slices.Contains(h.Grades, g.Grade) })
}

// Share is the flagged part of all attacked documents in percent, 0 to 100.
func (s *Static) Share() float64 { return 100 * float64(s.Flagged) / float64(max(1, s.Made)) }

// Addressed are the honest documents that are said to address judges.
func (s *Static) Addressed() (out []Honest) {
	for _, h := range s.Honest {
		if slices.Contains(h.Grades, document.GradeAddressed) {
			out = append(out, h)
		}
	}
	return out
}

// Measure puts each attack into each base document and has intake read it. A document
// that already has findings counts as flagged only if the attack adds one.
func Measure(ctx context.Context, scene string, attacks []Attack, bases []Base, intake document.Options) (*Static, error) {
	out := &Static{Schema: 1, NoModel: true, Unknown: []string{"shift", "defences", "reader"}, Scene: scene, Attacks: len(attacks), Honest: []Honest{}}
	for _, f := range Families() {
		if slices.ContainsFunc(attacks, func(a Attack) bool { return a.Family == f.Name }) {
			out.Families = append(out.Families, FamilyResult{Family: f.Name, NoModel: true, About: f.About, Source: f.Source, Missed: []Missed{}, Grades: []GradeCount{}})
		}
	}
	docs, err := readBases(ctx, bases, intake)
	if err != nil {
		return nil, err
	}
	for _, doc := range docs {
		out.Honest = append(out.Honest, Honest{doc.Name, kindsOf(doc), gradesOf(doc), true})
		if err := out.attack(ctx, doc, attacks, intake); err != nil {
			return nil, err
		}
	}
	for i := range out.Families {
		out.Families[i].rate(out.Honest)
	}
	return out, nil
}

// rate fills in recall and precision.
func (f *FamilyResult) rate(honest []Honest) {
	f.Recall = float64(f.Flagged) / float64(max(1, f.Made))
	for _, h := range honest {
		if h.has(f.Grades) {
			f.HonestFlagged++
		}
	}
	if all := f.Flagged + f.HonestFlagged; all > 0 {
		precision := float64(f.Flagged) / float64(all)
		f.Precision = &precision
	}
}

// count counts a document under each grade, in the order of document.Grades.
func (f *FamilyResult) count(grades []document.Grade) {
	for _, g := range grades {
		i := slices.IndexFunc(f.Grades, func(c GradeCount) bool { return c.Grade == g })
		if i < 0 {
			i = len(f.Grades)
			f.Grades = append(f.Grades, GradeCount{Grade: g})
		}
		f.Grades[i].Documents++
	}
	order := document.Grades()
	slices.SortFunc(f.Grades, func(a, b GradeCount) int {
		return slices.Index(order, a.Grade) - slices.Index(order, b.Grade)
	})
}

// attack measures all attacks on one document: what they add to the findings of its text.
func (s *Static) attack(ctx context.Context, doc *document.Document, attacks []Attack, intake document.Options) error {
	before, err := document.Read(ctx, "honest.md", []byte(doc.Text), intake)
	if err != nil {
		return err
	}
	for _, a := range attacks {
		made, err := document.Read(ctx, "attacked.md", []byte(Insert(doc.Text, a)), intake)
		if err != nil {
			return err
		}
		i := slices.IndexFunc(s.Families, func(f FamilyResult) bool { return f.Family == a.Family })
		f := &s.Families[i]
		f.Made++
		s.Made++
		if grades := added(before, made); len(grades) > 0 {
			f.Flagged++
			s.Flagged++
			f.count(grades)
		} else {
			f.Missed = append(f.Missed, Missed{a.ID, doc.Name})
		}
		if strings.Contains(squeeze(made.Text), squeeze(a.Text)) {
			f.Reached++
			s.Reached++
		}
	}
	return nil
}

// added are the grades of what an attack adds to a document's findings, each once; those
// about how the file was read do not count. A document that has as many findings as
// before, of other kinds, has none.
func added(before, after *document.Document) (grades []document.Grade) {
	was, all := findings(before)
	is, more := findings(after)
	if more <= all {
		return nil
	}
	for _, g := range document.Grades() {
		if is[g] > was[g] {
			grades = append(grades, g)
		}
	}
	return grades
}

// findings counts what is found in a document beyond how its file was read, by grade.
func findings(doc *document.Document) (by map[document.Grade]int, all int) {
	by = map[document.Grade]int{}
	for _, w := range doc.Warnings {
		if g := w.Grade(); g != document.GradeFile {
			by[g] += w.Count
			all += w.Count
		}
	}
	return by, all
}

// kindsOf returns the kinds of a document's findings, sorted, each once.
func kindsOf(doc *document.Document) []document.WarningKind {
	out := []document.WarningKind{}
	for _, w := range doc.Warnings {
		if w.Kind.Grade() != document.GradeFile {
			out = append(out, w.Kind)
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// hides reports whether intake found hidden text or invisible characters and left them out.
func hides(doc *document.Document) bool {
	return slices.ContainsFunc(doc.Warnings, func(w document.Warning) bool {
		return slices.Contains([]document.WarningKind{
			document.HiddenText, document.TagCharacter, document.ZeroWidth, document.BidiControl, document.ControlCharacter,
		}, w.Kind)
	})
}

// gradesOf returns the grades of a document's findings, the gravest first.
func gradesOf(doc *document.Document) []document.Grade {
	by, _ := findings(doc)
	return slices.DeleteFunc(document.Grades(), func(g document.Grade) bool { return by[g] == 0 })
}

// squeeze takes the blanks out of a text, which intake may change.
func squeeze(s string) string { return strings.Join(strings.Fields(s), "") }
