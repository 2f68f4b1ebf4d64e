// Package fakeserver is an OpenAI-compatible chat server that is not one: it
// listens on loopback, answers deterministically and misbehaves on a seeded
// schedule. Tests and benchmarks run against it. It owns the faults that real
// servers show; it never reaches the network beyond loopback, knows nothing of
// the client, and costs little CPU, since in benchmarks it shares the machine
// with what is measured.
package fakeserver

import (
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// Options configure a server. The zero value answers every request well, at
// once.
type Options struct {
	// Seed feeds delays, schedules and the default responder.
	Seed uint64
	// APIKey, if set, is asked for as a bearer token; anything else is a 401.
	APIKey string
	// Models are the models that exist; any other is a 404. Empty: all names
	// are served, and the models endpoint lists "fake-1".
	Models []string
	// NoModelsEndpoint makes /models a 404, as some servers do.
	NoModelsEndpoint bool
	// Formats says which response formats are turned down.
	Formats Formats
	// FormatStatus is the status of that rejection; 0: 400.
	FormatStatus int
	// Delay is waited before each answer.
	Delay Delay
	// Schedule picks the fault of each call; nil: none.
	Schedule Schedule
	// RetryAfter is what faults with that header announce; 0: one second. Whole
	// seconds, since the header knows no other.
	RetryAfter time.Duration
	// Drip is the pause between the pieces of a slow reply; 0: 5 ms.
	Drip time.Duration
	// Responder makes the content of good replies; nil: Answer. It is called
	// from many goroutines.
	Responder func(Request) string
	// OnRequest, if set, sees every chat request before it is answered. It is
	// called from many goroutines.
	OnRequest func(Request)
	// Context, if set, is how many prompt tokens the server reads: it drops the
	// beginning of a longer prompt, answers 200 and counts what it kept, as Ollama
	// does. The document of such a request is what is left of it.
	Context int
	// PromptCache has the server read prompts from a cache, see cache.go. What it reads
	// depends on which calls came before, so that two runs may differ.
	PromptCache bool
	// Refuse names top-level fields of a request that the server answers with a 400, as
	// strict servers do.
	Refuse []string
	// OmitUsage leaves the usage block out of replies.
	OmitUsage bool
}

// Formats says which response formats a server knows.
type Formats int

// The kinds of server.
const (
	AllFormats     Formats = iota // json_schema and json_object
	NoStrictSchema                // json_schema only with strict false, and json_object
	NoSchema                      // json_object only
	NoFormats                     // neither
)

// Server is a running fake. Close it.
type Server struct {
	opts     Options
	listener net.Listener
	http     *http.Server
	closing  chan struct{}
	once     sync.Once
	served   chan struct{}
	handlers sync.WaitGroup
	known    map[string]bool
	schemas  schemaCache

	mu       sync.Mutex
	count    Counters
	inFlight int
	attempts map[uint64]int
	docs     map[uint64]struct{}
	cache    map[uint64]struct{} // beginnings of prompts
	arrivals int
}

// New starts a server on a free loopback port.
func New(opts Options) (*Server, error) {
	if opts.Responder == nil {
		opts.Responder = Answer
	}
	if opts.FormatStatus == 0 {
		opts.FormatStatus = http.StatusBadRequest
	}
	if opts.RetryAfter == 0 {
		opts.RetryAfter = time.Second
	}
	if opts.Drip == 0 {
		opts.Drip = 5 * time.Millisecond
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, fmt.Errorf("start fake model server: %w", err)
	}
	s := &Server{
		opts:     opts,
		listener: listener,
		closing:  make(chan struct{}),
		served:   make(chan struct{}),
		known:    map[string]bool{},
		count:    Counters{ByStatus: map[int]int{}, Faults: map[Fault]int{}},
		attempts: map[uint64]int{},
		docs:     map[uint64]struct{}{},
		cache:    map[uint64]struct{}{},
	}
	for _, m := range opts.Models {
		s.known[m] = true
	}
	s.http = &http.Server{Handler: http.HandlerFunc(s.serve), ConnState: s.connState, ErrorLog: silent()}
	go func() {
		defer close(s.served)
		_ = s.http.Serve(listener)
	}()
	return s, nil
}

// URL is the base URL that a client is given, ending in /v1.
func (s *Server) URL() string { return "http://" + s.listener.Addr().String() + "/v1" }

// Close stops the server, breaks hanging replies and waits for its goroutines.
func (s *Server) Close() {
	s.once.Do(func() {
		close(s.closing)
		_ = s.http.Close()
	})
	<-s.served
	s.handlers.Wait()
}

// Counters are what a server has seen so far.
type Counters struct {
	Calls         int           // chat requests that arrived, malformed ones included
	ByStatus      map[int]int   // chat answers by status; a hang or a drop before the header is 0
	Faults        map[Fault]int // faults played
	FormatRejects int           // calls turned down for their response format
	MaxInFlight   int           // most chat requests at once
	PromptBytes   int64         // bytes of message content
	PromptTokens  int           // of calls that were not turned down
	CachedTokens  int           // of these, read from the cache
	Documents     int           // distinct documents between fences
	DocumentsSent int           // documents between fences, repeats included
	Connections   int           // accepted connections
	Delayed       time.Duration // sum of the delays drawn, without faults' own
}

// Counters returns a copy of what was counted so far.
func (s *Server) Counters() Counters {
	s.mu.Lock()
	defer s.mu.Unlock()
	c := s.count
	c.ByStatus = make(map[int]int, len(s.count.ByStatus))
	for k, v := range s.count.ByStatus {
		c.ByStatus[k] = v
	}
	c.Faults = make(map[Fault]int, len(s.count.Faults))
	for k, v := range s.count.Faults {
		c.Faults[k] = v
	}
	c.Documents = len(s.docs)
	return c
}

func (s *Server) connState(_ net.Conn, state http.ConnState) {
	if state == http.StateNew {
		s.mu.Lock()
		s.count.Connections++
		s.mu.Unlock()
	}
}
