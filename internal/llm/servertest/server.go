// Package servertest has the behaviours of model servers as data: each row of Behaviours
// is one way in which a server answers other than OpenAI's, where that is documented, and
// how a review ends with it. A new server or behaviour is a row. It never reaches the
// network beyond loopback.
package servertest

import (
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// Behaviour is one way in which a server behaves, and how a review ends with it.
type Behaviour struct {
	Server   string            // a slug of openai.Servers; empty: any server
	Name     string            // short
	Source   string            // where the behaviour is documented
	Settings map[string]string // that the user begins with, beside the usual ones
	Long     bool              // the document is long
	Fake     Fake
	// Words are in what the command line says if the review fails; none: it does not.
	Words []string
	// Fix are the settings to change. Each variable is in what the command line says.
	Fix map[string]string
	// Fixed is the server after what the command line says was done to it; nil: it is
	// not changed.
	Fixed *Fake
	// Calls, if set, is the most calls that both judges may make in the last run.
	Calls int
}

// Fake says how a server answers.
type Fake struct {
	Path    string // of the API; empty: /v1
	Rules   []Rule // the first that matches a request answers it
	Context int    // tokens of prompt and reply; 0: no limit
	// Over answers a request that is longer than the context, with {prompt}, {limit},
	// {total} and {context} filled in; nil: the prompt is cut and nothing is said.
	Over   *Answer
	Models string            // answer to the list of models; empty: a list of the model "good"
	Also   map[string]string // answers of other paths
	Header string            // of every answer to a call: "Name: value"
	// Reply changes the good reply; nil: it stays.
	Reply func(reply string) string
	Slow  time.Duration // of a call; calls wait for each other
}

// Rule answers some requests.
type Rule struct {
	If    func(Request) bool // nil: all
	Times int                // how often, then it is passed over; 0: always
	Answer
}

// Answer is what a server sends.
type Answer struct {
	Status int
	Header string // "Name: value"
	Body   string
}

// Request is a call as a server sees it.
type Request struct {
	Header http.Header
	Query  string
	Path   string
	Body   string
	Fields map[string]any
}

// Server is a running fake.
type Server struct {
	*httptest.Server
	fake  Fake
	mu    sync.Mutex
	slot  sync.Mutex
	used  []int
	calls int
}

// Start starts a server.
func Start(t testing.TB, f Fake) *Server {
	t.Helper()
	s := &Server{fake: f, used: make([]int, len(f.Rules))}
	s.Server = httptest.NewServer(http.HandlerFunc(s.serve))
	t.Cleanup(s.Close)
	return s
}

// Fill returns settings with {root} as the server's address and {tls} as that with https.
func (s *Server) Fill(settings map[string]string) map[string]string {
	fill := strings.NewReplacer("{root}", s.URL, "{tls}", strings.Replace(s.URL, "http:", "https:", 1))
	out := map[string]string{}
	for name, value := range settings {
		out[name] = fill.Replace(value)
	}
	return out
}

// Calls returns how many requests for a completion came.
func (s *Server) Calls() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.calls
}

// Address is the base URL of its API.
func (s *Server) Address() string {
	if s.fake.Path == "" {
		return s.URL + "/v1"
	}
	return s.URL + s.fake.Path
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	req := Request{Header: r.Header, Query: r.URL.RawQuery, Path: r.URL.Path, Body: string(body)}
	_ = json.Unmarshal(body, &req.Fields) // a list has no body
	base := strings.TrimSuffix(strings.TrimPrefix(s.Address(), s.URL), "/")
	base, _, _ = strings.Cut(base, "?")
	switch path := strings.TrimPrefix(r.URL.Path, base); {
	case s.fake.Also[r.URL.Path] != "":
		send(w, Answer{Body: s.fake.Also[r.URL.Path]})
	case path == "/models" && strings.HasPrefix(r.URL.Path, base):
		send(w, s.models(req))
	case path == "/chat/completions" && strings.HasPrefix(r.URL.Path, base):
		if name, value, ok := strings.Cut(s.fake.Header, ": "); ok {
			w.Header().Set(name, value)
		}
		send(w, s.answer(req))
	default:
		send(w, s.elsewhere(req))
	}
}

func send(w http.ResponseWriter, a Answer) {
	if name, value, ok := strings.Cut(a.Header, ": "); ok {
		w.Header().Set(name, value)
	}
	if strings.HasPrefix(a.Body, "{") || strings.HasPrefix(a.Body, "[") {
		w.Header().Set("Content-Type", "application/json")
	}
	if a.Status != 0 {
		w.WriteHeader(a.Status)
	}
	_, _ = io.WriteString(w, a.Body)
}

func (s *Server) models(req Request) Answer {
	if a, ok := s.rule(req); ok {
		return a
	}
	body := s.fake.Models
	if body == "" {
		body = List("good", "", "")
	}
	return Answer{Body: body}
}

