package lark

import "context"

// noLog drops the SDK's own lines, which hold credentials: what matters is logged
// when its errors arrive.
type noLog struct{}

func (noLog) Debug(context.Context, ...any) {}
func (noLog) Info(context.Context, ...any)  {}
func (noLog) Warn(context.Context, ...any)  {}
func (noLog) Error(context.Context, ...any) {}
