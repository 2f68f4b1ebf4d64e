package cmd

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"judgement/config"
	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/llm"
	"judgement/internal/llm/openai"
	"judgement/internal/queue"
	"judgement/internal/store"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/report"
	"judgement/report/pdf"
	"judgement/scene"
)

// examineWorkspace checks the scenes and returns one that can judge a document.
func (a *App) examineWorkspace(d *diagnosis, ws config.Workspace) (usable string) {
	d.add("workspace", healthOK, "", "%s", a.workspaceName(ws))
	checks, rest, err := examineFiles(ws, a.Env)
	if err != nil {
		d.add("scenes", healthFail, "check that the folder scenes/ of the workspace may be read", "%s", err)
		return ""
	}
	rest = slices.DeleteFunc(rest, func(p yamlfile.Problem) bool { return p.File == config.File || p == noScene }) // looked at below
	if len(rest) > 0 {
		d.add("files", healthFail, "run 'judgement smoke all' and correct what it names", "%s", rest.Error())
	}
	var bad []string
	for _, c := range checks {
		if !c.OK {
			bad = append(bad, c.Slug)
			continue
		}
		if _, p, err := scene.Load(ws.FS, c.Slug); err == nil && usable == "" && p.OutputFormat != panel.MeetingSummary {
			usable = c.Slug
		}
	}
	switch {
	case len(checks) == 0:
		d.add("scenes", healthFail, noScene.Fix, "%s", noScene.Message)
	case len(bad) > 0:
		d.add("scenes", healthFail, "run 'judgement smoke all' and correct what it names", "%d of %d do not pass the check: %s", len(bad), len(checks), strings.Join(bad, ", "))
	default:
		d.add("scenes", healthOK, "", "%d, all pass the check", len(checks))
	}
	return usable
}

// examineSettings says which settings are not the defaults.
func (a *App) examineSettings(d *diagnosis, s *config.Settings) {
	if shortToken(s.Server.Tokens) {
		d.add("token", healthWarn, shortTokenFix, shortTokenText)
	}
	var own []string
	for _, v := range s.Values() {
		if v.Source == config.FromDefault {
			continue
		}
		from := v.From
		if from == "" {
			from = "command line"
		}
		own = append(own, fmt.Sprintf("%s = %s (%s)", v.Key, v.Value, from))
	}
	if len(own) == 0 {
		d.add("settings", healthOK, "", "all at their defaults; 'judgement config show' lists them")
		return
	}
	d.add("settings", healthOK, "", "%s", strings.Join(own, "\n"))
}

// modelFinding is what doctor found of the model.
type modelFinding struct {
	Provider   string     `json:"provider"` // openai, offline or replay
	BaseURL    string     `json:"base_url,omitempty"`
	Model      string     `json:"model"`
	KeySet     bool       `json:"key_set"`
	Reachable  bool       `json:"reachable"`
	Models     []string   `json:"models"` // that the server lists
	Mode       string     `json:"mode,omitempty"`
	Structured bool       `json:"structured"`
	LatencyMS  int64      `json:"latency_ms"`
	Usage      *llm.Usage `json:"usage"`
}

// examineModel tries the model. Its error is only the context's.
func (a *App) examineModel(ctx context.Context, d *diagnosis, ws config.Workspace, s *config.Settings) error {
	d.Model = &modelFinding{Provider: "openai", Model: s.LLM.Model, KeySet: s.LLM.APIKey != "", Models: []string{}}
	const set = "for real judgements set OPENAI_API_KEY and JUDGEMENT_LLM_MODEL (and OPENAI_BASE_URL for a server of your own), then run 'judgement doctor' again"
	if usesOffline(s) {
		d.Model.Provider, d.Model.Model = "offline", ""
		text := "no model is set"
		if !noModel(s) {
			text = "the settings ask for the offline baseline"
		} else if d.Model.KeySet {
			text = "a key is set but no model"
		}
		d.add("model", healthWarn, set, "%s: the offline baseline answers. It counts words and figures, understands nothing, and no language model is used.", text)
		return nil
	}
	if s.LLM.Provider == "replay" {
		examineRecords(d, ws, s)
		return nil
	}
	client, err := openaiClient(s, nil) // what was remembered is found out anew
	if err != nil {
		a.modelFailed(d, "model", err)
		return nil
	}
	defer client.Close()
	key := "no key is set"
	if d.Model.KeySet {
		key = "a key is set"
	}
	d.add("model", healthOK, "", "%s at %s, %s", dash(s.LLM.Model), shownURL(s), key)
	p := a.progress()
	p.transient("asking " + shownURL(s) + ", at most " + s.LLM.Timeout.String())
	found := client.Probe(ctx)
	p.end()
	if err := ctx.Err(); err != nil {
		return err
	}
	a.examineServer(d, found)
	_ = a.modeCache().keep(s.LLM.BaseURL, client.Modes()) // a cache: the next run finds out again
	return nil
}

