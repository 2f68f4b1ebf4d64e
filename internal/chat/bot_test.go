package chat_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/casefile"
	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/scene"
)

func TestLoadRoster(t *testing.T) {
	one, two, closed := chattest.Scene("one"), chattest.Scene("two"), chattest.Scene("closed")
	two.Access.RateLimit, closed.Access.WhitelistEnv = 7, "LIST"
	for _, c := range []struct {
		name    string
		scenes  []*scene.Scene
		env     map[string]string
		bots    []string // scene, application, an hour
		skipped int
		err     string
		none    bool
	}{
		{name: "two of three", scenes: []*scene.Scene{one, two, closed}, env: map[string]string{"CHAT_APP_ID_ONE": "a", "CHAT_APP_SECRET_ONE": "s", "CHAT_APP_ID_TWO": " b ", "CHAT_APP_SECRET_TWO": "s"}, bots: []string{"one a 60", "two b 7"}, skipped: 1},
		{name: "none", scenes: []*scene.Scene{one, two}, skipped: 2, none: true},
		{name: "blank is unset", scenes: []*scene.Scene{one}, env: map[string]string{"CHAT_APP_ID_ONE": "  "}, skipped: 1, none: true},
		{name: "no secret", scenes: []*scene.Scene{one}, env: map[string]string{"CHAT_APP_ID_ONE": "a"}, err: "CHAT_APP_SECRET_ONE is not"},
		{name: "one application twice", scenes: []*scene.Scene{one, two}, env: map[string]string{"CHAT_APP_ID_ONE": "a", "CHAT_APP_SECRET_ONE": "s", "CHAT_APP_ID_TWO": "a", "CHAT_APP_SECRET_TWO": "s"}, err: "scenes one and two have the same application id"},
		{name: "single bot", scenes: []*scene.Scene{one, two}, env: map[string]string{"CHAT_APP_ID": "x", "CHAT_APP_SECRET": "s", "CHAT_SCENE": "two"}, bots: []string{"two x 7"}, skipped: 2},
		{name: "single bot, only scene", scenes: []*scene.Scene{one}, env: map[string]string{"CHAT_APP_ID": "x", "CHAT_APP_SECRET": "s"}, bots: []string{"one x 60"}, skipped: 1},
		{name: "single bot, unknown scene", scenes: []*scene.Scene{one, two}, env: map[string]string{"CHAT_APP_ID": "x", "CHAT_APP_SECRET": "s", "CHAT_SCENE": "three"}, err: `CHAT_SCENE is "three", which is no scene; set it to one of: one, two`},
		{name: "a scene's own bot beats the single one", scenes: []*scene.Scene{one, two}, env: map[string]string{"CHAT_APP_ID": "x", "CHAT_APP_SECRET": "s", "CHAT_SCENE": "two", "CHAT_APP_ID_ONE": "a", "CHAT_APP_SECRET_ONE": "s"}, bots: []string{"one a 60"}, skipped: 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			r, err := chat.LoadRoster(c.scenes, func(k string) string { return c.env[k] }, 60)
			if (c.err != "") != (err != nil && !errors.Is(err, chat.ErrNoBots)) || err != nil && !strings.Contains(err.Error(), c.err) || c.none != errors.Is(err, chat.ErrNoBots) {
				t.Fatalf("error %v, want %q", err, c.err)
			}
			if c.err != "" {
				return
			}
			var got []string
			for _, b := range r.Bots {
				got = append(got, strings.Join([]string{b.Scene.Slug, b.AppID, strconv.Itoa(b.PerHour)}, " "))
			}
			if d := cmp.Diff(c.bots, got); d != "" || len(r.Skipped) != c.skipped {
				t.Errorf("-want +got\n%s\nskipped %q", d, r.Skipped)
			}
		})
	}
}

// TestWhitelist: an allow-list that is named and empty lets nobody in.
func TestWhitelist(t *testing.T) {
	s := chattest.Scene("closed")
	s.Access.WhitelistEnv = "LIST"
	for _, c := range []struct {
		list, sender, chat string
		admitted           bool
	}{
		{"", "ou_1", "oc_1", false}, {"ou_1", "ou_1", "oc_1", true}, {"ou_2; oc_1\nou_3", "ou_1", "oc_1", true}, {"ou_11,oc_11", "ou_1", "oc_1", false},
	} {
		r, err := chat.LoadRoster([]*scene.Scene{s}, func(k string) string {
			return map[string]string{"LIST": c.list, "CHAT_APP_ID_CLOSED": "a", "CHAT_APP_SECRET_CLOSED": "s"}[k]
		}, 60)
		if err != nil || (len(r.Warnings) == 1) != (c.list == "") {
			t.Fatalf("%q: %v, warnings %q", c.list, err, r.Warnings)
		}
		if got := r.Bots[0].Admits(chat.Message{Sender: c.sender, ChatID: c.chat}); got != c.admitted {
			t.Errorf("list %q admits %s in %s: %v", c.list, c.sender, c.chat, got)
		}
	}
}

func TestParseCommand(t *testing.T) {
	for text, want := range map[string]chat.Command{
		"help": chat.Help, " /HELP ": chat.Help, "帮助": chat.Help, "Status?": chat.Status, "进度": chat.Status, "状态。": chat.Status,
		"cancel": chat.Cancel, "/取消": chat.Cancel, "Review!": chat.Review, "评审": chat.Review,
		"": chat.None, "help me with this plan": chat.None, "cancellation policy": chat.None, "取消这个计划": chat.None,
	} {
		if got := chat.ParseCommand(text); got != want {
			t.Errorf("ParseCommand(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestBrand: the same file in one chat is one case, in another chat another.
func TestBrand(t *testing.T) {
	a := chat.Brand("oc_1", "om_1", "Plan 2026.docx")
	if b := chat.Brand("oc_1", "om_2", "Plan 2026.docx"); a != b || !strings.HasPrefix(a, "plan-2026-") {
		t.Errorf("%s, then %s", a, b)
	}
	if b := chat.Brand("oc_2", "om_1", "Plan 2026.docx"); a == b {
		t.Errorf("two chats share case %s", a)
	}
	if chat.Brand("oc_1", "om_1", "") == chat.Brand("oc_1", "om_2", "") {
		t.Error("two texts share a case")
	}
	for _, name := range []string{"计划书.pdf", "../../etc/passwd", strings.Repeat("x", 500) + ".md", "?!.md", "ranking.md", "versions", "\x00\xff"} {
		b := chat.Brand("oc_1", "om_1", name)
		if err := casefile.CheckBrand(b); err != nil {
			t.Errorf("brand of %q: %v", name, err)
		}
	}
}
