package casefile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"time"
)

// Publication is what a version ends in.
type Publication struct {
	Date      string // YYYY-MM-DD, in the snapshot's name
	Files     []File // of the version, by name from its folder: verdicts.json, …
	VersionMD []byte // the immutable snapshot
	Reports   []File // by name from the report folder: report.md, reviews/<judge>.md, …
}

// Names in a version's folder that Publish writes itself.
const (
	documentText = "document.txt"
	documentJSON = "document.json"
)

// marker is version.json: with it a version is complete.
type marker struct {
	Schema    int          `json:"schema"`
	Version   int          `json:"version"`
	Key       string       `json:"key"`
	StartedAt time.Time    `json:"started_at"`
	Date      string       `json:"date"`
	Files     []hashedFile `json:"files"`  // of the version, by name
	Report    hashedFile   `json:"report"` // the snapshot, by name from the report folder
	// Reports are the other files of the report folder that nobody is to edit, by
	// name; versions of earlier releases have none.
	Reports []hashedFile `json:"reports,omitempty"`
}

type hashedFile struct {
	Name   string `json:"name"`
	SHA256 string `json:"sha256"`
}

// Publish makes the version complete: its files and its snapshot, then the
// report files and case.yaml unless a higher version is complete already, then
// version.json, last. Reviews and report files of earlier versions that this
// one doesn't have are removed. It may be repeated after a crash or an error at
// any point; once the version is complete, only with the same content. A
// snapshot of other content is never overwritten: fs.ErrExist.
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
	snapshot := fmt.Sprintf("versions/v%d_%s.md", v.Number, p.Date)
	own := []File{{Name: documentText, Data: v.plan.Document}}
	if v.plan.DocumentJSON != nil {
		own = append(own, File{Name: documentJSON, Data: v.plan.DocumentJSON})
	}
	own = append(own, p.Files...)
	mark, err := v.marker(ctx, p, own, snapshot)
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
	files, stale, err := v.changes(ctx, p, own, snapshot)
	if err != nil {
		return err
	}
	if err := st.Write(ctx, files...); err != nil {
		return err
	}
	if len(stale) > 0 {
		if err := st.Remove(ctx, stale...); err != nil {
			return err
		}
	}
	return st.Write(ctx, File{Name: v.name("version.json"), Data: mark, Once: true})
}

// changes returns the files to write before the marker and the names to remove.
func (v *Version) changes(ctx context.Context, p Publication, own []File, snapshot string) (files []File, stale []string, err error) {
	for _, f := range own {
		files = append(files, File{Name: v.name(f.Name), Data: f.Data})
	}
	isNew, err := v.needsSnapshot(ctx, snapshot, p.VersionMD)
	if err != nil {
		return nil, nil, err
	}
	if isNew {
		files = append(files, File{Name: v.report(snapshot), Data: p.VersionMD, Once: true})
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
	data, err := info.encode()
	if err != nil {
		return nil, nil, err
	}
	return append(files, File{Name: caseName(v.c.ID), Data: data}), stale, nil
}

// needsSnapshot reports whether the snapshot is yet to be written.
func (v *Version) needsSnapshot(ctx context.Context, snapshot string, data []byte) (bool, error) {
	there, equal, err := equalFile(ctx, v.c.cs.st, v.report(snapshot), data)
	if err != nil {
		return false, err
	}
	names, err := v.c.cs.st.List(ctx, v.report("versions"))
	if err != nil {
		return false, err
	}
	for _, name := range names {
		if strings.HasPrefix(name, fmt.Sprintf("v%d_", v.Number)) && ("versions/"+name != snapshot || !equal) {
			return false, fmt.Errorf("%s holds other content and is never overwritten: %w: run the review anew for the next version",
				v.report("versions/"+name), fs.ErrExist)
		}
	}
	return !there, nil
}

// highestOther returns the number of the highest complete version but this, 0
// where there is none.
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
	keep := map[string]bool{}
	for _, f := range p.Reports {
		keep[f.Name] = true
	}
	var out []string
	for _, dir := range []string{"", "reviews/"} {
		names, err := v.c.cs.st.List(ctx, strings.TrimSuffix(v.report(dir), "/"))
		if err != nil {
			return nil, err
		}
		for _, name := range names {
			ours := name == "panel.yaml" || strings.HasPrefix(name, "report.") || strings.HasPrefix(name, editable)
			if dir == "reviews/" {
				ours = strings.HasSuffix(name, ".md")
			}
			if ours && !keep[dir+name] {
				out = append(out, v.report(dir+name))
			}
		}
	}
	return out, nil
}

// marker gives the bytes of version.json.
func (v *Version) marker(ctx context.Context, p Publication, own []File, snapshot string) ([]byte, error) {
	m := marker{
		Schema: 1, Version: v.Number, Key: v.Key, StartedAt: v.StartedAt, Date: p.Date,
		Report: hashedFile{snapshot, hash(p.VersionMD)},
	}
	for _, f := range own {
		m.Files = append(m.Files, hashedFile{f.Name, hash(f.Data)})
	}
	for _, f := range p.Reports {
		if !strings.HasPrefix(f.Name, editable) {
			m.Reports = append(m.Reports, hashedFile{f.Name, hash(f.Data)})
		}
	}
	replies, err := v.replies(ctx)
	if err != nil {
		return nil, err
	}
	for _, name := range append(replies, "plan.json") {
		data, err := v.Read(ctx, name)
		if err != nil {
			return nil, err
		}
		m.Files = append(m.Files, hashedFile{name, hash(data)})
	}
	byName := func(a, b hashedFile) int { return strings.Compare(a.Name, b.Name) }
	slices.SortFunc(m.Files, byName)
	slices.SortFunc(m.Reports, byName)
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetIndent("", "  ")
	if err := enc.Encode(m); err != nil {
		return nil, fmt.Errorf("encode version.json: %w", err)
	}
	return b.Bytes(), nil
}

// Verify checks a complete version against version.json: every file of it and
// its snapshot are there with the bytes that were published, and no file was
// added. All differences come at once.
func (v *Version) Verify(ctx context.Context) error {
	_, err := v.sealed(ctx, nil)
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
