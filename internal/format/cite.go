package format

import (
	"judgement/internal/document"
	"judgement/internal/evidence"
	"judgement/report"
)

// Index prepares a document for its quotes, with its pages and what was found in it.
func Index(doc *document.Document, opts ...evidence.Option) *evidence.Index {
	opts = append([]evidence.Option{evidence.WithPages(doc.PageAt), evidence.WithPassages(Passages(doc.Warnings)), evidence.WithHidden(HiddenTexts(doc.Warnings))}, opts...)
	return evidence.New(doc.Text, opts...)
}

// passageNotes are the notes on quotes of text with a finding of these grades.
var passageNotes = map[document.Grade]string{
	document.GradeHidden: evidence.Hidden, document.GradeAddressed: evidence.SpeaksToJudges,
	document.GradePersuasion: evidence.Persuades, document.GradeNonsense: evidence.SaysNothing,
	document.GradeUnsure: evidence.PerhapsSways,
}

// Passages are the findings about text that is in the document, with the notes on its
// quotes.
func Passages(found []document.Warning) (out []evidence.Passage) {
	for _, w := range found {
		if note := passageNotes[w.Grade()]; note != "" && w.Start >= 0 {
			out = append(out, evidence.Passage{Start: w.Start, End: w.End, Note: note})
		}
	}
	return out
}

// HiddenTexts are the texts that the file of a document hides, as its findings keep them.
func HiddenTexts(found []document.Warning) (out []string) {
	for _, w := range found {
		if w.Grade() == document.GradeHidden && w.Start < 0 {
			out = append(out, w.Excerpt)
		}
	}
	return out
}

// Integrity is what was found in a document, as reports have it.
func Integrity(doc *document.Document) (out []report.IntegrityWarning) {
	for _, w := range doc.Warnings {
		page := w.Page
		if page == 0 && w.Start >= 0 { // read by an earlier release
			page = doc.PageAt(w.Start)
		}
		out = append(out, report.IntegrityWarning{
			Kind: string(w.Kind), Excerpt: w.Excerpt, Start: w.Start, End: w.End, Count: w.Count, Rest: w.Rest, AtLeast: w.AtLeast,
			Page: page, Line: w.Line, Paragraph: w.Paragraph, Grade: string(w.Grade()),
		})
	}
	return out
}

// Cite proves one quote.
func Cite(quote string, index *evidence.Index) report.Citation {
	return citation(index.Verify(quote))
}

// citation is a citation as reports have it.
func citation(c evidence.Citation) report.Citation {
	return report.Citation{
		Quote: c.Quote, Status: string(c.Status), Start: c.Start, End: c.End, Page: c.Page, Note: c.Note, Before: c.Before, Found: c.Found, After: c.After, Parts: c.Parts,
	}
}

// Uncited is the citation of a claim without a quote.
func Uncited() report.Citation {
	return report.Citation{Status: string(evidence.Uncited), Start: -1, End: -1}
}
