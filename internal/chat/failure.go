package chat

import (
	"judgement/internal/fault"
	"judgement/report"
)

// Failure says in words of our own why a job failed. maxBytes is the limit of a
// document. The fault's own words may name
// files, models and hosts, and are in English: they are for the operator.
func Failure(l report.Lang, f *fault.Error, maxBytes int) string {
	if f == nil {
		return say(l, phReviewFailedPrivate)
	}
	switch f.Code {
	case fault.DocumentBinary, fault.DocumentTooLarge, fault.DocumentUnsupported, fault.DocumentMismatch:
		return say(l, failures[f.Code]) + "\n" + say(l, phHelpFormats, maxBytes>>20)
	case fault.NoAnswers, fault.NoUsable:
		return sentences(l, say(l, phNoQuorum), say(l, phLater))
	case fault.ModelTransport, fault.ModelTimeout, fault.ModelRateLimit, fault.ModelUnavailable:
		return sentences(l, say(l, phNoModelAnswer), say(l, phLater))
	}
	if ph, ok := failures[f.Code]; ok {
		return say(l, ph)
	}
	return say(l, phReviewFailedPrivate)
}

// failures is never changed. A code without a phrase is for the operator to fix.
var failures = map[fault.Code]phrase{
	fault.DocumentEmpty:       phEmptyFile,
	fault.DocumentBlank:       phDocBlank,
	fault.DocumentShort:       phDocShort,
	fault.DocumentBinary:      phDocFormat,
	fault.DocumentTooLarge:    phDocTooLarge,
	fault.DocumentEncoding:    phDocEncoding,
	fault.DocumentEncrypted:   phDocEncrypted,
	fault.DocumentScanned:     phDocScanned,
	fault.DocumentUnsupported: phDocFormat,
	fault.DocumentMismatch:    phDocMismatch,
	fault.DocumentDamaged:     phDocDamaged,
	fault.DocumentHostile:     phDocHostile,
	fault.DocumentTimeout:     phDocHostile,
	fault.DocumentGone:        phDocDamaged,
	fault.DocumentTooLong:     phDocTooLong,
	fault.OverBudget:          phOverBudget,
	fault.ModelRefused:        phModelRefused,
}
