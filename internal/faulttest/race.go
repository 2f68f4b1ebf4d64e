//go:build race

package faulttest

// Race tells whether these tests run under the race detector.
const Race = true
