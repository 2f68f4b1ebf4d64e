// Package database is the engine under the tables: it opens a SQLite file (one
// machine) or Postgres (several), with the same SQL and the same meaning; runs
// queries and transactions, waits while Postgres restarts, migrates the tables, checks
// and backs up the database, and explains its errors. Each table belongs to another
// package. One suite of tests holds both databases to the same behaviour.
//
// Times are unix milliseconds and come from the database's clock wherever two
// processes compare them, so that clocks that differ do no harm. JSON is text.
//
// A SQLite database has one connection: within the function given to InTx only
// the Tx may be used, never the DB, which would wait for itself.
package database
