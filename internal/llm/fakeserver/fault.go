package fakeserver

import (
	"math"
	"math/rand/v2"
	"time"
)

// Fault is one way in which a server misbehaves.
type Fault string

// None is a good answer.
const None Fault = ""

// Faults of the transport: the same call may succeed later.
const (
	RateLimit        Fault = "rate_limit"         // 429 without Retry-After
	RateLimitSeconds Fault = "rate_limit_seconds" // 429 with Retry-After in seconds
	RateLimitDate    Fault = "rate_limit_date"    // 429 with Retry-After as a date
	ServerError      Fault = "server_error"       // 500
	Overloaded       Fault = "overloaded"         // 503
	BadGateway       Fault = "bad_gateway"        // 502 with an HTML body
	Cut              Fault = "cut"                // 200, the connection ends half-way
	Drop             Fault = "drop"               // the connection ends before any answer
	Malformed        Fault = "malformed"          // 200, the envelope is not JSON
	NoChoices        Fault = "no_choices"         // 200, an envelope without choices
	ErrorIn200       Fault = "error_in_200"       // 200, an error object for an envelope
	Hang             Fault = "hang"               // no answer until the client goes
	Flood            Fault = "flood"              // 200 with a body of 8 MiB
)

// Faults that are final.
const (
	Unauthorized Fault = "unauthorized" // 401 that echoes the key in full
	Forbidden    Fault = "forbidden"    // 403
	NoModel      Fault = "no_model"     // 404 for the model
	TooLong      Fault = "too_long"     // 400 for the context length
	TooLarge     Fault = "too_large"    // 413
	Quota        Fault = "quota"        // 429 insufficient_quota
	PayFirst     Fault = "pay_first"    // 402
	Filtered     Fault = "filtered"     // 400 content_filter
	BadField     Fault = "bad_field"    // 400 for a field that has nothing to do with formats
	Redirect     Fault = "redirect"     // 301
)

// Faults of the content: a 200 whose message is not what was asked for.
const (
	Prose         Fault = "prose"
	Fenced        Fault = "fenced"  // the JSON in a Markdown fence
	Wrapped       Fault = "wrapped" // the JSON between sentences
	Empty         Fault = "empty"
	BrokenJSON    Fault = "broken_json" // the JSON cut in the middle, finish stop
	Refusal       Fault = "refusal"     // the refusal field
	FilterFinish  Fault = "filter_finish"
	Truncated     Fault = "truncated" // cut, finish length
	Huge          Fault = "huge"      // 1 MB of content
	NaN           Fault = "nan"
	StringNumbers Fault = "string_numbers"
	OutOfRange    Fault = "out_of_range"
	UnknownLens   Fault = "unknown_lens"
	MissingLens   Fault = "missing_lens"
	DuplicateLens Fault = "duplicate_lens"
)

// SlowDrip is a good answer that arrives in small pieces.
const SlowDrip Fault = "slow_drip"

// TransportFaults are the ones that a schedule of passing faults draws from.
func TransportFaults() []Fault {
	return []Fault{RateLimit, RateLimitSeconds, RateLimitDate, ServerError, Overloaded, BadGateway, Cut, Drop, Malformed, Hang}
}

// ContentFaults are the ones that a schedule of content faults draws from.
func ContentFaults() []Fault {
	return []Fault{
		Prose, Fenced, Wrapped, Empty, BrokenJSON, Refusal, FilterFinish, Truncated, Huge,
		NaN, StringNumbers, OutOfRange, UnknownLens, MissingLens, DuplicateLens,
	}
}

// Call names one call to a schedule.
type Call struct {
	Key     uint64 // of the document, the judge and the model: the messages before the first reply
	Attempt int    // calls with this key before this one
	Arrival int    // calls before this one; depends on timing
}

// Schedule picks the fault of a call. It must be safe for concurrent use.
type Schedule func(seed uint64, call Call) Fault

// mostHangs is how often PerJudge lets calls of one judge hang.
const mostHangs = 2

// PerJudge plays up to transport faults out of kinds and one content fault out
// of contents for each judge and document, in an order fixed by the seed, and
// then answers well from then on. At most two calls hang, because a judge fails at the
// third time-out of a call. Nil kinds or contents: none of them.
func PerJudge(transport int, kinds, contents []Fault) Schedule {
	return func(seed uint64, call Call) Fault {
		r := random(seed, call.Key, 0)
		var plan []Fault
		hangs := 0
		if len(kinds) > 0 && transport > 0 {
			for n := r.IntN(transport + 1); n > 0; n-- {
				f := kinds[r.IntN(len(kinds))]
				if f == Hang {
					if hangs == mostHangs {
						continue
					}
					hangs++
				}
				plan = append(plan, f)
			}
		}
		if len(contents) > 0 && r.IntN(2) == 1 {
			plan = append(plan, contents[r.IntN(len(contents))])
		}
		r.Shuffle(len(plan), func(i, j int) { plan[i], plan[j] = plan[j], plan[i] })
		if call.Attempt < len(plan) {
			return plan[call.Attempt]
		}
		return None
	}
}

// Independent plays a fault out of kinds with probability p, each call for
// itself, fixed by the seed, the judge, the document and the attempt.
func Independent(p float64, kinds []Fault) Schedule {
	return func(seed uint64, call Call) Fault {
		r := random(seed, call.Key, uint64(call.Attempt)+1)
		if len(kinds) == 0 || r.Float64() >= p {
			return None
		}
		return kinds[r.IntN(len(kinds))]
	}
}

// Script plays the faults in order of arrival, and none after them.
func Script(faults ...Fault) Schedule {
	return func(_ uint64, call Call) Fault {
		if call.Arrival < len(faults) {
			return faults[call.Arrival]
		}
		return None
	}
}

// Always plays one fault for every call.
func Always(fault Fault) Schedule {
	return func(uint64, Call) Fault { return fault }
}

// Delay is a distribution of waiting times. With Sigma 0 it is Median always,
// else log-normal: Median × e^(Sigma × N(0,1)), whose mean is
// Median × e^(Sigma²/2).
type Delay struct {
	Median time.Duration
	Sigma  float64
}

// For returns the delay of a call, fixed by the seed, the key and the attempt.
func (d Delay) For(seed uint64, call Call) time.Duration {
	if d.Sigma == 0 || d.Median <= 0 {
		return max(d.Median, 0)
	}
	z := random(seed^0x9e3779b97f4a7c15, call.Key, uint64(call.Attempt)+1).NormFloat64()
	return time.Duration(float64(d.Median) * math.Exp(d.Sigma*z))
}

func random(seed, key, n uint64) *rand.Rand {
	return rand.New(rand.NewPCG(seed^key, key+n*0x9e3779b97f4a7c15))
}
