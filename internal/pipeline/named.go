package pipeline

import (
	"io/fs"

	"judgement/internal/yamlfile"
	"judgement/scene"
)

// Refuses says why a model can't be asked under the settings, and what to do; empty: it
// can be.
type Refuses func(provider, model string) (why, fix string)

// NamedModels says which judges of a scene, and whether its integrity reader, name a
// provider or a model that can't be asked. A scene that does not load has none.
func NamedModels(fsys fs.FS, l scene.Loaded, refuses Refuses) (ps yamlfile.Problems) {
	if l.Err != nil {
		return nil
	}
	for _, j := range l.Panel.Judges {
		if why, fix := refuses(j.Provider, j.Model); why != "" {
			ps = append(ps, judgeEntry(fsys, j.Slug, l.Panel.Path, l.Panel.Extends).ProblemAt("provider", fix, "judge %s: %s", j.Slug, why))
		}
	}
	if r := l.Scene.IntegrityReader; r.Enabled {
		if why, fix := refuses(r.Provider, r.Model); why != "" {
			entry := yamlfile.Read(fsys, scene.File(l.Slug)).Map().Map("integrity_reader")
			ps = append(ps, entry.ProblemAt("provider", fix, "integrity_reader: %s", why))
		}
	}
	return ps
}

// judgeEntry is the entry that names a judge's provider: in the first of the files that has
// one.
func judgeEntry(fsys fs.FS, judge string, files ...string) yamlfile.Map {
	for _, file := range files {
		if file == "" {
			continue
		}
		top := yamlfile.Read(fsys, file).Map()
		for _, list := range []string{"judges_override", "judges_add", "judges"} {
			for _, entry := range top.Maps(list) {
				if entry.Text("slug") == judge && entry.Has("provider") {
					return entry
				}
			}
		}
	}
	return yamlfile.Read(fsys, files[0]).Map()
}
