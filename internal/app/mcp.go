package app

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"os"
	"time"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/mcp"
)

// MCP returns a server of the Model Context Protocol whose reviews run in this process.
// word puts errors into words.
func (p *Process) MCP(ctx context.Context, word func(error) string) (*sdk.Server, error) {
	o, err := p.mcpOptions(ctx)
	if err != nil {
		return nil, err
	}
	o.Judge, o.Word = mcp.Here(o.Pipeline), word
	return mcp.New(*o), nil
}

// mcpOptions are the options of a server without what judges.
func (p *Process) mcpOptions(ctx context.Context) (*mcp.Options, error) {
	e, err := p.Engine(ctx)
	if err != nil {
		return nil, err
	}
	folder, err := os.OpenRoot(p.Workspace.OutDir)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if folder != nil {
		p.onClose(folder.Close)
	}
	return &mcp.Options{Pipeline: e.Pipeline, Version: p.Version, Folder: folder, Job: p.JobOptions()}, nil
}

const (
	// maxMCPBody is above what the API lets through.
	maxMCPBody = 64 << 20
	// mcpPoll is how often the job of a review is looked at.
	mcpPoll = 500 * time.Millisecond
)

// mcpHandler serves the Model Context Protocol over HTTP. Its reviews are jobs of the
// queue; without one they are refused with lack.
func (p *Process) mcpHandler(ctx context.Context, q *Queue, lack string) (http.Handler, error) {
	o, err := p.mcpOptions(ctx)
	if err != nil {
		return nil, err
	}
	o.Word, o.Folder = wordForClients, nil // clients have no files here
	if q != nil {
		o.Judge = mcp.Queued(q, mcpPoll)
	}
	if NoModel(p.Settings) {
		lack = noJudging
	}
	if lack != "" {
		o.NeedModel = func() error { return fault.New(fault.Usage, nil, "text", lack) }
	}
	return mcp.Handler(mcp.New(*o), maxMCPBody), nil
}

// wordForClients words an error for those who reach the service over the network: no
// path of the machine is in it.
func wordForClients(err error) string {
	if f := fault.From(err); f != nil {
		return job.Message(f)
	}
	return fault.Public(err.Error())
}
