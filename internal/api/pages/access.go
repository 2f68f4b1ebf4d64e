package pages

import (
	"errors"
	"net/http"

	"judgement/internal/fault"
	"judgement/internal/yamlfile"
	"judgement/scene"
)

// Act is what a visitor wants to see or do.
type Act int

// The acts.
const (
	SeeLogin   Act = iota // the form for the token
	SeeLists              // scenes, cases, boards, jobs
	SeeReport             // one version of one case
	SeeCompare            // it beside another version
	SeeReplies            // prompts and raw replies of its judges
	SeeJob                // a running review
	Submit                // hand a document in, and see its plan
	Cancel                // a running review
	ShareCase             // make and withdraw links to a version
	Leave                 // log out
)

// Visitor is who asks. The zero value is nobody.
type Visitor struct {
	Login bool // has the API token
	// Case and Version are what a valid link shows; empty without one.
	Case    string
	Version int
}

// Target is what an act is on.
type Target struct {
	Case    string
	Version int
	Scene   *scene.Scene // nil: the scene is gone or broken
}

// Sight is how much of a report a visitor sees.
type Sight struct {
	Allowed bool
	Text    bool // comments, quotes, files
	Scores  bool
}

// Decide says what a visitor may do. It is the only place that does.
func Decide(v Visitor, act Act, on Target) Sight {
	switch {
	case v.Login:
		return Sight{Allowed: true, Text: true, Scores: true}
	case act == SeeLogin:
		return Sight{Allowed: true}
	case act != SeeReport || v.Case == "" || v.Case != on.Case || v.Version != on.Version:
		return Sight{}
	case on.Scene == nil: // its rules are unknown
		return Sight{Allowed: true}
	}
	return Sight{Allowed: true, Text: !on.Scene.Report.RedactReview, Scores: on.Scene.ShowScoresPublicly}
}

// admit decides about a request that is about no version of a case.
func (p *Pages) admit(r *http.Request, act Act) error {
	v, err := p.visitor(r)
	if err == nil && !Decide(v, act, Target{}).Allowed {
		err = fault.Unauthorized
	}
	return err
}

// visitor is who sends a request.
func (p *Pages) visitor(r *http.Request) (Visitor, error) {
	if link := r.PathValue("link"); link != "" && r.PathValue("case") == "" {
		l, err := p.openLink(r.Context(), link)
		return Visitor{Case: l.Case, Version: l.Version}, err
	}
	s := p.session(r)
	if s == nil {
		return Visitor{}, nil
	}
	ended, err := p.ended(r.Context(), s)
	return Visitor{Login: err == nil && !ended}, err
}

// change lets a handler change something, if the request comes from a page of this
// server that belongs to the visitor's login.
func (p *Pages) change(act Act, h Handler) Handler {
	return func(w http.ResponseWriter, r *http.Request) error {
		if err := p.mayChange(r, act); err != nil {
			return err
		}
		r.Body = http.MaxBytesReader(w, r.Body, maxForm)
		if r.ParseForm() != nil {
			return fault.BodyUnreadable
		}
		if !p.session(r).holds(r.PostForm.Get("csrf")) {
			return fault.CrossSite
		}
		return h(w, r)
	}
}

// maxForm is the greatest size of a form without a document, in bytes.
const maxForm = 64 << 10

// mayChange checks the login and where the request comes from. The form's own token
// is checked once the form is read.
func (p *Pages) mayChange(r *http.Request, act Act) error {
	if err := p.admit(r, act); err != nil {
		return err
	}
	if p.cross.Check(r) != nil {
		return fault.CrossSite
	}
	return nil
}

// sceneOf loads a scene; nil if it is gone or broken.
func (p *Pages) sceneOf(slug string) (*scene.Scene, error) {
	sc, _, err := scene.Load(p.o.Workspace, slug)
	var broken yamlfile.Problems
	if errors.Is(err, scene.ErrUnknownScene) || errors.As(err, &broken) {
		return nil, nil
	}
	return sc, err
}
