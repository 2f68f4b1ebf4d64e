// Package store keeps what the processes of one deployment share: the rows of
// jobs, replies, the log of calls, what was seen before, the outbox, rate gates,
// leases, slots, the events of jobs, and on Postgres also the files of cases and
// reports. It keeps them in a SQLite file (one machine) or in Postgres (several),
// with the same SQL and the same meaning; one suite of tests holds both to it.
//
// Times are unix milliseconds and come from the database's clock wherever two
// processes compare them, so that clocks that differ do no harm. JSON is text.
// Nothing here decides anything: no rule of scoring, retrying or delivering.
//
// A SQLite database has one connection: within the function given to InTx only
// the Tx may be used, never the DB, which would wait for itself.
package store
