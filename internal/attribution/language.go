package attribution

import (
	"io/fs"
	"strings"
	"sync"
	"unicode"

	"judgement/internal/casefile"
	"judgement/internal/pipeline"
	"judgement/report"
	"judgement/scene"
)

// memo keeps what load returns for a key, which it is asked for once. It is safe for
// concurrent use.
type memo[V any] struct {
	load  func(key string) (V, error)
	known sync.Map
}

func (m *memo[V]) get(key string) (V, error) {
	get, _ := m.known.LoadOrStore(key, sync.OnceValues(func() (V, error) { return m.load(key) }))
	return get.(func() (V, error))()
}

// sceneLanguages returns the scenes' languages, empty of one that is gone or broken.
func sceneLanguages(files fs.FS) *memo[report.Lang] {
	return &memo[report.Lang]{load: func(slug string) (report.Lang, error) {
		s, _, err := scene.Load(files, slug, pipeline.Outputs()...)
		if err != nil {
			return "", err
		}
		return report.Lang(s.Report.Language), nil
	}}
}

// caseLanguage is the language of a case: its scene's report.language, else that of
// its questions.
func caseLanguage(scenes *memo[report.Lang], info *casefile.Info) report.Lang {
	if lang, _ := scenes.get(info.Scene); lang != "" {
		return lang
	}
	return questionLanguage(info)
}

// questionLanguage is Chinese if a question holds Chinese characters.
func questionLanguage(info *casefile.Info) report.Lang {
	for _, cp := range info.Checkpoints {
		if strings.ContainsFunc(cp.Question, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
			return report.Chinese
		}
	}
	return report.English
}
