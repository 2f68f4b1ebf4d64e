package api

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"judgement/internal/audience"
	"judgement/internal/pipeline"
	"judgement/internal/skill"
	"judgement/internal/text"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/scene"
)

// view is what the configuration answers say at one time. It is never changed.
type view struct {
	version, panels, anchors, scenes *content
	slugs                            map[string]bool // of the scenes
	problems                         []string        // empty: all files are good
	boards                           []publicBoard   // by slug
}

// publicBoard is a competition whose board anyone may see.
type publicBoard struct{ Slug, Name string }

// readBoards lists the public boards among the scenes; a scene that is broken has none.
func (c *catalog) readBoards() (list []publicBoard) {
	for _, s := range c.scenes.Scenes {
		sc, pan, err := scene.Load(c.files, s.Slug, pipeline.Outputs()...)
		if err == nil && audience.Public(sc, pan) {
			list = append(list, publicBoard{sc.Slug, sc.DisplayName})
		}
	}
	return list
}

// catalog keeps the view up to date with the files. Of a file that breaks, the
// last good entry stays.
type catalog struct {
	o Options

	current atomic.Pointer[view]

	mu       sync.Mutex // guards what follows
	files    *trackFS   // of the view; nil before the first
	made     time.Time
	commit   string
	problems yamlfile.Problems
	panels   panelsResponse // the last answers
	anchors  anchorsResponse
	scenes   scene.Catalog
	good     map[string]any // the last good entries, by file or folder
}

// named is what SKILL.md and VERSION say.
type named struct{ name, version string }

func newCatalog(o Options) *catalog {
	return &catalog{
		o: o, good: map[string]any{},
		panels: panelsResponse{Panels: []panelInfo{}}, anchors: anchorsResponse{Anchors: []anchorInfo{}}, scenes: scene.Catalog{Scenes: []scene.Entry{}},
	}
}

// Problems lists what is wrong with the files that the API reads: healthz says
// degraded while there is any. It looks at files only.
func Problems(fsys fs.FS, defaultAnchor string) yamlfile.Problems {
	c := newCatalog(Options{
		Workspace: fsys, Env: func(string) string { return "" }, DefaultAnchor: defaultAnchor, Now: time.Now,
		Log: slog.New(slog.DiscardHandler),
	})
	c.refresh(context.Background())
	return c.problems.Sorted()
}

// refresh rebuilds the view if files changed. It logs what is new before a request can see it.
func (c *catalog) refresh(ctx context.Context) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.current.Load()
	commit := revision(c.o.Dir)
	if old != nil && commit == c.commit && !c.files.changed(c.made) {
		return
	}
	c.made, c.commit, c.problems = c.o.Now(), commit, nil
	c.files = newTrackFS(c.o.Workspace)
	version := c.readVersion(c.files)
	c.panels = c.readPanels(c.files)
	c.anchors = c.readAnchors(c.files)
	c.scenes = c.readScenes(c.files)
	encoded := func(v any) *content { return newContent(encode(v), "application/json", "") }
	v := &view{encoded(version), encoded(c.panels), encoded(c.anchors), encoded(c.scenes), map[string]bool{}, nil, c.readBoards()}
	for _, p := range c.problems.Sorted() {
		v.problems = append(v.problems, p.Error())
	}
	for _, s := range c.scenes.Scenes {
		v.slugs[s.Slug] = true
	}
	if old != nil && slices.Equal(old.problems, v.problems) && slices.Equal(old.etags(), v.etags()) && slices.Equal(old.boards, v.boards) {
		return
	}
	switch {
	case len(v.problems) > 0:
		c.o.Log.LogAttrs(ctx, slog.LevelWarn, "configuration has problems; the last good answers stay",
			slog.Int("count", len(v.problems)), slog.Any("problems", v.problems))
	case old != nil:
		c.o.Log.LogAttrs(ctx, slog.LevelInfo, "configuration changed; all files are good")
	}
	c.current.Store(v)
}

func (v *view) etags() []string {
	return []string{v.version.etag, v.panels.etag, v.anchors.etag, v.scenes.etag}
}

// problem notes what is wrong with a file. An error that names its own places
// keeps them.
func (c *catalog) problem(file, fix string, err error) {
	var several yamlfile.Problems
	var one yamlfile.Problem
	switch {
	case errors.As(err, &several):
		c.problems = append(c.problems, several...)
	case errors.As(err, &one):
		c.problems = append(c.problems, one)
	default:
		c.problems = append(c.problems, yamlfile.Problem{File: file, Message: err.Error(), Fix: fix})
	}
}

// keep returns what was read of a file, or, with an error, the last good entry. It
// reports false, with what was read, if there never was a good one.
func keep[T any](c *catalog, file string, v T, err error) (T, bool) {
	if err == nil {
		c.good[file] = v
		return v, true
	}
	c.problem(file, "", err)
	if last, ok := c.good[file].(T); ok {
		return last, true
	}
	return v, false
}

const noVersion = "v0.0.0"

