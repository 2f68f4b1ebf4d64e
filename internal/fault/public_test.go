package fault

import "testing"

func TestPublic(t *testing.T) {
	for text, want := range map[string]string{
		"write /srv/ws/cases/C-1/v1/plan.json: no space left": "write plan.json: no space left",
		`open "/srv/ws/a.md": denied`:                         `open "a.md": denied`,
		"mkdir /srv: denied":                                  "mkdir srv: denied",
		"write /srv/a.md: x\nread /srv/b.md":                  "write a.md: x\nread b.md",
		"scenes/a/scene.yaml:3:1: 40 / 100, and/or":           "scenes/a/scene.yaml:3:1: 40 / 100, and/or",
		"POST https://host.example/v1/chat: 404":              "POST https://host.example/v1/chat: 404",
		"write /srv/my files/C 1/v1/plan.json: no space left": "write plan.json: no space left",
		"write /srv/my files/my plan.json: no space left":     "write my plan.json: no space left",
		"mkdir /srv/Kim's (old) work, 2/cases: denied":        "mkdir cases: denied",
		`open "/srv/a: b/my plan.md": denied`:                 `open "my plan.md": denied`,
		"open '/srv/a b/c.md' or '/srv/d e/f.md': denied":     "open 'c.md' or 'f.md': denied",
		"/srv/my files/\nread /srv/x y/b.md":                  "my files\nread b.md",
		"open file:/srv/ws/x.db?mode=ro: denied":              "open file:x.db?mode=ro: denied",
		"open file:///srv/ws/x.db: denied":                    "open file://x.db: denied",
		"dial unix:/run/secret/x.sock: refused":               "dial unix:x.sock: refused",
		"dial unix:///run/secret/x.sock: refused":             "dial unix://x.sock: refused",
		`open C:\ws\a.md: denied`:                             "open a.md: denied",
		`open "C:\my files\a b.md": denied`:                   `open "a b.md": denied`,
		"a|/srv/f":                                            "a|f",
		"“/srv/x”: denied":                                    "“x”: denied",
		"«/srv/y z.md»":                                       "«y z.md»",
		"PATH=/srv/bin:/opt/bin":                              "PATH=bin:bin",
		"</srv/ws//x>: <folder>/board.json":                   "<x>: <folder>/board.json",
		"路径：/srv/ws/x":                                        "路径：x",
		`open "/srv/ws/x`:                                     `open "x`,
		"GET https://host:80/a/b?c#/d and http://[::1]/x":     "GET https://host:80/a/b?c#/d and http://[::1]/x",
		"postgres://host/name, ./a, ../b/c, ~/d, */*":         "postgres://host/name, ./a, ../b/c, ~/d, */*",
		"'/', \"/\" or `/` in {case}/v1, N/A (a)/b":           "'/', \"/\" or `/` in {case}/v1, N/A (a)/b",
		"3 / 4 judges; a / b":                                 "3 / 4 judges; a / b",
	} {
		if got := Public(text); got != want {
			t.Errorf("Public(%q) = %q, want %q", text, got, want)
		}
	}
}
