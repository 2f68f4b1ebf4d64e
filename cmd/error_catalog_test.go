package cmd

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/api"
	"judgement/internal/chat"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/jury"
	"judgement/report"
)

// TestErrorCatalog lists every code with all that the command line, the HTTP API, a
// failed job and the bots say of it. UPDATE_GOLDEN=1 writes the list.
func TestErrorCatalog(t *testing.T) {
	const at = "/srv/secret/folder/file.txt"
	values := map[string]string{}
	for _, key := range strings.Fields("text detail name place doing path brand file folder prefix problem better scene case cases asked what have of need where tokens reply over context last done total limit counted day") {
		values[key] = "<" + key + ">"
	}
	values["path"] = at
	var b strings.Builder
	for _, c := range fault.Codes() {
		f := &fault.Error{Code: c, Params: values}
		if values["fix"] = ""; strings.HasPrefix(c.Word(), "document") {
			values["fix"] = "<fix>"
		}
		said := worded(f, f)
		fmt.Fprintf(&b, "%s\n  command line: %s, exit %d: %s\n", string(c), said.code, said.exit, strings.ReplaceAll(said.text, at, "<path>"))
		line(&b, "fix", said.fix)
		if text, shown := api.Detail(c); shown {
			line(&b, "HTTP", fmt.Sprintf("%d %s", c.Status(), text))
		}
		message := job.Message(f)
		if strings.Contains(message, "/srv") {
			t.Errorf("the message of a job has a path of the server: %s", message)
		}
		again := "final"
		if !c.Final() {
			again = "tried again"
		}
		line(&b, "job", fmt.Sprintf("%s, %s: %s", c.Word(), again, message))
		for _, l := range []report.Lang{report.English, report.Chinese} {
			text := chat.Failure(l, f, 25<<20)
			if strings.ContainsAny(text, "<>") || strings.Contains(text, "/srv") {
				t.Errorf("a bot repeats what is for the operator: %s", text)
			}
			if text != chat.Failure(l, nil, 25<<20) { // else the bot says that the operator sees the reason
				line(&b, "chat, "+string(l), strings.ReplaceAll(text, "\n", " / "))
			}
		}
	}
	file := filepath.Join("testdata", "errors.txt")
	if os.Getenv("UPDATE_GOLDEN") != "" {
		if err := os.WriteFile(file, []byte(b.String()), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), b.String()); diff != "" {
		t.Errorf("the words of errors (-want +got):\n%s", diff)
	}
}

// TestMadeCodes: the codes that are made of the outcome of a judge that is tried, are in the catalog.
func TestMadeCodes(t *testing.T) {
	for _, o := range []jury.Outcome{jury.Abstained, jury.Refused, jury.Unparsable, jury.Failed, jury.OverBudget} {
		if c := fault.CodeOf(tryFailure(&jury.Answer{Outcome: o})); !c.Known() {
			t.Errorf("code %q is not in the table", string(c))
		}
	}
}

func line(b *strings.Builder, who, text string) {
	if text != "" {
		fmt.Fprintf(b, "  %s: %s\n", who, text)
	}
}
