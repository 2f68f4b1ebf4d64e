package api

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"mime/multipart"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/document"
	"judgement/internal/fault"
	"judgement/internal/job"
	"judgement/internal/text"
	"judgement/panel"
)

// Bounds of a submission.
const (
	judgementLimit = 35 << 20                 // of the body, in bytes
	documentLimit  = document.DefaultMaxBytes // of the document
	uploadBudget   = 256 << 20                // of all running submissions together
	uploadTime     = 5 * time.Minute          // for reading one
	maxKey         = 255
	maxURL         = 2048
	maxRepeats     = 50 // as in the settings
)

// submitJob is POST /v2/judgement. Until the answer is written, memory is set aside
// as much as reading may take: the length of a form. JSON may take five times as
// much: the decoder's buffer has up to twice its length, and the document is
// unescaped and copied.
func (a *API) submitJob(w http.ResponseWriter, r *http.Request) error {
	if a.o.NoJudging != "" {
		return fault.New(fault.JobsRefused, nil, "text", a.o.NoJudging)
	}
	form, release, err := a.reserve(w, r)
	if err != nil {
		return err
	}
	defer release()
	if err := a.takeSubmission(w, r, form); err != nil {
		a.fail(w, left(r, err))
	}
	return nil
}

// reserve sets memory aside for reading a submission until release is called. form is
// nil for JSON.
func (a *API) reserve(w http.ResponseWriter, r *http.Request) (form *multipart.Reader, release func(), err error) {
	need := r.ContentLength
	switch {
	case need > judgementLimit:
		w.Header().Set("Connection", "close")
		return nil, nil, fault.BodyTooLarge
	case need < 0:
		need = judgementLimit
	}
	r.Body = http.MaxBytesReader(w, r.Body, judgementLimit)
	form, err = r.MultipartReader()
	if errors.Is(err, http.ErrMissingBoundary) {
		return nil, nil, fault.BodyUnreadable
	}
	if form == nil {
		need *= 5
	}
	if a.uploads.Add(need) > uploadBudget {
		a.uploads.Add(-need)
		return nil, nil, fault.UploadsBusy
	}
	return form, func() { a.uploads.Add(-need) }, nil
}

func (a *API) takeSubmission(w http.ResponseWriter, r *http.Request, form *multipart.Reader) error {
	s, err := a.readSubmission(w, r, form, newUpload())
	if err != nil {
		return err
	}
	got, err := askJobs(r.Context(), "submit a job", func(ctx context.Context) (job.Receipt, error) { return a.o.Jobs.Submit(ctx, *s) })
	if errors.Is(err, job.ErrKeyReused) {
		return valueError("the key was used for another request within the last 7 days", s.IdempotencyKey, "header", "idempotency-key")
	}
	if err != nil {
		return err
	}
	h := w.Header()
	h.Set("Location", "/v2/judgement/"+url.PathEscape(got.Job.ID))
	if got.Repeated {
		h.Set("Idempotency-Replayed", "true")
	}
	writeJSON(w, http.StatusAccepted, encode(submitResponse{got.Job.ID, string(got.Job.Status)}))
	return nil
}

