// Command judgement has panels of language-model judges score or review a
// document under a scene. main embeds the starter workspace, calls cmd and
// exits; it holds no logic.
package main

import (
	"embed"
	"os"

	"judgement/cmd"
)

// starter is the workspace that judges when there is no other. all: keeps the
// folders whose names begin with "_".
//
//go:embed all:scenes all:anchors all:judges all:examples SKILL.md VERSION
var starter embed.FS

func main() {
	os.Exit(cmd.Main(starter))
}
