package lark_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"judgement/internal/chat/lark/larkfake"
)

// TestAnswers: what is sent to a bot and what it says to it, over the wire.
func TestAnswers(t *testing.T) {
	post := func(v any) string { b, _ := json.Marshal(v); return string(b) }
	line := []any{map[string]string{"tag": "text", "text": longText}, map[string]any{"tag": "a", "text": "site", "href": "https://x.example"}}
	for _, c := range []struct {
		name string
		e    larkfake.Event
		want []string // in one answer; nil: none
		job  string   // the document's beginning, of a job that comes of it
		file string   // its name, where that matters
	}{
		{name: "text", e: larkfake.Event{Type: "text", Content: larkfake.Text(longText)}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "post, bare", e: larkfake.Event{Type: "post", Content: post(map[string]any{"title": "Roof", "content": [][]any{line}})}, want: []string{"Queued", "Roof"}, job: "# Roof\n\nWe ask for a grant"},
		{name: "post under a language", e: larkfake.Event{Type: "post", Content: post(map[string]any{"zh_cn": map[string]any{"title": "Dach", "content": [][]any{line}}})}, want: []string{"Queued"}, job: "# Dach\n\nWe ask"},
		{name: "help", e: larkfake.Event{Type: "text", Content: larkfake.Text("help")}, want: []string{"Commands: help", "DOCX", "25 MB"}},
		{name: "help in Chinese", e: larkfake.Event{Type: "text", Content: larkfake.Text("帮助")}, want: []string{"指令：帮助"}},
		{name: "status", e: larkfake.Event{Type: "text", Content: larkfake.Text("status")}, want: []string{"Nothing of yours"}},
		{name: "cancel", e: larkfake.Event{Type: "text", Content: larkfake.Text("取消")}, want: []string{"没有可取消"}},
		{name: "greeting", e: larkfake.Event{Type: "text", Content: larkfake.Text("hello there")}, want: []string{"too short", "Commands"}},
		{name: "empty text", e: larkfake.Event{Type: "text", Content: larkfake.Text("")}, want: []string{"too short"}},
		{name: "links alone", e: larkfake.Event{Type: "text", Content: larkfake.Text("https://docs.example/a https://docs.example/b")}, want: []string{"don't open links"}},
		{name: "picture", e: larkfake.Event{Type: "image", Content: `{"image_key":"k"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "unknown kind", e: larkfake.Event{Type: "hologram", Content: `{}`}, want: []string{"message of this kind"}},
		{name: "broken content", e: larkfake.Event{Type: "text", Content: `{"text":`}, want: []string{"message of this kind"}},
		{name: "file without a key", e: larkfake.Event{Type: "file", Content: `{"file_name":"a.docx"}`}, want: []string{"message of this kind"}},
		{name: "refused type", e: larkfake.Event{Type: "file", Content: larkfake.File("k", "sheet.XLSX")}, want: []string{"can't read files of this kind (.xlsx)", "DOCX, PPTX and PDF"}},
		{name: "empty file", e: larkfake.Event{Type: "file", Content: larkfake.File("empty", "a.docx")}, want: []string{"Failed", "The file is empty"}},
		{name: "file of 90 MB", e: larkfake.Event{Type: "file", Content: larkfake.File("large", "a.docx")}, want: []string{"Failed", "larger than 25 MB"}},
		{name: "file above the platform's own limit", e: larkfake.Event{Type: "file", Content: larkfake.File("huge", "a.docx")}, want: []string{"Failed", "larger than 25 MB"}},
		{name: "large file of unknown length", e: larkfake.Event{Type: "file", Content: larkfake.File("chunked", "a.docx")}, want: []string{"Failed", "larger than 25 MB"}},
		{name: "large file, in Chinese", e: larkfake.Event{Type: "file", Content: larkfake.File("large", "计划书.docx")}, want: []string{"未完成", "文件超过 25 MB"}},
		{name: "empty file, in Chinese", e: larkfake.Event{Type: "file", Content: larkfake.File("empty", "计划书.docx")}, want: []string{"未完成", "文件是空的"}},
		{name: "refused type, in Chinese", e: larkfake.Event{Type: "file", Content: larkfake.File("k", "表格.xlsx")}, want: []string{"无法读取此类文件（.xlsx）", "支持 Markdown"}},
		{name: "refused type without a name before its ending", e: larkfake.Event{Type: "file", Content: larkfake.File("k", ".PNG")}, want: []string{"can't read files of this kind (.png)"}},
		{name: "help in full width", e: larkfake.Event{Type: "text", Content: larkfake.Text("　／ＨＥＬＰ！")}, want: []string{"Commands: help"}},
		{name: "status with Chinese marks", e: larkfake.Event{Type: "text", Content: larkfake.Text("【进度】？")}, want: []string{"没有排队或进行中"}},
		{name: "cancel with Chinese marks", e: larkfake.Event{Type: "text", Content: larkfake.Text("“取消”。。。")}, want: []string{"没有可取消"}},
		{name: "sticker", e: larkfake.Event{Type: "sticker", Content: `{"file_key":"k"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "voice", e: larkfake.Event{Type: "audio", Content: `{"file_key":"k","duration":2000}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "video", e: larkfake.Event{Type: "media", Content: `{"file_key":"k","image_key":"i","file_name":"a.mp4"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "folder", e: larkfake.Event{Type: "folder", Content: `{"file_key":"k","file_name":"plans"}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "forwarded card", e: larkfake.Event{Type: "interactive", Content: `{"title":"x","elements":[]}`}, want: []string{"message of this kind", "DOCX"}},
		{name: "business card", e: larkfake.Event{Type: "share_user", Content: `{"user_id":"ou_2"}`}, want: []string{"message of this kind"}},
		{name: "forwarded messages as one", e: larkfake.Event{Type: "merge_forward", Content: `Merged and Forwarded Message`}, want: []string{"forward the file by itself"}},
		{name: "post with a picture", e: larkfake.Event{Type: "post", Content: post(map[string]any{"content": [][]any{line, {map[string]string{"tag": "img", "image_key": "i"}}}})}, want: []string{"Queued", "pictures in the message are not read"}, job: "We ask for a grant"},
		{name: "post of pictures alone", e: larkfake.Event{Type: "post", Content: post(map[string]any{"title": "", "content": [][]any{{map[string]string{"tag": "img", "image_key": "i"}}}})}, want: []string{"message of this kind", "DOCX"}},
		{name: "post without content", e: larkfake.Event{Type: "post", Content: `{"title":"x"}`}, want: []string{"message of this kind"}},
		{name: "edited message", e: larkfake.Event{Type: "text", Content: larkfake.Text(longText), Updated: time.Now().Add(time.Minute)}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "group, everybody mentioned", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_all " + longText)}},
		{name: "group, everybody and the bot mentioned", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_all @_user_1 help"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Commands: help"}},
		{name: "group, another bot mentions the bot", e: larkfake.Event{Type: "text", ChatType: "group", SenderType: "app", Content: larkfake.Text("@_user_1 help"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}},
		{name: "group, command with Chinese marks", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1，帮助！"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"指令：帮助"}},
		{name: "group, nothing but a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"too short", "Commands"}},
		{name: "thread, answer to the file that began it", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_file", Thread: "omt_1", Content: larkfake.Text("@_user_1 评审"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"排队中"}, job: "looked up"},
		{name: "thread, a document of its own", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_file", Thread: "omt_1", Content: larkfake.Text("@_user_1 " + longText), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "We ask for a grant", file: "We ask for a grant to mend the roof of the school. We ask….txt"},
		{name: "group, answer to a message that the bot may not read", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_secret", Content: larkfake.Text("@_user_1 review"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Failed", "ask the operator of this bot to grant me the permission"}},
		{name: "file that is gone", e: larkfake.Event{Type: "file", Content: larkfake.File("gone", "a.docx")}, want: []string{"Failed", "could not be fetched", "send it again"}},
		{name: "another bot", e: larkfake.Event{Type: "text", Content: larkfake.Text(longText), SenderType: "app"}},
		{name: "group without a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text(longText)}},
		{name: "group with somebody else mentioned", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1 " + longText), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_2", Name: "Bot"}}}},
		{name: "group with a mention", e: larkfake.Event{Type: "text", ChatType: "group", Content: larkfake.Text("@_user_1 " + longText + "@_user_10"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0", Name: "Bot"}, {Key: "@_user_10", OpenID: "ou_2", Name: "Li"}}}, want: []string{"Queued"}, job: "We ask for a grant"},
		{name: "group, answer to a file", e: larkfake.Event{Type: "text", ChatType: "topic_group", Parent: "om_file", Content: larkfake.Text("@_user_1"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "looked up", file: "b.docx"},
		{name: "group, answer to a file that can't be read", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_sheet", Content: larkfake.Text("@_user_1"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Failed", "can't read files of this kind (.xlsx)", "DOCX"}},
		{name: "thanks, in answer to the bot", e: larkfake.Event{Type: "text", Parent: "om_out", Content: larkfake.Text("thanks!")}, want: []string{"too short", "Commands"}},
		{name: "review, in answer to a file", e: larkfake.Event{Type: "text", Parent: "om_file", Content: larkfake.Text("review")}, want: []string{"Queued"}, job: "looked up", file: "b.docx"},
		{name: "group, answer to a text", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_text", Content: larkfake.Text("@_user_1 review this, please"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Queued"}, job: "We ask for", file: "We ask for a grant to mend the roof of the school. We ask….txt"},
		{name: "group, answer to a picture", e: larkfake.Event{Type: "text", ChatType: "group", Parent: "om_picture", Content: larkfake.Text("@_user_1 review"), Mentions: []larkfake.Mention{{Key: "@_user_1", OpenID: "ou_bot_0"}}}, want: []string{"Failed", "answer the message that holds the file"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			w := newWorld(t, 1, nil)
			c.e.Message = "om_in"
			w.Store("om_in", "empty", larkfake.Stored{Name: "a.docx"})
			w.Store("om_in", "large", larkfake.Stored{Name: "a.docx", Size: 90 << 20})
			w.Store("om_in", "huge", larkfake.Stored{Name: "a.docx", Size: 101 << 20})
			w.Store("om_in", "chunked", larkfake.Stored{Name: "a.docx", Size: 26 << 20, Chunked: true})
			w.Store("om_secret", "", larkfake.Stored{Code: 230027})
			w.Store("om_sheet", "", larkfake.Stored{Type: "file", Content: larkfake.File("k3", "sheet.xlsx")})
			w.Store("om_sheet", "k3", larkfake.Stored{Data: []byte("x")})
			w.Store("om_file", "", larkfake.Stored{Type: "file", Content: larkfake.File("k2", "b.docx")})
			w.Store("om_file", "k2", larkfake.Stored{Data: []byte("looked up")})
			w.Store("om_text", "", larkfake.Stored{Type: "text", Content: larkfake.Text(longText)})
			w.Store("om_picture", "", larkfake.Stored{Type: "image", Content: `{"image_key":"k"}`})
			w.send(c.e)
			if c.want != nil {
				w.wants("", c.want...)
			} else {
				time.Sleep(50 * time.Millisecond)
				if n := len(w.Messages()); n != 0 {
					t.Errorf("the bot answers\n%s", w.state())
				}
			}
			w.until("the job", func() bool { jobs, _, _ := w.queue.Submitted(); return (len(jobs) == 1) == (c.job != "") })
			if jobs, data, _ := w.queue.Submitted(); c.job != "" && (!strings.HasPrefix(string(data[0]), c.job) || c.file != "" && jobs[0].Filename != c.file) {
				t.Errorf("the document is %.60q in %s, want %q in %s", data[0], jobs[0].Filename, c.job, c.file)
			}
		})
	}
}
