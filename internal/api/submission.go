package api

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
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
	maxProblems    = 100 // that one answer lists
	maxName        = 100 // bytes that an answer repeats of an unknown field's name
)

// submitJob is POST /v2/judgement.
func (a *API) submitJob(w http.ResponseWriter, r *http.Request) error {
	if a.judging.refusal != "" {
		return fault.New(fault.JobsRefused, nil, "text", a.judging.refusal)
	}
	if r.ContentLength > judgementLimit {
		w.Header()["Connection"] = []string{"close"}
		return fault.BodyTooLarge
	}
	_, form := formBoundary(r.Header)
	release, err := a.judging.reserve(r.ContentLength, form)
	if err != nil {
		return err
	}
	defer release() // once the answer is written
	if err := a.takeSubmission(w, r); err != nil {
		a.fail(w, left(r, err))
	}
	return nil
}

func (a *API) takeSubmission(w http.ResponseWriter, r *http.Request) error {
	s, err := a.readSubmission(w, r)
	if err != nil {
		return err
	}
	got, err := askJobs(r.Context(), "submit a job", func(ctx context.Context) (job.Receipt, error) { return a.judging.jobs.Submit(ctx, *s) })
	if errors.Is(err, job.ErrKeyReused) {
		return invalid{at(valueError("the key was used for another request within the last 7 days", s.IdempotencyKey), "header", "idempotency-key")}
	}
	if err != nil {
		return err
	}
	h := w.Header()
	h["Location"] = []string{"/v2/judgement/" + url.PathEscape(got.Job.ID)}
	if got.Repeated {
		h["Idempotency-Replayed"] = []string{"true"}
	}
	writeJSON(w, http.StatusAccepted, encode(submitResponse{got.Job.ID, string(got.Job.Status)}))
	return nil
}

// readSubmission reads and checks what a client submits.
func (a *API) readSubmission(w http.ResponseWriter, r *http.Request) (*job.Submission, error) {
	// A writer without deadlines has none that could end the request either.
	out := http.NewResponseController(w)
	_ = out.SetReadDeadline(time.Now().Add(uploadTime))
	_ = out.SetWriteDeadline(time.Now().Add(uploadTime + writeTimeout))
	f := &fields{values: map[string]any{}}
	var err error
	body := http.MaxBytesReader(w, r.Body, judgementLimit)
	if boundary, form := formBoundary(r.Header); form {
		err = f.readForm(body, boundary, r.ContentLength)
	} else {
		err = f.readJSON(r.Header.Get("Content-Type"), body)
	}
	if err == nil && len(f.bad) == maxProblems {
		err = f.bad
	}
	if err != nil {
		return nil, err
	}
	_ = out.SetReadDeadline(time.Time{}) // it would end the request otherwise
	s := a.checkFields(f)
	if len(s.Data) > documentLimit {
		return nil, fault.DocumentTooLarge
	}
	s.IdempotencyKey = f.key(r.Header)
	if f.bad != nil {
		return nil, f.bad
	}
	s.Origin = job.Origin{Kind: "http"}
	s.Fingerprint = fingerprint(s)
	return s, nil
}

// formBoundary returns the boundary of a multipart form, and whether the body is
// one.
func formBoundary(h http.Header) (boundary string, form bool) {
	media, params, _ := mime.ParseMediaType(h.Get("Content-Type"))
	return params["boundary"], media == "multipart/form-data"
}

// reserve sets memory aside for a submission, as much as reading it may take:
// its bytes. JSON may take five times as much: the decoder's buffer has up to
// twice its length, and the document is unescaped and copied.
func (j *judging) reserve(length int64, form bool) (release func(), err error) {
	if length < 0 {
		length = judgementLimit
	}
	need := length
	if !form {
		need = 5 * length
	}
	if j.uploads.Add(need) > uploadBudget {
		j.uploads.Add(-need)
		return nil, fault.UploadsBusy
	}
	return func() { j.uploads.Add(-need) }, nil
}

// fields are what a client sent, by name, and what is wrong with it.
type fields struct {
	values   map[string]any // values of JSON, or texts of a form
	document []byte         // of a form's file; nil where there was none
	bad      invalid
}

// known are the fields of a submission, in the order in which they are checked.
var known = []string{
	"scene_slug", "document", "document_base64", "filename", "brand", "callback_url",
	"repeats", "max_tokens", "max_cost", "language", "checkpoints",
}

