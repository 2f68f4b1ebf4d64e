// Command judgement lets panels of language-model judges score or review a
// document under a scene. main embeds the starter workspace, calls cmd and
// exits. It has no logic.
package main

import (
	"embed"
	"os"

	"judgement/cmd"
)

// starter is the workspace that is used if there is no other. all: includes the folders
// whose names begin with "_".
//
//go:embed all:scenes all:anchors all:judges examples/*.* all:examples/contest all:examples/adversarial SKILL.md VERSION
var starter embed.FS

func main() {
	os.Exit(cmd.Main(starter))
}
