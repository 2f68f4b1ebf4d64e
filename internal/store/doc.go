// Package store keeps the rows of jobs in the database: submissions, events, outcomes,
// documents, and the keys of requests. It purges what is past
// its time. Nothing here decides anything: no rule of scoring, retrying or delivering.
package store