// readJSON reads a body as version 1 reads its own, except that unknown fields
// are refused: what is misspelt may cost money.
func (f *fields) readJSON(contentType string, body io.Reader) error {
	return readObject(contentType, body, func(name string, v any) bool {
		f.set(name, v)
		return len(f.bad) < maxProblems
	})
}

// set keeps a value. Null is the same as leaving a field out.
func (f *fields) set(name string, v any) {
	switch {
	case !slices.Contains(known, name):
		f.reject(newProblem("extra_forbidden", "Extra inputs are not permitted", v, strings.ToValidUTF8(cut(name, maxName), "")))
	case v == nil:
		delete(f.values, name)
	default:
		f.values[name] = v
	}
}

// bodyError is the error of a body that cannot be read to its end.
func bodyError(err error) error {
	var large *http.MaxBytesError
	if errors.As(err, &large) {
		return fault.BodyTooLarge
	}
	return fmt.Errorf("%w: %w", fault.BodyUnreadable, err)
}

// reject notes a problem. Beyond maxProblems they are not kept.
func (f *fields) reject(p problem) {
	if len(f.bad) < maxProblems {
		f.bad = append(f.bad, p)
	}
}

// text returns a field that must be a text.
func (f *fields) text(name string) string {
	v, ok := f.values[name]
	if !ok {
		return ""
	}
	s, p := textValue(v, name)
	if p.Type != "" {
		f.reject(p)
	}
	return s
}

func (f *fields) has(name string) bool { _, ok := f.values[name]; return ok }

// key reads Idempotency-Key: one line of visible ASCII.
func (f *fields) key(h http.Header) string {
	lines := h["Idempotency-Key"]
	if len(lines) == 0 {
		return ""
	}
	key := lines[0]
	if len(lines) > 1 || key == "" || len(key) > maxKey || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		f.reject(at(valueError("the key is one header of 1 to 255 visible ASCII characters", strings.Join(lines, ", ")), "header", "idempotency-key"))
	}
	return key
}

// checkFields turns fields into a submission and notes all that is wrong.
func (a *API) checkFields(f *fields) *job.Submission {
	s := &job.Submission{SceneSlug: f.text("scene_slug")}
	switch _, isText := f.values["scene_slug"].(string); {
	case !f.has("scene_slug"):
		f.reject(newProblem("missing", "Field required", nil, "scene_slug"))
	case isText && !a.catalog.current.Load().slugs[s.SceneSlug]:
		f.reject(valueError("there is no scene of that slug; GET /v1/scenes lists them", s.SceneSlug, "scene_slug"))
	}
	s.Data = f.documentBytes()
	sum := sha256.Sum256(s.Data)
	s.DocumentSHA256 = hex.EncodeToString(sum[:])
	s.Filename, s.Brand = f.names()
	s.CallbackURL = f.callback(a.judging.webhooks, a.judging.reaches)
	s.Options = f.options()
	return s
}

// documentBytes returns the one document: a form's file, document_base64, or
// the text of document.
func (f *fields) documentBytes() []byte {
	forms := 0
	for _, there := range []bool{f.document != nil, f.has("document"), f.has("document_base64")} {
		if there {
			forms++
		}
	}
	if forms != 1 {
		if forms == 0 {
			f.reject(newProblem("missing", "Field required", nil, "document"))
		} else {
			f.reject(valueError("give the document once: as document or as document_base64", nil, "document_base64"))
		}
		return nil
	}
	data, name := f.document, "document"
	switch {
	case f.has("document"):
		before := len(f.bad)
		if data = []byte(f.text("document")); len(f.bad) > before {
			return nil
		}
	case f.has("document_base64"):
		name = "document_base64"
		before := len(f.bad)
		text := f.text(name)
		if len(f.bad) > before {
			return nil
		}
		var err error
		if data, err = base64.StdEncoding.DecodeString(text); err != nil {
			f.reject(valueError("this is no Base64 of RFC 4648, section 4, with padding", text, name))
			return nil
		}
	}
	if len(data) == 0 {
		f.reject(valueError("the document is empty", "", name))
	}
	return data
}

