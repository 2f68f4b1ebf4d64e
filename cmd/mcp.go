package cmd

import (
	"context"
	"errors"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"judgement/internal/mcp"
)

func (a *App) mcpCmd() *cobra.Command {
	c := &cobra.Command{
		Use:   "mcp",
		Short: "Answer an editor or assistant over the Model Context Protocol",
		Long: `Answers a host of the Model Context Protocol on standard input and output: an
editor or an assistant that starts this command. Its tools list scenes, plan a
review with its price, review a document, read a result, compare two versions,
check quotes and read a ranking. Documents are given as text, or by a path in the
workspace folder. 'judgement serve' offers the same at /mcp.`,
		Example: "  judgement mcp --workspace .\n  judgement mcp --provider offline",
		Args:    exactArgs(0),
		RunE:    func(c *cobra.Command, _ []string) error { return a.runMCP(c.Context()) },
	}
	modelSettings(c)
	return c
}

func (a *App) runMCP(ctx context.Context) error {
	server, err := a.MCP(ctx, func(err error) string {
		f := classify(err)
		if f.fix == "" {
			return f.text
		}
		return f.text + ": " + strings.ReplaceAll(f.fix, "run the same command again", "call the tool again with the same arguments")
	})
	if err != nil {
		return err
	}
	if a.OutTTY {
		a.Say("This command waits for a host of the Model Context Protocol, such as an editor, that starts it. Ctrl-C ends it.")
	}
	err = server.Run(ctx, mcp.Stdio(a.In, a.Out))
	if errors.Is(err, io.EOF) || errors.Is(err, context.Canceled) { // the host has ended
		return nil
	}
	return err
}