// examineRecords reads the recorded replies that answer in a model's place.
func examineRecords(d *diagnosis, ws config.Workspace, s *config.Settings) {
	d.Model.Provider = "replay"
	_, records, err := replayModel(ws, s)
	var f *failure
	if errors.As(err, &f) {
		d.add("model", healthFail, f.fix, "%s", err)
		d.Findings[len(d.Findings)-1].exit = f.exit
		return
	}
	d.add("model", healthOK, "", "%d recorded replies of %s answer; no model is called", records.Len(), some(records.Models(), 4))
}

// shownURL is the server's address as it may be shown.
func shownURL(s *config.Settings) string {
	for _, v := range s.Values() {
		if v.Key == "llm.base_url" {
			return v.Value
		}
	}
	return ""
}

// examineServer turns a probe into findings.
func (a *App) examineServer(d *diagnosis, p openai.Probe) {
	m := d.Model
	m.BaseURL, m.Reachable, m.Mode, m.Structured = p.BaseURL, p.Reachable, string(p.Mode), p.Structured
	m.LatencyMS, m.Usage = p.Latency.Milliseconds(), &p.Usage
	m.Models = append(m.Models, p.Models...)
	switch {
	case !p.Reachable:
		a.modelFailed(d, "server", p.Err)
		return
	case p.Models == nil:
		d.add("server", healthOK, "", "answers; it lists no models")
	case p.ModelListed:
		d.add("server", healthOK, "", "answers and lists the model among %d", len(p.Models))
	default:
		d.add("server", healthWarn, "", "answers but does not list %s; it lists: %s", p.Model, some(p.Models, 8))
	}
	if p.Err != nil {
		a.modelFailed(d, "test call", p.Err)
		if noSuchModel(p.Err) && len(p.Models) > 0 {
			d.Findings[len(d.Findings)-1].Fix = "set JUDGEMENT_LLM_MODEL to a model that the server lists: " + some(p.Models, 8)
		}
		return
	}
	d.add("test call", healthOK, "", "answered as asked in %s, reply format %s, %d tokens", p.Latency.Round(time.Millisecond), p.Mode, p.Usage.Tokens())
}

// noSuchModel reports whether a call failed because there is no such model.
func noSuchModel(err error) bool {
	var e *llm.Error
	return errors.As(err, &e) && e.Kind == llm.ErrNotFound
}

// modelFailed adds the finding that the model cannot be used.
func (a *App) modelFailed(d *diagnosis, name string, err error) {
	fix := "set OPENAI_API_KEY, JUDGEMENT_LLM_MODEL and OPENAI_BASE_URL, then run 'judgement doctor' again"
	var e *llm.Error
	if errors.As(err, &e) && e.Fix != "" {
		fix = e.Fix
	}
	d.add(name, healthFail, fix, "%s", err)
	d.Findings[len(d.Findings)-1].exit = exitCredentials
}

// some joins the first names and says how many more there are.
func some(names []string, n int) string {
	if len(names) <= n {
		return strings.Join(names, ", ")
	}
	return fmt.Sprintf("%s and %d more", strings.Join(names[:n], ", "), len(names)-n)
}

// examineOutput creates and removes a file in each folder that reviews write
// into.
func (a *App) examineOutput(d *diagnosis, ws config.Workspace) {
	for _, sub := range []string{"", "cases", "reports"} {
		dir := filepath.Join(ws.OutDir, sub)
		if info, err := os.Stat(dir); sub != "" && (err != nil || !info.IsDir()) {
			continue
		}
		f, err := os.CreateTemp(dir, ".new-doctor-")
		if err == nil {
			_, err = f.WriteString("judgement doctor\n")
			err = errors.Join(err, f.Close(), os.Remove(f.Name()))
		}
		if err != nil {
			d.add("output", healthFail, "make "+dir+" writable for this user, free some space, or name another workspace with --workspace", "%s cannot be written to: %s", dir, cause(err))
			return
		}
	}
	d.add("output", healthOK, "", "cases and reports go to %s", ws.OutDir)
}

// examineDatabase sees whether the database can be used and is whole. Of a SQLite
// file that isn't there yet it says nothing. It changes nothing.
func (a *App) examineDatabase(ctx context.Context, d *diagnosis, address string) {
	inside := "cases and reports go to"
	if !store.IsPostgres(address) {
		if _, err := os.Stat(address); errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR) {
			return // the second one is among the files
		}
		inside = "jobs are in"
	}
	info, err := inspect(ctx, address)
	switch {
	case fault.CodeOf(err).Database():
		d.add("database", healthFail, advice(fault.From(err)), "%s", err)
	case err != nil:
		d.add("database", healthFail, "correct database.url (JUDGEMENT_DATABASE_URL)", "%s", err)
	case !info.Readable:
		d.add("database", healthFail, info.Upgrade, "%s has tables of a newer version", info.Name)
	default:
		d.add("database", healthOK, "", "%s %s (%s %s)", inside, info.Name, info.Kind, info.Server)
	}
}

