package trial

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"judgement/internal/fault"
	"judgement/internal/pipeline"
	"judgement/internal/yamlfile"
	"judgement/scene"
)

// FindSkill returns the path in the workspace of the skill, or of its folder, that a
// path or the slug of a judge names. The judges of the scenes' panels count too. The
// error has the code fault.Usage and lists the judges.
func FindSkill(workspace fs.FS, arg string) (string, error) {
	for _, name := range []string{filepath.ToSlash(filepath.Clean(arg)), "judges/" + arg, "anchors/" + arg + "/perspective"} {
		if _, err := fs.Stat(workspace, name); err == nil {
			return name, nil
		}
	}
	all, _ := scene.LoadAll(workspace, pipeline.Outputs()...) // the names below help if they can't be read
	for _, l := range all {
		if l.Err == nil {
			if j, ok := l.Panel.Judge(arg); ok {
				return j.SkillPath, nil
			}
		}
	}
	names := judgeNames(workspace)
	fix := "name a SKILL.md, its folder, or a judge of the workspace: " + strings.Join(names, ", ")
	if near, ok := yamlfile.Nearest(arg, names); ok {
		fix = "did you mean " + near + "? Else " + fix
	}
	return "", fault.New(fault.Usage, nil, "text", fmt.Sprintf("there is no judge %q: it is neither a file here nor a skill or a judge of the workspace", arg), "fix", fix)
}

// judgeNames lists the folders of judges/ and anchors/.
func judgeNames(workspace fs.FS) (out []string) {
	for _, pattern := range []string{"judges/*/SKILL.md", "anchors/*/perspective/SKILL.md"} {
		found, _ := fs.Glob(workspace, pattern) // the pattern is well-formed
		for _, f := range found {
			out = append(out, strings.Split(f, "/")[1])
		}
	}
	return out
}
