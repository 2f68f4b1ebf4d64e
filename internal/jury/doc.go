// Package jury makes the calls to a panel's judges: fan-out within a limit, reply
// schema, repair, retries with backoff, budget, and resume through a Ledger. It
// knows no report formats.
package jury
