// Package queue has jobs judged in the background: it submits them, runs them,
// and answers what became of them. River is the queue: its rows say which job
// waits, runs, is tried again or is cancelled, and they are read and changed only
// through River's client and driver. The store keeps what was submitted, how far a
// job is, and its outcome, which is written in the transaction that ends River's
// row. Workers are thin: they call internal/pipeline and nothing else, and every
// reply of a judge is kept before the next step, so that a job that is run again
// pays only for what is missing.
//
// Who runs what: each worker process holds a lease on the database's clock and
// renews it all the time. One elected worker returns the jobs of workers whose
// lease lapsed. A worker that finds its own lease lapsed closes its connections to
// the database before its jobs can write anything, and begins again under a new
// name. Nothing here decides about scores, delivery or money.
package queue
