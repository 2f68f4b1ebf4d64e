// Package doctor checks what reviews need: the workspace's files, the settings, the
// model, the places that are written to, the database and the PDF reader. It speaks
// for the command line: it says what to do about each fault, and changes nothing.
package doctor

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"syscall"
	"time"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/casefile"
	"judgement/internal/database"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/queue"
	"judgement/internal/yamlfile"
	"judgement/report"
	"judgement/report/pdf"
)

// Health is the state of one thing that was checked.
type Health string

// Note needs no action; Failed does.
const (
	OK     Health = "ok"
	Note   Health = "warning"
	Failed Health = "failed"
)

// Cause says what kind of thing failed.
type Cause int

// The causes, in the order in which they matter.
const (
	Elsewhere   Cause = iota
	Setting           // a wrong setting
	ModelAccess       // the model can't be used
)

// Finding is the result of one check.
type Finding struct {
	Name   string `json:"name"`
	Health Health `json:"status"`
	Text   string `json:"message"`
	Fix    string `json:"fix,omitempty"`
	Cause  Cause  `json:"-"` // if it failed
}

// Diagnosis holds all findings, in the order of the checks.
type Diagnosis struct {
	OK       bool           `json:"ok"`
	Findings []Finding      `json:"checks"`
	Model    *Model         `json:"model"` // null: the settings could not be read
	Settings []config.Value `json:"settings"`
	Next     []string       `json:"next"` // what to do, most urgent first

	look Look
}

// Look is what examining takes from the command.
type Look struct {
	Process *app.Process
	// Busy is called before what may take seconds; the function that it returns is
	// called after it.
	Busy func(text string) (done func())
	// Advise says what to do about an error; empty: unknown.
	Advise func(error) string
}

func (d *Diagnosis) add(name string, h Health, fix, format string, args ...any) *Finding {
	d.Findings = append(d.Findings, Finding{Name: name, Health: h, Text: fmt.Sprintf(format, args...), Fix: fix})
	return &d.Findings[len(d.Findings)-1]
}

func (d *Diagnosis) ok(name, format string, args ...any) { d.add(name, OK, "", format, args...) }

func (d *Diagnosis) fail(name, fix, format string, args ...any) *Finding {
	return d.add(name, Failed, fix, format, args...)
}

// Worst returns the finding that sets the exit code: failed model access first, then
// the first that failed; nil if none failed.
func (d *Diagnosis) Worst() *Finding {
	var worst *Finding
	for i, f := range d.Findings {
		if f.Health == Failed && (worst == nil || f.Cause == ModelAccess && worst.Cause != ModelAccess) {
			worst = &d.Findings[i]
		}
	}
	return worst
}

// Examine runs all checks. Its error is that of finding the workspace, or the
// context's.
func Examine(ctx context.Context, l Look) (*Diagnosis, error) {
	p := l.Process
	ws := p.Workspace
	d := &Diagnosis{Settings: []config.Value{}, Next: []string{}, look: l}
	scene := d.workspace(p, ws)
	for _, text := range config.UnknownVariables(p.Environ) {
		d.add("environment", Note, "correct the variable's name, or unset it", "%s", text)
	}
	if ws.UnreadSettings() {
		d.add("settings", Note, app.SettingsFix, "%s in this folder is not read, because no folder scenes/ is beside it or above", config.File)
	}
	err := p.Load()
	s := p.Settings
	if err != nil {
		d.fail("settings", d.look.Advise(err), "%s", err).Cause = Setting
	} else {
		d.Settings = s.Values()
		d.settings(s)
		if err := d.model(ctx, p, s); err != nil {
			return nil, err
		}
	}
	if s == nil || s.Database.URL == "" {
		d.output(ws)
	}
	if s != nil {
		d.database(ctx, p, s)
		d.cases(ctx, p)
	}
	if err := d.pdfReader(ctx, p); err != nil {
		return nil, err
	}
	d.OK = d.Worst() == nil
	for _, f := range d.Findings {
		if f.Fix != "" {
			d.Next = append(d.Next, f.Fix)
		}
	}
	if d.OK && scene != "" {
		d.Next = append(d.Next, "judge a document: judgement review FILE --scene "+scene)
	}
	return d, nil
}

