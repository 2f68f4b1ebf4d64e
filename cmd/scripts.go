package cmd

import "github.com/spf13/cobra"

// scriptNames are the contract's names of scripts, as hidden commands that take
// the contract's arguments.
func (a *App) scriptNames() []*cobra.Command {
	smoke := a.smokeCmd()
	smoke.Use = "smoke_e2e"
	for _, c := range smoke.Commands() {
		c.Use = "smoke-" + c.Use
	}
	one, all := a.smokeOneCmd(), a.smokeAllCmd()
	one.Use, all.Use = "smoke-scene SLUG", "smoke-all"
	scenes, panels, add, meeting, deck := a.sceneCmd(), a.panelCmd(), a.addSceneCmd(), a.meetingCmd(), a.meetingDeckCmd()
	scenes.Use, panels.Use = "scene_loader", "panel_loader"
	add.Use = "add_scene SLUG --type review|competition"
	meeting.Use, deck.Use = "meeting_summary_pipeline", "meeting_summary_pptx BRAND"
	out := []*cobra.Command{scenes, panels, smoke, add, meeting, deck, one, all}
	for _, c := range out {
		c.Hidden = true
		c.Example = ""
		c.Aliases = append(c.Aliases, c.Name()+".py")
	}
	return out
}
