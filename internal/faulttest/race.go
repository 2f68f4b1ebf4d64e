//go:build race

package faulttest

// Race reports whether these tests run under the race detector.
const Race = true
