package fault_test

import (
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/fault"
)

func TestError(t *testing.T) {
	e := fault.New(fault.DocumentShort, io.EOF, "name", "a.md", "detail", "3 characters", "fix", "")
	if got, want := e.Error(), "a.md: the document is too short to be judged: 3 characters"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := fault.New(fault.DocumentShort, nil).Error(), "the document is too short to be judged"; got != want {
		t.Errorf("without parameters: %q, want %q", got, want)
	}
	err := fmt.Errorf("judge it: %w", e)
	if !errors.Is(err, fault.DocumentShort) || errors.Is(err, fault.DocumentBlank) || !errors.Is(err, io.EOF) {
		t.Errorf("%v is not what it is", err)
	}
	if fault.From(err) != e || fault.From(io.EOF) != nil || fault.CodeOf(fmt.Errorf("a: %w", fault.UnknownJob)) != fault.UnknownJob {
		t.Error("From and CodeOf don't find the fault")
	}
	if more := e.With("fix", "x"); more.Params["fix"] != "x" || e.Params["fix"] != "" || more.Params["name"] != "a.md" {
		t.Errorf("With gave %v of %v", more.Params, e.Params)
	}
}

// TestStored: what a database keeps says the same again. Text that an earlier
// version stored is said as it is, with its reason.
func TestStored(t *testing.T) {
	e := fault.New(fault.DatabaseRefused, io.EOF, "doing", "open it", "place", "db", "detail", `role "ann"`)
	got := fault.Decode("any", e.Encode())
	if diff := cmp.Diff(&fault.Error{Code: e.Code, Params: e.Params}, got); diff != "" || got.Error() != e.Error() {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, text := range []string{"", "it broke", "{}", `{"code":""}`, "5"} {
		old := fault.Decode("write", text)
		if old.Code.Word() != "write" || old.Error() != text {
			t.Errorf("%q became %q of %q", text, old.Error(), string(old.Code))
		}
	}
}

// TestTable: each code has a sentence, and an exit code and a status in their ranges.
func TestTable(t *testing.T) {
	for _, c := range fault.Codes() {
		if c.Word() == "" || strings.ToLower(c.Word()) != c.Word() || c.Error() == "" && !strings.Contains(fault.New(c, nil, "text", "x").Error(), "x") {
			t.Errorf("code %q has no word or no sentence", string(c))
		}
		if c.Exit() < 1 || c.Status() < 400 || c.Status() > 599 {
			t.Errorf("code %q has exit code %d and status %d", string(c), c.Exit(), c.Status())
		}
	}
}

// TestCodesAreConstants: each code of the table is a constant, and each constant is in
// the table.
func TestCodesAreConstants(t *testing.T) {
	f, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var named, listed []string // a code in a diff is worded as an error
	for n := range ast.Preorder(f) {
		if spec, ok := n.(*ast.ValueSpec); ok {
			if kind, ok := spec.Type.(*ast.Ident); ok && kind.Name == "Code" {
				named = append(named, strings.Trim(spec.Values[0].(*ast.BasicLit).Value, `"`))
			}
		}
	}
	for _, c := range fault.Codes() {
		listed = append(listed, string(c))
	}
	slices.Sort(named)
	if diff := cmp.Diff(named, listed); diff != "" {
		t.Errorf("constants and table (-constants +table):\n%s", diff)
	}
}

// TestNoCodeIsText: New and Refuse get constants, so that the lists that tests make of
// the table have all codes.
func TestNoCodeIsText(t *testing.T) {
	calls := 0
	err := filepath.WalkDir("../..", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if e.IsDir() && strings.HasPrefix(e.Name(), ".") && e.Name() != ".." {
			return fs.SkipDir
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") {
			return nil
		}
		set := token.NewFileSet()
		f, err := parser.ParseFile(set, name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for n := range ast.Preorder(f) {
			call, ok := n.(*ast.CallExpr)
			if !ok || !slices.Contains([]string{"fault.New", "fault.Refuse"}, types.ExprString(call.Fun)) {
				continue
			}
			calls++
			if _, text := call.Args[0].(*ast.BasicLit); text {
				t.Errorf("%s: the code is a text; use a constant of package fault", set.Position(call.Pos()))
			}
		}
		return nil
	})
	if err != nil || calls < 50 {
		t.Errorf("found %d calls: %v", calls, err)
	}
}
