// Package chattest is for tests of bots: results to make cards of, a queue that
// does what a test sets, and the one suite that every chat.Store must pass.
package chattest
