package format

import (
	"cmp"
	"embed"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/template"

	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/report"
	"judgement/scene"
)

// PhaseIntegrity names the phase in which the integrity reader reads.
const PhaseIntegrity = "integrity"

// IntegrityReader is the name under which the integrity reader is asked: no judge.
const IntegrityReader = "integrity-reader"

// maxPassages is how many passages of one document the reader lists.
const maxPassages = 12

//go:embed prompt/*.tmpl
var readerFiles embed.FS

var readerPrompts = template.Must(template.ParseFS(readerFiles, "prompt/*.tmpl"))

// readerSchema is the schema of a reader's reply. It keeps to what servers with strict
// structured output take.
const readerSchema = `{"type":"object","properties":{"passages":{"items":{"type":"object","properties":{"quote":{"type":"string"},` +
	`"kind":{"enum":["instruction","verdict","hint"],"type":"string"}},"required":["quote","kind"],"additionalProperties":false},"type":"array"}},` +
	`"required":["passages"],"additionalProperties":false}`

// PlannedReader is the integrity reader of a plan: one call, in which a model lists the
// passages of the document that address judges. It changes no score.
type PlannedReader struct {
	Setting  scene.IntegrityReader `json:"setting"`
	Provider string                `json:"provider"`
	Model    string                `json:"model"`
	Prompts  string                `json:"prompts_sha256"`
	Problem  string                `json:"problem,omitempty"`  // why it is not asked; empty: it is
	NoModel  bool                  `json:"no_model,omitempty"` // no language model is set for it
}

// ref names the reader's model as it is configured.
func (r *PlannedReader) ref() string { return llm.Ref(r.Setting.Provider, r.Setting.Model) }

// planReader plans the integrity reader, if the scene has one. What keeps it from being
// asked is its problem, and no error.
func (p *Plan) planReader(in Input) error {
	if !in.Scene.IntegrityReader.Enabled {
		return nil
	}
	r := &PlannedReader{Setting: in.Scene.IntegrityReader, Prompts: HashFiles(readerFiles, "prompt/system.tmpl", "prompt/integrity.tmpl")}
	info := in.Models.Info(r.ref())
	r.Provider, r.Model = info.Provider, info.Name
	p.IntegrityReader = r
	call, err := p.readerCall(in.Document)
	prompt, room := llm.EstimatePrompt(call.Request), cmp.Or(info.Context, in.ContextTokens)
	switch {
	case err != nil:
		return err
	case info.Problem != nil:
		r.Problem = info.Problem.Error()
	case info.NoModel:
		r.Problem, r.NoModel = "no language model is set", true
	case info.Name == "":
		r.Problem = "no model is named for it"
	case in.ContextTokens > 0 && prompt+llm.LeastReply > room:
		r.Problem = fmt.Sprintf("the document takes about %d tokens; the model's context has %d", prompt, room)
	}
	return nil
}

// CheckReader refuses a scene whose integrity reader can't be asked as it is set, before
// any call: its provider is not known or has wrong settings, or no model is named for it.
func CheckReader(m Models, s *scene.Scene) error {
	if s == nil || !s.IntegrityReader.Enabled {
		return nil
	}
	info := m.Info(llm.Ref(s.IntegrityReader.Provider, s.IntegrityReader.Model))
	key, why := "integrity_reader", ""
	switch {
	case info.Problem != nil:
		why = info.Problem.Error()
		if s.IntegrityReader.Provider != "" {
			key += ".provider"
		}
	case info.Name == "" && !info.NoModel:
		key, why = key+".model", "no model is named for the integrity reader"
	default:
		return nil
	}
	file := scene.File(s.Slug)
	return fault.New(fault.ModelSettings, info.Problem, "text", fmt.Sprintf("%s in %s: %s", key, file, why),
		"fix", fmt.Sprintf("correct integrity_reader.provider and integrity_reader.model in %s, or llm.providers in judgement.yaml", file))
}

// ReaderRound is the round in which the integrity reader is asked; nil: the plan has
// none, or it was asked.
func (p *Plan) ReaderRound(doc *document.Document, asked []Round) (*Round, error) {
	if p.IntegrityReader == nil || p.IntegrityReader.Problem != "" || readerRound(asked) != nil {
		return nil, nil
	}
	call, err := p.readerCall(doc)
	return &Round{Phase: PhaseIntegrity, Calls: []jury.Call{call}}, err
}

// readerRound is the round in which the reader was asked; nil: it was not.
func readerRound(asked []Round) *Round {
	i := slices.IndexFunc(asked, func(r Round) bool { return r.Phase == PhaseIntegrity })
	if i < 0 {
		return nil
	}
	return &asked[i]
}

// ReaderCalls is the reader's call; empty: there is none.
func (p *Plan) ReaderCalls(doc *document.Document) ([]jury.Call, error) {
	round, err := p.ReaderRound(doc, nil)
	if round == nil || err != nil {
		return nil, err
	}
	return round.Calls, nil
}

// readerCall is the reader's call.
func (p *Plan) readerCall(doc *document.Document) (jury.Call, error) {
	messages, err := Messages(readerPrompts, "integrity.tmpl", struct {
		Fence, Document string
		Most            int
	}{p.Fence, doc.Text, maxPassages})
	return jury.Call{
		Judge: IntegrityReader, Provider: p.IntegrityReader.Provider,
		Request: llm.Request{
			Kind: llm.KindIntegrity, Judge: IntegrityReader, Document: doc.Text, Language: p.Language, Mark: p.Fence,
			Model: p.IntegrityReader.ref(), Messages: messages, Schema: llm.Schema{Name: "integrity_reply", JSON: []byte(readerSchema)},
			MaxTokens: p.Options.MaxReplyTokens, Temperature: p.Options.Temperature, Seed: p.Options.Seed,
		},
		Parse: func(raw string) (any, error) { return parsePassages(raw) },
		Says:  func(reply any) string { return named(report.Lang(p.Language), len(reply.([]passage))) },
	}, err
}

