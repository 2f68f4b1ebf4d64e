package lark

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"path"
	"strings"
	"sync"
	"time"

	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
	larkim "github.com/larksuite/oapi-sdk-go/v3/service/im/v1"

	"judgement/internal/chat"
)

// Feishu is the address of the platform in China; Lark is the one elsewhere.
const (
	Feishu = "https://open.feishu.cn"
	Lark   = "https://open.larksuite.com"
)

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
	im     *larkim.V1
	tokens *tokenStore
	again  time.Duration // until a call is made again with a new token
	health health

	mu     sync.Mutex
	openID string // the bot's own, empty until it is known
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
	if o.Base == "" {
		o.Base = Feishu
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	b := &Bot{
		scene: o.Bot.Scene.Slug, appID: o.Bot.AppID, secret: o.Bot.AppSecret, base: strings.TrimRight(o.Base, "/"),
		log: o.Log, now: o.Now, http: newHTTPClient(o.Timeout), again: 250 * time.Millisecond,
	}
	b.config = &larkcore.Config{
		BaseUrl: b.base, AppId: b.appID, AppSecret: b.secret, EnableTokenCache: false, HttpClient: b.http,
		Logger: sdkLog{b.log, b.scene}, Serializable: &larkcore.DefaultSerialization{},
	}
	b.im = larkim.New(b.config)
	b.tokens = newTokenStore(b.now, b.fetchToken)
	return b
}

// Close lets go of idle connections.
func (b *Bot) Close() { b.http.CloseIdleConnections() }

// AppID is the application's id.
func (b *Bot) AppID() string { return b.appID }

func (b *Bot) fetchToken(ctx context.Context) (string, time.Duration, error) {
	resp, err := larkcore.Request(ctx, &larkcore.ApiReq{
		HttpMethod: http.MethodPost, ApiPath: "/open-apis/auth/v3/tenant_access_token/internal",
		Body: map[string]string{"app_id": b.appID, "app_secret": b.secret},
	}, b.config)
	if err != nil {
		return "", 0, transportError(ctx, err)
	}
	var out struct {
		larkcore.CodeError
		Token  string `json:"tenant_access_token"`
		Expire int    `json:"expire"` // seconds
	}
	if err := json.Unmarshal(resp.RawBody, &out); err != nil {
		return "", 0, transportError(ctx, fmt.Errorf("access token: status %d: %w", resp.StatusCode, err))
	}
	if out.Code != 0 || out.Token == "" {
		return "", 0, classify(resp, out.CodeError)
	}
	return out.Token, time.Duration(out.Expire) * time.Second, nil
}

// answered is what every answer of the platform has.
type answered struct {
	resp *larkcore.ApiResp
	code larkcore.CodeError
}

// call makes a call with an access token, and once more with a new token where
// the old one is refused. do builds its request again each time: one that was
// sent is used up.
func (b *Bot) call(ctx context.Context, do func(token larkcore.RequestOptionFunc) (answered, error)) error {
	for try := 0; ; try++ {
		token, err := b.tokens.get(ctx)
		if err != nil {
			return err
		}
		a, err := do(larkcore.WithTenantAccessToken(token))
		switch {
		case err != nil:
			return transportError(ctx, err)
		case a.code.Code == 0:
			return nil
		case staleToken(a.code.Code) && try == 0:
			b.tokens.drop(token)
			select { // a chat takes five calls a second, refused ones included
			case <-time.After(b.again):
				continue
			case <-ctx.Done():
			}
		case staleToken(a.code.Code):
			b.tokens.drop(token)
		}
		return classify(a.resp, a.code)
	}
}

// Send implements chat.Platform.
func (b *Bot) Send(ctx context.Context, p chat.Post) (string, error) {
	kind, content, err := encodePost(p)
	if err != nil {
		return "", err
	}
	var id string
	err = b.call(ctx, func(token larkcore.RequestOptionFunc) (answered, error) {
		if p.ReplyTo != "" {
			body := larkim.NewReplyMessageReqBodyBuilder().MsgType(kind).Content(content).Uuid(p.UUID).Build()
			r, err := b.im.Message.Reply(ctx, larkim.NewReplyMessageReqBuilder().MessageId(p.ReplyTo).Body(body).Build(), token)
			if err != nil {
				return answered{}, err
			}
			if r.Data != nil {
				id = deref(r.Data.MessageId)
			}
			return answered{r.ApiResp, r.CodeError}, nil
		}
		body := larkim.NewCreateMessageReqBodyBuilder().ReceiveId(p.ChatID).MsgType(kind).Content(content).Uuid(p.UUID).Build()
		r, err := b.im.Message.Create(ctx, larkim.NewCreateMessageReqBuilder().ReceiveIdType("chat_id").Body(body).Build(), token)
		if err != nil {
			return answered{}, err
		}
		if r.Data != nil {
			id = deref(r.Data.MessageId)
		}
		return answered{r.ApiResp, r.CodeError}, nil
	})
	if pe := asPlatform(err); pe != nil && pe.Trouble == chat.TroubleRecalled && p.ReplyTo != "" {
		pe.Trouble = chat.TroubleParent // it is the message to answer that is gone
	}
	if err == nil && id == "" {
		return "", transportError(ctx, fmt.Errorf("the platform took the message and gave it no id"))
	}
	return id, err
}

