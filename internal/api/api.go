// Package api is the HTTP API: version 1 of the contract, its machine-readable
// description and the documentation pages. Handlers are thin: they decode, call
// one function and encode. What the workspace's files say is encoded once per
// change, not once per request. The package writes nothing and never calls a
// model.
package api

// API answers requests. It is safe for use by several goroutines.
type API struct {
	gate       *gate
	attributor Attributor
}
