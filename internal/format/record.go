package format

import (
	"judgement/internal/casefile"
	"judgement/internal/evidence"
)

// Record is the file of a version that keeps the evidence of its format.
type Record struct {
	File string // such as verdicts.json
	// Citations returns those of the file, in their order.
	Citations func(data []byte) ([]evidence.Citation, error)
	// Placed says that a quote holds at its offsets only, not elsewhere in the document.
	Placed bool
	// Editable begins the names of the report files that people may change; empty: none.
	Editable string
}

// Editable are the report files that people may change.
func Editable(records []Record) casefile.Editable {
	out := casefile.Editable{}
	for _, r := range records {
		if r.Editable != "" {
			out[r.File] = r.Editable
		}
	}
	return out
}

// Cited is a part of a record that has citations.
type Cited struct {
	Citations []evidence.Citation `json:"citations"`
}

// Citations returns the citations of all parts, in their order.
func Citations(parts []Cited) (out []evidence.Citation) {
	for _, p := range parts {
		out = append(out, p.Citations...)
	}
	return out
}
