// Package meeting owns the qualitative pipeline: reading meeting material with
// speakers and time stamps, asking each judge of a panel for its judgement
// logic, three highlights, three shortcomings and a one-sentence verdict,
// proving what they cite, and building the report and the deck. It gives no
// scores. Models, ledgers and documents are handed in; it does no I/O.
package meeting
