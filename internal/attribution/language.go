package attribution

import (
	"io/fs"
	"strings"
	"sync"
	"unicode"

	"judgement/internal/casefile"
	"judgement/report"
	"judgement/scene"
)

// languages knows the scenes' languages; each scene is read once per run. It is
// safe for concurrent use.
type languages struct {
	files fs.FS
	mu    sync.Mutex
	known map[string]report.Lang
}

// language is the language of a case: its scene's report.language, else that of
// its questions. A scene that is gone or broken says nothing.
func (l *languages) language(info *casefile.Info) report.Lang {
	if lang := l.scene(info.Scene); lang != "" {
		return lang
	}
	return questionLanguage(info)
}

func (l *languages) scene(slug string) report.Lang {
	l.mu.Lock()
	defer l.mu.Unlock()
	lang, ok := l.known[slug]
	if ok {
		return lang
	}
	if s, _, err := scene.Load(l.files, slug); err == nil {
		lang = report.Lang(s.Report.Language)
	}
	if l.known == nil {
		l.known = map[string]report.Lang{}
	}
	l.known[slug] = lang
	return lang
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