// named says how many passages a reply names, before they are proven.
func named(l report.Lang, n int) string {
	if n == 0 {
		return l.Say(report.Phrase{EN: "no passage addresses judges", ZH: "没有写给评委的段落"})
	}
	return l.Say(report.Phrase{EN: "passages named: %d", ZH: "指出 %d 处段落"}, n)
}

// passage is a passage as a reader's reply has it.
type passage struct {
	Quote string `json:"quote"`
	Kind  string `json:"kind"`
}

// parsePassages reads a reader's reply. A passage of a kind that is not known is kept as
// such: asking again would cost a call and could lose it.
func parsePassages(raw string) ([]passage, error) {
	wire, err := DecodeObject[struct {
		Passages []passage `json:"passages"`
	}](raw, "passages")
	if err != nil {
		return nil, err
	}
	var out []passage
	for _, w := range wire.Passages {
		w.Quote = Clean(w.Quote, maxQuoteRunes)
		if !slices.Contains(report.ReaderKinds(), w.Kind) {
			w.Kind = report.ReaderOther
		}
		if w.Quote != "" && len(out) < maxPassages && !slices.ContainsFunc(out, func(o passage) bool { return o.Quote == w.Quote }) {
			out = append(out, w)
		}
	}
	return out, nil
}

// Named is the model that the reader has: that of the scene if no language model is set.
func (r *PlannedReader) Named() string {
	if r.NoModel {
		return cmp.Or(r.Setting.Model, r.Model)
	}
	return r.Model
}

// Reading is what the integrity reader found; nil: the plan has none. Passages that are too
// short to prove, whose words are not in the document, or that are most of it, are left out
// and counted. What is said around a passage does not count: no claim rests on it.
func (p *Plan) Reading(doc *document.Document, models Models, asked []Round) *report.IntegrityReading {
	r := p.IntegrityReader
	if r == nil {
		return nil
	}
	out := &report.IntegrityReading{Model: r.Named(), NoModel: r.NoModel, Outcome: string(jury.Failed), Reason: r.Problem, Passages: []report.ReaderPassage{}}
	round := readerRound(asked)
	if round == nil {
		return out
	}
	a := round.Answers[0]
	out.Outcome, out.Reason, out.Cause, out.Model = string(a.Outcome), a.Reason, a.Cause(), cmp.Or(a.Model, r.Model)
	out.Usage, out.Cost, out.ReplySHA256 = report.Usage(a.Usage), Cost(a, models, r.ref()), a.ReplySHA256
	passages, _ := a.Reply.([]passage)
	if len(passages) == 0 {
		return out
	}
	index := evidence.New(doc.Text, evidence.WithPages(doc.PageAt))
	for _, found := range passages {
		c, ok := index.Present(found.Quote)
		switch {
		case c.Status == evidence.TooShort || c.Status == evidence.Uncited:
			out.TooShort++
		case !ok:
			out.Unproven++
		case mostOf(doc.Text, doc.Text[c.Start:c.End]):
			out.Whole++
		default:
			out.Passages = append(out.Passages, report.ReaderPassage{Kind: found.Kind, Line: doc.LineAt(c.Start), Citation: citation(c)})
		}
	}
	return out
}

// mostOf reports whether a part has more than three quarters of the bytes of a text that are
// no blanks.
func mostOf(whole, part string) bool {
	size := func(s string) (n int) {
		for f := range strings.FieldsSeq(s) {
			n += len(f)
		}
		return n
	}
	return 4*size(part) > 3*size(whole)
}

// readingFile is the version's own file that keeps what the integrity reader found.
const readingFile = "integrity.json"

// KeepReading adds what the integrity reader found to the record, if it was asked for.
func (p *Publication) KeepReading(r *report.IntegrityReading) error {
	if r == nil {
		return nil
	}
	return p.Keep(readingFile, r)
}

// RereadReading reads what the integrity reader found of a stored version, and looks up its
// quotes again if a recheck is asked for; nil: the plan has none.
func (p *Plan) RereadReading(read func(name string) ([]byte, error), doc *document.Document, again *Recheck) (*report.IntegrityReading, error) {
	if p.IntegrityReader == nil {
		return nil, nil
	}
	out := &report.IntegrityReading{}
	b, err := read(readingFile)
	if err == nil {
		err = json.Unmarshal(b, out)
	}
	if err != nil {
		return nil, fmt.Errorf("read %s: %w", readingFile, err)
	}
	if again == nil || len(out.Passages) == 0 {
		return out, nil
	}
	index := evidence.New(doc.Text, evidence.WithPages(doc.PageAt))
	for i, p := range out.Passages {
		now, _ := index.Present(p.Quote)
		shown := again.Compare(IntegrityReader, []report.Citation{p.Citation}, []report.Citation{citation(now)})
		out.Passages[i].Citation = shown[0]
	}
	return out, nil
}

// WithReading adds what the integrity reader used to what the judges used.
func WithReading(usage report.Usage, cost *report.Money, r *report.IntegrityReading) (report.Usage, *report.Money) {
	if r == nil {
		return usage, cost
	}
	return Total([]Spent{{usage, cost}, {r.Usage, r.Cost}}, func(s Spent) (report.Usage, *report.Money) { return s.Usage, s.Cost })
}
