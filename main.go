// Command judgement has panels of language-model judges score or review a
// document under a scene. main embeds the starter workspace, calls cmd and
// exits; it holds no logic.
package main

import (
	"os"

	"judgement/cmd"
)

func main() {
	os.Exit(cmd.Main())
}
