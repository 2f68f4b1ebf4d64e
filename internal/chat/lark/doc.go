// Package lark connects bots to Lark and Feishu: long connections and the event
// callback in, messages, cards and files out. It is the only package that
// imports the platform's SDK, and of that only what is used: the whole of it
// would add 11 MB to the binary. It decides nothing about messages; that is
// package chat's.
package lark
