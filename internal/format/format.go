// Package format owns what all report formats share: the interface by which the
// pipeline drives them, the frozen plan, the quorum, and the reading of replies.
// It knows no format. It does no I/O of its own: documents, skills and models are
// handed in.
package format

import (
	"cmp"
	"context"
	"fmt"
	"strconv"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/internal/text"
	"judgement/panel"
	"judgement/report"
	"judgement/scene"
)

// Format is one kind of report, as a panel's output_format names it.
type Format interface {
	// Kind is that of its jobs in stored rows.
	Kind() string
	// Outputs are the names by which a panel's output_format picks it.
	Outputs() []panel.OutputFormat
	// Record is where its versions keep their evidence.
	Record() Record
	// Summary reads what lists show of a version from its files.
	Summary(read func(name string) ([]byte, error)) (Summary, error)
	// Read reads a document as its judges see it.
	Read(ctx context.Context, f File) (*Seen, error)
	// Rewritten names what Read makes of a document that document.Read leaves as it is,
	// such as lines of speakers; empty: nothing.
	Rewritten(doc *document.Document) string
	// Plan reads the document and freezes what the run will do. Input has no
	// document yet. A prompt that does not fit into the context is TooLong.
	Plan(ctx context.Context, f File, in Input) (Run, error)
	// Restore goes on with a plan that was frozen before.
	Restore(s Stored) (Run, error)
}

// File is a document as it came.
type File struct {
	Name   string
	Data   []byte
	Intake document.Options
}

// Seen is a document with its text, as JSON shows it.
type Seen struct {
	*document.Document
	Text     string `json:"text"`
	Material string `json:"material,omitempty"` // how it was written, if the format has a name for it
}

// Stored is a run as its version keeps it.
type Stored struct {
	Plan     []byte // JSON
	Document *document.Document
	Scene    *scene.Scene            // as it is today; nil if it is gone
	Skills   map[string]*skill.Skill // by skill path
	Models   Models
}

// Frozen is a format's plan. It marshals to plan.json.
type Frozen interface {
	Base() *Plan
	Key() (string, error)
}

// Run is one document under one plan. All but Publication are pure functions of
// the plan, the document and the arguments.
type Run interface {
	Frozen() Frozen
	Document() *document.Document
	// Preview estimates the calls of a run in which every first reply is usable, less those
	// that todo leaves out.
	Preview(v Version, todo Todo) ([]Estimate, error)
	// Next returns the calls that follow from the rounds so far; nil: all is asked.
	// Too few answers to go on are NoQuorum.
	Next(v Version, asked []Round) (*Round, error)
	// Judge aggregates the answers. Too few of them are NoQuorum.
	Judge(v Version, asked []Round) (Judgement, error)
	// Reread makes the judgement from the files of a published version.
	Reread(read func(name string) ([]byte, error), o Reread) (Judgement, error)
	// Publication makes the page and the files. In has what all formats share.
	Publication(j Judgement, in report.Review) (*Publication, error)
}

// Todo leaves out the calls that stored replies answer, and returns the answers to all. A
// run needs a quorum of the judges that vote to use them; nil: it needs none.
type Todo func(voting []panel.Judge, calls []jury.Call) (left []jury.Call, answers []jury.Answer, err error)

// Version is the case version that a run fills. The zero value is no version:
// nothing is drafted for it.
type Version struct {
	Number int
	Date   string // YYYY-MM-DD
}

// Round is calls that are made at the same time, with their answers in the order of
// the calls.
type Round struct {
	Phase   string
	Calls   []jury.Call
	Answers []jury.Answer
}

// Ask makes a run's calls, round by round. The error is for what ends the run.
func Ask(ctx context.Context, j *jury.Runner, run Run, v Version, onPhase func(string)) ([]Round, error) {
	var asked []Round
	for {
		next, err := run.Next(v, asked)
		if err != nil || next == nil {
			return asked, err
		}
		onPhase(next.Phase)
		if next.Answers, err = jury.Ask(ctx, j, next.Phase, next.Calls); err != nil {
			return asked, err
		}
		asked = append(asked, *next)
	}
}

