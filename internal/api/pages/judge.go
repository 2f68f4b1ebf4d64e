package pages

import (
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"strconv"
	"time"

	"judgement/internal/calllog"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/internal/pipeline"
)

// judgeBody is what the page of a judge's replies gets.
type judgeBody struct {
	Case, Base, Judge, Name string
	Version                 int
	Others                  []judgeLine // of the panel
	Calls                   []callLine
	Logged                  []calllog.Call
	NoModel                 bool // no language model answered in this version
}

// callLine is one call as the page shows it.
type callLine struct {
	jury.Record
	Number, Repeat          int // from 1
	At, Cost                string
	PromptTokens, OutTokens int
	Prompt                  []llm.Message
	Estimated               bool
}

// judgePage is GET /cases/{case}/{version}/judges/{judge}.
func (p *Pages) judgePage(w http.ResponseWriter, r *http.Request) error {
	if err := p.admit(r, SeeReplies); err != nil {
		return err
	}
	c, n, err := p.caseOf(r)
	if err != nil {
		return p.damaged(w, r, err)
	}
	engine, err := p.o.Engine(r.Context())
	if err != nil {
		return err
	}
	lang, judge := Language(r.Header), r.PathValue("judge")
	b := &judgeBody{Case: c.ID, Base: casePath(c.ID, n), Version: n, Judge: judge, Name: judge}
	asked, err := engine.Asked(r.Context(), c, n, judge)
	if errors.Is(err, fs.ErrNotExist) {
		return fault.NoPath
	}
	if err != nil {
		return p.damaged(w, r, err)
	}
	planned, err := engine.Planned(r.Context(), c, n)
	if err != nil {
		return p.damaged(w, r, err)
	}
	b.NoModel = planned.NoModel()
	for _, j := range planned.Panel.Judges {
		b.Others = append(b.Others, judgeLine{Slug: j.Slug, Name: lang.Judge(j)})
		if j.Slug == judge {
			b.Name = lang.Judge(j)
		}
	}
	if !slices.ContainsFunc(b.Others, func(o judgeLine) bool { return o.Slug == judge }) {
		return fault.NoPath
	}
	b.Calls = callLines(asked)
	if b.Logged, err = p.logged(r, c.ID, n, judge); err != nil {
		return err
	}
	return p.write(w, http.StatusOK, "judge", p.view(r, lang, b.Name+" · "+c.ID+" v"+strconv.Itoa(n), b))
}

// callLines are the calls as the page shows them.
func callLines(asked []pipeline.Asked) (out []callLine) {
	for i, a := range asked {
		line := callLine{
			Record: a.Record, Number: i + 1, Repeat: a.Key.Repeat + 1, At: a.At.UTC().Format(time.DateTime), Prompt: a.Prompt,
			PromptTokens: a.Usage.PromptTokens, OutTokens: a.Usage.CompletionTokens, Estimated: a.Usage.Estimated,
		}
		if a.Cost != nil {
			line.Cost = a.Cost.String()
		}
		out = append(out, line)
	}
	return out
}

// logged returns the log of a judge's calls, with how long each took, if a job made the
// version and is still known.
func (p *Pages) logged(r *http.Request, caseID string, version int, judge string) (out []calllog.Call, err error) {
	if p.o.Calls == nil {
		return nil, nil
	}
	c, err := p.load(r.Context(), caseID)
	if err != nil {
		return nil, err
	}
	v, err := c.Version(r.Context(), version)
	if err != nil || v.Job == "" {
		return nil, err
	}
	calls, err := p.o.Calls(r.Context(), v.Job)
	for _, call := range calls {
		if call.Judge == judge {
			call.Error = public(errors.New(call.Error))
			out = append(out, call)
		}
	}
	return out, err
}
