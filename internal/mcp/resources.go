package mcp

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"path"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"judgement/internal/casefile"
	"judgement/internal/pipeline"
	"judgement/scene"
)

// The addresses of resources begin so.
const (
	casesURI   = "judgement://cases"
	reportsURI = "judgement://reports/"
	scenesURI  = "judgement://scenes/"
	skillsURI  = "judgement://skills/"
)

func reportURI(id string, version int) string { return fmt.Sprintf("%s%s/%d", reportsURI, id, version) }

func (h *host) addResources(s *mcp.Server) {
	s.AddResource(&mcp.Resource{
		URI: casesURI, Name: "cases", Title: "Cases", MIMEType: "application/json", Description: "Every case with its scene, brand and latest version.",
	}, h.text("application/json", func(ctx context.Context, _ string) (string, error) { return h.cases(ctx) }))
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: reportsURI + "{case}/{version}", Name: "report", Title: "Report", MIMEType: "text/markdown", Description: "The report of a version.",
	}, h.text("text/markdown", h.report))
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: scenesURI + "{slug}", Name: "scene", Title: "Scene", MIMEType: "application/yaml", Description: "The file of a scene.",
	}, h.text("application/yaml", func(_ context.Context, uri string) (string, error) {
		return h.file(path.Join("scenes", strings.TrimPrefix(uri, scenesURI), "scene.yaml"))
	}))
	s.AddResourceTemplate(&mcp.ResourceTemplate{
		URITemplate: skillsURI + "{judge}", Name: "skill", Title: "Skill of a judge", MIMEType: "text/markdown", Description: "What a judge looks at, and how.",
	}, h.text("text/markdown", func(_ context.Context, uri string) (string, error) {
		return h.skill(strings.TrimPrefix(uri, skillsURI))
	}))
}

// text answers a resource that is a text. What can't be read is not found: hosts show
// no more of it.
func (h *host) text(kind string, read func(ctx context.Context, uri string) (string, error)) mcp.ResourceHandler {
	return func(ctx context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		uri := req.Params.URI
		text, err := read(ctx, uri)
		if err != nil {
			return nil, mcp.ResourceNotFoundError(uri)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: uri, MIMEType: kind, Text: text}}}, nil
	}
}

// file reads a file of the workspace.
func (h *host) file(name string) (string, error) {
	data, err := fs.ReadFile(h.Pipeline.Workspace, name)
	return string(data), err
}

// skill reads the skill of a judge of any scene.
func (h *host) skill(slug string) (string, error) {
	all, err := scene.LoadAll(h.Pipeline.Workspace, pipeline.Outputs()...)
	if err != nil {
		return "", err
	}
	for _, l := range all {
		if l.Err != nil {
			continue
		}
		if j, ok := l.Panel.Judge(slug); ok {
			return h.file(j.SkillPath)
		}
	}
	return "", fs.ErrNotExist
}

func (h *host) report(ctx context.Context, uri string) (string, error) {
	id, number, _ := strings.Cut(strings.TrimPrefix(uri, reportsURI), "/")
	version, err := strconv.Atoi(strings.TrimPrefix(number, "v"))
	if err != nil {
		return "", err
	}
	r, err := h.render(ctx, id, version)
	if err != nil {
		return "", err
	}
	return string(r.Files[0].Data), nil
}

type caseInfo struct {
	Case    string `json:"case"`
	Scene   string `json:"scene"`
	Brand   string `json:"brand"`
	Version int    `json:"latest_version"`
	Report  string `json:"report,omitempty"`
}

func (h *host) cases(ctx context.Context) (string, error) {
	entries, err := h.Pipeline.Cases.Index(ctx, casefile.Filter{})
	if err != nil {
		return "", err
	}
	out := []caseInfo{}
	for _, e := range entries {
		if e.Err != nil {
			continue
		}
		info := caseInfo{Case: e.ID, Scene: e.Scene, Brand: e.Brand, Version: e.Latest}
		if e.Latest > 0 {
			info.Report = reportURI(e.ID, e.Latest)
		}
		out = append(out, info)
	}
	data, err := json.Marshal(map[string]any{"cases": out})
	return string(data), err
}
