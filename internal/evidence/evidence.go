// Package evidence proves that a quote is in a document. It is pure: no
// model, no I/O. A quote counts as proven only if its words, numbers, units,
// negations and comparators are in the source as they were cited.
package evidence

// Status is the closed set of what can be said of a quote.
type Status string

// The statuses. Exact, Normalised and Ellipsis are proven.
const (
	Exact       Status = "exact"
	Normalised  Status = "normalised"   // the same content, written differently: see docs/evidence.md, honest forms
	Ellipsis    Status = "ellipsis"     // parts joined by … are in order, each proven
	Near        Status = "near"         // similarity ≥ 0.90, ≥ 20 characters, guard clean
	Altered     Status = "altered"      // a number, unit, negation or comparator differs
	OutOfScope  Status = "out_of_scope" // cut out of a condition, denial, hedge, plan or reported claim
	WrongSource Status = "wrong_source"
	TooShort    Status = "too_short"
	NotFound    Status = "not_found"
	Uncited     Status = "uncited" // a claim without a quote
)

// Proven reports whether the status counts as proof.
func (s Status) Proven() bool { return s == Exact || s == Normalised || s == Ellipsis }

// Citation is a quote with what was found. Start and End are half-open byte
// offsets into the document text, −1 if nothing was found; Page is 0 if
// the document has no pages.
type Citation struct {
	Quote  string `json:"quote"`
	Status Status `json:"status"`
	Start  int    `json:"start"`
	End    int    `json:"end"`
	Page   int    `json:"page,omitempty"`
	Note   Note   `json:"note,omitempty"` // what differs, for altered and near
	// Before and After are the rest of the sentences that the quote starts and ends in,
	// one line of at most 160 characters each. Found is what the document says from Start to
	// End, one line of at most 400 characters, for struck-through text with its marks; empty if
	// it is the quote. What is left out of its middle is […].
	Before string `json:"before,omitempty"`
	Found  string `json:"found,omitempty"`
	After  string `json:"after,omitempty"`
	// Parts are the places of the parts of a quote with an ellipsis, as Start and End are.
	Parts [][2]int `json:"parts,omitempty"`
}
