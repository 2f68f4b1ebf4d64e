package attribution

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"judgement/internal/casefile"
	"judgement/internal/evidence"
	"judgement/internal/format"
	"judgement/internal/text"
)

// Evidence counts the citations of the latest version of a case.
type Evidence struct {
	Version   int  `json:"version"`            // 0: nothing was published yet
	NoModel   bool `json:"no_model,omitempty"` // no language model answered in it
	Citations int  `json:"citations"`          // quotes of all judges
	Proven    int  `json:"proven"`             // counted as proof when they were published
	Standing  int  `json:"standing"`           // of the proven ones, those that still hold
}

// add sums two counts; Version means nothing in a sum.
func (e *Evidence) add(o Evidence) {
	e.Citations += o.Citations
	e.Proven += o.Proven
	e.Standing += o.Standing
}

// Line says how many of the proven quotes are still there.
func (e Evidence) Line() string {
	if e.Proven == 0 {
		return "there are no proven quotes"
	}
	return fmt.Sprintf("%d of %d proven quotes are still there", e.Standing, e.Proven)
}

// Names of a version's files that the check reads, beside the formats' records.
const (
	documentFile = "document.txt"
	verdictsFile = "verdicts.json"
)

// verified is a version of which the evidence was checked.
type verified struct {
	Evidence
	sha256     string // of version.json
	verdicts   []byte // verdicts.json; nil if it has none
	versions   []int  // the complete ones
	unrecorded int    // versions of earlier releases, which recorded less
}

// verify checks that nothing of any version was changed since it was published,
// and that the citations of the latest one are still in the stored document: at
// their offsets, or with deep by looking for each quote again, unless the format says
// that it holds in its place only.
func verify(ctx context.Context, c *casefile.Case, info casefile.Info, records []format.Record, deep bool) (out verified, err error) {
	out.Version = info.LatestVersion
	want := []string{documentFile, verdictsFile}
	for _, r := range records {
		want = append(want, r.File)
	}
	found, err := c.Check(ctx, info, format.Editable(records), want...)
	if err != nil {
		return out, err
	}
	out.versions, out.unrecorded = found.Versions, len(found.Unrecorded)
	if out.Version == 0 {
		return out, nil
	}
	out.NoModel = saysNoModel(found.Manifest, found.Files[verdictsFile])
	out.sha256, out.verdicts = text.Hash(found.Manifest), found.Files[verdictsFile]
	i := slices.IndexFunc(records, func(r format.Record) bool { return found.Files[r.File] != nil })
	if i < 0 {
		return out, nil // no citations
	}
	record := records[i]
	deep = deep && !record.Placed
	quotes, err := record.Citations(found.Files[record.File])
	if err != nil {
		return out, fmt.Errorf("v%d/%s: %w", out.Version, record.File, err)
	}
	document := string(found.Files[documentFile])
	index := sync.OnceValue(func() *evidence.Index { return evidence.New(document) })
	var broken []error
	for _, x := range quotes {
		if x.Status == evidence.Uncited {
			continue
		}
		out.Citations++
		if !x.Status.Proven() {
			continue
		}
		out.Proven++
		if holds(document, index, x, deep) {
			out.Standing++
			continue
		}
		broken = append(broken, fmt.Errorf("v%d: the quote %q is no longer at bytes %d to %d of the document", out.Version, text.Clip(x.Quote, 60), x.Start, x.End))
	}
	return out, errors.Join(broken...)
}

// holds reports whether a proven quote is in its place; with deep it is also looked
// up again in the whole document.
func holds(document string, index func() *evidence.Index, x evidence.Citation, deep bool) bool {
	if deep && index().Verify(x.Quote).Start < 0 {
		return false // today's rules may judge it otherwise, but it must be there
	}
	if x.Start < 0 || x.Start >= x.End || x.End > len(document) {
		return false
	}
	place := document[x.Start:x.End]
	if x.Status == evidence.Exact {
		return place == x.Quote
	}
	alone := x
	alone.Start, alone.End = 0, len(place)
	// Most quotes hold in the bytes of their place, of which the normal form is cheap.
	return !deep && evidence.New(place).Check(alone) || index().Check(x)
}
