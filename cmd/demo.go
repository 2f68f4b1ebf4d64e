package cmd

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"judgement/config"
	"judgement/internal/app"
	"judgement/internal/fault"
)

// demoOptions are the flags of demo.
type demoOptions struct {
	dir, listen string
	noBrowser   bool
}

func (a *App) demoCmd() *cobra.Command {
	o := &demoOptions{}
	c := &cobra.Command{
		Use:   "demo",
		Short: "Look at a judged competition in the browser, without a model",
		Long: `Judges the six entries of examples/contest with the offline baseline, makes their
board, and serves the pages of 'judgement up' on this machine until it is interrupted.
One entry has two versions to compare. It needs no key, no model and no network, reads
no settings, and writes only into a folder of its own, which is removed at the end
unless --dir names it.

The baseline counts words and sentences and does not understand a document. No language
model judged, and the pages say so. Documents that you hand in are judged in the same
way.

The browser is opened with an address that works for one login; other browsers need
the token that is printed.`,
		Example: `  judgement demo
  judgement demo --no-browser --listen 127.0.0.1:8421
  judgement demo --dir my-demo`,
		Args: exactArgs(0),
		RunE: func(c *cobra.Command, _ []string) error { return a.runDemo(c.Context(), o) },
	}
	f := c.Flags()
	f.StringVar(&o.dir, "dir", "", "new or empty folder that stays as a workspace (default: a temporary one)")
	f.StringVar(&o.listen, "listen", "127.0.0.1:0", "address on this machine; port 0: any free one")
	f.BoolVar(&o.noBrowser, "no-browser", false, "only print the address")
	return c
}

// demoScene is the scene of the demonstration.
const demoScene = "startup-contest"

func (a *App) runDemo(ctx context.Context, o *demoOptions) (err error) {
	if host, _, err := net.SplitHostPort(o.listen); err != nil || !loopback(host) {
		return usageError("give an address of this machine, such as 127.0.0.1:8421", "--listen %q is no address of this machine", o.listen)
	}
	dir := a.Path(o.dir)
	if o.dir == "" {
		if dir, err = os.MkdirTemp("", "judgement-demo-"); err != nil {
			return fault.Refuse(fault.NotWritten, "name a folder with --dir", err)
		}
		defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	}
	if _, err := config.WriteStarter(a.Starter, dir); errors.Is(err, fault.NotEmpty) {
		if _, none := os.Stat(filepath.Join(dir, "scenes")); none != nil {
			return err
		}
		return fault.Refuse(fault.NotEmpty, "if it is an earlier demonstration, 'judgement up --workspace "+o.dir+" --provider offline' serves it again; for a new one, name a folder that is new or empty", err)
	} else if err != nil {
		return fault.Refuse(fault.NotWritten, "name a folder with --dir that is new or empty and may be written", fmt.Errorf("write the workspace of the demonstration: %w", err))
	}
	if err := a.demoReviews(ctx, dir); err != nil {
		return err
	}
	return a.demoPages(ctx, dir, o)
}

// loopback reports whether a host is this machine alone.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// demoReviews judges the examples as people do, in the starter workspace.
func (a *App) demoReviews(ctx context.Context, dir string) error {
	for _, args := range [][]string{
		{"examples/cold-bag-draft.md", "--brand", "cold-bag-en"}, // the version before
		{"examples/contest"},
	} {
		var said bytes.Buffer
		args = append([]string{"review", "--scene", demoScene, "--provider", "offline", "--workspace", dir}, args...)
		if exit := a.inDemo(dir, "", &said).Run(ctx, args); exit != 0 {
			if ctx.Err() == nil { // else its advice would be about a folder that goes away
				_, _ = said.WriteTo(a.Err)
			}
			return silent{exit}
		}
	}
	return nil
}

// inDemo is this program in the folder of the demonstration, without the settings, keys
// and streams of this process. token is that of the pages.
func (a *App) inDemo(dir, token string, said io.Writer) *App {
	env := func(name string) string {
		return map[string]string{"SERVICE_API_TOKEN": token, "XDG_CACHE_HOME": filepath.Join(dir, ".judgement", "cache")}[name]
	}
	return &App{
		Options: app.Options{Env: env, Dir: dir, Starter: a.Starter, Now: a.Now, Random: a.Random},
		In:      strings.NewReader(""), Out: io.Discard, Err: said, Width: a.Width,
	}
}

// demoPages serves the pages until ctx ends.
func (a *App) demoPages(ctx context.Context, dir string, o *demoOptions) error {
	secret := make([]byte, 32)
	if _, err := io.ReadFull(a.Random, secret); err != nil {
		return fmt.Errorf("draw the token of the demonstration: %w", err)
	}
	token, ticket := hex.EncodeToString(secret[:16]), hex.EncodeToString(secret[16:])
	service := a.inDemo(dir, token, a.Err)
	service.Ticket = ticket
	service.Listening = func(address string) {
		page := "http://" + address + "/cases"
		fmt.Fprintf(a.Out, "%s/login?ticket=%s\n", page, ticket)
		a.Say("The address works for one login. In another browser, open " + page + " and enter the token " + token)
		a.Say("The offline baseline judged, no language model. Ctrl-C ends it.")
		if o.noBrowser {
			return
		}
		go func() { // a browser may run as long as its window is open
			if err := a.browse(context.WithoutCancel(ctx), page+"/login?ticket="+ticket); err != nil {
				a.Say("No browser was opened: " + err.Error() + ". Open the address above in a browser.")
			}
		}()
	}
	if exit := service.Run(ctx, []string{"up", "--provider", "offline", "--listen", o.listen, "--log-format", "none", "--workspace", dir}); exit != 0 {
		return silent{exit}
	}
	return nil
}
