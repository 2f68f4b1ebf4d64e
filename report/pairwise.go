package report

// ModePairwise compares submissions two at a time beside the scores.
const ModePairwise = "pairwise"

// Pairwise is what comparisons two at a time say about a competition. Numbers are
// decimal strings; what is not known is null.
type Pairwise struct {
	Compared     int               `json:"compared_pairs"`
	Possible     int               `json:"possible_pairs"`
	Comparisons  int               `json:"comparisons"`  // of a pair by one judge in both orders
	Consistent   int               `json:"consistent"`   // of these, with the same answer in both
	Contradicted int               `json:"contradicted"` // of these, with each submission the winner once
	Ties         int               `json:"ties"`         // of these, even in both
	Unanswered   int               `json:"unanswered"`   // a judge gave no answer in one of the orders
	Uncompared   int               `json:"uncompared"`   // submissions on the board without a comparison that counts
	Inconsistent *string           `json:"inconsistent"` // share of Comparisons that are not Consistent
	Connected    bool              `json:"connected"`    // those compared can all be compared with each other, if only through others
	Decided      bool              `json:"decided"`      // each is truly better than the next with 95 %
	Agreement    *Agreement        `json:"agreement"`    // with the scores
	Tie          string            `json:"tie"`          // Davidson's ν
	Dispersion   string            `json:"dispersion"`   // factor of the variances for judges who go together
	Calls        int               `json:"calls"`        // made, failed ones included
	Limit        int               `json:"limit"`        // of calls
	Cost         *Money            `json:"cost"`         // null: unknown
	Quotes       EvidenceCounts    `json:"quotes"`
	Repeats      *PairwiseRepeats  `json:"repeats,omitempty"` // nil: each pair was compared once
	NoModel      bool              `json:"no_model"`          // no language model answers for any of it
	Judges       []PairwiseJudge   `json:"judges"`
	Against      []PairwiseAgainst `json:"against"` // pairs that totals order the other way, surest first
	Planted      []PairwisePlanted `json:"planted"` // submissions that speak to the judges
}

// PairwiseRepeats says how often each judge compared a pair, and why no more often.
type PairwiseRepeats struct {
	Most       int    `json:"most"`       // per pair
	Auto       bool   `json:"auto"`       // a pair is compared until one leads
	Mean       string `json:"mean"`       // per pair
	Leads      int    `json:"leads"`      // pairs of which one leads by enough
	Full       int    `json:"full"`       // pairs with all repeats
	Unanswered int    `json:"unanswered"` // pairs that no judge answered
	Open       int    `json:"open"`       // pairs that lack calls
}

// Agreement is Kendall's τ-b of strengths and totals with its interval of 90 %.
type Agreement struct {
	TauB string `json:"tau_b"`
	Low  string `json:"low"`
	High string `json:"high"`
	N    int    `json:"n"` // submissions
}

// PairwiseJudge is how one judge compared.
type PairwiseJudge struct {
	Judge        string `json:"judge"`
	Model        string `json:"model"`
	NoModel      bool   `json:"no_model,omitempty"` // no language model answers for it
	Comparisons  int    `json:"comparisons"`
	Consistent   int    `json:"consistent"`
	Contradicted int    `json:"contradicted"`
	Ties         int    `json:"ties"`
	Unanswered   int    `json:"unanswered"`
	// FirstWon is the share of the calls with a winner in which it came first; null
	// without any. 0.5 is a judge whom the order does not move.
	FirstWon *string `json:"first_won"`
	// SetAside: it contradicted itself more often than a coin would, so that its
	// contradictions count for nothing.
	SetAside bool `json:"set_aside"`
}

// PairwiseAgainst is a pair that the comparisons order against the totals.
type PairwiseAgainst struct {
	Better string `json:"better"` // brand
	Worse  string `json:"worse"`
	P      string `json:"p"` // that it is truly better
}

// PairwisePlanted is a submission whose text speaks to the judges.
type PairwisePlanted struct {
	Case  string   `json:"case"`
	Brand string   `json:"brand"`
	Kinds []string `json:"kinds"`
}

// Strength is where the comparisons put a submission.
type Strength struct {
	Value  string `json:"value"` // natural logarithm of odds against the middle of the field
	SE     string `json:"se"`
	Chance string `json:"chance"` // of being judged better than the middle of the field
	Pairs  int    `json:"pairs"`  // that it was compared in
	Rank   *int   `json:"rank"`   // among those compared; null if they are not connected
	Tied   bool   `json:"tied"`
	RankLo *int   `json:"rank_lo"`
	RankHi *int   `json:"rank_hi"`
}
