package mcp_test

import (
	"bufio"
	"encoding/json"
	"io"
	"strings"
	"testing"

	"judgement/internal/mcp"
)

// TestStdioGoesOn: a line that is no message is answered, and the next one is read.
func TestStdioGoesOn(t *testing.T) {
	in, host := io.Pipe()
	answers, out := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- mcp.New(options(t)).Run(t.Context(), mcp.Stdio(in, out)) }()
	read := bufio.NewReader(answers)
	ask := func(line string) (id any, code int, text string) {
		t.Helper()
		go func() { _, _ = io.WriteString(host, line+"\n") }()
		data, err := read.ReadString('\n')
		var a struct {
			Version string `json:"jsonrpc"`
			ID      any
			Error   struct {
				Code    int
				Message string
			}
		}
		if err == nil {
			err = json.Unmarshal([]byte(data), &a)
		}
		if err != nil || a.Version != "2.0" {
			t.Fatalf("%.40s: %v %s", line, err, data)
		}
		return a.ID, a.Error.Code, a.Error.Message
	}
	ping := `{"jsonrpc":"2.0","id":7,"method":"ping"}`
	long := strings.Repeat("x", mcp.MaxMessage)
	for _, c := range []struct {
		line string
		id   any
		code int
	}{
		{`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}`, 1., 0},
		{`{bad json`, nil, -32700},
		{`{} {}`, nil, -32700},
		{`[]`, nil, -32600},
		{`5`, nil, -32600},
		{`[` + ping + `]`, nil, -32600},
		{`{"jsonrpc":"1.0","id":3,"method":"ping"}`, 3., -32600},
		{`{"jsonrpc":"2.0","method":5,"id":"a"}`, "a", -32600},
		{`{"jsonrpc":"2.0","id":{},"method":"ping"}`, nil, -32600},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":[]}`, 4., -32602},
		{`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"plan","arguments":{"text":"` + long + `"}}}`, 4., -32600},
		{`{"method":"` + long + `","id":4}`, nil, -32600},
		{"\r\n\n  " + ping + "  \r", 7., 0},
	} {
		if id, code, text := ask(c.line); id != c.id || code != c.code || (code != 0) != (text != "") {
			t.Errorf("%.60q: id %v, code %d: %s", c.line, id, code, text)
		}
		if id, code, text := ask(ping); id != 7. || code != 0 {
			t.Fatalf("after %.60q: id %v, code %d: %s", c.line, id, code, text)
		}
	}
	_ = host.Close()
	<-ended
}
