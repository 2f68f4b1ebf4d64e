package lark

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/gorilla/websocket"
	larkevent "github.com/larksuite/oapi-sdk-go/v3/event"
	"github.com/larksuite/oapi-sdk-go/v3/event/dispatcher"
	larkws "github.com/larksuite/oapi-sdk-go/v3/ws"

	"judgement/internal/chat"
	"judgement/internal/text"
)

// Times of the long connection.
const (
	handleLimit   = 2500 * time.Millisecond // the platform delivers again after 3 s
	firstRetry    = time.Second
	terminalRetry = time.Minute     // after a refusal, which trying again does not fix
	longestRetry  = 5 * time.Minute // between two connections
	pingDefault   = 120             // seconds, if the platform names no interval
)

// Receiver takes messages in; see chat.Service.Receive.
type Receiver func(ctx context.Context, m chat.Message) (chat.Handled, error)

// unread are the other events of messages and chats that the console offers beside
// the one that bots need. They are acknowledged and dropped: what no handler is
// registered for the platform would deliver again and again.
var unread = []string{
	"im.message.message_read_v1", "im.message.recalled_v1", "im.message.updated_v1",
	"im.message.reaction.created_v1", "im.message.reaction.deleted_v1", "im.message.bot_muted_v1",
	"im.chat.access_event.bot_p2p_chat_entered_v1", "im.chat.member.bot.added_v1", "im.chat.member.bot.deleted_v1",
	"im.chat.member.user.added_v1", "im.chat.member.user.deleted_v1", "im.chat.member.user.withdrawn_v1",
	"im.chat.updated_v1", "im.chat.disbanded_v1", "p2p_chat_create", "add_bot", "remove_bot",
}

// Listen keeps a long connection until ctx ends and hands every message to the
// receiver. An event is acknowledged after the receiver has returned; after an
// error the platform delivers the event again. The SDK connects again by itself;
// after a refusal of the credentials, which the operator may correct, Listen tries
// again.
func (b *Bot) Listen(ctx context.Context, receive Receiver) {
	events := b.dispatcher(receive)
	wait := firstRetry
	for ctx.Err() == nil {
		started := b.now()
		err := b.client(ctx, events).Start(ctx)
		b.health.disconnected()
		if ctx.Err() != nil {
			return
		}
		if b.now().Sub(started) > longestRetry {
			wait = firstRetry
		}
		if refused := (*larkws.ClientError)(nil); errors.As(err, &refused) {
			wait = max(wait, terminalRetry)
		}
		b.health.fail(err)
		b.log.LogAttrs(ctx, slog.LevelError, "bot not connected; check the application's id and secret and that its long connection is on",
			slog.String("scene_slug", b.scene), slog.Any("error", err), slog.Duration("wait", wait))
		select {
		case <-ctx.Done():
		case <-time.After(wait):
		}
		wait = min(2*wait, longestRetry)
	}
}

// dispatcher returns the handlers of events. The SDK prints a line to os.Stdout
// for each dispatcher, before it takes a logger.
func (b *Bot) dispatcher(receive Receiver) *dispatcher.EventDispatcher {
	d := dispatcher.NewEventDispatcher("", "").OnCustomizedEvent(eventMessage, func(ctx context.Context, e *larkevent.EventReq) error {
		return b.handle(ctx, e.Body, receive)
	})
	d.InitConfig(larkevent.WithLogger(noLog{}))
	for _, kind := range unread {
		d.OnCustomizedEvent(kind, func(context.Context, *larkevent.EventReq) error { return nil })
	}
	return d
}

// client returns a client of the SDK, which can be started once.
func (b *Bot) client(ctx context.Context, events *dispatcher.EventDispatcher) *larkws.Client {
	return larkws.NewClient(b.appID, b.secret,
		larkws.WithEventHandler(events), larkws.WithDomain(b.base), larkws.WithLogger(noLog{}),
		larkws.WithHttpClient(endpointClient{b.http}), larkws.WithWebSocketDialer(b.dialer()),
		larkws.WithOnReady(func() { b.connected(ctx, false) }),
		larkws.WithOnReconnected(func() { b.connected(ctx, true) }),
		larkws.WithOnDisconnected(b.health.disconnected),
		larkws.WithOnError(b.health.fail),
	)
}