// readSubmission reads and checks what a client submits. form is nil for JSON.
func (a *API) readSubmission(w http.ResponseWriter, r *http.Request, form *multipart.Reader, u *upload) (*job.Submission, error) {
	// A writer without deadlines has none that could end the request either.
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Now().Add(uploadTime))
	_ = out.SetWriteDeadline(time.Now().Add(uploadTime + writeTimeout))
	var err error
	if form != nil {
		err = u.readForm(form, r.ContentLength)
	} else {
		err = u.readJSON(r)
	}
	if err == nil && len(u.bad) == maxProblems {
		err = u.bad
	}
	if err != nil {
		return nil, err
	}
	_ = out.SetReadDeadline(time.Time{}) // it would end the request otherwise
	s := a.check(u)
	if len(s.Data) > documentLimit {
		return nil, fault.DocumentTooLarge
	}
	if lines, ok := r.Header["Idempotency-Key"]; ok {
		s.IdempotencyKey = lines[0]
		if len(lines) > 1 || !visible(lines[0]) || len(lines[0]) > maxKey {
			u.add(valueError("the key is one header of 1 to 255 visible ASCII characters", strings.Join(lines, ", "), "header", "idempotency-key")...)
		}
	}
	if u.bad != nil {
		return nil, u.bad
	}
	s.Origin = job.Origin{Kind: "http"}
	// It distinguishes submissions under the same idempotency key.
	s.Fingerprint = text.Hash(encode([]any{s.SceneSlug, s.Brand, s.Filename, text.Hash(s.Data), s.Options, s.CallbackURL}))
	return s, nil
}

// visible reports whether a text has visible ASCII characters only, and at least one.
func visible(s string) bool {
	return s != "" && !strings.ContainsFunc(s, func(r rune) bool { return r <= ' ' || r > '~' })
}

// upload is a submission as it came in.
type upload struct {
	fields
	document []byte            // of a form; nil if there was none
	page     map[string][]byte // fields that only a page has; nil: it is no page
}

func newUpload() *upload {
	return &upload{fields: fields{in: "body", values: map[string]json.RawMessage{}}}
}

// known are the fields of a submission.
var known = []string{
	"scene_slug", "document", "document_base64", "filename", "brand", "callback_url",
	"repeats", "max_tokens", "max_cost", "language", "checkpoints",
}

// readJSON reads a body as version 1 reads its own, except that unknown fields
// are refused: what is misspelt may cost money.
func (u *upload) readJSON(r *http.Request) error {
	body, err := readSized(r.Body, r.ContentLength)
	if err != nil {
		return err
	}
	contentType := r.Header.Get("Content-Type")
	err = readObject(contentType, body, func(name string, v json.RawMessage) bool {
		u.set(name, v)
		return len(u.bad) < maxProblems
	})
	if bad := invalid(nil); len(body) > 0 && !isJSON(contentType) && errors.As(err, &bad) {
		bad[0].Ctx = map[string]any{"error": "send the header Content-Type: application/json, or a form"}
	}
	return err
}

// set keeps a value. Null is the same as leaving a field out.
func (u *upload) set(name string, v json.RawMessage) {
	switch {
	case !slices.Contains(known, name):
		u.add(newProblem("extra_forbidden", "Extra inputs are not permitted", v, "body", strings.ToValidUTF8(cut(name, maxName), "")))
	case string(v) == "null":
		delete(u.values, name)
	default:
		u.values[name] = v
	}
}

// check makes a job of an upload and notes all that is wrong.
func (a *API) check(u *upload) *job.Submission {
	s := &job.Submission{}
	var isText bool
	s.SceneSlug, isText = u.text("scene_slug")
	switch {
	case !u.has("scene_slug"):
		u.reject("scene_slug", "missing", "Field required")
	case isText && !a.catalog.current.Load().slugs[s.SceneSlug]:
		u.refuse("scene_slug", "there is no scene of that slug; GET /v1/scenes lists them")
	}
	s.Data = u.documentBytes()
	s.Filename, s.Brand = u.names()
	s.CallbackURL = u.callback(a.o.Webhooks, a.o.Reaches)
	s.Options = u.options()
	return s
}

// documentBytes returns the one document: a form's, document_base64, or the text of
// document.
func (u *upload) documentBytes() []byte {
	text, packed := u.has("document"), u.has("document_base64")
	switch {
	case u.document == nil && !text && !packed:
		u.reject("document", "missing", "Field required")
		return nil
	case packed && (text || u.document != nil):
		u.refuse("document_base64", "give the document once: as document or as document_base64")
		return nil
	}
	data, name := u.document, "document"
	if packed {
		name = "document_base64"
	}
	if text || packed {
		s, ok := u.text(name)
		if !ok {
			return nil
		}
		data = []byte(s)
	}
	if packed {
		var err error
		if data, err = base64.StdEncoding.AppendDecode(nil, data); err != nil {
			u.refuse(name, "this is no Base64 of RFC 4648, section 4, with padding")
			return nil
		}
	}
	if len(data) == 0 {
		u.refuse(name, "the document is empty")
	}
	return data
}

