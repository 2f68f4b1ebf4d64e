package format

import (
	"cmp"
	"crypto/sha256"
	"embed"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"text/template"
	"unicode"

	"judgement/internal/llm"
	"judgement/internal/skill"
	"judgement/internal/text"
	"judgement/panel"
)

// HashFiles names the wording of embedded files: SHA-256 over all of them, in
// hex.
func HashFiles(files embed.FS, names ...string) string {
	var all []byte
	for _, name := range names {
		b, err := files.ReadFile(name)
		if err != nil {
			panic(err) // embedded: can't be missing
		}
		all = append(all, b...)
	}
	return text.Hash(all)
}

// languages names the reply's language to the model.
var languages = map[string]string{"en": "English", "zh": "Simplified Chinese (简体中文)"}

// LanguageName names a reply's language to models; empty for one that
// is not known.
func LanguageName(language string) string { return languages[language] }

// LanguageOf returns zh for a text that is mostly Chinese, else en, also for Japanese.
func LanguageOf(text string) string {
	han, kana, letters := 0, 0, 0
	for _, r := range text {
		switch {
		case unicode.Is(unicode.Han, r):
			han++
		case unicode.In(r, unicode.Hiragana, unicode.Katakana):
			kana++
		case unicode.IsLetter(r):
			letters++
		}
	}
	// A Chinese word has about two characters, an English one about five letters.
	// Japanese has at least half as many kana as ideographs; a Chinese text may quote some.
	if han > 5*kana && han*5 > letters*2 {
		return "zh"
	}
	return "en"
}

// Messages renders the template system.tmpl and a second one as the messages of a
// call.
func Messages(prompts *template.Template, user string, data any) ([]llm.Message, error) {
	var out []llm.Message
	for _, m := range []struct {
		role llm.Role
		name string
	}{{llm.System, "system.tmpl"}, {llm.User, user}} {
		var b strings.Builder
		if err := prompts.ExecuteTemplate(&b, m.name, data); err != nil {
			return nil, fmt.Errorf("render the prompt %s: %w", m.name, err)
		}
		out = append(out, llm.Message{Role: m.role, Content: strings.TrimSpace(b.String())})
	}
	return out, nil
}

// SkillOf is the skill of a planned judge, with its place in the panel.
func (p *Plan) SkillOf(judge string, skills map[string]*skill.Skill) (panel.Judge, *skill.Skill, error) {
	j, ok := p.Panel.Judge(judge)
	if !ok {
		return j, nil, fmt.Errorf("judge %s is in the plan but not in its panel", judge)
	}
	s, ok := skills[j.SkillPath]
	if !ok {
		return j, nil, fmt.Errorf("judge %s: its skill %s was not loaded", judge, j.SkillPath)
	}
	return j, s, nil
}

// Shuffled gives the lenses in an order that depends on the seed alone, so that no
// lens gains by being first.
func Shuffled(lenses []panel.Lens, seed string) []panel.Lens {
	rng := rand.New(rand.NewChaCha8(sha256.Sum256([]byte(seed))))
	out := slices.Clone(lenses)
	rng.Shuffle(len(out), func(i, k int) { out[i], out[k] = out[k], out[i] })
	return out
}

// PromptLens is a lens as prompts show it.
type PromptLens struct{ Slug, Name, Max, Description string }

// PromptLenses are the lenses as prompts show them.
func PromptLenses(lenses []panel.Lens) []PromptLens {
	out := make([]PromptLens, len(lenses))
	for i, l := range lenses {
		out[i] = PromptLens{l.Slug, cmp.Or(l.DisplayNameCN, l.DisplayName), l.MaxScore.Decimal(12), l.Description}
	}
	return out
}
