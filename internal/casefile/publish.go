package casefile

import (
	"context"
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"

	"judgement/internal/text"
)

// Publication is what a version ends in.
type Publication struct {
	Date      string   // YYYY-MM-DD, in the snapshots' names
	Files     []File   // of the version, by name from its folder: verdicts.json, …
	VersionMD []byte   // the immutable snapshot of the Markdown report
	Reports   []File   // by name from the report folder: report.md, reviews/<judge>.md, …; report.* has snapshots too
	Editable  Editable // of all formats: these reports are not recorded
	Rules     int      // version of the rules that made the result from the replies, from 1
	Renderer  int      // version of the renderer that made the reports, from 1
	NoModel   bool     // no language model answered
}

// Names in a version's folder that Publish writes itself.
const (
	documentText = "document.txt"
	documentJSON = "document.json"
)

// manifest is version.json: with it a version is complete.
type manifest struct {
	Schema    int          `json:"schema"`
	Version   int          `json:"version"`
	Key       string       `json:"key"`
	StartedAt time.Time    `json:"started_at"`
	Date      string       `json:"date"`
	Files     []hashedFile `json:"files"`  // of the version, by name
	Report    hashedFile   `json:"report"` // the Markdown snapshot, by name from the report folder
	// Snapshots are those in other formats, by name. Versions of earlier releases
	// kept none.
	Snapshots []hashedFile `json:"snapshots,omitempty"`
	// Rules and Renderer are 0 in versions of earlier releases.
	Rules    int `json:"rules,omitempty"`
	Renderer int `json:"renderer,omitempty"`
	// NoModel is false in the offline baseline's versions of earlier releases, too.
	NoModel bool `json:"no_model,omitempty"`
	// CaseCreatedAt is created_at of case.yaml; zero in versions of earlier releases.
	CaseCreatedAt time.Time `json:"case_created_at,omitzero"`
	// Reports are the other files of the report folder that users must not edit, by
	// name; versions of earlier releases have none.
	Reports []hashedFile `json:"reports,omitempty"`

	raw []byte // the file
}

type hashedFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Publish makes the version complete: its files and its snapshots, then the
// report files unless a higher version is complete already, and case.yaml with
// the hash of version.json, then version.json, last. Reviews and report files of
// earlier versions that this one doesn't have are removed.
//
// It may be repeated after a crash or an error at any point, also with other
// content, as after an upgrade: what an unfinished publication of this version
// left was never published and is replaced. Once the version is complete, other
// content is fs.ErrExist.
func (v *Version) Publish(ctx context.Context, p Publication) error {
	if err := v.publish(ctx, p); err != nil {
		return fmt.Errorf("publish version %d of case %s: %w", v.Number, v.c.ID, err)
	}
	return nil
}

func (v *Version) publish(ctx context.Context, p Publication) error {
	if err := p.check(); err != nil {
		return err
	}
	st := v.c.cs.st
	snapshots := p.snapshots(v.Number)
	own := []File{{Name: documentText, Data: v.plan.Document}}
	if v.plan.DocumentJSON != nil {
		own = append(own, File{Name: documentJSON, Data: v.plan.DocumentJSON})
	}
	own = append(own, p.Files...)
	mark, err := v.manifest(ctx, p, own, snapshots)
	if err != nil {
		return err
	}
	unlock, err := v.c.cs.lockFolder(ctx, v.c.Folder)
	if err != nil {
		return err
	}
	defer unlock()
	if there, equal, err := equalFile(ctx, st, v.name("version.json"), mark); err != nil || there {
		if err == nil && !equal {
			err = fmt.Errorf("it is complete with other content: %w", fs.ErrExist)
		}
		return err
	}
	missing, leftover, err := v.leftovers(ctx, own, snapshots)
	if err != nil {
		return err
	}
	if err := st.Remove(ctx, leftover...); err != nil {
		return err
	}
	files, stale, err := v.changes(ctx, p, own, text.Hash(mark))
	if err != nil {
		return err
	}
	if err := st.Write(ctx, append(missing, files...)...); err != nil {
		return err
	}
	if err := st.Remove(ctx, stale...); err != nil {
		return err
	}
	return st.Write(ctx, File{Name: v.name("version.json"), Data: mark, Once: true})
}

