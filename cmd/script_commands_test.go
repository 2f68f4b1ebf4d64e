package cmd

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"judgement/internal/database/pgtest"
	"judgement/internal/llm/fakeserver"
	"judgement/internal/testtool"
)

// scriptServers are the fake model servers of one script, by name.
type scriptServers map[string]*fakeserver.Server

type serversKey struct{}

// scriptTestKey is the key of the script's test.
type scriptTestKey struct{}

// scriptCommands are the commands of our own that scripts may use:
//
//	fakeserver NAME [key=K] [model=M] [formats=none] [mute=JUDGE] [context=TOKENS] [cache] [FAULT… | always FAULT]
//	    starts a fake model server; $NAME_URL is its address, the faults are
//	    played in the order in which calls arrive. mute=JUDGE has that judge
//	    always answer in prose.
//	use NAME
//	    makes it the model server of the commands that follow, with a key.
//	fake KIND
//	    starts a server of one of fakeKinds; $FAKE_KIND is its address. The kind
//	    nobody is an address that nobody listens on.
//	exits N CMD ARG…
//	    demands that the command ends with exit code N.
//	calls NAME N
//	    demands that it has seen exactly N calls so far.
//	waitcalls NAME N
//	    waits until it has seen N calls.
//	fill FILE SIZE
//	    writes a file of SIZE bytes of text.
//	listing DIR FILE
//	    writes the names, modes and hashes of all files under DIR to FILE.
//	mode FILE OCTAL
//	    demands the permissions of the files that match a pattern.
//	copy FROM TO
//	    copies one file, the first that matches a pattern.
//	postgres
//	    makes an empty Postgres database; $POSTGRES_URL is its address. Without
//	    Postgres, the script ends as testtool.Need says.
func scriptCommands() map[string]func(*testscript.TestScript, bool, []string) {
	return map[string]func(*testscript.TestScript, bool, []string){
		"fakeserver": scriptServer,
		"use":        scriptUse,
		"fake":       startFake,
		"exits":      exits,
		"calls":      scriptCalls,
		"waitcalls":  scriptWaitCalls,
		"fill":       scriptFill,
		"listing":    scriptListing,
		"mode":       scriptMode,
		"copy":       scriptCopy,
		"postgres":   scriptPostgres,
	}
}

func scriptPostgres(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) > 0 {
		ts.Fatalf("usage: postgres")
	}
	t, ok := ts.Value(scriptTestKey{}).(testtool.T)
	if !ok {
		ts.Fatalf("the script has no test")
	}
	testtool.Need(t, "postgres")
	address, drop, err := pgtest.Database(context.Background())
	ts.Check(err)
	ts.Defer(func() { ts.Check(drop()) })
	ts.Setenv("POSTGRES_URL", address)
}

func scriptServer(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) == 0 {
		ts.Fatalf("usage: fakeserver NAME [key=K] [model=M] [formats=none] [mute=JUDGE] [context=TOKENS] [cache] [FAULT… | always FAULT]")
	}
	opts := fakeserver.Options{Seed: 1}
	var faults []fakeserver.Fault
	always := false
	for _, arg := range args[1:] {
		name, value, _ := strings.Cut(arg, "=")
		switch name {
		case "key":
			opts.APIKey = value
		case "model":
			opts.Models = append(opts.Models, value)
		case "formats":
			opts.Formats = fakeserver.NoFormats
		case "cache":
			opts.PromptCache = true
		case "mute":
			opts.Responder = proseOf(value)
		case "context":
			n, err := strconv.Atoi(value)
			ts.Check(err)
			opts.Context = n
		case "always":
			always = true
		case "ok":
			faults = append(faults, fakeserver.None)
		default:
			faults = append(faults, fakeserver.Fault(arg))
		}
	}
	opts.Schedule = fakeserver.Script(faults...)
	if always {
		opts.Schedule = fakeserver.Always(faults[0])
	}
	s, err := fakeserver.New(opts)
	ts.Check(err)
	ts.Defer(s.Close)
	servers(ts)[args[0]] = s
	ts.Setenv(args[0]+"_URL", s.URL())
}

// proseOf has one judge answer in prose and the others well.
func proseOf(judge string) func(fakeserver.Request) string {
	return func(r fakeserver.Request) string {
		if r.Messages != nil && strings.Contains(r.Messages[1].Content, "You judge as `"+judge+"`.") {
			return "I would rather tell you a story about it."
		}
		return fakeserver.Answer(r)
	}
}

func servers(ts *testscript.TestScript) scriptServers {
	all, ok := ts.Value(serversKey{}).(scriptServers)
	if !ok {
		ts.Fatalf("the script has no servers")
	}
	return all
}

func scriptUse(ts *testscript.TestScript, _ bool, args []string) {
	ts.Setenv("OPENAI_BASE_URL", namedServer(ts, args).URL())
	ts.Setenv("JUDGEMENT_LLM_MODEL", "fake-1")
	ts.Setenv("OPENAI_API_KEY", "none")
	if ts.Getenv("OPENAI_API_KEY") == "" {
		ts.Setenv("OPENAI_API_KEY", "none")
	}
}

func namedServer(ts *testscript.TestScript, args []string) *fakeserver.Server {
	if len(args) == 0 || servers(ts)[args[0]] == nil {
		ts.Fatalf("name a server that fakeserver has started")
	}
	return servers(ts)[args[0]]
}

func scriptCalls(ts *testscript.TestScript, neg bool, args []string) {
	s := namedServer(ts, args)
	if got := strconv.Itoa(s.Counters().Calls); len(args) != 2 || (got == args[1]) == neg {
		ts.Fatalf("%s has seen %s calls", args[0], got)
	}
}

func scriptWaitCalls(ts *testscript.TestScript, _ bool, args []string) {
	s := namedServer(ts, args)
	want, err := strconv.Atoi(args[1])
	ts.Check(err)
	for range 3000 {
		if s.Counters().Calls >= want {
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	ts.Fatalf("%s has seen only %d calls after 30 s", args[0], s.Counters().Calls)
}

func scriptFill(ts *testscript.TestScript, _ bool, args []string) {
	size, err := strconv.Atoi(args[1])
	ts.Check(err)
	text := bytes.Repeat([]byte("We asked 40 users. "), size/19+1)[:size]
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), text, 0o644))
}

func scriptListing(ts *testscript.TestScript, _ bool, args []string) {
	var b strings.Builder
	root := ts.MkAbs(args[0])
	ts.Check(filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		fmt.Fprintf(&b, "%v %x %s\n", info.Mode(), sha256.Sum256(data), strings.TrimPrefix(path, root))
		return nil
	}))
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(b.String()), 0o644))
}

func scriptMode(ts *testscript.TestScript, neg bool, args []string) {
	for _, name := range matches(ts, args[0]) {
		info, err := os.Stat(name)
		ts.Check(err)
		if got := fmt.Sprintf("%04o", info.Mode().Perm()); (got == args[1]) == neg {
			ts.Fatalf("%s has mode %s", name, got)
		}
	}
}

func scriptCopy(ts *testscript.TestScript, _ bool, args []string) {
	data, err := os.ReadFile(matches(ts, args[0])[0])
	ts.Check(err)
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), data, 0o644))
}

func matches(ts *testscript.TestScript, pattern string) []string {
	names, err := filepath.Glob(ts.MkAbs(pattern))
	ts.Check(err)
	if len(names) == 0 {
		ts.Fatalf("nothing matches %s", pattern)
	}
	return names
}

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
		"slow":         {Delay: fakeserver.Delay{Median: time.Second}},
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