// names returns the document's name and the brand, which default to each other.
func (f *fields) names() (filename, brand string) {
	filename, brand = f.text("filename"), f.text("brand")
	switch {
	case brand == "" && filename == "":
		if _, odd := f.values["filename"]; !odd || f.values["filename"] == "" {
			f.reject(newProblem("missing", "Field required", nil, "brand"))
		}
		return "", ""
	case brand == "":
		var err error
		if brand, err = casefile.BrandFromFile(filename); err != nil {
			f.reject(valueError(brandHelp(err), filename, "filename"))
		}
	default:
		if err := casefile.CheckBrand(brand); err != nil {
			f.reject(valueError(brandHelp(err), brand, "brand"))
		}
	}
	if filename == "" {
		filename = brand + ".md"
	}
	return document.CleanName(filename), brand
}

// brandHelp words an error of CheckBrand for clients.
func brandHelp(err error) string {
	better := fault.From(err).Params["better"]
	if better == "" {
		better = "with a short name such as acme-2 or 示例"
	}
	return err.Error() + ": use the brand " + better
}

// callback checks the address of the webhook. Where a name leads is checked when
// it is called.
func (f *fields) callback(allowed bool, reaches func(netip.Addr) bool) string {
	text := f.text("callback_url")
	if text == "" {
		return ""
	}
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Hostname() == "" || u.Scheme != "http" && u.Scheme != "https" || !isPort(u.Port()) || len(text) > maxURL:
		f.reject(valueError("this is no http or https address of at most 2048 bytes", text, "callback_url"))
	case u.User != nil || u.Fragment != "":
		f.reject(valueError("an address for webhooks has no user, password or fragment; they are signed", nil, "callback_url"))
	case !allowed:
		f.reject(valueError("this server sends no webhooks: it has no JUDGEMENT_WEBHOOK_SECRET", text, "callback_url"))
	case reaches != nil:
		if addr, err := netip.ParseAddr(u.Hostname()); err == nil && !reaches(addr) {
			f.reject(valueError("this address is in a network that is not public, and the setting webhook.allow_networks doesn't hold it", text, "callback_url"))
		}
	}
	return text
}

// isPort reports whether a port of an address is one, or left out.
func isPort(text string) bool {
	n, err := strconv.ParseUint(text, 10, 16)
	return text == "" || err == nil && n > 0
}

// fingerprint tells one submission from another under the same idempotency
// key.
func fingerprint(s *job.Submission) string {
	sum := sha256.Sum256(encode([]any{s.SceneSlug, s.Brand, s.Filename, s.DocumentSHA256, s.Options, s.CallbackURL}))
	return hex.EncodeToString(sum[:])
}

// maxRepeats is the largest number of repeats, as in the settings.
const maxRepeats = 50

// options reads a job's own settings.
func (f *fields) options() job.Options {
	var o job.Options
	o.Repeats = f.number("repeats", 1, maxRepeats)
	o.MaxTokens = f.number("max_tokens", 1, 2_000_000_000)
	if v, ok := f.values["max_cost"]; ok {
		text := ""
		switch v := v.(type) {
		case string:
			text = v
		case json.Number:
			text = string(v)
		}
		if p, err := panel.ParsePoints(text); err == nil && p.Sign() > 0 {
			o.MaxCost = &p
		} else {
			f.reject(valueError("this is no amount above zero", v, "max_cost"))
		}
	}
	if o.Language = f.text("language"); o.Language != "" && o.Language != "en" && o.Language != "zh" {
		f.reject(with(newProblem("literal_error", "Input should be 'en' or 'zh'", o.Language, "language"), "expected", "'en' or 'zh'"))
	}
	if v, ok := f.values["checkpoints"]; ok {
		var message string
		if o.Checkpoints, message = laxBool(v); message != "" {
			f.reject(boolFault(message, v, "checkpoints"))
		}
	}
	return o
}

// number reads a whole number as leniently as laxBool reads a boolean.
func (f *fields) number(name string, least, most int) int {
	v, ok := f.values[name]
	if !ok {
		return 0
	}
	n, p := laxNumber(v)
	switch {
	case p.Type != "":
	case n < least:
		p = with(newProblem("greater_than_equal", fmt.Sprintf("Input should be greater than or equal to %d", least), v), "ge", least)
	case n > most:
		p = with(newProblem("less_than_equal", fmt.Sprintf("Input should be less than or equal to %d", most), v), "le", most)
	default:
		return n
	}
	f.reject(at(p, "body", name))
	return 0
}
