package lark

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"
	"time"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"

	"judgement/internal/chat"
)

// Feishu is the address of the platform in China.
const Feishu = "https://open.feishu.cn"

// maxUpload is the largest file that the platform takes, in bytes.
const maxUpload = 30 << 20

// Bot is one application's way to the platform: a chat.Platform. It is safe for
// concurrent use.
type Bot struct {
	scene  string
	appID  string
	secret string
	base   string
	log    *slog.Logger
	now    func() time.Time
	http   *http.Client
	config *larkcore.Config
	again  time.Duration // until a call is made again with a new token
	health health

	mu     sync.Mutex // guards what follows
	token  string     // an access token
	until  time.Time  // when the token is replaced
	openID string     // the bot's own, empty until it is known
}

// Options are what a Bot is made of. Bot and Now must be set.
type Options struct {
	Bot  *chat.Bot
	Base string // address of the platform; empty: Feishu
	Log  *slog.Logger
	Now  func() time.Time
	// Timeout is of one call, files included; 0: 25 s.
	Timeout time.Duration
}

// New returns a bot; it reaches no network. The caller closes it.
func New(o Options) *Bot {
	b := &Bot{
		scene: o.Bot.Scene.Slug, appID: o.Bot.AppID, secret: o.Bot.AppSecret, base: strings.TrimRight(cmp.Or(o.Base, Feishu), "/"),
		log: cmp.Or(o.Log, slog.New(slog.DiscardHandler)), now: o.Now, http: newHTTPClient(cmp.Or(o.Timeout, answerTimeout)), again: 250 * time.Millisecond,
	}
	b.config = &larkcore.Config{
		BaseUrl: b.base, AppId: b.appID, AppSecret: b.secret, EnableTokenCache: false, HttpClient: b.http,
		Logger: noLog{}, Serializable: &larkcore.DefaultSerialization{},
	}
	return b
}

// Close closes idle connections.
func (b *Bot) Close() { b.http.CloseIdleConnections() }

// renewBefore is how long before its end a token is replaced.
const renewBefore = 5 * time.Minute

// accessToken returns a token that is not known to be refused. One caller at a time
// asks for a new one. The SDK's own store is shared by the whole process, ignores
// the base address and goes on with a token that was refused.
func (b *Bot) accessToken(ctx context.Context) (string, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.now().Before(b.until) {
		return b.token, nil
	}
	var out struct {
		Token  string `json:"tenant_access_token"`
		Expire int    `json:"expire"` // seconds
	}
	err := b.request(ctx, &larkcore.ApiReq{
		HttpMethod: http.MethodPost, ApiPath: "/open-apis/auth/v3/tenant_access_token/internal",
		Body: map[string]string{"app_id": b.appID, "app_secret": b.secret},
	}, &out)
	if err != nil {
		return "", err
	}
	life := time.Duration(out.Expire) * time.Second
	b.token, b.until = out.Token, b.now().Add(life-min(renewBefore, life/2))
	return b.token, nil
}

// dropToken forgets a token that was refused; a newer one stays.
func (b *Bot) dropToken(token string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.token == token {
		b.until = time.Time{}
	}
}

// call makes a call with an access token, and once more with a new token if the old
// one is refused. Its body is made again each time: one that was sent is used up.
// out gets the answer, or is a *[]byte that gets a file.
func (b *Bot) call(ctx context.Context, method, path string, query larkcore.QueryParams, body func() any, out any) error {
	for try := 0; ; try++ {
		token, err := b.accessToken(ctx)
		if err != nil {
			return err
		}
		req := &larkcore.ApiReq{
			HttpMethod: method, ApiPath: "/open-apis/" + path, QueryParams: query,
			SupportedAccessTokenTypes: []larkcore.AccessTokenType{larkcore.AccessTokenTypeTenant},
		}
		if body != nil {
			req.Body = body()
		}
		err = b.request(ctx, req, out, larkcore.WithTenantAccessToken(token))
		p := asPlatform(err)
		if p == nil || !staleToken(p.Code) {
			return err
		}
		b.dropToken(token)
		if try > 0 {
			return err
		}
		select { // a chat takes five calls a second, refused ones included
		case <-time.After(b.again):
		case <-ctx.Done():
			return err
		}
	}
}

// request makes one call.
func (b *Bot) request(ctx context.Context, req *larkcore.ApiReq, out any, options ...larkcore.RequestOptionFunc) error {
	file, isFile := out.(*[]byte)
	if isFile {
		options = append(options, larkcore.WithFileDownload())
	}
	resp, err := larkcore.Request(ctx, req, b.config, options...)
	if err != nil {
		return transportError(ctx, err)
	}
	if isFile && resp.StatusCode == http.StatusOK {
		*file = resp.RawBody
		return nil
	}
	var code larkcore.CodeError
	err = json.Unmarshal(resp.RawBody, &code)
	if err == nil && code.Code != 0 {
		return classify(resp, code)
	}
	if err == nil && !isFile && out != nil {
		err = json.Unmarshal(resp.RawBody, out)
	}
	if err != nil {
		return transportError(ctx, fmt.Errorf("status %d: %w", resp.StatusCode, err))
	}
	return nil
}