// examineLock sees whether the SQLite database, if there is one, can be written: a
// process that hangs in the middle of a write keeps all others from writing.
func (a *App) examineLock(ctx context.Context, d *diagnosis, ws config.Workspace, s *config.Settings) {
	address := databaseAddress(ws, s)
	if _, err := os.Stat(address); err != nil {
		return // it is made when it is needed
	}
	db, err := store.Connect(ctx, address)
	if err == nil {
		defer db.Close()
		var note string
		if note, err = lockNote(ctx, db); err == nil && note != "" {
			d.add("database", healthFail, lockFix, "%s", note)
		}
	}
	if err != nil {
		d.add("database", healthFail, "'judgement db status' says more", "%s", err)
	}
}

// lockFix is what to do about a process that holds the database's lock.
const lockFix = "end the process (kill -9 NUMBER), or let it go on if it was stopped (kill -CONT NUMBER); jobs go on by themselves"

// lockNote says which workers may keep everybody from writing to the database; empty:
// nobody does.
func lockNote(ctx context.Context, db *store.DB) (string, error) {
	workers, locked, err := queue.Hung(ctx, db)
	switch {
	case err != nil || !locked:
		return "", err
	case len(workers) == 0:
		return fmt.Sprintf("%s: another process holds its lock", db.Name()), nil
	}
	return fmt.Sprintf("%s: nobody can write to it; one of these workers may hang and hold its lock, the last number is its process: %s", db.Name(), strings.Join(workers, ", ")), nil
}

// examineCases sees whether all cases, and all that done jobs published, are still
// there. Without cases and jobs it says nothing.
func (a *App) examineCases(ctx context.Context, d *diagnosis, ws config.Workspace, s *config.Settings) {
	k, err := a.look(ctx, ws, s)
	if err != nil {
		return // said by the check of the output folder or of the database
	}
	defer func() { _ = k.close() }()
	const fix = "restore the folder cases/ from a backup; 'judgement attribution check' lists every loss"
	cases := casefile.New(k.Storage, a.Now)
	gone, err := cases.Lost(ctx)
	switch {
	case errors.Is(err, syscall.ENOTDIR):
		return // said by the check of the files
	case err != nil:
		d.add("cases", healthFail, fix, "the cases can't be read: %s", err)
		return
	case len(gone) > 0:
		names := make([]string, len(gone))
		for i, l := range gone {
			names[i] = l.ID
		}
		d.add("cases", healthFail, fix, "missing: %s", some(names, 4))
	}
	all, err := k.publishedByJobs(ws, s)(ctx)
	if err != nil {
		d.add("jobs", healthFail, "check the database; 'judgement db status' says more", "the jobs can't be read: %s", err)
		return
	}
	var lost []string
	for _, j := range all {
		there, err := cases.HasVersion(ctx, j.Case, j.Version)
		if err != nil {
			d.add("jobs", healthFail, fix, "%s v%d can't be read: %s", j.Case, j.Version, err)
			return
		}
		if !there {
			lost = append(lost, fmt.Sprintf("%s v%d (job %s)", j.Case, j.Version, j.Job))
		}
	}
	switch {
	case len(lost) > 0:
		d.add("jobs", healthFail, fix, "%d of %d versions that jobs published are missing: %s", len(lost), len(all), some(lost, 4))
	case len(all) > 0:
		d.add("jobs", healthOK, "", "every version that jobs published is there: %d", len(all))
	}
}

func inspect(ctx context.Context, address string) (info store.Info, err error) {
	db, err := store.Connect(ctx, address)
	if err != nil {
		return info, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	if err := db.Check(ctx); err != nil {
		return info, err
	}
	return db.Info(ctx)
}

// cause drops the operation and the path, which the message tells already.
func cause(err error) string {
	var pe *os.PathError
	if errors.As(err, &pe) {
		return pe.Err.Error()
	}
	return err.Error()
}

// examinePDF writes a PDF file in memory and has the reader read it, which also
// fills the reader's cache. Its error is only the context's.
func (a *App) examinePDF(ctx context.Context, d *diagnosis) error {
	const word, fix = "judgement-doctor", "give documents as DOCX, HTML, Markdown or text until it works; the reader needs about 200 MB of memory"
	page := report.Page{Title: word, Lang: report.English}
	data, err := pdf.Render(page, time.Time{})
	if err != nil {
		d.add("PDF reader", healthFail, fix, "write a test page: %s", err)
		return nil
	}
	p := a.progress()
	p.transient("trying the PDF reader")
	start := a.Now()
	reader, err := a.documentReader()
	var read *document.Document
	if err == nil {
		read, err = document.Read(ctx, "doctor.pdf", data, document.Options{Isolator: reader})
	}
	p.end()
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		d.add("PDF reader", healthFail, fix, "%s", err)
	case !strings.Contains(read.Text, word):
		d.add("PDF reader", healthFail, fix, "it read something else than the test page says")
	case a.pdfCache() == "":
		d.add("PDF reader", healthWarn, "set XDG_CACHE_HOME to a folder that you may write into", "works, but has no cache folder, so that each PDF file takes seconds longer")
	default:
		d.add("PDF reader", healthOK, "", "read a test page in %s; its compiled code is kept in %s", a.Now().Sub(start).Round(10*time.Millisecond), a.pdfCache())
	}
	return nil
}