func (b *Bot) connected(ctx context.Context, again bool) {
	b.health.connect(b.now(), again)
	b.log.LogAttrs(ctx, slog.LevelInfo, "bot connected", slog.String("scene_slug", b.scene), slog.Bool("again", again))
}

// dialer makes connections that note when something came in.
func (b *Bot) dialer() *websocket.Dialer {
	plain := net.Dialer{Timeout: dialTimeout}
	return &websocket.Dialer{
		Proxy: http.ProxyFromEnvironment, HandshakeTimeout: dialTimeout,
		NetDialContext: func(ctx context.Context, network, addr string) (net.Conn, error) {
			c, err := plain.DialContext(ctx, network, addr)
			if err != nil {
				return nil, err
			}
			return &noticedConn{c, b}, nil
		},
	}
}

type noticedConn struct {
	net.Conn
	bot *Bot
}

func (c *noticedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	if n > 0 {
		c.bot.health.set(func(h *chat.Health) { h.LastFrame = c.bot.now() })
	}
	return n, err
}

// endpointClient asks for the address to connect to. It fills in what the
// platform may leave out of the connection's settings: without an interval the
// SDK would ping without a pause, and without a count never connect again.
type endpointClient struct{ next *http.Client }

// Do implements the SDK's HTTP client.
func (c endpointClient) Do(r *http.Request) (*http.Response, error) {
	resp, err := c.next.Do(r) //nolint:gosec // the operator names the address
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		return nil, fmt.Errorf("read the endpoint's answer: %w", err)
	}
	resp.Body = io.NopCloser(bytes.NewReader(completeEndpoint(body)))
	return resp, nil
}

// completeEndpoint fills in the connection's settings; an answer that is not of
// the known form is left as it is.
func completeEndpoint(body []byte) []byte {
	settings := &larkws.ClientConfig{ReconnectCount: -1, ReconnectInterval: pingDefault, ReconnectNonce: 30, PingInterval: pingDefault}
	answer := larkws.EndpointResp{Data: &larkws.Endpoint{ClientConfig: settings}}
	if json.Unmarshal(body, &answer) != nil || answer.Data == nil || answer.Data.ClientConfig == nil {
		return body
	}
	for _, interval := range []*int{&settings.ReconnectInterval, &settings.PingInterval} {
		if *interval < 1 {
			*interval = pingDefault
		}
	}
	out, err := json.Marshal(answer)
	if err != nil {
		return body
	}
	return out
}

// handle takes in one event of the long connection. What can't be read, and
// what is another application's, is acknowledged and dropped: it would come
// again and again.
func (b *Bot) handle(ctx context.Context, body []byte, receive Receiver) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), handleLimit)
	defer cancel()
	e, err := parseEvent(body)
	if err != nil {
		b.health.set(func(n *chat.Health) { n.Malformed++ })
		b.log.LogAttrs(ctx, slog.LevelWarn, "event dropped: it can't be read", slog.String("scene_slug", b.scene), slog.Int("bytes", len(body)))
		return nil
	}
	return b.take(ctx, e, receive)
}

// take hands an event's message to the receiver.
func (b *Bot) take(ctx context.Context, e *envelope, receive Receiver) error {
	switch {
	case e.Header.AppID != b.appID:
		b.health.set(func(n *chat.Health) { n.Foreign++ })
		b.log.LogAttrs(ctx, slog.LevelWarn, "event dropped: it is for another application", slog.String("scene_slug", b.scene), slog.String("app_id", clip(e.Header.AppID)))
		return nil
	case e.Header.EventType != eventMessage:
		return nil
	}
	own := ""
	if m := e.Event.Message; m.ChatType != "p2p" && len(m.Mentions) > 0 {
		var err error
		if own, err = b.ownID(ctx); err != nil {
			b.log.LogAttrs(ctx, slog.LevelWarn, "event not taken: the bot's own id is not known yet", slog.String("scene_slug", b.scene), slog.Any("error", err))
			return fmt.Errorf("own id of the bot: %w", err)
		}
	}
	_, err := receive(ctx, e.message(own))
	return err
}

// clip cuts a client's text for the log.
func clip(s string) string { return text.Clip(s, 40) }
