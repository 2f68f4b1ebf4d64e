// Package larkfake is a platform for tests: a loopback server that the real SDK
// connects to. It checks every request as the platform would, card JSON
// included, and fails the test on one that it does not know. It shares no code
// with the SDK or with package lark: frames and cards are read on their own.
package larkfake
