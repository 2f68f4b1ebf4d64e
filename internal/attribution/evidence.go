package attribution

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"judgement/internal/casefile"
	"judgement/internal/evidence"
)

// Evidence counts the citations of the latest version of a case.
type Evidence struct {
	Version   int `json:"version"`   // 0: nothing was published yet
	Citations int `json:"citations"` // quotes of all judges
	Proven    int `json:"proven"`    // counted as proof when they were published
	Standing  int `json:"standing"`  // of the proven ones, those that still hold
}

// add sums two counts; Version means nothing in a sum.
func (e *Evidence) add(o Evidence) {
	e.Citations += o.Citations
	e.Proven += o.Proven
	e.Standing += o.Standing
}

// Names of a version's files that the check reads.
const (
	documentFile = "document.txt"
	verdictsFile = "verdicts.json"
	meetingFile  = "meeting.json"
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
// their offsets, or with deep by looking for each quote again. A meeting's are
// always looked up at their offsets: a judge quotes what was said at a time.
func verify(ctx context.Context, c *casefile.Case, info casefile.Info, deep bool) (out verified, err error) {
	version := info.LatestVersion
	out.Version = version
	found, err := c.Check(ctx, info, documentFile, verdictsFile, meetingFile)
	if err != nil {
		return out, err
	}
	out.versions, out.unrecorded = found.Versions, len(found.Unrecorded)
	if version == 0 {
		return out, nil
	}
	out.sha256, out.verdicts = casefile.Hash(found.Manifest), found.Files[verdictsFile]
	name, data, read := verdictsFile, out.verdicts, verdictCitations
	if data == nil {
		name, data, read, deep = meetingFile, found.Files[meetingFile], meetingCitations, false
	}
	if data == nil {
		return out, nil // no citations
	}
	quotes, err := read(data)
	if err != nil {
		return out, fmt.Errorf("v%d/%s: %w", version, name, err)
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
		broken = append(broken, fmt.Errorf("v%d: the quote %q is no longer at bytes %d to %d of the document", version, clip(x.Quote, 60), x.Start, x.End))
	}
	return out, errors.Join(broken...)
}

// holds reports whether a proven quote is in its place; with deep it is also looked
// up again in the whole document.
func holds(document string, index func() *evidence.Index, x evidence.Citation, deep bool) bool {
	if deep && !index().Verify(x.Quote).Status.Proven() {
		return false
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

func clip(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}