// names returns the document's name and the brand, which default to each other.
func (u *upload) names() (filename, brand string) {
	before := len(u.bad)
	filename, _ = u.text("filename")
	brand, _ = u.text("brand")
	from, err := "brand", error(nil)
	switch {
	case len(u.bad) > before:
		return "", ""
	case brand == "" && filename == "":
		u.reject("brand", "missing", "Field required, or give filename")
		return "", ""
	case brand == "":
		from = "filename"
		brand, err = casefile.BrandFromFile(filename)
	default:
		err = casefile.CheckBrand(brand)
	}
	if err != nil {
		better := fault.From(err).Params["better"]
		if better == "" {
			better = "with a short name such as acme-2 or 示例"
		}
		u.refuse(from, err.Error()+": use the brand "+better)
	}
	if filename == "" {
		filename = brand + ".md"
	}
	return document.CleanName(filename), brand
}

// callback checks the address of the webhook. What address a name leads to is checked
// when it is called.
func (u *upload) callback(allowed bool, reaches func(netip.Addr) bool) string {
	const name = "callback_url"
	text, _ := u.text(name)
	if text == "" {
		return ""
	}
	to, err := url.Parse(text)
	switch {
	case err != nil || to.Hostname() == "" || to.Scheme != "http" && to.Scheme != "https" || !isPort(to.Port()) || len(text) > maxURL:
		u.refuse(name, "this is no http or https address of at most 2048 bytes")
	case to.User != nil || to.Fragment != "":
		delete(u.values, name) // the answer must not repeat a password
		u.refuse(name, "an address for webhooks has no user, password or fragment; they are signed")
	case !allowed:
		u.refuse(name, "this server sends no webhooks: it has no JUDGEMENT_WEBHOOK_SECRET")
	case reaches != nil:
		if addr, err := netip.ParseAddr(to.Hostname()); err == nil && !reaches(addr) {
			u.refuse(name, "this address is in a network that is not public, and the setting webhook.allow_networks doesn't have it")
		}
	}
	return text
}

// isPort reports whether a port of an address is one, or left out.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && n > 0
}

// options reads a job's own settings.
func (u *upload) options() job.Options {
	o := job.Options{MaxTokens: u.number("max_tokens", 1, 2_000_000_000)}
	if text, ok := decodeText(u.values["repeats"]); ok && text == "auto" {
		o.Repeats = job.AutoRepeats
	} else {
		before := len(u.bad)
		o.Repeats = u.number("repeats", 1, maxRepeats)
		for i := range u.bad[before:] {
			p := &u.bad[before+i]
			p.Msg = strings.Replace(p.Msg, "a valid integer", `a valid integer or "auto"`, 1)
		}
	}
	if u.has("max_cost") {
		raw := u.values["max_cost"]
		text, ok := decodeText(raw)
		if !ok {
			text = string(raw)
		}
		if p, err := panel.ParsePoints(text); err == nil && p.Sign() > 0 {
			o.MaxCost = &p
		} else {
			u.refuse("max_cost", "this is no amount above zero")
		}
	}
	if o.Language, _ = u.text("language"); o.Language != "" && o.Language != "en" && o.Language != "zh" {
		u.reject("language", "literal_error", "Input should be 'en' or 'zh'", "expected", "'en' or 'zh'")
	}
	if u.has("checkpoints") {
		o.Checkpoints = u.boolean("checkpoints")
	}
	return o
}