// snapshots returns the immutable copies of the reports, Markdown first, by name
// from the report folder.
func (p *Publication) snapshots(version int) []File {
	stem := fmt.Sprintf("versions/v%d_%s", version, p.Date)
	out := []File{{Name: stem + ".md", Data: p.VersionMD}}
	for _, f := range p.Reports {
		if ending, ok := strings.CutPrefix(f.Name, "report."); ok && ending != "md" {
			out = append(out, File{Name: stem + "." + ending, Data: f.Data})
		}
	}
	return out
}

// changes returns the files to write before the marker, whose hash is given, and
// the names to remove.
func (v *Version) changes(ctx context.Context, p Publication, own []File, mark string) (files []File, stale []string, err error) {
	for _, f := range own {
		files = append(files, File{Name: v.name(f.Name), Data: f.Data})
	}
	other, err := v.highestOther(ctx)
	if err != nil {
		return nil, nil, err
	}
	if other < v.Number {
		for _, f := range p.Reports {
			files = append(files, File{Name: v.report(f.Name), Data: f.Data})
		}
		if stale, err = v.stale(ctx, p); err != nil {
			return nil, nil, err
		}
	}
	info, err := v.c.Info(ctx)
	if err != nil {
		return nil, nil, err
	}
	info.LatestVersion = max(other, v.Number)
	info.record(Recorded{v.Number, mark})
	data, err := info.encode()
	if err != nil {
		return nil, nil, err
	}
	files = append(files, File{Name: caseName(v.c.ID), Data: data})
	cl, ok, err := v.c.cs.readOwner(ctx, v.c.Folder)
	if err == nil && ok && cl.Latest < v.Number {
		cl.Latest = v.Number
		var claimed File
		claimed, err = cl.file(v.c.Folder)
		files = append(files, claimed)
	}
	return files, stale, err
}

// leftovers returns the snapshots that are not there yet, and the names of what an
// unfinished publication of this version left: snapshots with another date, format
// or content, and files that are not among the version's own ones.
func (v *Version) leftovers(ctx context.Context, own, snapshots []File) (missing []File, leftover []string, err error) {
	st, keep := v.c.cs.st, map[string]bool{"plan.json": true}
	for _, f := range own {
		keep[f.Name] = true
	}
	for _, f := range snapshots {
		_, equal, err := equalFile(ctx, st, v.report(f.Name), f.Data)
		if err != nil {
			return nil, nil, err
		}
		if keep[f.Name] = equal; !equal {
			missing = append(missing, File{Name: v.report(f.Name), Data: f.Data, Once: true})
		}
	}
	leftover, err = unlisted(ctx, st, v.dir(), nil, func(name string) bool { return keep[name] || strings.HasSuffix(name, "/") })
	if err != nil {
		return nil, nil, err
	}
	old, err := unlisted(ctx, st, v.report("versions"), nil, func(name string) bool {
		n, _, ok := snapshotName(name)
		return !ok || n != v.Number || keep["versions/"+name]
	})
	return missing, append(leftover, old...), err
}

// highestOther returns the number of the highest complete version but this, 0
// if there is none.
func (v *Version) highestOther(ctx context.Context) (int, error) {
	numbers, err := v.c.numbers(ctx)
	if err != nil {
		return 0, err
	}
	for _, n := range slices.Backward(numbers) {
		if n == v.Number {
			continue
		}
		done, err := (&Version{Number: n, c: v.c}).isComplete(ctx)
		if err != nil || done {
			return n, err
		}
	}
	return 0, nil
}

