package chat

import (
	"path"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/width"

	"judgement/report"
)

// Kind says what a message holds. The set is closed.
type Kind string

// The kinds of message.
const (
	KindText    Kind = "text" // also a post: text with a title
	KindFile    Kind = "file"
	KindForward Kind = "forward" // a bundle of forwarded messages
	KindOther   Kind = "other"   // pictures, voice, stickers and all others
)

// Message is something that was sent to a bot.
type Message struct {
	AppID     string    `json:"app_id"`
	MessageID string    `json:"message_id"`
	ChatID    string    `json:"chat_id"`
	Sender    string    `json:"sender"` // open id
	Group     bool      `json:"group"`
	At        time.Time `json:"at"`
	Kind      Kind      `json:"kind"`
	Type      string    `json:"type"`  // the platform's own word for the kind
	Title     string    `json:"title"` // of a post
	Text      string    `json:"-"`     // without the mention of the bot
	Pictures  int       `json:"-"`     // in a post, and everything else in it that is no text
	File      File      `json:"file"`
	Parent    string    `json:"parent"` // the message that it answers
	Person    bool      `json:"-"`      // a person sent it, not a bot
	Mentioned bool      `json:"-"`      // the bot was mentioned by its own id
}

// File names a file that still is on the platform. MessageID is the message
// that holds it. If Key is empty, the message has to be looked up first.
type File struct {
	MessageID string `json:"message_id,omitempty"`
	Key       string `json:"key,omitempty"`
	Name      string `json:"name,omitempty"`
}

// lang is the language to answer in: the scene's, else the message's.
func (b *Bot) lang(m Message) report.Lang {
	if b.Scene.Report.Language != "" {
		return b.Lang()
	}
	for _, r := range m.Title + m.Text + m.File.Name {
		if unicode.Is(unicode.Han, r) {
			return report.Chinese
		}
	}
	return report.English
}

// Command is a short order to the bot.
type Command string

// The commands; None is a message that is no command.
const (
	None   Command = ""
	Help   Command = "help"
	Status Command = "status"
	Cancel Command = "cancel"
	Review Command = "review" // in answer to a message with a file
)

// ParseCommand reads a command in English or Chinese, in any letter case and
// width, with or without a slash and punctuation around it. Longer
// text is no command.
func ParseCommand(text string) Command {
	word := strings.ToLower(width.Narrow.String(text))
	word = strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsNumber(r) })
	switch word {
	case "help", "h", "帮助", "幫助", "帮忙", "使用帮助", "使用说明":
		return Help
	case "status", "progress", "状态", "狀態", "进度", "進度", "查看状态", "查看进度":
		return Status
	case "cancel", "stop", "取消", "停止", "取消评审", "停止评审":
		return Cancel
	case "review", "judge", "评审", "評審", "评分", "審閱", "审阅", "点评":
		return Review
	}
	return None
}

// minText is the shortest text, in runes, that is taken as a document: shorter
// ones are greetings.
const minText = 20

// tooShort reports whether text is no document.
func tooShort(text string) bool { return utf8.RuneCountInString(strings.TrimSpace(text)) < minText }

// onlyLinks reports whether text is nothing but addresses, which are never
// fetched.
func onlyLinks(text string) bool {
	fields := strings.Fields(text)
	for _, f := range fields {
		if !strings.HasPrefix(f, "http://") && !strings.HasPrefix(f, "https://") && !strings.HasPrefix(f, "www.") {
			return false
		}
	}
	return len(fields) > 0
}

// refusedEndings are the endings of files that intake can't read and that are
// common enough to be refused at once, before the file is fetched.
var refusedEndings = []string{
	".doc", ".ppt", ".xls", ".xlsx", ".csv", ".wps", ".et", ".dps", ".pages", ".key", ".numbers", ".rtf", ".odt", ".odp", ".epub",
	".png", ".jpg", ".jpeg", ".gif", ".webp", ".heic", ".bmp", ".svg", ".tif", ".tiff",
	".mp3", ".m4a", ".wav", ".mp4", ".mov", ".avi", ".mkv", ".zip", ".rar", ".7z", ".gz", ".tar", ".exe", ".apk", ".dmg",
}

// refusedFile reports whether a file's name alone says that it can't be read.
func refusedFile(name string) bool { return slices.Contains(refusedEndings, extension(name)) }

// extension is the ending of a file's name, in lower case.
func extension(name string) string {
	return clip(strings.ToLower(path.Ext(strings.TrimSpace(name))), 10)
}
