package pages

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"path"
	"regexp"
	"slices"
	"strconv"
	"time"

	"judgement/internal/casefile"
	"judgement/internal/fault"
)

// linksDir has a file per link that was made and not withdrawn, in a folder per case.
const linksDir = ".judgement/links"

// link lets whoever holds it read one version of one case until End.
type link struct {
	ID      string    `json:"id"`
	Case    string    `json:"case"`
	Version int       `json:"version"`
	End     time.Time `json:"end"`
	Made    time.Time `json:"made"`
}

// linkDays are the lifetimes that a page offers, in days.
var linkDays = []int{1, 7, 30, 90}

// linkID is the form of a link's id.
var linkID = regexp.MustCompile(`^[0-9a-f]{32}$`)

func (l link) file() string { return linksDir + "/" + l.Case + "/" + l.ID + ".json" }

// text is what is signed: everything that the link gives.
func (l link) text() string {
	return fmt.Sprintf("%s-v%d-%d-%s", l.Case, l.Version, l.End.Unix(), l.ID)
}

// linkText is the form of text.
var linkText = regexp.MustCompile(`^(C-[0-9]+-[0-9]+)-v([1-9][0-9]{0,8})-([0-9]{1,12})-([0-9a-f]{32})$`)

// openLink reads a link. One that is guessed, changed, expired or withdrawn is
// NoLink; nothing is looked up for one that is not signed.
func (p *Pages) openLink(ctx context.Context, value string) (link, error) {
	text, _, ok := signed(value, p.keys, func(k keys) []byte { return k.link })
	m := linkText.FindStringSubmatch(text)
	if !ok || m == nil {
		return link{}, fault.NoLink
	}
	version, err := strconv.Atoi(m[2])
	end, endErr := strconv.ParseInt(m[3], 10, 64)
	l := link{ID: m[4], Case: m[1], Version: version, End: time.Unix(end, 0)}
	if err != nil || endErr != nil || !p.o.Now().Before(l.End) {
		return link{}, fault.NoLink
	}
	_, err = p.o.Storage.Read(ctx, l.file())
	if errors.Is(err, fs.ErrNotExist) {
		return link{}, fault.NoLink
	}
	if err != nil {
		return link{}, fmt.Errorf("look up a link: %w", err)
	}
	return l, nil
}

// links returns the links to a version that are still good, the youngest first.
func (p *Pages) links(ctx context.Context, caseID string, version int) ([]link, error) {
	names, err := p.o.Storage.List(ctx, linksDir+"/"+caseID)
	if err != nil {
		return nil, fmt.Errorf("list the links to case %s: %w", caseID, err)
	}
	var out []link
	for _, name := range names {
		data, err := p.o.Storage.Read(ctx, linksDir+"/"+caseID+"/"+name)
		if errors.Is(err, fs.ErrNotExist) {
			continue // it was withdrawn meanwhile
		}
		var l link
		if err == nil {
			err = json.Unmarshal(data, &l)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s/%s/%s: %w", linksDir, caseID, name, err)
		}
		if l.Version == version && p.o.Now().Before(l.End) {
			out = append(out, l)
		}
	}
	slices.SortFunc(out, func(a, b link) int { return b.Made.Compare(a.Made) })
	return out, nil
}

// forgetLinks removes the records of links that have ended. A record that can't be read
// stays.
func (p *Pages) forgetLinks(ctx context.Context) error {
	cases, err := p.o.Storage.List(ctx, linksDir)
	if err != nil {
		return fmt.Errorf("list the links: %w", err)
	}
	var old []string
	for _, dir := range cases {
		names, err := p.o.Storage.List(ctx, path.Join(linksDir, dir))
		if err != nil {
			return fmt.Errorf("list the links: %w", err)
		}
		for _, name := range names {
			file := path.Join(linksDir, dir, name)
			var l link
			if data, err := p.o.Storage.Read(ctx, file); err == nil && json.Unmarshal(data, &l) == nil && !l.End.IsZero() && !p.o.Now().Before(l.End) {
				old = append(old, file)
			}
		}
	}
	return p.o.Storage.Remove(ctx, old...)
}

