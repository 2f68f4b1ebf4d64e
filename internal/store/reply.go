package store

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"

	"judgement/internal/jury"
)

// Ledger keeps the replies of one run in the database. It implements
// jury.Ledger: Put is durable when it returns, also where its context ends, and
// keeps the first record of a key. A record that isn't the one that was written
// counts as missing.
type Ledger struct {
	o   *ops
	run string
}

var _ jury.Ledger = (*Ledger)(nil)

// Ledger returns the replies of a run, by a name of the caller's choice.
func (o *ops) Ledger(run string) *Ledger { return &Ledger{o: o, run: run} }

// Get returns the record of a key, false where there is none to be trusted.
func (l *Ledger) Get(ctx context.Context, key jury.Key) (jury.Record, bool, error) {
	name, err := keyName(key)
	if err != nil {
		return jury.Record{}, false, err
	}
	var text, sum string
	var ok bool
	err = l.o.again(ctx, func() (err error) {
		ok, err = l.o.row(ctx, []any{&text, &sum}, `SELECT record, sha256 FROM reply WHERE run = $1 AND key = $2`, l.run, name)
		return err
	})
	if err != nil || !ok {
		return jury.Record{}, false, err
	}
	var rec jury.Record
	if sum != sumOf(text) || json.Unmarshal([]byte(text), &rec) != nil || rec.Key != key {
		return jury.Record{}, false, nil
	}
	return rec, true, nil
}

// Ready implements jury.Ledger. A database that can't be written can't have begun
// the run.
func (l *Ledger) Ready(context.Context, int) error { return nil }

// Put keeps a record; the first one of a key stays, unless it can't be trusted.
// A reply that was paid for is kept even where the context has ended.
func (l *Ledger) Put(ctx context.Context, rec jury.Record) error {
	ctx = context.WithoutCancel(ctx)
	name, err := keyName(rec.Key)
	if err != nil {
		return err
	}
	data, err := json.Marshal(rec)
	if err != nil {
		return fmt.Errorf("encode a reply of judge %s: %w", rec.Key.Judge, err)
	}
	n, err := l.o.Exec(ctx, `INSERT INTO reply (run, key, record, sha256, at_ms) VALUES ($1, $2, $3, $4, {now})
		ON CONFLICT (run, key) DO NOTHING`, l.run, name, string(data), sumOf(string(data)))
	if err != nil {
		return err
	}
	if n == 1 {
		return l.o.settled()
	}
	if _, ok, err := l.Get(ctx, rec.Key); ok || err != nil {
		return err
	}
	_, err = l.o.Exec(ctx, `UPDATE reply SET record = $3, sha256 = $4, at_ms = {now} WHERE run = $1 AND key = $2`,
		l.run, name, string(data), sumOf(string(data)))
	if err != nil {
		return err
	}
	return l.o.settled()
}

func keyName(key jury.Key) (string, error) {
	data, err := json.Marshal(key)
	if err != nil {
		return "", fmt.Errorf("encode key of a reply: %w", err)
	}
	return sumOf(string(data)), nil
}

func sumOf(text string) string {
	sum := sha256.Sum256([]byte(text))
	return hex.EncodeToString(sum[:])
}