// Update implements chat.Platform.
func (b *Bot) Update(ctx context.Context, messageID string, card chat.Card) error {
	content, err := EncodeCard(card)
	if err != nil {
		return err
	}
	return b.call(ctx, func(token larkcore.RequestOptionFunc) (answered, error) {
		body := larkim.NewPatchMessageReqBodyBuilder().Content(string(content)).Build()
		r, err := b.im.Message.Patch(ctx, larkim.NewPatchMessageReqBuilder().MessageId(messageID).Body(body).Build(), token)
		if err != nil {
			return answered{}, err
		}
		return answered{r.ApiResp, r.CodeError}, nil
	})
}

// Upload implements chat.Platform. Nothing is sent of a file that the platform
// is known to refuse.
func (b *Bot) Upload(ctx context.Context, name string, data []byte) (string, error) {
	if len(data) == 0 || len(data) > maxUpload {
		return "", &chat.PlatformError{Trouble: chat.TroubleFile, Err: fmt.Errorf("%s has %d bytes; the platform takes 1 to %d", name, len(data), maxUpload)}
	}
	kind := "stream"
	switch path.Ext(name) {
	case ".pdf":
		kind = "pdf"
	case ".pptx":
		kind = "ppt"
	}
	var key string
	err := b.call(ctx, func(token larkcore.RequestOptionFunc) (answered, error) {
		body := larkim.NewCreateFileReqBodyBuilder().FileType(kind).FileName(name).File(bytes.NewReader(data)).Build()
		r, err := b.im.File.Create(ctx, larkim.NewCreateFileReqBuilder().Body(body).Build(), token)
		if err != nil {
			return answered{}, err
		}
		if r.Data != nil {
			key = deref(r.Data.FileKey)
		}
		return answered{r.ApiResp, r.CodeError}, nil
	})
	return key, err
}

// Download implements chat.Platform. A file without a key is that of a message
// that has to be looked up; the text of such a message stands for a file.
func (b *Bot) Download(ctx context.Context, f chat.File, limit int) (chat.Fetched, error) {
	if f.Key == "" {
		found, err := b.lookUp(ctx, f.MessageID)
		if err != nil || found.kind == chat.KindText {
			return chat.Fetched{Data: []byte(found.text), Text: true, Title: found.title}, err
		}
		f = found.file
	}
	out := chat.Fetched{Name: f.Name}
	ctx = withLimit(ctx, limit)
	err := b.call(ctx, func(token larkcore.RequestOptionFunc) (answered, error) {
		r, err := b.im.MessageResource.Get(ctx, larkim.NewGetMessageResourceReqBuilder().MessageId(f.MessageID).FileKey(f.Key).Type("file").Build(), token)
		if err != nil {
			return answered{}, err
		}
		if r.Code == 0 && r.StatusCode == http.StatusOK {
			out.Data = r.RawBody
		}
		return answered{r.ApiResp, r.CodeError}, nil
	})
	if pe := asPlatform(err); pe != nil && pe.Code == codeDownloadSize {
		pe.Err = chat.ErrFileSize
	}
	return out, err
}

// codeDownloadSize says that a file is above what the platform gives out.
const codeDownloadSize = 234037

// lookUp finds the file or the text of a message.
func (b *Bot) lookUp(ctx context.Context, messageID string) (content, error) {
	var items []*larkim.Message
	err := b.call(ctx, func(token larkcore.RequestOptionFunc) (answered, error) {
		r, err := b.im.Message.Get(ctx, larkim.NewGetMessageReqBuilder().MessageId(messageID).Build(), token)
		if err != nil {
			return answered{}, err
		}
		if r.Data != nil {
			items = r.Data.Items
		}
		return answered{r.ApiResp, r.CodeError}, nil
	})
	if err != nil {
		return content{}, err
	}
	if len(items) > 0 && items[0].Body != nil && items[0].Sender != nil && deref(items[0].Sender.SenderType) == "user" {
		c := parseContent(deref(items[0].MsgType), deref(items[0].Body.Content), nil, "")
		switch {
		case c.kind == chat.KindFile:
			c.file.MessageID = messageID
			return c, nil
		case c.kind == chat.KindText && c.text != "":
			return c, nil
		}
	}
	return content{}, &chat.PlatformError{Trouble: chat.TroubleFile, Err: chat.ErrNoFile}
}

// ownID returns the bot's own open id, which mentions are told by.
func (b *Bot) ownID(ctx context.Context) (string, error) {
	b.mu.Lock()
	id := b.openID
	b.mu.Unlock()
	if id != "" {
		return id, nil
	}
	err := b.call(ctx, func(token larkcore.RequestOptionFunc) (answered, error) {
		resp, err := larkcore.Request(ctx, &larkcore.ApiReq{
			HttpMethod: http.MethodGet, ApiPath: "/open-apis/bot/v3/info",
			SupportedAccessTokenTypes: []larkcore.AccessTokenType{larkcore.AccessTokenTypeTenant},
		}, b.config, token)
		if err != nil {
			return answered{}, err
		}
		var out struct {
			larkcore.CodeError
			Bot struct {
				OpenID string `json:"open_id"`
			} `json:"bot"`
		}
		if err := json.Unmarshal(resp.RawBody, &out); err != nil {
			return answered{}, fmt.Errorf("bot info: status %d: %w", resp.StatusCode, err)
		}
		id = out.Bot.OpenID
		return answered{resp, out.CodeError}, nil
	})
	if err != nil {
		return "", err
	}
	if id == "" {
		return "", fmt.Errorf("the platform names no open id of the bot: is the bot ability of application %s on?", b.appID)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	b.openID = id
	return id, nil
}

func asPlatform(err error) *chat.PlatformError {
	p, _ := err.(*chat.PlatformError) //nolint:errorlint // call's own error, never wrapped
	return p
}

func deref(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}
