// Package chat owns what bots do on every platform: who may ask and how
// often, what a message means, the job that it becomes, the card that follows
// the job and what stays out of it, and delivery from the outbox. Messages and
// their jobs are kept in a Store, so that a redelivered event, a crash or a
// platform that fails never runs a review twice and never loses one.
//
// The package knows no platform and no database: both are handed in. It never
// calls a model.
package chat
