// Package chattest is for tests of bots: results to make cards of, a queue that
// does what it is told, and the one suite that every chat.Store must pass.
package chattest
