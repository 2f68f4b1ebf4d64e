//go:build !linux

package faulttest

import (
	"os/exec"
	"testing"

	"judgement/internal/testtool"
)

// AsNobody needs Linux.
func AsNobody(t testing.TB, _ *exec.Cmd) { testtool.Missing(t, "Linux") }

// WithoutRights needs Linux.
func WithoutRights(t testing.TB, _ func()) { testtool.Missing(t, "Linux") }

// ReadOnly needs Linux.
func ReadOnly(t testing.TB, _ string) { testtool.Missing(t, "Linux") }

// FullDisk needs Linux.
func FullDisk(t testing.TB, _ int) string {
	testtool.Missing(t, "Linux")
	return ""
}

// Pipe needs Linux.
func Pipe(t testing.TB, _ string) { testtool.Missing(t, "Linux") }

// Network needs Linux.
type Network struct{}

// NewNetwork needs Linux.
func NewNetwork(t testing.TB, _ int) *Network {
	testtool.Missing(t, "Linux")
	return nil
}

// Gateway returns nothing.
func (*Network) Gateway() string { return "" }

// Subnet returns nothing.
func (*Network) Subnet() string { return "" }

// On only calls f.
func (*Network) On(_ int, f func() error) error { return f() }

// Cut does nothing.
func (*Network) Cut(int) {}

// Restore does nothing.
func (*Network) Restore(int) {}