// stale returns the report files of earlier versions that this one lacks.
func (v *Version) stale(ctx context.Context, p Publication) ([]string, error) {
	return unlisted(ctx, v.c.cs.st, "reports/"+v.c.Folder, []string{"reviews/"}, func(name string) bool {
		dir, base := path.Split(name)
		ours := name == "panel.yaml" || strings.HasPrefix(name, "report.") || p.Editable.has(name) || dir == "reviews/" && strings.HasSuffix(base, ".md")
		return !ours || base == "" || slices.ContainsFunc(p.Reports, func(f File) bool { return f.Name == name })
	})
}

// manifest gives the bytes of version.json.
func (v *Version) manifest(ctx context.Context, p Publication, own, snapshots []File) ([]byte, error) {
	info, err := v.c.Info(ctx)
	if err != nil {
		return nil, err
	}
	m := manifest{
		Schema: recordedSchema, Version: v.Number, Key: v.Key, StartedAt: v.StartedAt, Date: p.Date, Rules: p.Rules, Renderer: p.Renderer, NoModel: p.NoModel, CaseCreatedAt: info.CreatedAt,
		Report: hashedFile{snapshots[0].Name, text.Hash(snapshots[0].Data)},
	}
	for _, f := range snapshots[1:] {
		m.Snapshots = append(m.Snapshots, hashedFile{f.Name, text.Hash(f.Data)})
	}
	for _, f := range own {
		m.Files = append(m.Files, hashedFile{f.Name, text.Hash(f.Data)})
	}
	for _, f := range p.Reports {
		if !p.Editable.has(f.Name) {
			m.Reports = append(m.Reports, hashedFile{f.Name, text.Hash(f.Data)})
		}
	}
	replies, err := v.c.cs.st.List(ctx, v.name("replies"))
	if err != nil {
		return nil, err
	}
	kept := []string{"plan.json"}
	for _, name := range replies {
		kept = append(kept, "replies/"+name)
	}
	for _, name := range kept {
		data, err := v.Read(ctx, name)
		if err != nil {
			return nil, err
		}
		m.Files = append(m.Files, hashedFile{name, text.Hash(data)})
	}
	slices.SortFunc(m.Files, byName)
	slices.SortFunc(m.Reports, byName)
	slices.SortFunc(m.Snapshots, byName)
	return text.JSON(m, "  ")
}

func byName(a, b hashedFile) int { return strings.Compare(a.Name, b.Name) }

// Verify checks a complete version against version.json, and this against
// case.yaml: every file of it and its snapshots are there with the bytes that were
// published, and no file was added. All differences come at once.
func (v *Version) Verify(ctx context.Context) error {
	info, err := v.c.Info(ctx)
	if err != nil {
		return err
	}
	_, err = v.verify(ctx, info.recorded(v.Number), nil)
	return err
}

func (v *Version) report(name string) string { return "reports/" + v.c.Folder + "/" + name }

// check refuses publications with names that aren't theirs to give.
func (p *Publication) check() error {
	if _, err := time.Parse(time.DateOnly, p.Date); err != nil {
		return fmt.Errorf("date %q is not of the form YYYY-MM-DD", p.Date)
	}
	taken := map[string]bool{documentText: true, documentJSON: true, "plan.json": true, "version.json": true}
	if err := checkFiles(p.Files, taken, "replies/"); err != nil {
		return err
	}
	return checkFiles(p.Reports, map[string]bool{}, "versions/")
}

func checkFiles(files []File, taken map[string]bool, kept string) error {
	for _, f := range files {
		if err := CheckName(f.Name); err != nil {
			return err
		}
		if taken[f.Name] || strings.HasPrefix(f.Name+"/", kept) || strings.HasPrefix(f.Name, ".") {
			return fmt.Errorf("file name %q is reserved or there twice", f.Name)
		}
		taken[f.Name] = true
	}
	return nil
}
