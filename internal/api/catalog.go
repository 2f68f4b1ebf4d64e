package api

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"judgement/internal/skill"
	"judgement/internal/yamlfile"
	"judgement/panel"
	"judgement/scene"
)

// resource is an answer that is encoded once per change of the files, with its
// header values.
type resource struct {
	body   []byte
	etag   []string
	length []string
}

func newResource(v any) *resource {
	body := encode(v)
	sum := sha256.Sum256(body)
	return &resource{
		body:   body,
		etag:   []string{`"` + hex.EncodeToString(sum[:12]) + `"`},
		length: []string{strconv.Itoa(len(body))},
	}
}

// view is what the configuration answers say at one time. It is never changed.
type view struct {
	version, panels, anchors, scenes *resource
	slugs                            map[string]bool // of the scenes
	problems                         []string        // empty: all files are good
}

// catalog keeps the view up to date with the files. Of a file that breaks, the
// last good entry stays.
type catalog struct {
	fsys          fs.FS
	dir           string // on disk, for the revision; may be empty
	env           func(string) string
	defaultAnchor string
	now           func() time.Time

	current atomic.Pointer[view]

	mu       sync.Mutex // guards what follows
	files    *trackFS   // of the view; nil before the first
	made     time.Time
	commit   string
	panels   map[string]panelInfo // by path: last good
	scenes   map[string]sceneEntry
	version  versionResponse // last good
	anchors  anchorsResponse
	problems yamlfile.Problems
}

// Problems lists what is wrong with the files that the API reads: healthz says
// degraded while there is any. It looks at files only.
func Problems(fsys fs.FS, defaultAnchor string) yamlfile.Problems {
	c := &catalog{fsys: fsys, env: func(string) string { return "" }, defaultAnchor: defaultAnchor, now: time.Now}
	c.refresh()
	return c.problems.Sorted()
}

// refresh rebuilds the view where files changed. It reports whether what it
// says, or what is wrong, is new.
func (c *catalog) refresh() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.current.Load()
	commit := revision(c.dir)
	if old != nil && commit == c.commit && !c.files.changed(c.made) {
		return false
	}
	c.made, c.commit, c.problems = c.now(), commit, nil
	files := newTrackFS(c.fsys)
	v := &view{
		version: newResource(c.readVersion(files)),
		panels:  newResource(c.readPanels(files)),
		anchors: newResource(c.readAnchors(files)),
		scenes:  newResource(c.readScenes(files)),
	}
	v.slugs = map[string]bool{}
	for _, p := range c.problems.Sorted() {
		v.problems = append(v.problems, p.Error())
	}
	for slug := range c.scenes {
		v.slugs[slug] = true
	}
	c.files = files
	if old != nil && slices.Equal(old.problems, v.problems) && sameBody(old.version, v.version) &&
		sameBody(old.panels, v.panels) && sameBody(old.anchors, v.anchors) && sameBody(old.scenes, v.scenes) {
		return false
	}
	c.current.Store(v)
	return true
}

func sameBody(a, b *resource) bool { return a.etag[0] == b.etag[0] }

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

func (c *catalog) readVersion(fsys fs.FS) versionResponse {
	v := versionResponse{Skill: "judgement", SkillVersion: "v0.0.0", VaultVersion: "v0.0.0", APIVersion: "v1", GitCommit: orNull(c.commit)}
	last := c.version
	s, err := skill.Load(fsys, "SKILL.md")
	switch {
	case err == nil:
		if s.Name != "." { // what a skill without a name gets from its folder
			v.Skill = s.Name
		}
		if v.SkillVersion = s.Version(); v.SkillVersion == "v0.0.0" {
			c.problem("SKILL.md", "write metadata: {version: \"1.2.3\"} in the front matter", errors.New("metadata.version is missing or not of the form 1.2.3"))
			v.SkillVersion = cmp.Or(last.SkillVersion, v.SkillVersion)
		}
	default:
		c.problem("SKILL.md", "", err)
		if exists(fsys, "SKILL.md") && last.Skill != "" {
			v.Skill, v.SkillVersion = last.Skill, last.SkillVersion
		}
	}
	data, err := yamlfile.ReadBytes(fsys, "VERSION", 1<<10)
	text := strings.TrimSpace(string(data))
	switch {
	case err == nil && (skill.NormalVersion(text) != "v0.0.0" || text == "0.0.0" || text == "v0.0.0"):
		v.VaultVersion = skill.NormalVersion(text)
	case err == nil:
		c.problem("VERSION", "write one line such as v1.2.3", fmt.Errorf("%.40q is not of the form v1.2.3", text))
		v.VaultVersion = cmp.Or(last.VaultVersion, v.VaultVersion)
	default:
		c.problem("VERSION", "", err)
		if exists(fsys, "VERSION") {
			v.VaultVersion = cmp.Or(last.VaultVersion, v.VaultVersion)
		}
	}
	c.version = v
	return v
}