func (c *catalog) readVersion(fsys fs.FS) versionResponse {
	const skillFile, versionFile = "SKILL.md", "VERSION"
	for _, file := range []string{skillFile, versionFile} {
		if _, err := fs.Stat(fsys, file); errors.Is(err, fs.ErrNotExist) {
			delete(c.good, file)
		}
	}
	own := named{"judgement", noVersion}
	s, err := skill.Load(fsys, skillFile)
	if err == nil {
		if s.Name != "." { // what a skill without a name gets from its folder
			own.name = s.Name
		}
		if own.version = s.Version(); own.version == noVersion {
			err = yamlfile.Problem{File: skillFile, Message: "metadata.version is missing or not of the form 1.2.3", Fix: "write metadata: {version: \"1.2.3\"} in the front matter"}
		}
	}
	own, _ = keep(c, skillFile, own, err)

	data, err := yamlfile.ReadBytes(fsys, versionFile, 1<<10)
	line := strings.TrimSpace(string(data))
	vault := named{version: skill.NormalVersion(line)}
	if err == nil && vault.version == noVersion && strings.TrimPrefix(line, "v") != "0.0.0" {
		err = yamlfile.Problem{File: versionFile, Message: fmt.Sprintf("%.40q is not of the form v1.2.3", line), Fix: "write one line such as v1.2.3"}
	}
	vault, _ = keep(c, versionFile, vault, err)
	return versionResponse{Skill: own.name, SkillVersion: own.version, VaultVersion: vault.version, APIVersion: "v1", GitCommit: text.OrNull(c.commit)}
}

func (c *catalog) readPanels(fsys fs.FS) panelsResponse {
	paths, err := panel.Files(fsys)
	if err != nil {
		c.problem("scenes", "", fmt.Errorf("list the panels: %w", err))
		return c.panels
	}
	out := panelsResponse{Panels: []panelInfo{}}
	for _, path := range paths {
		p, err := panel.Load(fsys, path, pipeline.Outputs()...)
		var info panelInfo
		if err == nil {
			info = describePanel(p)
		}
		if info, ok := keep(c, path, info, err); ok {
			out.Panels = append(out.Panels, info)
		}
	}
	out.Count = len(out.Panels)
	return out
}

func describePanel(p *panel.Panel) panelInfo {
	info := panelInfo{
		Name: p.Name, AnchorSlug: text.OrNull(p.AnchorSlug), DisplayName: p.DisplayName,
		Judges: []judgeInfo{}, ScoringLenses: []string{},
	}
	for _, j := range p.Judges {
		info.Judges = append(info.Judges, judgeInfo{
			Slug: j.Slug, DisplayNameCN: text.OrNull(j.DisplayNameCN), JudgeCategory: string(j.Category),
			SkillPath: j.SkillPath, AlwaysActive: j.AlwaysActive,
		})
	}
	for _, l := range p.Lenses {
		info.ScoringLenses = append(info.ScoringLenses, l.Slug)
	}
	return info
}

// readAnchors lists the folders of anchors/. Without that folder there are none.
func (c *catalog) readAnchors(fsys fs.FS) anchorsResponse {
	entries, err := fs.ReadDir(fsys, "anchors")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		c.problem("anchors", "", fmt.Errorf("list the anchors: %w", err))
		return c.anchors
	}
	out := anchorsResponse{Anchors: []anchorInfo{}, DefaultAnchorSlug: text.OrNull(c.o.DefaultAnchor)}
	for _, slug := range folders(fsys, "anchors", entries) {
		info, err := readAnchor(fsys, slug)
		info, _ = keep(c, "anchors/"+slug, info, err)
		out.Anchors = append(out.Anchors, info)
	}
	out.Count = len(out.Anchors)
	switch {
	case c.o.DefaultAnchor == "" && out.Count == 1:
		out.DefaultAnchorSlug = &out.Anchors[0].Slug
	case c.o.DefaultAnchor != "" && !slices.ContainsFunc(out.Anchors, func(a anchorInfo) bool { return a.Slug == c.o.DefaultAnchor }):
		c.problem("anchors", "name a folder of anchors/, or remove the setting", fmt.Errorf("the setting default_anchor names %s, which is no folder of anchors/", c.o.DefaultAnchor))
	}
	return out
}

func (c *catalog) readScenes(fsys fs.FS) scene.Catalog {
	all, err := scene.LoadAll(fsys, pipeline.Outputs()...)
	if err != nil {
		c.problem("scenes", "", err)
		return c.scenes
	}
	out := scene.Catalog{Scenes: []scene.Entry{}}
	for _, l := range all {
		var entry scene.Entry
		if l.Err == nil {
			entry = l.Scene.Entry(c.o.Env)
		}
		if c.o.Models != nil {
			c.problems = append(c.problems, pipeline.NamedModels(fsys, l, c.o.Models)...)
		}
		if entry, ok := keep(c, scene.File(l.Slug), entry, l.Err); ok {
			out.Add(entry)
		}
	}
	return out
}
