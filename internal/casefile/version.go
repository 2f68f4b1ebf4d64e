package casefile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"
)

// Plan is what a version is going to do, frozen before the first call.
type Plan struct {
	// Key is the SHA-256, in hex, of everything that makes two runs the same
	// command: scene, panel, skills, models, document, options.
	Key          string
	JSON         []byte // the plan itself, any JSON value
	Document     []byte // text that the judges see
	DocumentJSON []byte // what intake found of it; may be nil
	// Date is the day of the reports, YYYY-MM-DD. A resumed run keeps the day that
	// it was started with, even if the time zone was changed.
	Date string
	// Fresh takes a new number even if a run with the key could be resumed.
	Fresh bool
	// Job names the one job that the version is for; empty: none. A job makes one
	// complete version, however often it is begun. Its caller makes sure that one
	// process at a time runs the job: a process that was stopped in the middle holds
	// the version's lock for as long as it lives.
	Job string
}

// Version is one numbered judgement of a case.
type Version struct {
	Number    int
	Key       string    // of its plan
	Job       string    // of its plan
	StartedAt time.Time // of its first run, UTC, whole seconds
	// Date is the day of its reports, YYYY-MM-DD; empty if an earlier release
	// started it and nothing of it was published.
	Date     string
	Resumed  bool // by Begin, from a run that stopped
	Complete bool // when it was read: all of it is published

	c      *Case
	plan   Plan // of Begin only
	unlock func()
}

// planFile is v{n}/plan.json.
type planFile struct {
	Schema    int             `json:"schema"`
	NoModel   bool            `json:"no_model,omitempty"` // that of Plan
	Key       string          `json:"key"`
	Job       string          `json:"job,omitempty"`
	StartedAt time.Time       `json:"started_at"`
	Date      string          `json:"date,omitempty"`
	Plan      json.RawMessage `json:"plan"`
}

// Begin starts a version or resumes one: the highest incomplete version with
// the plan's key that no living process is running, else, or if the plan is
// fresh, the next number. Close the version when done; until then no other Begin
// resumes it.
//
// If the plan names a job, only a version of this job is resumed, and one that is
// complete is returned as it is: Complete, with nothing to close. Other plans
// resume no version of a job.
func (c *Case) Begin(ctx context.Context, plan Plan) (*Version, error) {
	if plan.Key == "" || !json.Valid(plan.JSON) {
		return nil, fmt.Errorf("begin a version of case %s: the plan has no key or is no JSON", c.ID)
	}
	for {
		v, next, err := c.resume(ctx, plan)
		if v != nil || err != nil {
			return v, err
		}
		v, err = c.start(ctx, plan, next)
		if v != nil || err != nil {
			return v, err
		}
	}
}

// resume returns a version to go on with, or that a job completed, or the next free
// number. An incomplete version of the job whose plan was another one (the panel has
// changed since) is left as it is.
func (c *Case) resume(ctx context.Context, plan Plan) (*Version, int, error) {
	next, err := c.lastNumber(ctx)
	if err != nil {
		return nil, 0, err
	}
	versions, err := c.Versions(ctx)
	if err != nil {
		return nil, 0, err
	}
	job := plan.Job != ""
	for _, v := range versions {
		if next = max(next, v.Number); job && v.Complete && v.Job == plan.Job {
			return v, 0, nil
		}
	}
	for _, v := range slices.Backward(versions) {
		if v.Complete || v.Job != plan.Job || !job && (plan.Fresh || v.Key != plan.Key) {
			continue
		}
		unlock, ok, err := v.lock(ctx)
		switch {
		case err != nil:
			return nil, 0, err
		case !ok && !job:
			continue
		case !ok: // a process that was stopped holds it, and may not publish any more
			unlock = func() {}
		}
		v.Complete, err = v.isComplete(ctx) // by its runner, just now
		if err == nil && !v.Complete && v.Key == plan.Key {
			v.Resumed, v.plan, v.unlock = true, plan, unlock
			return v, 0, nil
		}
		unlock()
		if err != nil {
			return nil, 0, err
		}
		if v.Complete && job {
			return v, 0, nil
		}
	}
	return nil, next + 1, nil
}

// Resumable is the version that Begin would resume now; nil: it would start one. The plan
// names no job.
func (c *Case) Resumable(ctx context.Context, plan Plan) (*Version, error) {
	v, _, err := c.resume(ctx, plan)
	v.Close()
	return v, err
}

// start takes a number; nil if another process was faster.
func (c *Case) start(ctx context.Context, plan Plan, number int) (*Version, error) {
	started := c.cs.now().UTC().Truncate(time.Second)
	var says struct {
		NoModel bool `json:"no_model"`
	}
	_ = json.Unmarshal(plan.JSON, &says) // valid; a plan of another kind says nothing
	data, err := json.Marshal(planFile{Schema: 1, NoModel: says.NoModel, Key: plan.Key, Job: plan.Job, StartedAt: started, Date: plan.Date, Plan: plan.JSON})
	if err != nil {
		return nil, fmt.Errorf("encode plan of case %s: %w", c.ID, err)
	}
	v := &Version{Number: number, Key: plan.Key, Job: plan.Job, StartedAt: started, Date: plan.Date, c: c, plan: plan}
	err = c.cs.st.Write(ctx, File{Name: v.name("plan.json"), Data: append(data, '\n'), Once: true})
	if errors.Is(err, fs.ErrExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("begin version %d of case %s: %w", number, c.ID, err)
	}
	unlock, ok, err := v.lock(ctx)
	if err != nil || !ok {
		return nil, err
	}
	if done, err := v.isComplete(ctx); err != nil || done { // by one who resumed it at once
		unlock()
		return nil, err
	}
	v.unlock = unlock
	return v, nil
}

