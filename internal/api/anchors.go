package api

import (
	"errors"
	"io/fs"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	goldtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"judgement/internal/text"
	"judgement/internal/yamlfile"
	"judgement/scene"
)

const (
	maxReadme  = 64 << 10 // bytes of a README.md that are read
	maxExcerpt = 300      // characters
)

// folders returns the names of the folders among a folder's entries, links to
// folders included and hidden ones left out.
func folders(fsys fs.FS, dir string, entries []fs.DirEntry) []string {
	out := []string{}
	for _, e := range entries {
		isDir := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := fs.Stat(fsys, dir+"/"+e.Name())
			isDir = err == nil && info.IsDir()
		}
		if isDir && !strings.HasPrefix(e.Name(), ".") {
			out = append(out, e.Name())
		}
	}
	return out
}

// readAnchor describes one anchor. With an error, a part is missing.
func readAnchor(fsys fs.FS, slug string) (anchorInfo, error) {
	dir := "anchors/" + slug
	info := anchorInfo{Slug: slug, RawDirs: []string{}}
	if skill, err := fs.Stat(fsys, scene.AnchorSkill(slug)); err == nil {
		info.PerspectiveSkillExists = skill.Mode().IsRegular()
	}
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return info, err
	}
	for _, name := range folders(fsys, dir, entries) {
		if name != "perspective" {
			info.RawDirs = append(info.RawDirs, name)
		}
	}
	readme := dir + "/README.md"
	if _, err := fs.Stat(fsys, readme); errors.Is(err, fs.ErrNotExist) {
		return info, nil
	}
	data, err := yamlfile.ReadBytes(fsys, readme, maxReadme)
	if err != nil {
		return info, err
	}
	info.ReadmeExcerpt = text.OrNull(excerpt(data))
	return info, nil
}

// excerpt returns the first paragraph of a Markdown text as plain text of at
// most maxExcerpt characters; paragraphs of pictures only don't count.
func excerpt(markdown []byte) string {
	src := []byte(strings.ToValidUTF8(strings.TrimPrefix(string(markdown), "\ufeff"), "\ufffd"))
	root := goldmark.DefaultParser().Parse(goldtext.NewReader(src))
	for n := root.FirstChild(); n != nil; n = n.NextSibling() {
		if n.Kind() != ast.KindParagraph {
			continue
		}
		if s := shorten(plain(n, src)); s != "" {
			return s
		}
	}
	return ""
}

// plain returns the text of a node's inline content.
func plain(n ast.Node, src []byte) string {
	var b strings.Builder
	for c := n.FirstChild(); c != nil; c = c.NextSibling() {
		switch c := c.(type) {
		case *ast.Text:
			value := c.Value(src)
			if n.Kind() != ast.KindCodeSpan {
				value = util.UnescapePunctuations(util.ResolveEntityNames(util.ResolveNumericReferences(value)))
			}
			b.Write(value)
			if c.SoftLineBreak() || c.HardLineBreak() {
				b.WriteByte(' ')
			}
		case *ast.String:
			b.Write(c.Value)
		case *ast.AutoLink:
			b.Write(c.Label(src))
		case *ast.Image, *ast.RawHTML:
		default:
			b.WriteString(plain(c, src))
		}
	}
	return b.String()
}

// shorten makes one line of a text, without control characters, and cuts it.
func shorten(s string) string {
	s = strings.Join(strings.FieldsFunc(s, func(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }), " ")
	if utf8.RuneCountInString(s) <= maxExcerpt {
		return s
	}
	return strings.TrimSpace(string([]rune(s)[:maxExcerpt-1])) + "…"
}
