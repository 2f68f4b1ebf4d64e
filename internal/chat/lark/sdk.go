package lark

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
)

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