// Renderer is one more format of a report, such as html.
type Renderer struct {
	Format string // also the file's ending
	// Render is handed the review's own time, so that the same review gives the
	// same bytes.
	Render func(ctx context.Context, page report.Page, at time.Time) ([]byte, error)
}

// Reread says how a published version is read.
type Reread struct {
	// Panel puts the stored verdicts under other lenses or weights; nil: the panel of
	// the version.
	Panel *panel.Panel
	// Recheck, if set, has every stored quote proven again, by today's rules.
	Recheck *Recheck
}

// Publication is what a version's files are made from.
type Publication struct {
	Page  report.Page
	Files []casefile.File // in the report folder, after report.md
	// Late are files that the report can do without: one that can't be written is a
	// warning. They can be made later from the stored version.
	Late     []casefile.File
	Reviews  []casefile.File // one per judge
	Record   []casefile.File // of the version alone, which Reread reads
	Drafts   []casefile.Checkpoint
	Warnings []string
}

// TooLong is the error of a prompt that leaves no room for a reply in the model's
// context, all in tokens. where says of what of the document; empty: the whole.
func TooLong(where string, prompt, reply, context int) *fault.Error {
	return fault.New(fault.DocumentTooLong, nil, "where", where, "tokens", strconv.Itoa(prompt), "reply", strconv.Itoa(reply),
		"context", strconv.Itoa(context), "over", strconv.Itoa(prompt+reply-context))
}

// Fit refuses calls whose prompt leaves no room for a reply in the context of their
// model, which is at most the given one; 0: unknown. It names the call with the most
// tokens too many, and how many of them are the document's. A longer reply is limited to
// the room that is left. A judge without a language model has no limit.
func Fit(calls []jury.Call, document string, models Models, context int) error {
	var worst *fault.Error
	over := 0
	for _, c := range calls {
		info := models.Info(c.Request.Model)
		if context == 0 || info.NoModel {
			continue
		}
		room := cmp.Or(info.Context, context)
		reply := llm.LeastReply
		if c.Request.MaxTokens > 0 {
			reply = min(reply, c.Request.MaxTokens)
		}
		if n := llm.EstimatePrompt(c.Request); n+reply-room > over {
			over, worst = n+reply-room, TooLong("", n, reply, room)
		}
	}
	if worst == nil {
		return nil
	}
	own := strconv.Itoa(llm.EstimateTokens(document))
	return worst.With("own", own).With("of", own+" of them in the document")
}

// Methods are the bodies of the judges' skills, for quotes that are in them instead
// of in the document.
func Methods(p *panel.Panel, skills map[string]*skill.Skill) map[string]string {
	out := map[string]string{}
	for _, j := range p.Judges {
		if sk := skills[j.SkillPath]; sk != nil {
			out["the method of judge "+j.Slug] = sk.Body
		}
	}
	return out
}

// Cost is what a judge's answer cost; nil: unknown.
func Cost(a jury.Answer, models Models, model string) *report.Money {
	price := models.Info(model).Price
	if price == nil || a.Cost == nil {
		return nil
	}
	return &report.Money{Currency: price.Currency, Amount: *a.Cost}
}

// Keep adds a value to the record, as JSON.
func (p *Publication) Keep(name string, v any) error {
	b, err := text.JSON(v, " ")
	if err != nil {
		return fmt.Errorf("encode %s: %w", name, err)
	}
	p.Record = append(p.Record, casefile.File{Name: name, Data: b})
	return nil
}

// FileNames are the names of files, in their order.
func FileNames(files []casefile.File) []string {
	var names []string
	for _, f := range files {
		names = append(names, f.Name)
	}
	return names
}
