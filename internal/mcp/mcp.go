// Package mcp answers hosts of the Model Context Protocol: tools that plan and run
// reviews, read their results and check quotes, and resources with scenes, skills and
// reports. It judges nothing by itself.
package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"net/http"
	"os"
	"slices"
	"strconv"
	"time"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/internal/pipeline"
)

// Options are what a server works with.
type Options struct {
	Pipeline *pipeline.Pipeline
	Version  string // of the program
	// Folder is where paths of documents begin; none of them leads out of it. Nil: there
	// are no paths.
	Folder *os.Root
	// Job is what a review takes if the host asks for nothing else.
	Job job.Options
	// Judge runs a review to its end and names the version that it published.
	Judge func(ctx context.Context, spec job.Spec, onEvent func(jury.Event)) (Published, error)
	// NeedModel refuses reviews if there is nothing to judge with; nil: there is.
	NeedModel func() error
	// Word puts an error into words, with what to do.
	Word func(error) string
}

// Published is a version of a case.
type Published struct {
	Case    string
	Version int
	Judged  bool // already, by an earlier review of the same: nothing was asked
}

const instructions = `judgement has panels of language-model judges score a document under a scene.
Call list_scenes for the scenes, plan for the number of calls and the price, then review.
A score's quotes were looked for in the document: say of a quote that is not proven that it is not.
A score is the panel's opinion, not a fact: decisions are for people.
Say so if no_model is true: the scores are word counts, and no language model read the document.
Say so if speaks_to_judges is not empty: the document has text that is hidden or speaks to its judges.`

// New returns a server with all tools and resources.
func New(o Options) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "judgement", Title: "judgement", Version: o.Version}, &mcp.ServerOptions{
		Instructions: instructions,
		Capabilities: &mcp.ServerCapabilities{}, // no logging: what goes wrong is in the answers
		// Reports are confidential: the protocol's default lets anybody on the way keep them.
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.CacheScope = "private" },
	})
	h := &host{Options: o, reads: make(chan struct{}, readsAtOnce)}
	h.addTools(s)
	h.addResources(s)
	s.AddReceivingMiddleware(checkURI, checkArguments)
	return s
}

// checkURI refuses resources whose address the SDK can't write into an error.
func checkURI(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		if p, ok := req.GetParams().(*mcp.ReadResourceParams); ok && !json.Valid([]byte(strconv.Quote(p.URI))) {
			return nil, mcp.ResourceNotFoundError("")
		}
		return next(ctx, method, req)
	}
}

// maxNumber is above every number that a tool takes.
const maxNumber = 1e9

// checkArguments takes null for an argument that is left out, and refuses what the SDK
// would refuse in words of Go.
func checkArguments(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		p, ok := req.GetParams().(*mcp.CallToolParamsRaw)
		if !ok || len(p.Arguments) == 0 {
			return next(ctx, method, req)
		}
		args, err := plainArguments(p.Arguments)
		if err != nil {
			var r mcp.CallToolResult
			r.SetError(err)
			return &r, nil
		}
		p.Arguments = args
		return next(ctx, method, req)
	}
}

// plainArguments returns arguments without those that are null. All numbers that tools
// take are whole.
func plainArguments(data json.RawMessage) (json.RawMessage, error) {
	var args map[string]json.RawMessage
	if json.Unmarshal(data, &args) != nil {
		return nil, errors.New("the arguments are not a JSON object: give one, such as {}")
	}
	given := len(args)
	for _, name := range slices.Sorted(maps.Keys(args)) {
		value := string(args[name])
		if value == "null" {
			delete(args, name)
		}
		n, err := strconv.ParseFloat(value, 64)
		if number := err == nil || errors.Is(err, strconv.ErrRange); number && (n != math.Trunc(n) || math.Abs(n) > maxNumber) {
			return nil, fmt.Errorf("%s is %.20s: give a whole number of usual size, or leave it out", name, value)
		}
		var list []any
		if json.Unmarshal(args[name], &list) == nil && slices.Contains(list, nil) {
			return nil, fmt.Errorf("%s has null in its list: leave it out", name)
		}
	}
	if len(args) == given {
		return data, nil
	}
	return json.Marshal(args)
}

// sessionIdle is how long a session over HTTP may be silent.
const sessionIdle = 30 * time.Minute

// Handler serves a server over HTTP, in bodies of at most limit bytes. Pages of other
// origins are refused.
func Handler(s *mcp.Server, limit int64) http.Handler {
	return http.NewCrossOriginProtection().Handler(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{
		SessionTimeout: sessionIdle, MaxRequestBodyBytes: limit,
		DisableLocalhostProtection: true, // a proxy on this machine sends its own host; the token protects
	}))
}

// host answers the calls of one server.
type host struct {
	Options
	reads chan struct{} // has a value per document that is being read
}

// readsAtOnce is how many documents are read at the same time: reading one may take a
// process and hundreds of megabytes.
const readsAtOnce = 2

// turn waits until another document may be read, and returns what ends that.
func (h *host) turn(ctx context.Context) (done func(), err error) {
	select {
	case h.reads <- struct{}{}:
		return func() { <-h.reads }, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// tool adds a tool whose errors are put into words.
func tool[In, Out any](h *host, s *mcp.Server, t *mcp.Tool, answer func(ctx context.Context, req *mcp.CallToolRequest, in In) (Out, error)) {
	t.InputSchema = inputSchema[In]()
	mcp.AddTool(s, t, func(ctx context.Context, req *mcp.CallToolRequest, in In) (*mcp.CallToolResult, Out, error) {
		out, err := answer(ctx, req, in)
		if err != nil {
			err = worded{h.words(err)}
		}
		return nil, out, err
	})
}

// inputSchema describes the arguments of a tool. Some hosts refuse one without properties, or
// with a type that may be null.
func inputSchema[In any]() *jsonschema.Schema {
	s, err := jsonschema.For[In](nil)
	if err != nil {
		panic(err) // the types are part of the program
	}
	if s.Properties == nil {
		s.Properties = map[string]*jsonschema.Schema{}
	}
	for _, p := range s.Properties {
		p.Types = slices.DeleteFunc(p.Types, func(t string) bool { return t == "null" })
		if len(p.Types) == 1 {
			p.Type, p.Types = p.Types[0], nil
		}
	}
	return s
}

// words says what went wrong and what to do, with the arguments of the tools if one helps.
func (h *host) words(err error) string {
	f := fault.From(err)
	if f == nil || fixes[f.Code] == "" {
		return h.Word(err)
	}
	fix := fixes[f.Code]
	if better := f.Params["better"]; better != "" {
		fix = "give brand " + better
	}
	return fault.Public(err.Error()) + ": " + fix
}

// fixes is never changed.
var fixes = map[fault.Code]string{
	fault.Brand:          "give a short brand such as acme-2 or 示例",
	fault.BrandOfFile:    "give a short brand such as acme-2 or 示例",
	fault.BrandFolder:    "give another brand",
	fault.OtherScene:     "give another brand",
	fault.UnknownScene:   "give a scene of list_scenes",
	fault.UnknownCase:    "give the case that the result of a review names",
	fault.AmbiguousCase:  "give the id of one of them",
	fault.UnknownVersion: "leave version, from and to out for the latest one",
}

// worded is an error as the host's user reads it.
type worded struct{ text string }

func (w worded) Error() string { return w.text }

// usage is the error of an argument.
func usage(text, fix string) error {
	return fault.New(fault.Usage, nil, "text", text, "fix", fix)
}
