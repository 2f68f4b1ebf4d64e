package childenv_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"judgement/internal/childenv"
)

func TestOnly(t *testing.T) {
	for name, value := range map[string]string{"OPENAI_API_KEY": "canary", "PGHOST": "h", "PGX": "", "XPG": "canary", "LC_TIME": "C", "TZ": "UTC", "HOME": "/h", "HOMES": "canary"} {
		t.Setenv(name, value)
	}
	got := childenv.Only("PG*", "HOME")
	for _, want := range []string{"PGHOST=h", "PGX=", "LC_TIME=C", "TZ=UTC", "HOME=/h"} {
		if !slices.Contains(got, want) {
			t.Errorf("%s is missing in %v", want, got)
		}
	}
	if strings.Contains(strings.Join(got, "\n"), "canary") {
		t.Errorf("too much: %v", got)
	}
}

// TestEveryChild: each function of the program that makes a command sets its
// environment, and none hands on the whole one. Benchmarks and test support start
// nothing that is not the project's own.
func TestEveryChild(t *testing.T) {
	const root = "../.."
	outside := []string{"bench", ".ci", "internal/browsertest", "internal/faulttest", "internal/database/pgtest"}
	var starters []string
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		rel := filepath.ToSlash(strings.TrimPrefix(path, root+"/"))
		if d.IsDir() && (slices.Contains(outside, rel) || d.Name() == "testdata" || d.Name() == ".git") {
			return filepath.SkipDir
		}
		if d.IsDir() || !strings.HasSuffix(rel, ".go") || strings.HasSuffix(rel, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), path, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		for _, decl := range file.Decls {
			name := "a declaration"
			if f, ok := decl.(*ast.FuncDecl); ok {
				name = f.Name.Name
			}
			starts, sets, all := uses(decl)
			if starts {
				starters = append(starters, rel)
			}
			if starts && !sets {
				t.Errorf("%s: %s starts a process and does not set its Env", rel, name)
			}
			// The program itself looks for variables that no setting has.
			if all && !strings.HasPrefix(rel, "internal/childenv/") && rel+" "+name != "cmd/root.go processApp" {
				t.Errorf("%s: %s reads the whole environment", rel, name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, known := range []string{"internal/chromium/chromium.go", "internal/database/backup.go"} {
		if !slices.Contains(starters, known) {
			t.Errorf("%s is known to start a process and was not found among %v", known, starters)
		}
	}
}

// uses tells whether a declaration makes a command or a process, assigns a field Env,
// and reads the whole environment.
func uses(decl ast.Decl) (starts, sets, all bool) {
	ast.Inspect(decl, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			pkg, ok := n.X.(*ast.Ident)
			if !ok {
				return true
			}
			switch pkg.Name + "." + n.Sel.Name {
			case "exec.Command", "exec.CommandContext", "os.StartProcess", "syscall.Exec", "syscall.ForkExec", "syscall.StartProcess", "unix.Exec":
				starts = true
			case "os.Environ", "syscall.Environ":
				all = true
			}
		case *ast.CompositeLit:
			if s, ok := n.Type.(*ast.SelectorExpr); ok && s.Sel.Name == "Cmd" {
				starts = true
			}
		case *ast.AssignStmt:
			for _, to := range n.Lhs {
				if s, ok := to.(*ast.SelectorExpr); ok && s.Sel.Name == "Env" {
					sets = true
				}
			}
		}
		return true
	})
	return starts, sets, all
}
