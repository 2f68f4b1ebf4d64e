// Package lease keeps names that one owner holds for a while, by the database's clock:
// workers, slots of scenes, the reaper, makers of boards. Claims of other rows use the
// same conditions, Held and Lapsed.
package lease

import (
	"context"
	"database/sql"
	"fmt"
	"slices"
	"strconv"
	"time"

	"judgement/internal/database"
)

// Max is the longest time that a lease or a claimed message is held without
// being renewed.
const Max = 10 * time.Minute

// Held is the SQL condition that a column of unix milliseconds is a time until which
// something is held. A time further ahead than Max was written before the database's
// clock was set back, and is over.
func Held(column string) string {
	return `(` + column + ` >= {now} AND ` + column + ` <= {now} + 600000)`
}

// Lapsed is the opposite of Held.
func Lapsed(column string) string { return `NOT ` + Held(column) }

// owned is the condition that a lease is the owner's, $1, or of a part of the
// owner's, whose name follows a slash.
const owned = `(owner = $1 OR substr(owner, 1, length($1) + 1) = $1 || '/')`

// Lease is a name that one owner holds for a while, by the database's clock.
type Lease struct {
	Name, Owner string
	Left        time.Duration // until it lapses; 0 or less: since it has
}

// Live reports whether the lease has not lapsed.
func (l Lease) Live() bool { return l.Left > 0 && l.Left <= Max }

func checkTTL(ttl time.Duration) error {
	if ttl < time.Millisecond || ttl > Max {
		return fmt.Errorf("a lease of %s: it must be from 1ms to %s", ttl, Max)
	}
	return nil
}

// Take takes a lease that is free or has lapsed, or renews the owner's
// own. It is false if another owner holds it.
func Take(ctx context.Context, q database.Conn, name, owner string, ttl time.Duration) (bool, error) {
	if err := checkTTL(ttl); err != nil {
		return false, err
	}
	n, err := q.Exec(ctx, `INSERT INTO lease AS l (name, owner, until_ms) VALUES ($1, $2, {now} + $3)
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms
		WHERE l.owner = excluded.owner OR `+Lapsed("l.until_ms"), name, owner, ttl.Milliseconds())
	return n == 1, err
}

// Keep renews a lease that the owner still holds, with all others of the
// owner and of its parts ("owner/part"). It is false if the lease has lapsed or
// is another's: its holder must stop then.
func Keep(ctx context.Context, q database.Conn, name, owner string, ttl time.Duration) (bool, error) {
	if err := checkTTL(ttl); err != nil {
		return false, err
	}
	names, err := database.Collect(ctx, q, database.One[string], `UPDATE lease SET until_ms = {now} + $2 WHERE `+owned+` AND `+Held("until_ms")+` RETURNING name`, owner, ttl.Milliseconds())
	return slices.Contains(names, name), err
}

// Table is the leases of a database.
type Table struct{ db *database.DB }

// Of returns the leases of a database.
func Of(db *database.DB) Table { return Table{db} }

// DropAll ends all leases of an owner and of its parts.
func (t Table) DropAll(ctx context.Context, owner string) error { return DropAll(ctx, t.db, owner) }

// Hold takes the leases that are free or have lapsed, and renews those that the
// owner has, in one transaction. It returns the owners of the others, by name.
func (t Table) Hold(ctx context.Context, owner string, names []string, ttl time.Duration) (others map[string]string, err error) {
	names = slices.Sorted(slices.Values(names)) // so that two processes can't wait for each other
	err = t.db.InTx(ctx, func(tx *database.Tx) error {
		others = map[string]string{}
		for _, name := range names {
			ok, err := Take(ctx, tx, name, owner, ttl)
			if err == nil && !ok {
				holder := "another process" // which gave it up just now
				_, err = tx.Row(ctx, []any{&holder}, `SELECT owner FROM lease WHERE name = $1`, name)
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

// Drop ends a lease that the owner holds.
func Drop(ctx context.Context, q database.Conn, name, owner string) error {
	_, err := q.Exec(ctx, `DELETE FROM lease WHERE name = $1 AND owner = $2`, name, owner)
	return err
}

// DropAll ends all leases of an owner and of its parts.
func DropAll(ctx context.Context, q database.Conn, owner string) error {
	_, err := q.Exec(ctx, `DELETE FROM lease WHERE `+owned, owner)
	return err
}

// List returns the leases whose names begin with a prefix, by name.
func List(ctx context.Context, q database.Conn, prefix string) ([]Lease, error) {
	return database.Collect(ctx, q, func(row *sql.Rows) (l Lease, err error) {
		var left int64
		err = row.Scan(&l.Name, &l.Owner, &left)
		l.Left = time.Duration(left) * time.Millisecond
		return l, err
	}, `SELECT name, owner, until_ms - {now} FROM lease WHERE substr(name, 1, length($1)) = $1 ORDER BY name {order by bytes}`, prefix)
}

// TakeSlot takes one of a number of leases for an owner, of the names prefix0,
// prefix1, …. It returns the name, empty if others hold all.
func TakeSlot(ctx context.Context, q database.Conn, prefix string, limit int, owner string, ttl time.Duration) (string, error) {
	held, err := List(ctx, q, prefix)
	for slot := 0; err == nil && slot < limit; slot++ {
		name := prefix + strconv.Itoa(slot)
		if slices.ContainsFunc(held, func(l Lease) bool { return l.Name == name && l.Live() }) {
			continue
		}
		var ok bool
		if ok, err = Take(ctx, q, name, owner, ttl); ok {
			return name, nil
		}
	}
	return "", err
}