// Send implements chat.Platform.
func (b *Bot) Send(ctx context.Context, p chat.Post) (string, error) {
	kind, content, err := encodePost(p)
	if err != nil {
		return "", err
	}
	path, query := "im/v1/messages", larkcore.QueryParams{"receive_id_type": {"chat_id"}}
	body := map[string]string{"msg_type": kind, "content": content, "uuid": p.UUID}
	if p.ReplyTo == "" {
		body["receive_id"] = p.ChatID
	} else {
		path, query = "im/v1/messages/"+url.PathEscape(p.ReplyTo)+"/reply", nil
	}
	var out struct {
		Data struct {
			ID string `json:"message_id"`
		} `json:"data"`
	}
	err = b.call(ctx, http.MethodPost, path, query, func() any { return body }, &out)
	if pe := asPlatform(err); pe != nil && pe.Trouble == chat.TroubleRecalled && p.ReplyTo != "" {
		pe.Trouble = chat.TroubleParent // it is the message to answer that is gone
	}
	if err == nil && out.Data.ID == "" {
		return "", transportError(ctx, errors.New("the platform took the message and gave it no id"))
	}
	return out.Data.ID, err
}

// Update implements chat.Platform.
func (b *Bot) Update(ctx context.Context, messageID string, card chat.Card) error {
	content, err := EncodeCard(card)
	if err != nil {
		return err
	}
	body := map[string]string{"content": string(content)}
	return b.call(ctx, http.MethodPatch, "im/v1/messages/"+url.PathEscape(messageID), nil, func() any { return body }, nil)
}

// Upload implements chat.Platform. Nothing is sent of a file that the platform
// is known to refuse.
func (b *Bot) Upload(ctx context.Context, name string, data []byte) (string, error) {
	if len(data) == 0 || len(data) > maxUpload {
		return "", &chat.PlatformError{Trouble: chat.TroubleFile, Err: fmt.Errorf("%s has %d bytes; the platform takes 1 to %d", name, len(data), maxUpload)}
	}
	kind, ok := map[string]string{".pdf": "pdf", ".pptx": "ppt"}[path.Ext(name)]
	if !ok {
		kind = "stream"
	}
	var out struct {
		Data struct {
			Key string `json:"file_key"`
		} `json:"data"`
	}
	err := b.call(ctx, http.MethodPost, "im/v1/files", nil, func() any {
		return larkcore.NewFormdata().AddField("file_type", kind).AddField("file_name", name).AddFile("file", bytes.NewReader(data))
	}, &out)
	return out.Data.Key, err
}

// Download implements chat.Platform. A file without a key is that of a message
// that has to be looked up; the text of such a message counts as a file.
func (b *Bot) Download(ctx context.Context, f chat.File, limit int) (chat.Fetched, error) {
	if f.Key == "" {
		found, err := b.lookUp(ctx, f.MessageID)
		if err != nil || found.kind == chat.KindText {
			return chat.Fetched{Data: []byte(found.text), Text: true, Title: found.title}, err
		}
		f = found.file
	}
	out := chat.Fetched{Name: f.Name}
	path := "im/v1/messages/" + url.PathEscape(f.MessageID) + "/resources/" + url.PathEscape(f.Key)
	err := b.call(withLimit(ctx, limit), http.MethodGet, path, larkcore.QueryParams{"type": {"file"}}, nil, &out.Data)
	if pe := asPlatform(err); pe != nil && pe.Code == codeDownloadSize {
		pe.Err = chat.ErrFileSize
	}
	return out, err
}

// codeDownloadSize says that a file is above what the platform gives out.
const codeDownloadSize = 234037

// lookUp finds the file or the text of a message.
func (b *Bot) lookUp(ctx context.Context, messageID string) (content, error) {
	var out struct {
		Data struct {
			Items []struct {
				Type   string `json:"msg_type"`
				Sender struct {
					Type string `json:"sender_type"`
				} `json:"sender"`
				Body struct {
					Content string `json:"content"`
				} `json:"body"`
			} `json:"items"`
		} `json:"data"`
	}
	if err := b.call(ctx, http.MethodGet, "im/v1/messages/"+url.PathEscape(messageID), nil, nil, &out); err != nil {
		return content{}, err
	}
	if items := out.Data.Items; len(items) > 0 && items[0].Sender.Type == "user" {
		c := parseContent(items[0].Type, items[0].Body.Content, nil, "")
		if c.kind == chat.KindFile || c.kind == chat.KindText && c.text != "" {
			c.file.MessageID = messageID
			return c, nil
		}
	}
	return content{}, &chat.PlatformError{Trouble: chat.TroubleFile, Err: chat.ErrNoFile}
}

// ownID returns the bot's own open id, which identifies mentions of it.
func (b *Bot) ownID(ctx context.Context) (string, error) {
	b.mu.Lock()
	id := b.openID
	b.mu.Unlock()
	if id != "" {
		return id, nil
	}
	var out struct {
		Bot openID `json:"bot"`
	}
	if err := b.call(ctx, http.MethodGet, "bot/v3/info", nil, nil, &out); err != nil {
		return "", err
	}
	if out.Bot.OpenID == "" {
		return "", fmt.Errorf("the platform names no open id of the bot: is the bot ability of application %s on?", b.appID)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.openID = out.Bot.OpenID
	return b.openID, nil
}

func asPlatform(err error) *chat.PlatformError {
	p, _ := err.(*chat.PlatformError) //nolint:errorlint // call's own error, never wrapped
	return p
}
