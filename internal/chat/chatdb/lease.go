package chatdb

import (
	"context"
	"slices"
	"strings"
	"time"

	"judgement/internal/chat"
	"judgement/internal/store"
)

// leasePrefix begins the names of applications' leases.
const leasePrefix = "chat/"

// Leases are those of one process: a chat.Leases. They are safe for concurrent
// use.
type Leases struct {
	db    *store.DB
	owner string
}

var _ chat.Leases = (*Leases)(nil)

// NewLeases returns the leases of a process, which people know by the name and
// which no other process may have.
func NewLeases(db *store.DB, owner string) *Leases { return &Leases{db, owner} }

// Hold implements chat.Leases, in one transaction.
func (l *Leases) Hold(ctx context.Context, apps []string, ttl time.Duration) (others map[string]string, err error) {
	apps = slices.Sorted(slices.Values(apps)) // so that two processes can't wait for each other
	err = l.db.InTx(ctx, func(tx *store.Tx) error {
		others = map[string]string{}
		taken := false
		for _, app := range apps {
			ok, err := tx.KeepLease(ctx, leasePrefix+app, l.owner, ttl)
			if err == nil && !ok {
				ok, err = tx.TakeLease(ctx, leasePrefix+app, l.owner, ttl)
			}
			if err != nil {
				return err
			}
			if !ok {
				others[app], taken = "another process", true
			}
		}
		if !taken {
			return nil
		}
		held, err := tx.Leases(ctx, leasePrefix)
		for _, h := range held {
			if app := strings.TrimPrefix(h.Name, leasePrefix); others[app] != "" {
				others[app] = h.Owner
			}
		}
		return err
	})
	return others, err
}

// Drop implements chat.Leases.
func (l *Leases) Drop(ctx context.Context, apps []string) error {
	return l.db.InTx(ctx, func(tx *store.Tx) error {
		for _, app := range slices.Sorted(slices.Values(apps)) {
			if err := tx.DropLease(ctx, leasePrefix+app, l.owner); err != nil {
				return err
			}
		}
		return nil
	})
}
