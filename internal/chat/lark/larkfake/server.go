package larkfake

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"sync"
	"time"
)

// TB is what the fake needs of a test.
type TB interface {
	Helper()
	Errorf(format string, args ...any)
}

// App is an application that the platform knows.
type App struct{ ID, Secret, OpenID string }

// Server is the platform.
type Server struct {
	URL string

	tb   TB
	http *httptest.Server

	mu       sync.Mutex
	apps     map[string]App
	tokens   map[string]string // token → app
	conns    map[string][]*conn
	acks     map[string]chan int
	messages map[string]*Message
	order    []*Message
	byUUID   map[string]string // chat + uuid → message
	files    map[string][]byte // uploaded
	stored   map[string]Stored // sent by people: message + key
	calls    []Call
	seq      int
	fault    func(Call) *Fault
	refuse   string // reason why long connections are refused
	closed   bool
}

// Message is what is in a chat.
type Message struct {
	ID, App, Chat, ReplyTo, Type, UUID string
	Content                            string   // now
	History                            []string // what it said before
	FileName                           string
	File                               []byte
	Recalled                           bool
	At                                 time.Time
}

// Stored is what a person has sent: a file, or with Type and Content a message
// to be looked up.
type Stored struct {
	Name, Type, Content string
	Data                []byte
	Size                int  // where Data is empty: so many bytes
	Chunked             bool // whose number is not sent before them
	Code                int  // the refusal to give it out
}

// Call is a request that was made.
type Call struct {
	Kind   string // token, info, reply, create, patch, upload, download, get
	App    string
	Target string // message id, chat id or file key
	Chat   string // where it shows
	Body   string // of a patch
	At     time.Time
	Failed bool

	fault *Fault
}

// Fault is an answer in place of the right one. After says that the request is
// carried out all the same.
type Fault struct {
	Status int
	Code   int
	Header map[string]string
	Delay  time.Duration // the answer never comes before it
	After  bool
}

// New starts a platform that knows the applications. Close it when done.
func New(tb TB, apps ...App) *Server {
	s := &Server{
		tb: tb, apps: map[string]App{}, tokens: map[string]string{}, conns: map[string][]*conn{}, acks: map[string]chan int{},
		messages: map[string]*Message{}, byUUID: map[string]string{}, files: map[string][]byte{}, stored: map[string]Stored{},
	}
	for _, a := range apps {
		s.apps[a.ID] = a
	}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /callback/ws/endpoint", s.endpoint)
	mux.HandleFunc("GET /ws", s.socket)
	mux.HandleFunc("POST /open-apis/auth/v3/tenant_access_token/internal", s.token)
	mux.HandleFunc("GET /open-apis/bot/v3/info", s.authorized("info", s.info))
	mux.HandleFunc("POST /open-apis/im/v1/messages", s.authorized("create", s.create))
	mux.HandleFunc("POST /open-apis/im/v1/messages/{id}/reply", s.authorized("reply", s.reply))
	mux.HandleFunc("PATCH /open-apis/im/v1/messages/{id}", s.authorized("patch", s.patch))
	mux.HandleFunc("GET /open-apis/im/v1/messages/{id}", s.authorized("get", s.get))
	mux.HandleFunc("POST /open-apis/im/v1/files", s.authorized("upload", s.upload))
	mux.HandleFunc("GET /open-apis/im/v1/messages/{id}/resources/{key}", s.authorized("download", s.download))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.tb.Errorf("the platform knows no %s %s", r.Method, r.URL.Path)
		http.NotFound(w, r)
	})
	s.http = httptest.NewServer(mux)
	s.URL = s.http.URL
	return s
}

// Close ends the platform and its connections.
func (s *Server) Close() {
	s.mu.Lock()
	s.closed = true
	s.mu.Unlock()
	s.Drop("")
	s.http.CloseClientConnections()
	s.http.Close()
}

// SetFault has requests answered wrongly where f returns a fault.
func (s *Server) SetFault(f func(Call) *Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// RefuseConnections answers the next requests for a long connection with a
// refusal; empty: no more.
func (s *Server) RefuseConnections(reason string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse = reason
}

// ExpireTokens has every token that was given out refused from now on.
func (s *Server) ExpireTokens() {
	s.mu.Lock()
	defer s.mu.Unlock()
	clear(s.tokens)
}

// Store keeps what a person has sent under a message and a file key.
func (s *Server) Store(message, key string, f Stored) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.stored[message+"/"+key] = f
}

// Recall takes a message back.
func (s *Server) Recall(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	m := s.messages[id]
	if m == nil {
		m = &Message{ID: id}
		s.messages[id] = m
	}
	m.Recalled = true
}

// Sent puts a message into a chat that a bot sent before this platform started.
func (s *Server) Sent(m Message) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.seq += 100 // away from the ids of such messages
	s.messages[m.ID] = &m
	s.order = append(s.order, &m)
}

// Messages lists what bots have sent, in order. They are copies.
func (s *Server) Messages() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	out := make([]Message, len(s.order))
	for i, m := range s.order {
		out[i] = *m
	}
	return out
}

// Calls lists the requests that were made, in order.
func (s *Server) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Call(nil), s.calls...)
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
