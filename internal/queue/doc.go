// Package queue has jobs judged in the background: it submits them, runs them,
// and answers what became of them. River keeps the order of jobs, their attempts
// and their timing; what a job is and what it gave stands in the store's own
// tables, which River's cleaning leaves alone. Workers are thin: they call
// internal/pipeline and nothing else, and every reply of a judge is kept before
// the next step, so that a job that is run again pays only for what is missing.
//
// Who runs what: each worker process holds a lease on the database's clock and
// renews it all the time. Jobs of a process whose lease lapsed go back to the
// queue; a process that finds its own lease lapsed stops its jobs by itself. What
// a job writes is fenced: only its latest run can report progress, publish or
// end it. Nothing here decides about scores, delivery or money.
package queue
