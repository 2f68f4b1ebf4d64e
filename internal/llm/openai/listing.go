package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
)

// listing is what the server's list of models says.
type listing struct {
	mu       sync.Mutex
	once     bool
	contexts map[string]int // by model
	probed   *Server        // what the answer to the probe names itself; nil: nothing known
}

// saw remembers what the answer to the probe names itself in its headers.
func (l *listing) saw(header http.Header) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.probed = Recognise("", header, nil)
}

func (l *listing) context(model string) int {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.contexts[canonical(model)]
}

// canonical is the name of a model without what servers put around it in lists: Ollama
// adds :latest, Gemini models/.
func canonical(model string) string {
	return strings.TrimSuffix(strings.TrimPrefix(model, "models/"), ":latest")
}

// list is the models that a server lists.
type list struct {
	status int // of the first answer; 0: none came
	header http.Header
	models []listed // nil: it lists none in a known shape
}

// listed is one model of a list.
type listed struct {
	id, owner string
	context   int // tokens; 0: it does not say
}

// learnTime bounds the look at the list of models before a review.
const learnTime = 3 * time.Second

// Learn reads the server's list of models once, for the models' contexts. A server
// without one, or without an answer in a few seconds, is as good: then the refusals of
// calls say it. It makes no call of a model.
func (c *Client) Learn(ctx context.Context) {
	c.listed.mu.Lock()
	first := !c.listed.once
	c.listed.once = true
	c.listed.mu.Unlock()
	if !first || c.opts.Context > 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, min(learnTime, c.opts.Timeout))
	defer cancel()
	c.list(ctx, c.opts.Model)
}

// filled reports a prompt that fills the model's whole context, in tokens: it was cut. A
// server nearby may know the context only when the model is loaded, so it is asked again.
func (c *Client) filled(ctx context.Context, model string, read int) bool {
	if read <= 0 || read%256 != 0 { // contexts are multiples of it
		return false
	}
	if c.near && c.listed.context(model) == 0 {
		ctx, cancel := context.WithTimeout(ctx, min(learnTime, c.opts.Timeout))
		defer cancel()
		c.list(ctx, model)
	}
	return read == c.listed.context(model)
}

// maxPages bounds how many pages of a list are read.
const maxPages = 10

// list reads all pages of the list of models, each model once, and remembers their
// contexts, that of one model also as it is loaded. It ends at a page without a new
// model: a server may ignore where to go on.
func (c *Client) list(ctx context.Context, model string) list {
	var out list
	after, seen := "", map[string]bool{}
	for page := range maxPages {
		path := c.opts.BaseURL + "/models"
		if after != "" {
			path += "?" + url.Values{"after_id": {after}, "after": {after}}.Encode() // as Anthropic and as OpenAI name it
		}
		status, header, body := c.get(ctx, http.MethodGet, path, nil)
		if page == 0 {
			out.status, out.header = status, header
		}
		if status != http.StatusOK {
			break
		}
		models, next := readList(body)
		if out.models == nil && models != nil {
			out.models = []listed{}
		}
		before := len(out.models)
		for _, m := range models {
			if !seen[m.id] {
				seen[m.id], out.models = true, append(out.models, m)
			}
		}
		if next == "" || len(out.models) == before {
			break
		}
		after = next
	}
	if out.models != nil {
		c.loaded(ctx, &out, model)
	}
	c.listed.mu.Lock()
	defer c.listed.mu.Unlock()
	c.listed.contexts = map[string]int{}
	for _, m := range out.models {
		c.listed.contexts[canonical(m.id)] = m.context
		if c.serves(m) {
			c.listed.contexts[canonical(c.opts.Model)] = m.context
		}
	}
	return out
}

// serves reports the model of a list that answers for the default model: the one of its
// name, or the only one that llama.cpp has, whatever it is called.
func (c *Client) serves(m listed) bool {
	return canonical(m.id) == canonical(c.opts.Model) || m.owner == "llamacpp"
}

