package attribution

import (
	"context"
	"errors"
	"fmt"

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
)

// verified is a version of which the evidence was checked.
type verified struct {
	Evidence
	sha256   string // of version.json
	verdicts []byte // verdicts.json; nil where it has none
}

// verify checks that nothing of the latest version was changed since it was
// published, and that its citations still stand in the stored document: by
// their offsets, or with deep by looking for each quote again.
func verify(ctx context.Context, c *casefile.Case, version int, deep bool) (out verified, err error) {
	out.Version = version
	if version == 0 {
		return out, nil
	}
	sealed, err := c.Sealed(ctx, version, documentFile, verdictsFile)
	if err != nil {
		return out, err
	}
	if err := sealed.VerifyReports(ctx); err != nil {
		return out, err
	}
	out.sha256, out.verdicts = hash(sealed.Marker), sealed.Files[verdictsFile]
	if out.verdicts == nil {
		return out, nil // no scores, no citations
	}
	document := string(sealed.Files[documentFile])
	var index *evidence.Index // of quotes that need more than a look at their bytes
	var broken []error
	check := func(x evidence.Citation) {
		if x.Status == evidence.Uncited {
			return
		}
		out.Citations++
		if !x.Status.Proven() {
			return
		}
		out.Proven++
		if !deep && standsAlone(document, x) {
			out.Standing++
			return
		}
		if index == nil && (deep || x.Status != evidence.Exact) {
			index = evidence.New(document)
		}
		if stands(document, index, x, deep) {
			out.Standing++
			return
		}
		broken = append(broken, fmt.Errorf("v%d: the quote %q no longer stands at bytes %d to %d of the document", version, clip(x.Quote, 60), x.Start, x.End))
	}
	if err := citations(out.verdicts, check); err != nil {
		return out, fmt.Errorf("v%d/%s: %w", version, verdictsFile, err)
	}
	return out, errors.Join(broken...)
}

// standsAlone reports whether a quote in normal form or with gaps holds in the
// bytes of its place by themselves, which is far cheaper than the normal form of
// the whole document. What does not may still hold there.
func standsAlone(document string, x evidence.Citation) bool {
	if x.Status == evidence.Exact || x.Start < 0 || x.Start >= x.End || x.End > len(document) {
		return false
	}
	span := document[x.Start:x.End]
	x.Start, x.End = 0, len(span)
	return evidence.New(span).Check(x)
}

func stands(document string, index *evidence.Index, x evidence.Citation, deep bool) bool {
	if deep && !index.Verify(x.Quote).Status.Proven() {
		return false
	}
	if x.Status == evidence.Exact {
		return x.Start >= 0 && x.Start < x.End && x.End <= len(document) && document[x.Start:x.End] == x.Quote
	}
	return index.Check(x)
}

func clip(s string, most int) string {
	r := []rune(s)
	if len(r) <= most {
		return s
	}
	return string(r[:most]) + "…"
}