// elsewhere answers a path outside of the API.
func (s *Server) elsewhere(req Request) Answer {
	if a, ok := s.rule(req); ok {
		return a
	}
	return Answer{Status: 404, Body: "404 page not found"}
}

// answer answers a request for a completion.
func (s *Server) answer(req Request) Answer {
	s.mu.Lock()
	s.calls++
	s.mu.Unlock()
	if s.fake.Slow > 0 {
		s.slot.Lock()
		time.Sleep(s.fake.Slow)
		s.slot.Unlock()
	}
	if a, ok := s.rule(req); ok {
		return a
	}
	prompt := Tokens(req)
	if limit := Limit(req); s.fake.Context > 0 && prompt+limit > s.fake.Context {
		if s.fake.Over != nil {
			a := *s.fake.Over
			a.Body = strings.NewReplacer("{prompt}", strconv.Itoa(prompt), "{limit}", strconv.Itoa(limit),
				"{total}", strconv.Itoa(prompt+limit), "{context}", strconv.Itoa(s.fake.Context)).Replace(a.Body)
			return a
		}
		prompt = min(prompt, s.fake.Context)
	}
	reply := Good(req)
	if s.fake.Reply != nil {
		reply = s.fake.Reply(reply)
	}
	return Answer{Body: Completion(reply, "stop", prompt)}
}

// rule returns the answer of the first rule that matches.
func (s *Server) rule(req Request) (Answer, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, r := range s.fake.Rules {
		if (r.Times == 0 || s.used[i] < r.Times) && (r.If == nil || r.If(req)) {
			s.used[i]++
			return r.Answer, true
		}
	}
	return Answer{}, false
}

// Limit is the reply limit of a request.
func Limit(req Request) int {
	for _, field := range []string{"max_tokens", "max_completion_tokens"} {
		if n, ok := req.Fields[field].(float64); ok {
			return int(n)
		}
	}
	return 0
}

// Tokens counts a prompt's tokens as a frugal tokenizer does.
func Tokens(req Request) int { return text(req) / 4 }

func text(req Request) (n int) {
	messages, _ := req.Fields["messages"].([]any)
	for _, m := range messages {
		content, _ := m.(map[string]any)["content"].(string)
		n += len(content)
	}
	return n
}

// The conditions of rules.

// Any matches a request that has one of the words.
func Any(words ...string) func(Request) bool {
	return func(r Request) bool {
		for _, w := range words {
			if strings.Contains(r.Body, w) {
				return true
			}
		}
		return false
	}
}

// Field matches a request that has a field.
func Field(name string) func(Request) bool {
	return func(r Request) bool { return r.Fields[name] != nil }
}

// Format matches a request for a response format, or for one of it with strict.
func Format(formats ...string) func(Request) bool {
	return func(r Request) bool {
		format, _ := r.Fields["response_format"].(map[string]any)
		for _, f := range formats {
			if format["type"] == f {
				return true
			}
		}
		return false
	}
}

// Strict matches a request for a strict schema.
func Strict(r Request) bool { return strictSchema.MatchString(r.Body) }

var strictSchema = regexp.MustCompile(`"strict": ?true`)

// unbounded matches a call of a judge whose schema has no lengths.
func unbounded(r Request) bool { return judged(r) && !strings.Contains(r.Body, "maxItems") }

// System matches a request with a system message.
func System(r Request) bool { return strings.Contains(r.Body, `"role":"system"`) }

// Model matches calls of another model than one.
func Model(other string) func(Request) bool {
	return func(r Request) bool { return r.Fields["messages"] != nil && r.Fields["model"] != other }
}

// Key matches a request whose header does not have a value.
func Key(header, value string) func(Request) bool {
	return func(r Request) bool { return r.Header.Get(header) != value }
}

// Elsewhere matches a path that does not begin with a prefix.
func Elsewhere(prefix string) func(Request) bool {
	return func(r Request) bool { return !strings.HasPrefix(r.Path, prefix) }
}

// at matches a path.
func at(path string) func(Request) bool {
	return func(r Request) bool { return r.Path == path }
}

// LongerThan matches a reply limit above a number of tokens.
func LongerThan(tokens int) func(Request) bool {
	return func(r Request) bool { return Limit(r) > tokens }
}

// ShorterThan matches a reply limit below a number of tokens.
func ShorterThan(tokens int) func(Request) bool {
	return func(r Request) bool { return r.Fields["messages"] != nil && Limit(r) < tokens }
}

// judged matches calls of judges, which the probe is not.
func judged(r Request) bool { return strings.Contains(r.Body, "sense") }

// Calls matches requests for a completion.
func Calls(r Request) bool { return r.Fields["messages"] != nil }
