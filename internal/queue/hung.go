package queue

import (
	"context"

	"judgement/internal/store"
)

// Hung names the workers that may hold the lock of a database that nobody can
// write to: those whose lease has lapsed, by id, which ends with the number of the
// process. It is false if the database can be written.
func Hung(ctx context.Context, db *store.DB) (workers []string, locked bool, err error) {
	if locked, err = db.Locked(ctx); err != nil || !locked {
		return nil, false, err
	}
	leases, err := db.Leases(ctx, leasePrefix)
	for _, l := range leases {
		if !l.Live() {
			workers = append(workers, l.Owner)
		}
	}
	return workers, true, err
}