// lock takes the lock of an incomplete version. It is false if another process has
// it, and if the version was pruned after it was read.
func (v *Version) lock(ctx context.Context) (unlock func(), ok bool, err error) {
	st, name := v.c.cs.st, v.name("plan.json")
	unlock, ok, err = st.Lock(ctx, name)
	if err != nil || !ok {
		return nil, false, err
	}
	data, err := st.Read(ctx, name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		err = nil
	case err == nil && len(data) == 0: // a lock makes the file that it is on
		err = st.Remove(ctx, name)
	case err == nil:
		if p, damaged := decodePlan(data); damaged == nil && p.Key == v.Key && p.StartedAt.Equal(v.StartedAt) {
			return unlock, true, nil
		}
	}
	unlock()
	return nil, false, err
}

// Case returns the case that the version is of.
func (v *Version) Case() *Case { return v.c }

// Close ends this process's claim to run the version; nil is no version.
func (v *Version) Close() {
	if v != nil && v.unlock != nil {
		v.unlock()
	}
}

// Versions returns the versions of a case by number, incomplete ones included.
func (c *Case) Versions(ctx context.Context) ([]*Version, error) {
	numbers, err := c.numbers(ctx)
	if err != nil {
		return nil, err
	}
	var all []*Version
	for _, n := range numbers {
		v, err := c.Version(ctx, n)
		if errors.Is(err, fs.ErrNotExist) {
			continue // its maker died before it took the number
		}
		if err != nil {
			return nil, err
		}
		all = append(all, v)
	}
	return all, nil
}

// Before returns the complete version before this one; nil: there is none.
func (v *Version) Before(ctx context.Context) (*Version, error) {
	for n := v.Number - 1; n > 0; n-- {
		before := &Version{Number: n, c: v.c}
		complete, err := before.isComplete(ctx)
		if err != nil {
			return nil, err
		}
		if complete {
			before.Complete = true
			return before, nil
		}
	}
	return nil, nil
}

// HasVersion reports whether a version of a case is complete.
func (cs *Cases) HasVersion(ctx context.Context, id string, number int) (bool, error) {
	return (&Version{Number: number, c: &Case{ID: id, cs: cs}}).isComplete(ctx)
}

// Version returns a version as far as its plan says; fs.ErrNotExist if the number was
// never taken.
func (c *Case) Version(ctx context.Context, number int) (*Version, error) {
	v := &Version{Number: number, c: c}
	p, err := v.readPlan(ctx)
	if err != nil {
		return nil, err
	}
	v.Key, v.Job, v.StartedAt, v.Date = p.Key, p.Job, p.StartedAt, p.Date
	if v.Complete, err = v.isComplete(ctx); err == nil && v.Date == "" {
		v.Date, err = v.dateOfSnapshot(ctx)
	}
	return v, err
}

// Numbers returns the numbers of the versions that were begun, ascending.
func (c *Case) Numbers(ctx context.Context) ([]int, error) { return c.numbers(ctx) }

// Plan reads the frozen plan and the document. The document of a version that
// isn't complete may be missing: nil.
func (v *Version) Plan(ctx context.Context) (Plan, error) {
	p, err := v.readPlan(ctx)
	if err != nil {
		return Plan{}, err
	}
	out := Plan{Key: p.Key, JSON: p.Plan}
	out.Document, err = v.Read(ctx, documentText)
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		out.DocumentJSON, err = v.Read(ctx, documentJSON)
	}
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Plan{}, err
	}
	return out, nil
}

// Read returns one of the version's own files, such as verdicts.json.
func (v *Version) Read(ctx context.Context, name string) ([]byte, error) {
	return v.c.cs.st.Read(ctx, v.name(name))
}

func (v *Version) readPlan(ctx context.Context) (planFile, error) {
	data, err := v.Read(ctx, "plan.json")
	if err != nil {
		return planFile{}, err
	}
	p, err := decodePlan(data)
	if err != nil {
		return p, fmt.Errorf("%s is damaged: restore it from a backup, or move the folder of this version away", v.name("plan.json"))
	}
	return p, nil
}

func decodePlan(data []byte) (p planFile, err error) {
	if err = json.Unmarshal(data, &p); err == nil && (p.Schema != 1 || p.Key == "") {
		err = errors.New("it is no plan")
	}
	return p, err
}

func (v *Version) isComplete(ctx context.Context) (bool, error) {
	_, err := v.Read(ctx, "version.json")
	if errors.Is(err, fs.ErrNotExist) {
		return false, nil
	}
	return err == nil, err
}

// dir is the version's folder.
func (v *Version) dir() string { return fmt.Sprintf("cases/%s/v%d", v.c.ID, v.Number) }

func (v *Version) name(file string) string { return v.dir() + "/" + file }

// equalFile reports whether a file is there with exactly that content.
func equalFile(ctx context.Context, st Storage, name string, data []byte) (there, equal bool, err error) {
	old, err := st.Read(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return false, false, nil
	}
	return err == nil, bytes.Equal(old, data), err
}
