package format

import (
	"judgement/internal/evidence"
	"judgement/report"
)

// Cite proves one quote.
func Cite(quote string, index *evidence.Index) report.Citation {
	return citation(index.Verify(quote))
}

// citation is a citation as reports have it.
func citation(c evidence.Citation) report.Citation {
	return report.Citation{
		Quote: c.Quote, Status: string(c.Status), Start: c.Start, End: c.End, Page: c.Page, Note: c.Note, Before: c.Before, Found: c.Found, After: c.After,
	}
}

// Uncited is the citation of a claim without a quote.
func Uncited() report.Citation {
	return report.Citation{Status: string(evidence.Uncited), Start: -1, End: -1}
}