// workspace checks the scenes and returns one that can judge a document.
func (d *Diagnosis) workspace(p *app.Process, ws config.Workspace) (usable string) {
	d.ok("workspace", "%s", app.WorkspaceName(ws))
	checks, rest, err := Files(d.look, p.Env)
	if err != nil {
		d.fail("scenes", d.look.Advise(err), "%s", err)
		return ""
	}
	rest = slices.DeleteFunc(rest, func(p yamlfile.Problem) bool { return p.File == config.File || p == noScene }) // looked at below
	if len(rest) > 0 {
		d.fail("files", "run 'judgement smoke all' and correct what it names", "%s", rest.Error())
	}
	var bad []string
	for _, c := range checks {
		if !c.OK {
			bad = append(bad, c.Slug)
		}
	}
	all, _ := p.Scenes() // which can be read, as Files found
	for _, l := range all {
		if l.Err == nil && usable == "" && l.Panel.OutputFormat.Scores() && !slices.Contains(bad, l.Slug) {
			usable = l.Slug
		}
	}
	switch {
	case len(checks) == 0:
		d.fail("scenes", noScene.Fix, "%s", noScene.Message)
	case len(bad) > 0:
		d.fail("scenes", "run 'judgement smoke all' and correct what it names", "%d of %d do not pass the check: %s", len(bad), len(checks), strings.Join(bad, ", "))
	default:
		d.ok("scenes", "%d, all pass the check", len(checks))
	}
	return usable
}

// settings says which settings are not the defaults.
func (d *Diagnosis) settings(s *config.Settings) {
	if app.ShortToken(s.Server.Tokens) {
		d.add("token", Note, app.ShortTokenFix, app.ShortTokenText)
	}
	var own []string
	for _, v := range s.Values() {
		switch v.Source {
		case config.FromDefault:
			continue
		case config.FromFlag:
			v.From = "command line"
		}
		own = append(own, fmt.Sprintf("%s = %s (%s)", v.Key, v.Value, v.From))
	}
	if len(own) == 0 {
		own = []string{"all at their defaults; 'judgement config show' lists them"}
	}
	d.ok("settings", "%s", strings.Join(own, "\n"))
}

// database checks that the database can be used, can be written and is whole. A SQLite
// file that does not exist yet gives no finding.
func (d *Diagnosis) database(ctx context.Context, p *app.Process, s *config.Settings) {
	if !p.HasDatabase() {
		return
	}
	var info database.Info
	db, err := p.Connect(ctx)
	if err == nil && s.Database.URL == "" {
		if text, err := Locked(ctx, db); err != nil {
			d.fail("database", "'judgement db status' says more", "%s", err)
		} else if text != "" {
			d.fail("database", LockedFix, "%s", text)
		}
	}
	if err == nil {
		err = db.Check(ctx)
	}
	if err == nil {
		info, err = db.Info(ctx)
	}
	switch {
	case fault.CodeOf(err).Database():
		d.fail("database", d.look.Advise(err), "%s", err)
	case err != nil:
		d.fail("database", "correct database.url (JUDGEMENT_DATABASE_URL)", "%s", err)
	case info.Newer():
		d.fail("database", app.NewerFix, "%s has tables of a newer version", info.Name)
	case s.Database.URL == "":
		d.ok("database", "jobs are in %s (%s %s)", info.Name, info.Kind, info.Server)
	default:
		d.ok("database", "cases and reports go to %s (%s %s)", info.Name, info.Kind, info.Server)
	}
}

