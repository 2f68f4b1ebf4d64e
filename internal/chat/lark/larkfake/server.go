package larkfake

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
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

// Message is what stands in a chat.
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
	Chunked             bool // whose number is not told before them
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

// endpoint names the address of the long connection.
func (s *Server) endpoint(w http.ResponseWriter, r *http.Request) {
	var in struct{ AppID, AppSecret string }
	body, _ := io.ReadAll(r.Body)
	s.mu.Lock()
	defer s.mu.Unlock()
	if err := json.Unmarshal(body, &in); err != nil {
		s.tb.Errorf("endpoint: %v", err)
	}
	app, ok := s.apps[in.AppID]
	switch {
	case s.refuse != "":
		writeJSON(w, http.StatusOK, map[string]any{"code": 1000040345, "msg": s.refuse})
		return
	case !ok || app.Secret != in.AppSecret:
		writeJSON(w, http.StatusOK, map[string]any{"code": 10003, "msg": "invalid app id or secret"})
		return
	}
	s.seq++
	address := fmt.Sprintf("ws%s/ws?device_id=d%d&service_id=1&access_key=AK&ticket=TK&app=%s", strings.TrimPrefix(s.http.URL, "http"), s.seq, app.ID)
	writeJSON(w, http.StatusOK, map[string]any{"code": 0, "msg": "", "data": map[string]any{
		"URL": address, "ClientConfig": map[string]int{"ReconnectCount": -1, "ReconnectInterval": 1, "ReconnectNonce": 0}, // and no PingInterval
	}})
}

// conn is one long connection.
type conn struct {
	app string
	ws  *websocket.Conn
	mu  sync.Mutex
}

func (c *conn) write(f frame) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ws.WriteMessage(websocket.BinaryMessage, f.encode())
}

func (s *Server) socket(w http.ResponseWriter, r *http.Request) {
	up := websocket.Upgrader{}
	ws, err := up.Upgrade(w, r, nil)
	if err != nil {
		return
	}
	c := &conn{app: r.URL.Query().Get("app"), ws: ws}
	s.mu.Lock()
	s.conns[c.app] = append(s.conns[c.app], c)
	if s.closed {
		_ = ws.Close()
	}
	s.mu.Unlock()
	defer s.gone(c)
	for {
		_, data, err := ws.ReadMessage()
		if err != nil {
			return
		}
		f, err := decodeFrame(data)
		if err != nil {
			s.tb.Errorf("a frame that can't be read: %v", err)
			return
		}
		switch {
		case f.method == 0 && f.header("type") == "ping":
			_ = c.write(frame{service: f.service, headers: []header{{"type", "pong"}}})
		case f.method == 1:
			s.acknowledge(f)
		default:
			s.tb.Errorf("a frame of unknown kind: method %d, %v", f.method, f.headers)
		}
	}
}

func (s *Server) acknowledge(f frame) {
	var resp struct {
		Code int `json:"code"`
	}
	if err := json.Unmarshal(f.payload, &resp); err != nil {
		s.tb.Errorf("an acknowledgement that can't be read: %q", f.payload)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if ch := s.acks[f.header("message_id")]; ch != nil {
		ch <- resp.Code
		delete(s.acks, f.header("message_id"))
	}
}

func (s *Server) gone(c *conn) {
	_ = c.ws.Close()
	s.mu.Lock()
	defer s.mu.Unlock()
	list := s.conns[c.app]
	for i, other := range list {
		if other == c {
			s.conns[c.app] = append(list[:i:i], list[i+1:]...)
		}
	}
}

// Drop breaks the connections of an application; empty: of all.
func (s *Server) Drop(app string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for name, list := range s.conns {
		for _, c := range list {
			if app == "" || app == name {
				_ = c.ws.Close()
			}
		}
	}
}

// Connected counts the connections of an application; empty: of all.
func (s *Server) Connected(app string) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	n := 0
	for name, list := range s.conns {
		if app == "" || app == name {
			n += len(list)
		}
	}
	return n
}

// ErrNotConnected says that an event has nobody to go to.
var ErrNotConnected = errors.New("no connection")

// Push sends an event to one of the application's connections and waits for its
// acknowledgement: the code, and how long it took. A code of 0 is none in time.
func (s *Server) Push(app string, event []byte, wait time.Duration) (code int, took time.Duration, err error) {
	return s.PushParts(app, event, 1, wait)
}

// PushParts is Push of an event in several frames, as the platform splits long
// ones.
func (s *Server) PushParts(app string, event []byte, parts int, wait time.Duration) (code int, took time.Duration, err error) {
	s.mu.Lock()
	list := s.conns[app]
	if len(list) == 0 {
		s.mu.Unlock()
		return 0, 0, ErrNotConnected
	}
	s.seq++
	c, id, ack := list[s.seq%len(list)], fmt.Sprintf("f%d", s.seq), make(chan int, 1)
	s.acks[id] = ack
	s.mu.Unlock()
	started := time.Now()
	for i := range parts {
		err = c.write(frame{seq: uint64(i), log: 1, service: 1, method: 1, headers: []header{
			{"type", "event"}, {"message_id", id}, {"sum", strconv.Itoa(parts)}, {"seq", strconv.Itoa(i)}, {"trace_id", "t-" + id},
		}, payload: event[i*len(event)/parts : (i+1)*len(event)/parts]})
		if err != nil {
			return 0, 0, err
		}
	}
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case code := <-ack:
		return code, time.Since(started), nil
	case <-timer.C:
		s.mu.Lock()
		delete(s.acks, id)
		s.mu.Unlock()
		return 0, time.Since(started), nil
	}
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(v)
}