func exists(fsys fs.FS, name string) bool {
	_, err := fs.Stat(fsys, name)
	return !errors.Is(err, fs.ErrNotExist)
}

func (c *catalog) readPanels(fsys fs.FS) panelsResponse {
	out := panelsResponse{Panels: []panelInfo{}}
	paths, err := panel.Files(fsys)
	if err != nil {
		c.problem("scenes", "", fmt.Errorf("list the panels: %w", err))
		paths = sortedKeys(c.panels)
	}
	good := map[string]panelInfo{}

	for _, path := range paths {
		p, err := panel.Load(fsys, path)
		info, known := c.panels[path]
		if err == nil {
			info, known = describePanel(p), true
		} else {
			c.problem(path, "", err)
		}
		if known {
			good[path] = info
			out.Panels = append(out.Panels, info)
		}
	}
	c.panels = good
	out.Count = len(out.Panels)
	return out
}

func sortedKeys[T any](m map[string]T) []string {
	var out []string
	for k := range m {
		out = append(out, k)
	}
	slices.Sort(out)
	return out
}

func describePanel(p *panel.Panel) panelInfo {
	info := panelInfo{
		Name: p.Name, AnchorSlug: orNull(p.AnchorSlug), DisplayName: p.DisplayName,
		Judges: []judgeInfo{}, ScoringLenses: []string{},
	}
	for _, j := range p.Judges {
		info.Judges = append(info.Judges, judgeInfo{
			Slug: j.Slug, DisplayNameCN: orNull(j.DisplayNameCN), JudgeCategory: string(j.Category),
			SkillPath: j.SkillPath, AlwaysActive: j.AlwaysActive,
		})
	}
	for _, l := range p.Lenses {
		info.ScoringLenses = append(info.ScoringLenses, l.Slug)
	}
	return info
}

func (c *catalog) readAnchors(fsys fs.FS) anchorsResponse {
	out, broken, err := readAnchors(fsys)
	if err != nil {
		c.problem("anchors", "", fmt.Errorf("list the anchors: %w", err))
		if c.anchors.Anchors != nil {
			return c.anchors
		}
	}
	for i, a := range out.Anchors {
		if err := broken[a.Slug]; err != nil {
			c.problem("anchors/"+a.Slug, "", err)
			out.Anchors[i] = c.lastAnchor(fsys, a)
		}
	}
	switch {
	case c.defaultAnchor != "":
		out.DefaultAnchorSlug = &c.defaultAnchor
		if !slices.ContainsFunc(out.Anchors, func(a anchorInfo) bool { return a.Slug == c.defaultAnchor }) {
			c.problem("anchors", "name a folder of anchors/, or remove the setting", fmt.Errorf("the setting default_anchor names %s, which is no folder of anchors/", c.defaultAnchor))
		}
	case out.Count == 1:
		out.DefaultAnchorSlug = &out.Anchors[0].Slug
	}
	c.anchors = out
	return out
}

// lastAnchor fills in what could not be read of an anchor with what was last
// good: the folders where the anchor's own cannot be listed, and the excerpt
// where README.md is there but cannot be read.
func (c *catalog) lastAnchor(fsys fs.FS, a anchorInfo) anchorInfo {
	i := slices.IndexFunc(c.anchors.Anchors, func(last anchorInfo) bool { return last.Slug == a.Slug })
	if i < 0 {
		return a
	}
	last := c.anchors.Anchors[i]
	if _, err := fs.ReadDir(fsys, "anchors/"+a.Slug); err != nil {
		a.RawDirs = last.RawDirs
	}
	if exists(fsys, "anchors/"+a.Slug+"/README.md") {
		a.ReadmeExcerpt = last.ReadmeExcerpt
	}
	return a
}

func (c *catalog) readScenes(fsys fs.FS) scenesResponse {
	out := scenesResponse{Scenes: []sceneEntry{}}
	all, err := scene.LoadAll(fsys)
	if err != nil {
		c.problem("scenes", "", err)
		for _, slug := range sortedKeys(c.scenes) {
			all = append(all, scene.Loaded{Slug: slug, Err: err})
		}
	}
	good := map[string]sceneEntry{}
	for _, l := range all {
		entry, known := c.scenes[l.Slug]
		switch {
		case l.Err == nil:
			entry, known = sceneEntry{Slug: l.Scene.Slug, SceneType: string(l.Scene.Type), PanelPath: l.Scene.PanelPath}, true
			entry.Chat.AppIDEnv = l.Scene.Chat.AppIDEnv
			entry.Chat.EnvReady = c.env(entry.Chat.AppIDEnv) != ""
		case err == nil:
			c.problem(scene.File(l.Slug), "", l.Err)
		}
		if !known {
			continue
		}
		good[l.Slug] = entry
		out.Scenes = append(out.Scenes, entry)
		if entry.Chat.EnvReady {
			out.EnvReadyCount++
		}
	}
	c.scenes = good
	return out
}