// get makes one call beside the API's own: its status is 0 if no answer came.
func (c *Client) get(ctx context.Context, method, address string, body []byte) (int, http.Header, []byte) {
	ex := &exchange{}
	req, err := http.NewRequestWithContext(ex.attach(ctx), method, address, bytes.NewReader(body))
	if err != nil {
		return 0, nil, nil
	}
	if body != nil {
		req.Header.Set("Content-Type", "application/json")
	}
	client := http.Client{Transport: c.transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Do(req)
	if err != nil {
		return ex.status, ex.header, nil
	}
	defer resp.Body.Close()
	answer, err := io.ReadAll(resp.Body)
	if err != nil {
		return ex.status, ex.header, nil
	}
	return resp.StatusCode, resp.Header, answer
}

// readList reads one page; next is what the following page comes after; empty: none
// follows. Models are nil if the answer is no list.
func readList(body []byte) (models []listed, next string) {
	var page struct {
		Data    []map[string]any `json:"data"`
		HasMore bool             `json:"has_more"`
		LastID  string           `json:"last_id"`
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&page) != nil || page.Data == nil {
		return nil, ""
	}
	models = []listed{}
	for _, m := range page.Data {
		if id, _ := m["id"].(string); id != "" {
			owner, _ := m["owned_by"].(string)
			models = append(models, listed{id, owner, contextIn(m)})
		}
	}
	if page.HasMore {
		next = page.LastID
	}
	return models, next
}

// contextFields are the names under which servers list a model's context, those of the
// running model before those of what it could have. meta is llama.cpp's, top_provider
// OpenRouter's.
var contextFields = []string{"loaded_context_length", "n_ctx", "max_model_len", "context_window", "context_length", "max_context_length"}

// contextIn reads a model's context from its entry in a list, the smallest of what it
// states; 0: it does not say.
func contextIn(model map[string]any) (least int) {
	if state, _ := model["state"].(string); state == "not-loaded" { // it is loaded with less than its maximum
		return 0
	}
	for _, field := range contextFields {
		for _, in := range []string{"", "meta", "top_provider"} {
			at := model
			if in != "" {
				at, _ = model[in].(map[string]any)
			}
			if n := count(scalar(at[field])); n > 0 && (least == 0 || n < least) {
				least = n
			}
		}
	}
	return least
}

// loaded asks the servers of one machine with which context they run the model, which
// their list does not say: /props of llama.cpp, /api/ps and /api/show of Ollama, and
// /api/v0/models of LM Studio.
func (c *Client) loaded(ctx context.Context, l *list, model string) {
	root := strings.TrimSuffix(c.opts.BaseURL, "/v1")
	for i := range l.models {
		m := &l.models[i]
		switch {
		case m.context > 0 || !c.serves(*m) && canonical(m.id) != canonical(model):
		case m.owner == "llamacpp":
			m.context = c.props(ctx, root)
		case m.owner == "library":
			m.context = c.ollama(ctx, root, m.id)
		case m.owner == "organization_owner":
			_, _, body := c.get(ctx, http.MethodGet, root+"/api/v0/models", nil)
			all, _ := readList(body)
			if at := slices.IndexFunc(all, func(o listed) bool { return o.id == m.id }); at >= 0 {
				m.context = all[at].context
			}
		}
	}
}

func (c *Client) props(ctx context.Context, root string) int {
	_, _, body := c.get(ctx, http.MethodGet, root+"/props", nil)
	var props struct {
		Settings map[string]any `json:"default_generation_settings"`
	}
	d := json.NewDecoder(bytes.NewReader(body))
	d.UseNumber()
	if d.Decode(&props) != nil {
		return 0
	}
	return contextIn(props.Settings)
}

// ollama returns the context of a model that is loaded, else the num_ctx of its
// parameters. The maximum of the model says nothing: Ollama runs it with less.
func (c *Client) ollama(ctx context.Context, root, model string) int {
	_, _, body := c.get(ctx, http.MethodGet, root+"/api/ps", nil)
	var running struct {
		Models []struct {
			Name    string `json:"name"`
			Context int    `json:"context_length"`
		} `json:"models"`
	}
	if json.Unmarshal(body, &running) == nil {
		for _, m := range running.Models {
			if m.Name == model && m.Context > 0 {
				return m.Context
			}
		}
	}
	asked, _ := json.Marshal(map[string]string{"model": model}) // text always encodes
	_, _, body = c.get(ctx, http.MethodPost, root+"/api/show", asked)
	var shown struct {
		Parameters string `json:"parameters"`
	}
	_ = json.Unmarshal(body, &shown) // what can't be read has no parameters
	for line := range strings.Lines(shown.Parameters) {
		if words := strings.Fields(line); len(words) == 2 && words[0] == "num_ctx" {
			n, _ := strconv.Atoi(words[1])
			return n
		}
	}
	return 0
}
