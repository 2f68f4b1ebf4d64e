package larkfake

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"
)

// token gives an application its access token.
func (s *Server) token(w http.ResponseWriter, r *http.Request) {
	var in struct {
		ID     string `json:"app_id"`
		Secret string `json:"app_secret"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		s.tb.Errorf("token: %v", err)
	}
	call := Call{Kind: "token", App: in.ID, At: time.Now()}
	if s.answerFault(w, &call, false) {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	app, ok := s.apps[in.ID]
	if !ok || app.Secret != in.Secret {
		writeJSON(w, http.StatusOK, map[string]any{"code": 10014, "msg": "app secret invalid"})
		return
	}
	s.seq++
	t := fmt.Sprintf("t-%d", s.seq)
	s.tokens[t] = in.ID
	writeJSON(w, http.StatusOK, map[string]any{"code": 0, "msg": "ok", "tenant_access_token": t, "expire": 7200})
}

// answer is what a request leads to.
type answer struct {
	status  int
	code    int
	msg     string
	data    any
	raw     []byte
	chunked bool
	top     map[string]any // in place of data
}

func ok(data any) answer { return answer{data: data} }

func refused(code int, format string, args ...any) answer {
	return answer{status: http.StatusBadRequest, code: code, msg: fmt.Sprintf(format, args...)}
}

// authorized checks the token, lets faults happen and writes the answer.
func (s *Server) authorized(kind string, do func(*Call, *http.Request) answer) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		call := Call{Kind: kind, Target: r.PathValue("id"), At: time.Now()}
		s.mu.Lock()
		app, known := s.tokens[strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer ")]
		if m := s.messages[call.Target]; m != nil {
			call.Chat = m.Chat
		}
		s.mu.Unlock()
		call.App = app
		if !known {
			writeJSON(w, http.StatusBadRequest, map[string]any{"code": 99991663, "msg": "token attached is invalid"})
			return
		}
		s.peek(&call, r)
		if s.answerFault(w, &call, false) {
			return
		}
		s.mu.Lock()
		a := do(&call, r)
		call.Failed = a.code != 0
		s.mu.Unlock()
		if s.answerFault(w, &call, true) {
			return
		}
		s.note(call)
		s.write(w, a)
	}
}

// peek reads what a call says of where it goes, and leaves the body as it was.
func (s *Server) peek(c *Call, r *http.Request) {
	if c.Kind != "patch" && c.Kind != "create" {
		return
	}
	data, err := io.ReadAll(r.Body)
	if err != nil {
		s.tb.Errorf("%s: %v", c.Kind, err)
	}
	r.Body = io.NopCloser(bytes.NewReader(data))
	var in struct {
		Content string `json:"content"`
		Receive string `json:"receive_id"`
	}
	_ = json.Unmarshal(data, &in)
	c.Body = in.Content
	if c.Kind == "create" {
		c.Chat = in.Receive
	}
}

func (s *Server) note(c Call) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls = append(s.calls, c)
}

// answerFault writes a fault, if there is one for the call at this stage.
func (s *Server) answerFault(w http.ResponseWriter, c *Call, after bool) bool {
	s.mu.Lock()
	f := s.fault
	s.mu.Unlock()
	if f == nil {
		return false
	}
	if c.fault == nil {
		got := f(*c)
		if got == nil {
			got = &Fault{}
		}
		c.fault = got
	}
	g := c.fault
	if g.Status == 0 && g.Code == 0 && g.Delay == 0 || g.After != after {
		return false
	}
	time.Sleep(g.Delay)
	c.Failed = true
	s.note(*c)
	for k, v := range g.Header {
		w.Header().Set(k, v)
	}
	if g.Code == 0 {
		http.Error(w, "upstream failed", max(g.Status, http.StatusInternalServerError))
		return true
	}
	writeJSON(w, max(g.Status, http.StatusOK), map[string]any{"code": g.Code, "msg": "injected"})
	return true
}

func (s *Server) write(w http.ResponseWriter, a answer) {
	switch {
	case a.raw != nil:
		w.Header().Set("Content-Type", "application/octet-stream")
		if !a.chunked {
			w.Header().Set("Content-Length", strconv.Itoa(len(a.raw)))
		}
		_, _ = w.Write(a.raw)
	case a.top != nil:
		a.top["code"], a.top["msg"] = a.code, a.msg
		writeJSON(w, max(a.status, http.StatusOK), a.top)
	default:
		writeJSON(w, max(a.status, http.StatusOK), map[string]any{"code": a.code, "msg": a.msg, "data": a.data})
	}
}

func (s *Server) info(c *Call, _ *http.Request) answer {
	return answer{msg: "ok", top: map[string]any{"bot": map[string]any{"open_id": s.apps[c.App].OpenID, "app_name": "bot"}}}
}

type postBody struct {
	Receive string `json:"receive_id"`
	Type    string `json:"msg_type"`
	Content string `json:"content"`
	UUID    string `json:"uuid"`
}

func (s *Server) create(c *Call, r *http.Request) answer {
	in, bad := s.readPost(r)
	if bad != nil {
		return *bad
	}
	if r.URL.Query().Get("receive_id_type") != "chat_id" || in.Receive == "" {
		s.tb.Errorf("create: receive_id_type %q, receive_id %q", r.URL.Query().Get("receive_id_type"), in.Receive)
	}
	c.Chat, c.Target = in.Receive, in.Receive
	return s.deliver(c, in, in.Receive, "")
}

func (s *Server) reply(c *Call, r *http.Request) answer {
	in, bad := s.readPost(r)
	if bad != nil {
		return *bad
	}
	parent := s.messages[c.Target]
	if parent == nil {
		return refused(230001, "no message %s", c.Target)
	}
	c.Chat = parent.Chat
	if parent.Recalled {
		return refused(230011, "the message was recalled")
	}
	return s.deliver(c, in, parent.Chat, c.Target)
}

func (s *Server) readPost(r *http.Request) (postBody, *answer) {
	var in postBody
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		s.tb.Errorf("a message that is no JSON: %v", err)
	}
	if in.UUID == "" || len(in.UUID) > 50 {
		s.tb.Errorf("a message with uuid %q: 1 to 50 bytes are asked for", in.UUID)
	}
	if err := s.checkContent(in.Type, in.Content); err != nil {
		if size, ok := err.(tooLarge); ok { //nolint:errorlint // never wrapped
			a := refused(230025, "%v", size)
			return in, &a
		}
		s.tb.Errorf("a message of type %s that the platform would not show: %v\n%.300s", in.Type, err, in.Content)
	}
	return in, nil
}

// deliver puts a message into a chat; the same uuid again is the same message.
func (s *Server) deliver(c *Call, in postBody, chat, parent string) answer {
	key := chat + " " + in.UUID
	if id := s.byUUID[key]; id != "" {
		return ok(map[string]string{"message_id": id, "chat_id": chat})
	}
	s.seq++
	m := &Message{
		ID: fmt.Sprintf("om_out_%d", s.seq), App: c.App, Chat: chat, ReplyTo: parent, Type: in.Type, UUID: in.UUID, Content: in.Content, At: time.Now(),
	}
	if in.Type == "file" {
		var f struct {
			Key string `json:"file_key"`
		}
		_ = json.Unmarshal([]byte(in.Content), &f)
		data, found := s.files[f.Key]
		if !found {
			return refused(230001, "no file %s", f.Key)
		}
		m.FileName, m.File = strings.SplitN(f.Key, "/", 2)[1], data
	}
	s.messages[m.ID], s.byUUID[key] = m, m.ID
	s.order = append(s.order, m)
	return ok(map[string]string{"message_id": m.ID, "chat_id": chat})
}

func (s *Server) patch(c *Call, r *http.Request) answer {
	var in struct {
		Content string `json:"content"`
	}
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		s.tb.Errorf("a patch that is no JSON: %v", err)
	}
	m := s.messages[c.Target]
	switch {
	case m == nil || m.App != c.App:
		return refused(230001, "no message %s of this bot", c.Target)
	case m.Recalled:
		return refused(230011, "the message was recalled")
	case m.Type != "interactive":
		s.tb.Errorf("a patch of a %s message", m.Type)
	}
	if err := s.checkContent("interactive", in.Content); err != nil {
		s.tb.Errorf("a patch that the platform would not show: %v\n%.300s", err, in.Content)
	}
	m.History = append(m.History, m.Content)
	m.Content = in.Content
	return ok(map[string]any{})
}

func (s *Server) get(c *Call, _ *http.Request) answer {
	f, found := s.stored[c.Target+"/"]
	switch {
	case !found:
		return refused(230001, "no message %s", c.Target)
	case f.Code != 0:
		return refused(f.Code, "the bot may not read it")
	}
	return ok(map[string]any{"items": []any{map[string]any{
		"message_id": c.Target, "msg_type": f.Type, "sender": map[string]string{"id": "ou_1", "sender_type": "user"}, "body": map[string]string{"content": f.Content},
	}}})
}

// The limits of files.
const (
	maxUpload   = 30 << 20
	maxDownload = 100 << 20
)

func (s *Server) upload(c *Call, r *http.Request) answer {
	if err := r.ParseMultipartForm(maxUpload + 1<<20); err != nil { //nolint:gosec // tests alone send it
		s.tb.Errorf("an upload that is no form: %v", err)
		return refused(234001, "bad form")
	}
	kind, name := r.FormValue("file_type"), r.FormValue("file_name")
	f, _, err := r.FormFile("file")
	if err != nil {
		s.tb.Errorf("an upload without a file: %v", err)
		return refused(234001, "no file")
	}
	data, _ := io.ReadAll(f)
	switch {
	case len(data) == 0:
		return refused(234010, "the file is empty")
	case len(data) > maxUpload:
		return refused(234006, "the file is too large")
	case kind != "stream" && kind != "pdf" && kind != "ppt" || name == "" || !utf8.ValidString(name):
		s.tb.Errorf("an upload of type %q named %q", kind, name)
	}
	s.seq++
	key := fmt.Sprintf("file_%d/%s", s.seq, name)
	s.files[key] = data
	c.Target = key
	return ok(map[string]string{"file_key": key})
}

func (s *Server) download(c *Call, r *http.Request) answer {
	if r.URL.Query().Get("type") != "file" {
		s.tb.Errorf("a download of type %q", r.URL.Query().Get("type"))
	}
	f, found := s.stored[c.Target+"/"+r.PathValue("key")]
	switch {
	case !found:
		return refused(234003, "no such file in that message")
	case f.Size > maxDownload:
		return refused(234037, "the file is larger than 100 MB")
	case f.Data == nil && f.Size > 0:
		return answer{raw: make([]byte, f.Size), chunked: f.Chunked}
	case f.Data == nil:
		return answer{raw: []byte{}}
	}
	return answer{raw: f.Data}
}

// People puts a message of a person into a chat, so that it can be answered.
func (s *Server) People(chat, message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.messages[message] == nil {
		s.messages[message] = &Message{ID: message, Chat: chat}
	}
}
