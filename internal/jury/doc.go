// Package jury asks every judge of a panel: fan-out within a limit, reply
// schema, repair, retries with backoff, budget, and resume through a Ledger. It
// is generic in the reply and knows no report formats.
package jury
