package lark

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"time"
	"unsafe"

	larkcache "github.com/larksuite/oapi-sdk-go/v3/cache"
	larkcore "github.com/larksuite/oapi-sdk-go/v3/core"
	larkevent "github.com/larksuite/oapi-sdk-go/v3/event"
	"github.com/larksuite/oapi-sdk-go/v3/event/dispatcher"
	larkws "github.com/larksuite/oapi-sdk-go/v3/ws"
)

// Two habits of the SDK can't be turned off through its API: its dispatcher
// greets on standard output, which is for results, and every client leaves a
// goroutine behind that keeps itself alive. Both are cured by reaching into
// values whose shape the types below repeat; TestShapes holds them to the SDK's
// own, so that a new version of it fails there and not in service.

// dispatcherShape is dispatcher.EventDispatcher.
type dispatcherShape struct {
	events    map[string]larkevent.EventHandler
	callbacks map[string]larkevent.CallbackHandler
	token     string
	key       string
	*larkcore.Config
}

// newDispatcher returns what dispatcher.NewEventDispatcher returns, without the
// greeting.
func newDispatcher(log larkcore.Logger) *dispatcher.EventDispatcher {
	d := &dispatcherShape{
		events:    map[string]larkevent.EventHandler{},
		callbacks: map[string]larkevent.CallbackHandler{},
		Config:    &larkcore.Config{Logger: log},
	}
	return (*dispatcher.EventDispatcher)(unsafe.Pointer(d)) //nolint:gosec // see above
}

// clientShape is larkws.Client down to its cache.
type clientShape struct {
	_, _    string
	_       larkcore.ClientAssertionProvider
	_       larkcore.LogLevel
	_       larkcore.Logger
	_, _    unsafe.Pointer // event handler, card handler
	_       string
	_       http.Header
	_       string
	_       bool
	_, _    int
	_, _, _ time.Duration
	_       larkcore.HttpClient
	_       unsafe.Pointer // dialer
	cache   *larkcache.Cache
}

// cacheShape is larkcache.Cache.
type cacheShape struct {
	entries sync.Map
	cron    *cronShape
}

// cronShape is the cache's own cron: the goroutine that is left behind.
type cronShape struct {
	_    func()
	_    time.Duration
	stop chan bool
}

// stopJanitor ends the goroutine that the client's cache has started. The
// client can't be used after it.
func stopJanitor(c *larkws.Client) {
	cache := (*clientShape)(unsafe.Pointer(c)).cache       //nolint:gosec // see above
	runtime.SetFinalizer(cache, nil)                       // it would wait for the goroutine for ever
	(*cacheShape)(unsafe.Pointer(cache)).cron.stop <- true //nolint:gosec // see above
}

// sdkLog takes the SDK's own lines: warnings and errors go to the log, without
// addresses, which hold tickets; the rest is dropped.
type sdkLog struct {
	log   *slog.Logger
	scene string
}

func (l sdkLog) Debug(context.Context, ...any) {}

func (l sdkLog) Info(context.Context, ...any) {}

func (l sdkLog) Warn(ctx context.Context, args ...any) { l.line(ctx, args) }

func (l sdkLog) Error(ctx context.Context, args ...any) { l.line(ctx, args) }

// line logs the SDK's complaints at debug level: what matters is logged where
// its errors arrive.
func (l sdkLog) line(ctx context.Context, args []any) {
	text := fmt.Sprint(args...)
	if strings.Contains(text, "ticket=") || strings.Contains(text, "access_key=") {
		text = "(a line with credentials)"
	}
	l.log.LogAttrs(ctx, slog.LevelDebug, "lark sdk", slog.String("scene_slug", l.scene), slog.String("line", text))
}
