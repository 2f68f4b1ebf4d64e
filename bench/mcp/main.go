// Command mcp times the first review over the Model Context Protocol from an empty home
// folder: build, judgement init, start of the server, the first answer, the review. The
// offline baseline judges unless the environment names a model.
package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

func main() {
	if err := run(context.Background()); err != nil {
		log.Fatal(err)
	}
}

func run(ctx context.Context) error {
	home, err := os.MkdirTemp("", "mcp")
	if err != nil {
		return err
	}
	defer os.RemoveAll(home)
	program, workspace := filepath.Join(home, "judgement"), filepath.Join(home, "ws")
	start := time.Now()
	lap := func(what string) { fmt.Printf("%-22s %6.2f s\n", what, time.Since(start).Seconds()) }
	if out, err := exec.CommandContext(ctx, "go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		return fmt.Errorf("build: %w: %s", err, out)
	}
	lap("built")
	start = time.Now()
	env := append(os.Environ(), "HOME="+home, "XDG_CACHE_HOME=", "XDG_CONFIG_HOME=")
	setup := exec.CommandContext(ctx, program, "init", workspace)
	setup.Env = env
	if out, err := setup.CombinedOutput(); err != nil {
		return fmt.Errorf("init: %w: %s", err, out)
	}
	lap("workspace made")
	server := exec.CommandContext(ctx, program, "mcp", "--workspace", workspace)
	server.Env = env
	if os.Getenv("JUDGEMENT_LLM_MODEL") == "" {
		server.Args = append(server.Args, "--provider", "offline")
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil).Connect(ctx, &mcp.CommandTransport{Command: server}, nil)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	lap("server answers")
	text, err := os.ReadFile(filepath.Join(workspace, "examples/pitch-good-en.md"))
	if err != nil {
		return err
	}
	r, err := session.CallTool(ctx, &mcp.CallToolParams{Name: "review", Arguments: map[string]any{"scene": "pitch-review", "text": string(text), "name": "pitch.md"}})
	if err != nil {
		return fmt.Errorf("review: %w", err)
	}
	if r.IsError {
		return errors.New("the review failed: " + r.Content[0].(*mcp.TextContent).Text)
	}
	lap("first review is there")
	return session.Close()
}
