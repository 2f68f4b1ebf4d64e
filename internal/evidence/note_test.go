package evidence

import (
	"encoding/json"
	"go/ast"
	"go/parser"
	gotoken "go/token"
	"go/types"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestStoredNotes: files have a note as one English text, as before notes had codes.
// A text that the table does not know stays as it is, in both languages.
func TestStoredNotes(t *testing.T) {
	for text, want := range map[string]string{
		"the document says “6”, not “8”":                "原文为“6”，不是“8”",
		"the document also says “-” here":               "原文此处还有“-”",
		"the quote leaves out the sign of its number":   "引文遗漏了数字的符号",
		"the document says “not” before the quote":      "原文在引文之前有“not”",
		"it is in the judge's method":                   "见于该评委的评审方法",
		"it is in the method of judge plain-reader":     "见于评委“plain-reader”的评审方法",
		"it is in its skill":                            "见于“its skill”",
		"the record has no time stamp 1:02; it is at 9": "记录中没有时间戳 1:02；实际位于 9",
		"number 8 where the source has 6":               "number 8 where the source has 6",
		"similarity 0.93; of another release":           "similarity 0.93; of another release",
		"the document says “” before the quote":         "the document says “” before the quote",
		"a {} b; {}": "a {} b; {}",
		"":           "",
	} {
		stored, _ := json.Marshal(struct{ Note string }{text})
		var got struct{ Note Note }
		if err := json.Unmarshal(stored, &got); err != nil || got.Note.Chinese() != want {
			t.Errorf("%q is %q in Chinese, want %q (%v)", text, got.Note.Chinese(), want, err)
		}
		if again, err := json.Marshal(got); err != nil || string(again) != string(stored) {
			t.Errorf("%s is stored again as %s (%v)", stored, again, err)
		}
	}
}

// TestCodes: each row of the table reads what it says and no earlier row does, and each
// code in the program is in the table.
func TestCodes(t *testing.T) {
	known := map[string]bool{}
	for _, row := range table {
		known[row.code] = true
		note := Note{{Code: row.code}}
		for i := range strings.Count(row.code, "{}") {
			note[0].Words = append(note[0].Words, strconv.Itoa(i+4))
		}
		if diff := cmp.Diff(note, ReadNote(note.String())); diff != "" || strings.Count(row.zh, "{}") != len(note[0].Words) {
			t.Errorf("%q (-want +got):\n%s", row.code, diff)
		}
	}
	used := 0
	for _, folder := range []string{".", "../../meeting"} {
		files, err := filepath.Glob(folder + "/*.go")
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range files {
			f, err := parser.ParseFile(gotoken.NewFileSet(), name, nil, parser.SkipObjectResolution)
			if err != nil {
				t.Fatal(err)
			}
			for n := range ast.Preorder(f) {
				call, ok := n.(*ast.CallExpr)
				if !ok || !strings.HasSuffix(types.ExprString(call.Fun), "Found") {
					continue
				}
				if text, ok := call.Args[0].(*ast.BasicLit); ok { // else a constant that the table has
					used++
					if code, _ := strconv.Unquote(text.Value); !known[code] || strings.Count(code, "{}") != len(call.Args)-1 {
						t.Errorf("%s: code %s with %d words is not in the table", name, text.Value, len(call.Args)-1)
					}
				}
			}
		}
	}
	if used < 30 {
		t.Errorf("found %d codes", used)
	}
}
