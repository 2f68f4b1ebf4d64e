package api

import (
	"fmt"
	"runtime/debug"
)

// panicError carries a panic to where it is logged and answered.
type panicError struct {
	value any
	stack []byte
}

func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

func stack() []byte { return debug.Stack() }
