package chat

import (
	"strings"

	"judgement/internal/document"
	"judgement/report"
)

// failure says in words of our own why a job failed. What the queue says of it may
// name files, models and hosts, and is in English: that is for the operator.
func failure(l report.Lang, st JobStatus, maxBytes int) string {
	switch st.Reason {
	case "document":
		return documentFailure(l, st.Detail, maxBytes)
	case "too_long":
		return say(l, phDocTooLong)
	case "over_budget":
		return say(l, phOverBudget)
	case "no_quorum":
		return sentences(l, say(l, phNoQuorum), say(l, phLater))
	case "refused":
		return say(l, phModelRefused)
	case "transport", "timeout", "rate_limit", "unavailable":
		return sentences(l, say(l, phNoModelAnswer), say(l, phLater))
	}
	return say(l, phReviewFailedPrivate)
}

// documentFailure says what is wrong with a document, by the kind of fault that
// intake names.
func documentFailure(l report.Lang, detail string, maxBytes int) string {
	for _, f := range documentFaults {
		if !strings.Contains(detail, f.kind.Error()) {
			continue
		}
		text := say(l, f.says)
		if f.formats {
			text += "\n" + say(l, phHelpFormats, maxBytes>>20)
		}
		return text
	}
	return say(l, phDocDamaged)
}

// documentFaults is never changed.
var documentFaults = [...]struct {
	kind    error
	says    phrase
	formats bool
}{
	{document.ErrEmpty, phEmptyFile, false},
	{document.ErrBlank, phDocBlank, false},
	{document.ErrShort, phDocShort, false},
	{document.ErrBinary, phDocFormat, true},
	{document.ErrTooLarge, phDocTooLarge, true},
	{document.ErrEncoding, phDocEncoding, false},
	{document.ErrEncrypted, phDocEncrypted, false},
	{document.ErrScanned, phDocScanned, false},
	{document.ErrUnsupported, phDocFormat, true},
	{document.ErrMismatch, phDocMismatch, true},
	{document.ErrDamaged, phDocDamaged, false},
	{document.ErrHostile, phDocHostile, false},
	{document.ErrTimeout, phDocHostile, false},
}
