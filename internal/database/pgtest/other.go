//go:build !linux

package pgtest

import (
	"context"
	"errors"
	"testing"

	"judgement/internal/testtool"
)

// Cluster needs Linux.
type Cluster struct{}

// Main runs a package's tests.
func Main(m *testing.M) int { return m.Run() }

// MainInMemory is Main.
func MainInMemory(m *testing.M) int { return m.Run() }

// URL needs Linux.
func URL(t testing.TB) string {
	testtool.Missing(t, "Linux")
	return ""
}

// Database needs Linux.
func Database(context.Context) (string, func() error, error) {
	return "", nil, errors.New("the tests' Postgres needs Linux")
}

// Start needs Linux.
func Start(t testing.TB, _ ...string) *Cluster {
	testtool.Missing(t, "Linux")
	return nil
}

// URL returns nothing.
func (*Cluster) URL(testing.TB) string { return "" }

// Address returns nothing.
func (*Cluster) Address(string) string { return "" }

// Up does nothing.
func (*Cluster) Up() error { return nil }

// Kill does nothing.
func (*Cluster) Kill() {}

// Down does nothing.
func (*Cluster) Down() {}

// PID returns 0.
func (*Cluster) PID() int { return 0 }

// Dir returns nothing.
func (*Cluster) Dir() string { return "" }

// Allow does nothing.
func (*Cluster) Allow(string) error { return nil }
