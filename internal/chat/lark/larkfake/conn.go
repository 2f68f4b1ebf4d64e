package larkfake

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gorilla/websocket"
)

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

// ErrNotConnected says that an event has no receiver.
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