// share is POST /cases/{case}/{version}/links: it makes a link, which the page then
// shows once.
func (p *Pages) share(w http.ResponseWriter, r *http.Request) error {
	days, err := strconv.Atoi(r.PostForm.Get("days"))
	if err != nil || !slices.Contains(linkDays, days) {
		return fault.BodyUnreadable
	}
	c, n, err := p.caseOf(r)
	if err != nil {
		return err
	}
	if done, err := p.o.Cases.HasVersion(r.Context(), c.ID, n); err != nil || !done {
		return cmp.Or[error](err, fault.NoPath)
	}
	id, err := p.random(16)
	if err != nil {
		return err
	}
	now := p.o.Now().UTC().Truncate(time.Second)
	l := link{ID: id, Case: c.ID, Version: n, Made: now, End: now.AddDate(0, 0, days)}
	data, err := json.Marshal(l)
	if err == nil {
		err = p.o.Storage.Write(r.Context(), casefile.File{Name: l.file(), Data: append(data, '\n')})
	}
	if err != nil {
		return fmt.Errorf("keep a link to case %s: %w", c.ID, err)
	}
	return p.redirect(w, r, casePath(c.ID, n)+"?link="+id+"#links")
}

// unshare is POST /cases/{case}/{version}/links/{link}: it withdraws a link.
func (p *Pages) unshare(w http.ResponseWriter, r *http.Request) error {
	c, n, err := p.caseOf(r)
	if err != nil {
		return err
	}
	id := r.PathValue("link")
	if !linkID.MatchString(id) {
		return fault.NoPath
	}
	if err := p.o.Storage.Remove(r.Context(), link{ID: id, Case: c.ID}.file()); err != nil {
		return fmt.Errorf("withdraw a link to case %s: %w", c.ID, err)
	}
	return p.redirect(w, r, casePath(c.ID, n)+"#links")
}

// address is the path of a link that is shown to whoever made it.
func (p *Pages) address(r *http.Request, l link) string {
	key := p.keys[0].link
	if _, own, ok := signed(cookieOf(r), p.keys, func(k keys) []byte { return k.session }); ok {
		for _, k := range p.keys {
			if string(k.session) == string(own) {
				key = k.link
			}
		}
	}
	return "/cases/s/" + sign(key, l.text())
}

func cookieOf(r *http.Request) string {
	c, err := r.Cookie(cookieName)
	if err != nil {
		return ""
	}
	return c.Value
}

// casePath is the address of a version's page.
func casePath(caseID string, version int) string {
	return "/cases/" + caseID + "/v" + strconv.Itoa(version)
}

// Forget removes what pages keep of a case: links to it, and documents of its brands that
// were handed in under its scene. Found is what there is, or was.
func Forget(ctx context.Context, st casefile.Storage, id, scene string, brands []string, dryRun bool) (found []string, err error) {
	names, err := st.List(ctx, linksDir+"/"+id)
	if err != nil {
		return nil, fmt.Errorf("list the links to case %s: %w", id, err)
	}
	for _, name := range names {
		found = append(found, linksDir+"/"+id+"/"+name)
	}
	if names, err = st.List(ctx, draftsDir); err != nil {
		return nil, fmt.Errorf("list the documents that are handed in: %w", err)
	}
	for _, name := range names {
		var d draft
		data, err := st.Read(ctx, draftsDir+"/"+name)
		if err == nil {
			err = json.Unmarshal(data, &d)
		}
		if err != nil {
			return nil, fmt.Errorf("read %s/%s: %w", draftsDir, name, err)
		}
		if d.Submission.SceneSlug == scene && slices.Contains(brands, d.Submission.Brand) {
			found = append(found, draftsDir+"/"+name)
		}
	}
	if dryRun {
		return found, nil
	}
	return found, st.Remove(ctx, found...)
}
