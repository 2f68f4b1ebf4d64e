package store

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"time"
)

// MaxLease is the longest time that a lease or a claimed message is held without
// being renewed.
const MaxLease = 10 * time.Minute

// lapsed is the condition that a time in until_ms is over. One that lies
// further ahead than any lease may last was written before the database's clock
// was set back, and is over too.
const lapsed = `(until_ms < {now} OR until_ms > {now} + 600000)`

// owned is the condition that a lease is the owner's, $1, or of a part of the
// owner's, whose name follows a slash.
const owned = `(owner = $1 OR substr(owner, 1, length($1) + 1) = $1 || '/')`

// Lease is a name that one owner holds for a while, by the database's clock.
type Lease struct {
	Name, Owner string
	Left        time.Duration // until it lapses; 0 or less: since it has
}

// Live reports whether the lease has not lapsed.
func (l Lease) Live() bool { return l.Left > 0 && l.Left <= MaxLease }

func checkTTL(ttl time.Duration) error {
	if ttl < time.Millisecond || ttl > MaxLease {
		return fmt.Errorf("a lease of %s: it must be from 1ms to %s", ttl, MaxLease)
	}
	return nil
}

// TakeLease takes a lease that is free or has lapsed, or renews the owner's
// own. It is false if another owner holds it.
func (o *ops) TakeLease(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	if err := checkTTL(ttl); err != nil {
		return false, err
	}
	n, err := o.Exec(ctx, `INSERT INTO lease AS l (name, owner, until_ms) VALUES ($1, $2, {now} + $3)
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms
		WHERE l.owner = excluded.owner OR l.until_ms < {now} OR l.until_ms > {now} + 600000`, name, owner, ttl.Milliseconds())
	return n == 1, err
}

// KeepLease renews a lease that the owner still holds, with all others of the
// owner and of its parts ("owner/part"). It is false if the lease has lapsed or
// is another's: its holder must stop then.
func (o *ops) KeepLease(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	if err := checkTTL(ttl); err != nil {
		return false, err
	}
	names, err := collect(ctx, o, one[string], `UPDATE lease SET until_ms = {now} + $2 WHERE `+owned+` AND NOT `+lapsed+` RETURNING name`, owner, ttl.Milliseconds())
	return slices.Contains(names, name), err
}

// HoldLeases takes the leases that are free or have lapsed, and renews those that the
// owner has, in one transaction. It returns the owners of the others, by name.
func (db *DB) HoldLeases(ctx context.Context, owner string, names []string, ttl time.Duration) (others map[string]string, err error) {
	names = slices.Sorted(slices.Values(names)) // so that two processes can't wait for each other
	err = db.InTx(ctx, func(tx *Tx) error {
		others = map[string]string{}
		for _, name := range names {
			ok, err := tx.TakeLease(ctx, name, owner, ttl)
			if err == nil && !ok {
				holder := "another process" // which gave it up just now
				_, err = tx.row(ctx, []any{&holder}, `SELECT owner FROM lease WHERE name = $1`, name)
				others[name] = holder
			}
			if err != nil {
				return err
			}
		}
		return nil
	})
	return others, err
}

// DropLease ends a lease that the owner holds.
func (o *ops) DropLease(ctx context.Context, name, owner string) error {
	_, err := o.Exec(ctx, `DELETE FROM lease WHERE name = $1 AND owner = $2`, name, owner)
	return err
}

// DropLeases ends all leases of an owner and of its parts.
func (o *ops) DropLeases(ctx context.Context, owner string) error {
	_, err := o.Exec(ctx, `DELETE FROM lease WHERE `+owned, owner)
	return err
}

// Leases returns the leases whose names begin with a prefix, by name.
func (o *ops) Leases(ctx context.Context, prefix string) ([]Lease, error) {
	return collect(ctx, o, func(row *sql.Rows) (l Lease, err error) {
		var left int64
		err = row.Scan(&l.Name, &l.Owner, &left)
		l.Left = time.Duration(left) * time.Millisecond
		return l, err
	}, `SELECT name, owner, until_ms - {now} FROM lease WHERE substr(name, 1, length($1)) = $1 ORDER BY name {order by bytes}`, prefix)
}

// TakeSlot takes one of a number of leases for an owner, of the names prefix0,
// prefix1, …. It returns the name, empty if others hold all.
func (o *ops) TakeSlot(ctx context.Context, prefix string, limit int, owner string, ttl time.Duration) (string, error) {
	held, err := o.Leases(ctx, prefix)
	for slot := 0; err == nil && slot < limit; slot++ {
		name := prefix + strconv.Itoa(slot)
		if slices.ContainsFunc(held, func(l Lease) bool { return l.Name == name && l.Live() }) {
			continue
		}
		var ok bool
		if ok, err = o.TakeLease(ctx, name, owner, ttl); ok {
			return name, nil
		}
	}
	return "", err
}
