package casefile

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"strings"

	"judgement/internal/jury"
	"judgement/internal/text"
)

// Ledger keeps the replies of one version, or of a scene's comparisons, one durable
// file each, named by the hash of the call's key. It implements jury.Ledger. What
// attempts without a reply used is in a file of its own, which no reader of replies
// takes for one. A record that can't be read, or isn't the one that was written, counts
// as missing and is moved aside (to a name with .bad in it).
type Ledger struct {
	st  Storage
	dir string // of the version or the scene
}

var _ jury.Ledger = (*Ledger)(nil)

// Ledger returns the version's journal of replies.
func (v *Version) Ledger() *Ledger {
	return &Ledger{st: v.c.cs.st, dir: strings.TrimSuffix(v.name(""), "/")}
}

// recordFile is one file of the ledger. The hash is of Record's bytes.
type recordFile struct {
	Schema int             `json:"schema"`
	SHA256 string          `json:"sha256"`
	Record json.RawMessage `json:"record"`
}

// The endings of the files of a call.
const (
	replyFile = ".json"
	spentFile = ".spent" // its attempts got no reply
)

// Get implements jury.Ledger. It returns only what can be trusted.
func (l *Ledger) Get(ctx context.Context, key jury.Key) (jury.Record, bool, error) {
	rec, ok, err := l.read(ctx, key, replyFile)
	if !ok && err == nil {
		rec, _, err = l.read(ctx, key, spentFile)
	}
	return rec, ok, err
}

func (l *Ledger) read(ctx context.Context, key jury.Key, ending string) (jury.Record, bool, error) {
	name, err := l.name(key, ending)
	if err != nil {
		return jury.Record{}, false, err
	}
	data, err := l.st.Read(ctx, name)
	if errors.Is(err, fs.ErrNotExist) {
		return jury.Record{}, false, nil
	}
	if err != nil {
		return jury.Record{}, false, err
	}
	rec, err := DecodeRecord(data)
	if err == nil && rec.Key == key && rec.Unanswered == (ending == spentFile) {
		return rec, true, nil
	}
	return jury.Record{}, false, moveAside(ctx, l.st, name, data)
}

// Put implements jury.Ledger.
func (l *Ledger) Put(ctx context.Context, rec jury.Record) error {
	ending := replyFile
	if rec.Unanswered {
		ending = spentFile
	}
	name, err := l.name(rec.Key, ending)
	if err != nil {
		return err
	}
	data, err := encodeRecord(rec)
	if err != nil {
		return err
	}
	for {
		err := l.st.Write(ctx, File{Name: name, Data: data, Once: !rec.Unanswered})
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
		if _, ok, err := l.Get(ctx, rec.Key); ok || err != nil {
			return err
		}
	}
}

// replyRoom is how many bytes a kept reply is expected to need at most, with what
// the file system adds.
const replyRoom = 8 << 10

// Ready implements jury.Ledger.
func (l *Ledger) Ready(ctx context.Context, replies int) error {
	return l.st.Probe(ctx, l.dir, replies*replyRoom)
}

// Records returns the trusted records of the version in the order of their
// names, which is the same for every run. A record that can't be trusted is an
// error, and nothing is moved.
func (v *Version) Records(ctx context.Context) iter.Seq2[jury.Record, error] {
	return func(yield func(jury.Record, error) bool) {
		names, err := jsonFiles(ctx, v.c.cs.st, v.name("replies"))
		if err != nil {
			yield(jury.Record{}, err)
			return
		}
		for _, name := range names {
			var rec jury.Record
			name = "replies/" + name
			data, err := v.Read(ctx, name)
			if err == nil {
				if rec, err = DecodeRecord(data); err != nil {
					err = fmt.Errorf("%s: %w: run the review again to ask again", v.name(name), err)
				}
			}
			if !yield(rec, err) {
				return
			}
		}
	}
}

func (l *Ledger) name(key jury.Key, ending string) (string, error) {
	data, err := json.Marshal(key)
	if err != nil {
		return "", fmt.Errorf("encode key of a reply: %w", err)
	}
	return l.dir + "/replies/" + text.Hash(data) + ending, nil
}

func moveAside(ctx context.Context, st Storage, name string, data []byte) error {
	aside := name + ".bad-" + text.Hash(data)[:16]
	if err := st.Write(ctx, File{Name: aside, Data: data}); err != nil {
		return fmt.Errorf("move a damaged file aside: %w", err)
	}
	if err := st.Remove(ctx, name); err != nil {
		return fmt.Errorf("move a damaged file aside: %w", err)
	}
	return nil
}

func encodeRecord(rec jury.Record) ([]byte, error) {
	inner, err := json.Marshal(rec)
	if err != nil {
		return nil, fmt.Errorf("encode a reply of judge %s: %w", rec.Key.Judge, err)
	}
	data, err := json.Marshal(recordFile{Schema: 1, SHA256: text.Hash(inner), Record: inner})
	if err != nil {
		return nil, fmt.Errorf("encode a reply of judge %s: %w", rec.Key.Judge, err)
	}
	return append(data, '\n'), nil
}

// DecodeRecord reads one file of replies/. It accepts exactly what a Ledger
// writes; anything else is an error, never a guess.
func DecodeRecord(data []byte) (jury.Record, error) {
	var f recordFile
	var rec jury.Record
	if err := json.Unmarshal(data, &f); err != nil {
		return rec, fmt.Errorf("the reply is torn: %w", err)
	}
	if f.Schema != 1 || text.Hash(f.Record) != f.SHA256 {
		return rec, errors.New("the reply is not what was written")
	}
	dec := json.NewDecoder(bytes.NewReader(f.Record))
	if err := dec.Decode(&rec); err != nil {
		return jury.Record{}, fmt.Errorf("the reply is torn: %w", err)
	}
	return rec, nil
}
