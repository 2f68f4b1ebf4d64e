package chat

import (
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/report"
)

// TestPhrases: everything that bots say is said in both languages, with the same
// arguments.
func TestPhrases(t *testing.T) {
	verb := regexp.MustCompile(`%(\[\d\])?[.\d]*[dsf]`)
	source, err := parser.ParseFile(token.NewFileSet(), "wording.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	ast.Inspect(source, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		if name, ok := lit.Type.(*ast.Ident); !ok || name.Name != "phrase" || len(lit.Elts) != 2 {
			t.Fatalf("a phrase of %d texts at %d", len(lit.Elts), lit.Pos())
		}
		seen++
		var p phrase
		for l, e := range lit.Elts {
			p[l], err = strconv.Unquote(e.(*ast.BasicLit).Value)
			if err != nil {
				t.Fatal(err)
			}
		}
		var verbs [2][]string
		for l, text := range p {
			for _, v := range verb.FindAllString(text, -1) {
				verbs[l] = append(verbs[l], v[len(v)-1:])
			}
			slices.Sort(verbs[l])
		}
		han := strings.IndexFunc(p[1], func(r rune) bool { return unicode.Is(unicode.Han, r) }) >= 0
		if p[0] == "" || p[1] == "" || !slices.Equal(verbs[0], verbs[1]) || !han && strings.IndexFunc(verb.ReplaceAllString(p[1], ""), unicode.IsLetter) >= 0 {
			t.Errorf("phrase %q and %q", p[0], p[1])
		}
		return true
	})
	if seen < 50 {
		t.Errorf("only %d phrases are found", seen)
	}
}

// TestFailure: the sender of a document reads what is wrong with it in words of
// our own; what the queue says goes no further.
func TestFailure(t *testing.T) {
	input := func(code fault.Code) *fault.Error {
		return document.Refuse(code, "secret.docx", "at worker-7", "", nil)
	}
	for _, c := range []struct {
		f    *fault.Error
		want [2]string
	}{
		{input(fault.DocumentEncrypted), [2]string{"protected by a password", "密码"}},
		{input(fault.DocumentScanned), [2]string{"pictures of text", "图片"}},
		{input(fault.DocumentBinary), [2]string{"I read Markdown", "支持 Markdown"}},
		{input(fault.DocumentUnsupported), [2]string{"DOCX, PPTX and PDF", "DOCX、PPTX、PDF"}},
		{input(fault.DocumentTooLarge), [2]string{"up to 25 MB", "不超过 25 MB"}},
		{input(fault.DocumentBlank), [2]string{"holds no text", "没有文字"}},
		{input(fault.DocumentShort), [2]string{"too short", "太少"}},
		{input(fault.DocumentEmpty), [2]string{"is empty", "空的"}},
		{input(fault.DocumentEncoding), [2]string{"UTF-8", "UTF-8"}},
		{input(fault.DocumentHostile), [2]string{"too much to read", "过于复杂"}},
		{input(fault.DocumentTimeout), [2]string{"too much to read", "过于复杂"}},
		{input(fault.DocumentMismatch), [2]string{"not what its name says", "与扩展名不符"}},
		{input(fault.DocumentDamaged), [2]string{"save it again", "另存"}},
		{fault.New(fault.DocumentGone, nil, "name", "worker-7"), [2]string{"can't be read", "无法读取"}},
		{fault.New(fault.DocumentTooLong, nil, "text", "worker-7"), [2]string{"too long", "太长"}},
		{fault.New(fault.OverBudget, nil, "text", "worker-7"), [2]string{"limit on cost", "费用上限"}},
		{fault.New(fault.NoUsable, nil, "text", "worker-7"), [2]string{"Too few judges", "人数不足"}},
		{fault.New(fault.ModelRefused, nil, "text", "worker-7"), [2]string{"declined", "拒绝"}},
		{fault.New(fault.ModelRateLimit, nil, "text", "worker-7"), [2]string{"send it again later", "稍后"}},
		{fault.New(fault.Attempts, nil, "text", "worker-7"), [2]string{"The operator sees the reason", "管理员"}},
		{fault.Decode("document", "worker-7: an earlier version said so"), [2]string{"The operator sees the reason", "管理员"}},
		{nil, [2]string{"The operator sees the reason", "管理员"}},
	} {
		for i, l := range []report.Lang{report.English, report.Chinese} {
			got := Failure(l, c.f, 25<<20)
			if !strings.Contains(got, c.want[i]) || strings.Contains(got, "worker-7") || strings.Contains(got, "secret") {
				t.Errorf("%v, %s: %q, want %q", c.f, l, got, c.want[i])
			}
		}
	}
}
