package cmd

import (
	"net"
	"slices"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"judgement/internal/llm/fakeserver"
)

// fakeKinds are the kinds of server that the script command fake starts.
func fakeKinds() map[string]fakeserver.Options {
	return map[string]fakeserver.Options{
		"ok":           {},
		"list":         {Models: []string{"fake-1", "fake-2"}},
		"key":          {APIKey: "sk-right"},
		"unauthorized": {Schedule: fakeserver.Always(fakeserver.Unauthorized)},
		"quota":        {Schedule: fakeserver.Always(fakeserver.Quota)},
		"hang":         {Schedule: fakeserver.Always(fakeserver.Hang)},
		"prose":        {Schedule: fakeserver.Always(fakeserver.Prose)},
		"objects":      {Formats: fakeserver.NoSchema, NoModelsEndpoint: true},
		"slow":         {Delay: fakeserver.Delay{Median: 250 * time.Millisecond}},
	}
}

func startFake(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: fake KIND")
	}
	name := "FAKE_" + strings.ToUpper(args[0])
	if args[0] == "nobody" {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		ts.Check(err)
		ts.Setenv(name, "http://"+l.Addr().String()+"/v1")
		ts.Check(l.Close())
		return
	}
	opts, ok := fakeKinds()[args[0]]
	if !ok {
		ts.Fatalf("unknown fake server %s", args[0])
	}
	s, err := fakeserver.New(opts)
	ts.Check(err)
	ts.Defer(s.Close)
	servers(ts)[args[0]] = s
	ts.Setenv(name, s.URL())
}

func exits(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits N CMD ARG…")
	}
	got := "0"
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		got = strings.TrimPrefix(err.Error(), "exit status ")
	}
	if got != args[0] {
		ts.Fatalf("%s ended with %s, want exit code %s", strings.Join(args[1:], " "), got, args[0])
	}
}

// cleanEnv drops the machine's own settings, so that scripts see only theirs.
func cleanEnv(vars []string) []string {
	return slices.DeleteFunc(slices.Clone(vars), func(v string) bool {
		for _, prefix := range []string{"JUDGEMENT_", "OPENAI_", "CHAT_", "NO_COLOR="} {
			if strings.HasPrefix(v, prefix) {
				return true
			}
		}
		return false
	})
}