// LockedFix is what to do about a process that holds the database's lock.
const LockedFix = "end the process (kill -9 NUMBER), or continue it if it was stopped (kill -CONT NUMBER); jobs then continue by themselves"

// Locked names the workers that may block all writers of the database; empty: none
// does.
func Locked(ctx context.Context, db *database.DB) (string, error) {
	workers, locked, err := queue.Hung(ctx, db)
	switch {
	case err != nil || !locked:
		return "", err
	case len(workers) == 0:
		return fmt.Sprintf("%s: another process holds its lock", db.Name()), nil
	}
	return fmt.Sprintf("%s: it can't be written; one of these workers may hang and hold its lock, the last number is its process: %s", db.Name(), strings.Join(workers, ", ")), nil
}

// cases checks that no case, and no version that a job published, is missing. Without
// cases and jobs it gives no finding.
func (d *Diagnosis) cases(ctx context.Context, p *app.Process) {
	storage, err := p.StorageAsIs(ctx)
	if err != nil {
		return // the check of the output folder or of the database reports it
	}
	const fix = "restore the folder cases/ from a backup; 'judgement attribution check' lists every loss"
	cases := casefile.New(storage, p.Now)
	gone, err := cases.Lost(ctx)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return // the check of the files reports it
	case err != nil:
		d.fail("cases", fix, "the cases can't be read: %s", err)
		return
	case len(gone) > 0:
		names := make([]string, len(gone))
		for i, l := range gone {
			names[i] = l.ID
		}
		d.fail("cases", fix, "missing: %s", some(names, 4))
	}
	all, err := p.Published(ctx)
	if err != nil {
		d.fail("jobs", "check the database; 'judgement db status' says more", "the jobs can't be read: %s", err)
		return
	}
	var lost []string
	for _, j := range all {
		there, err := cases.HasVersion(ctx, j.Case, j.Version)
		if err != nil {
			d.fail("jobs", fix, "%s v%d can't be read: %s", j.Case, j.Version, err)
			return
		}
		if !there {
			lost = append(lost, fmt.Sprintf("%s v%d (job %s)", j.Case, j.Version, j.Job))
		}
	}
	switch {
	case len(lost) > 0:
		d.fail("jobs", fix, "%d of %d versions that jobs published are missing: %s", len(lost), len(all), some(lost, 4))
	case len(all) > 0:
		d.ok("jobs", "every version that jobs published is there: %d", len(all))
	}
}

// some joins the first names and says how many more there are.
func some(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:n], ", "), len(names)-n)
}

// pdfReader writes a PDF file in memory and has the reader read it, which also
// fills the reader's cache. Its error is only the context's.
func (d *Diagnosis) pdfReader(ctx context.Context, p *app.Process) error {
	const name, word, fix = "PDF reader", "judgement-doctor", "give documents as DOCX, HTML, Markdown or text until it works; the reader needs about 200 MB of memory"
	data, err := pdf.Render(report.Page{Title: word, Lang: report.English}, time.Time{})
	if err != nil {
		d.fail(name, fix, "write a test page: %s", err)
		return nil
	}
	done := d.look.Busy("trying the PDF reader")
	start := p.Now()
	reader, err := p.DocumentReader()
	var read *document.Document
	if err == nil {
		read, err = document.Read(ctx, "doctor.pdf", data, document.Options{Isolator: reader})
	}
	done()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		d.fail(name, fix, "%s", err)
	case !strings.Contains(read.Text, word):
		d.fail(name, fix, "the text that it read is not that of the test page")
	case p.PDFCache() == "":
		d.add(name, Note, "set XDG_CACHE_HOME to a folder that you may write into", "works, but has no cache folder, so that each PDF file takes seconds longer")
	default:
		d.ok(name, "read a test page in %s; its compiled code is kept in %s", p.Now().Sub(start).Round(10*time.Millisecond), p.PDFCache())
	}
	return nil
}
