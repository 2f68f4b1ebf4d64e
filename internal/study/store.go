package study

import (
	"bytes"
	"compress/gzip"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/fault"
)

// storedColumns are those of a stored set: a row per verdict, then per label.
var storedColumns = []string{"row", "item", "type", "lens", "judge", "order", "repeat", "value", "comment", "quote"}

// MaxFile is the greatest size of a file with verdicts or labels in bytes, decompressed.
const MaxFile = 512 << 20

// Folder has the studies of a workspace, as files that end in ending.
const (
	Folder = "studies"
	ending = ".csv.gz"
)

// File returns the path of a study from the workspace.
func File(name string) string { return Folder + "/" + name + ending }

// Named returns the name of the study that a file of Folder has; false: it has none.
func Named(file string) (name string, ok bool) { return strings.CutSuffix(file, ending) }

// Decompress returns the content of a compressed file, at most a byte more than MaxFile.
func Decompress(data []byte) ([]byte, error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	return io.ReadAll(io.LimitReader(z, MaxFile+1))
}

// Encode writes a set as compressed CSV. Decode reads it back.
func (s *Set) Encode() []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	// Writes into memory don't fail.
	_ = w.Write(storedColumns)
	for _, v := range s.Verdicts {
		_ = w.Write([]string{string(s.Kind), v.Item, v.Type, v.Lens, v.Judge, v.Order, strconv.Itoa(v.Repeat), decimal(v.Value), "", ""})
	}
	for _, l := range s.Labels {
		_ = w.Write([]string{string(s.Scale), l.Item, "", l.Lens, l.Person, "", "", decimal(l.Value), l.Comment, l.Quote})
	}
	w.Flush()
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	_, _ = z.Write(b.Bytes())
	_ = z.Close()
	return packed.Bytes()
}

func decimal(v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return strconv.FormatFloat(v, 'g', -1, 64)
}

// Decode reads what Encode wrote. It counts the lines first, since a list that grows
// takes twice its memory.
func Decode(data []byte) (*Set, error) {
	rows, err := lines(data)
	if err != nil {
		return nil, err
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return nil, fmt.Errorf("decompress: %w", err)
	}
	c := csv.NewReader(z)
	c.ReuseRecord, c.FieldsPerRecord = true, len(storedColumns)
	heading, err := c.Read()
	if err != nil || !slices.Equal(heading, storedColumns) {
		return nil, errors.New("this is no stored study: import its files again")
	}
	in := &reader{set: &Set{Verdicts: make([]Verdict, 0, min(rows, maxRows))}, names: map[string]string{}}
	for n := 2; ; n++ {
		r, err := c.Read()
		if errors.Is(err, io.EOF) {
			return in.finish()
		}
		if err != nil {
			return nil, fmt.Errorf("read the study: %w", err)
		}
		if err := in.stored(n, r); err != nil {
			return nil, fmt.Errorf("read the study, row %d: %w", n, err)
		}
	}
}

// lines counts the line breaks of compressed data.
func lines(data []byte) (n int, err error) {
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		return 0, fmt.Errorf("decompress: %w", err)
	}
	for buffer := make([]byte, 64<<10); ; {
		read, err := z.Read(buffer)
		n += bytes.Count(buffer[:read], []byte("\n"))
		if errors.Is(err, io.EOF) {
			return n, nil
		}
		if err != nil {
			return n, fmt.Errorf("decompress: %w", err)
		}
	}
}

// stored takes one row of a stored set.
func (in *reader) stored(n int, r []string) error {
	value, err := number(r[7])
	if err != nil {
		return err
	}
	item, lens, name := in.intern(r[1]), in.intern(r[3]), in.intern(r[4])
	switch of := r[0]; of {
	case string(Scores), string(Preferences):
		repeat, err := strconv.Atoi(r[6])
		if err != nil {
			return err
		}
		in.set.Kind = Kind(of)
		in.set.Verdicts = append(in.set.Verdicts, Verdict{Item: item, Type: in.intern(r[2]), Lens: lens, Judge: name, Order: in.intern(r[5]), Repeat: repeat, Value: value, row: n})
	case string(ScoreScale), string(OrdinalScale), string(PreferenceScale):
		in.set.Scale = Scale(of)
		in.set.Labels = append(in.set.Labels, Label{Item: item, Person: name, Lens: lens, Value: value, Comment: in.intern(r[8]), Quote: in.intern(r[9]), row: n})
	default:
		return fmt.Errorf("%q is neither a verdict nor a label", clip(of))
	}
	return nil
}

// Merge adds the verdicts and labels of another set. Rows that agree with rows that
// are there count once; rows that disagree are an error, and then nothing is added.
func (s *Set) Merge(o *Set) error {
	if s.Kind != "" && o.Kind != "" && s.Kind != o.Kind {
		return fault.New(fault.BadRows, nil, "text", fmt.Sprintf("%s, but the files before have %s: a study has one of them", o.Kind, s.Kind))
	}
	if s.Scale != "" && o.Scale != "" && s.Scale != o.Scale {
		return fault.New(fault.BadRows, nil, "text", fmt.Sprintf("labels of the scale %s, but the files before have the scale %s: a study has one of them", o.Scale, s.Scale))
	}
	sum := Set{Kind: max(s.Kind, o.Kind), Scale: max(s.Scale, o.Scale), Verdicts: slices.Concat(s.Verdicts, o.Verdicts), Labels: slices.Concat(s.Labels, o.Labels)}
	if err := sum.Normalise(); err != nil {
		return err
	}
	*s = sum
	return nil
}
