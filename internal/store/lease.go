package store

import (
	"context"
	"fmt"
	"time"
)

// MaxLease is the longest time that a lease, a slot or a claimed message is
// held without being renewed.
const MaxLease = 10 * time.Minute

// lapsed is the condition that a time in until_ms is over. One that lies
// further ahead than any lease may last was written before the database's clock
// was set back, and is over too.
const lapsed = `(until_ms < {now} OR until_ms > {now} + 600000)`

// Lease is a name that one owner holds for a while, by the database's clock.
type Lease struct {
	Name, Owner string
	Fence       int64         // grows with each new holder of the name
	Left        time.Duration // until it lapses; 0 where it has
}

func checkTTL(ttl time.Duration) error {
	if ttl < time.Millisecond || ttl > MaxLease {
		return fmt.Errorf("a lease of %s: it must be from 1ms to %s", ttl, MaxLease)
	}
	return nil
}

// TakeLease takes a lease that is free or has lapsed, or renews the owner's
// own. It is false where another owner holds it.
func (o *ops) TakeLease(ctx context.Context, name, owner string, ttl time.Duration) (l Lease, ok bool, err error) {
	if err := checkTTL(ttl); err != nil {
		return Lease{}, false, err
	}
	l = Lease{Name: name, Owner: owner, Left: ttl}
	ok, err = o.row(ctx, []any{&l.Fence}, `INSERT INTO lease AS l (name, owner, fence, until_ms) VALUES ($1, $2, 1, {now} + $3)
		ON CONFLICT (name) DO UPDATE SET owner = excluded.owner, until_ms = excluded.until_ms, fence = l.fence + 1
		WHERE l.owner = excluded.owner OR l.until_ms < {now} OR l.until_ms > {now} + 600000 RETURNING fence`,
		name, owner, ttl.Milliseconds())
	if err != nil || !ok {
		return Lease{}, false, err
	}
	return l, true, nil
}

// KeepLease renews a lease that the owner still holds. It is false where it has
// lapsed or is another's: whoever holds it must stop then.
func (o *ops) KeepLease(ctx context.Context, name, owner string, ttl time.Duration) (bool, error) {
	if err := checkTTL(ttl); err != nil {
		return false, err
	}
	n, err := o.Exec(ctx, `UPDATE lease SET until_ms = {now} + $3 WHERE name = $1 AND owner = $2 AND NOT `+lapsed,
		name, owner, ttl.Milliseconds())
	return n == 1, err
}

// DropLease ends a lease that the owner holds.
func (o *ops) DropLease(ctx context.Context, name, owner string) error {
	_, err := o.Exec(ctx, `DELETE FROM lease WHERE name = $1 AND owner = $2`, name, owner)
	return err
}

// ReapLease removes a lease if it has lapsed, and tells whether it did: of many
// that try, one does. In a transaction it goes together with what the owner's
// end brings about.
func (o *ops) ReapLease(ctx context.Context, name string) (bool, error) {
	n, err := o.Exec(ctx, `DELETE FROM lease WHERE name = $1 AND `+lapsed, name)
	return n == 1, err
}

// Leases returns the leases whose names begin with a prefix, by name.
func (o *ops) Leases(ctx context.Context, prefix string) ([]Lease, error) {
	return collect(ctx, o, func(row scanner) (l Lease, err error) {
		var left int64
		err = row.Scan(&l.Name, &l.Owner, &l.Fence, &left)
		if left > 0 && left <= MaxLease.Milliseconds() {
			l.Left = time.Duration(left) * time.Millisecond
		}
		return l, err
	}, `SELECT name, owner, fence, until_ms - {now} FROM lease WHERE substr(name, 1, length($1)) = $1 ORDER BY name {order by bytes}`, prefix)
}

// TakeSlot takes one of a scene's slots, of which there are limit over all
// processes, for a holder. It is false where all are taken. A holder that has
// one keeps it.
func (o *ops) TakeSlot(ctx context.Context, scene string, limit int, holder string, ttl time.Duration) (bool, error) {
	if err := checkTTL(ttl); err != nil {
		return false, err
	}
	if ok, err := o.KeepSlot(ctx, scene, holder, ttl); ok || err != nil {
		return ok, err
	}
	for try := range 2 {
		n, err := o.Exec(ctx, `UPDATE scene_slot SET holder = $2, until_ms = {now} + $3 WHERE scene = $1 AND `+lapsed+`
			AND slot = (SELECT slot FROM scene_slot WHERE scene = $1 AND slot < $4 AND `+lapsed+` ORDER BY slot LIMIT 1 {skip locked})`,
			scene, holder, ttl.Milliseconds(), limit)
		if n == 1 || err != nil || try == 1 {
			return n == 1, err
		}
		if made, err := o.makeSlots(ctx, scene, limit); !made || err != nil {
			return false, err
		}
	}
	return false, nil
}

// makeSlots sees to it that a scene has its slots, and tells whether any was
// lacking.
func (o *ops) makeSlots(ctx context.Context, scene string, limit int) (bool, error) {
	var n int
	if _, err := o.row(ctx, []any{&n}, `SELECT count(*) FROM scene_slot WHERE scene = $1 AND slot < $2`, scene, limit); err != nil || n >= limit {
		return false, err
	}
	for slot := range limit {
		if _, err := o.Exec(ctx, `INSERT INTO scene_slot (scene, slot) VALUES ($1, $2) ON CONFLICT DO NOTHING`, scene, slot); err != nil {
			return false, err
		}
	}
	return true, nil
}

// KeepSlot renews a holder's slot. It is false where the holder has none, or
// had one that lapsed.
func (o *ops) KeepSlot(ctx context.Context, scene, holder string, ttl time.Duration) (bool, error) {
	if err := checkTTL(ttl); err != nil {
		return false, err
	}
	n, err := o.Exec(ctx, `UPDATE scene_slot SET until_ms = {now} + $3 WHERE scene = $1 AND holder = $2 AND NOT `+lapsed,
		scene, holder, ttl.Milliseconds())
	return n > 0, err
}

// FreeSlot gives a holder's slot back.
func (o *ops) FreeSlot(ctx context.Context, scene, holder string) error {
	_, err := o.Exec(ctx, `UPDATE scene_slot SET holder = '', until_ms = 0 WHERE scene = $1 AND holder = $2`, scene, holder)
	return err
}
