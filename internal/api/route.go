package api

import (
	"maps"
	"net/http"
	"path"
	"slices"
	"strings"

	"judgement/internal/audience"
	"judgement/internal/fault"
)

// access says what a route asks for before it answers.
type access int

const (
	open       access = iota // nothing
	configured               // that a token is configured
	bearer                   // that the client has one
)

// handler answers a request, or returns the error that fail answers with.
type handler func(w http.ResponseWriter, r *http.Request) error

// route is what a path does.
type route struct {
	access  access
	methods map[string]handler // GET answers HEAD too; nil: there is no such path
	browser bool               // only browsers find it; for others there is no such path
}

func get(a access, h handler) route { return route{access: a, methods: map[string]handler{"GET": h}} }

func post(a access, h handler) route { return route{access: a, methods: map[string]handler{"POST": h}} }

func (a *API) addRoutes() error {
	routes := map[string]route{
		"/":                     {},
		"/{$}":                  {access: configured, methods: map[string]handler{"GET": a.home}, browser: true},
		"/v1/healthz":           get(open, a.healthz),
		"/v1/version":           get(bearer, a.resource(func(v *view) *content { return v.version })),
		"/v1/panels":            get(bearer, a.resource(func(v *view) *content { return v.panels })),
		"/v1/anchors":           get(bearer, a.resource(func(v *view) *content { return v.anchors })),
		"/v1/scenes":            get(bearer, a.resource(func(v *view) *content { return v.scenes })),
		"/v1/attribution/check": post(bearer, a.checkAttribution),
		"/chat/event":           post(configured, a.receiveEvent),
		"/v2/judgement": {access: bearer, methods: map[string]handler{
			"GET": a.ofJobs(a.listJobs), "POST": a.ofJobs(a.submitJob),
		}},
		"/v2/judgement/{job_id}": {access: bearer, methods: map[string]handler{
			"GET": a.ofJobs(a.showJob), "DELETE": a.ofJobs(a.cancelJob),
		}},
		"/v2/judgement/{job_id}/result": get(bearer, a.ofJobs(a.jobResult)),
		"/v2/judgement/{job_id}/events": get(bearer, a.ofJobs(a.jobEvents)),
		audience.ScriptPath:             get(configured, newContent(audience.Script(), "text/javascript; charset=utf-8", docPolicy).handle),
		audience.StylePath:              get(configured, newContent(audience.Style(), "text/css; charset=utf-8", docPolicy).handle),
		"/mcp":                          {access: bearer, methods: map[string]handler{"GET": a.answerMCP, "POST": a.answerMCP, "DELETE": a.answerMCP}},
		"/boards/{scene}":               get(configured, a.showBoard),
		"/boards/{scene}/events":        get(configured, a.followBoard),
	}
	docs, err := docPages()
	if err != nil {
		return err
	}
	for path, page := range docs {
		routes[path] = get(configured, page.handle)
	}
	if err := a.routePages(routes); err != nil {
		return err
	}
	a.mux = http.NewServeMux()
	for path, rt := range routes {
		a.mux.Handle(path, a.serve(rt))
	}
	return nil
}

// serve checks in the documented order: path, method, configured token, bearer
// token. Handlers go on with size and body.
func (a *API) serve(rt route) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		serve, err := a.admit(rt, w, r)
		if err == nil {
			err = serve(w, r)
		}
		if err == nil {
			return
		}
		if err = left(r, err); !a.failPage(w, r, err) {
			a.fail(w, err)
		}
	})
}

func (a *API) admit(rt route, w http.ResponseWriter, r *http.Request) (handler, error) {
	serve := rt.methods[r.Method]
	if r.Method == http.MethodHead {
		serve = rt.methods[http.MethodGet]
	}
	switch {
	case rt.methods == nil, rt.browser && !fromBrowser(r):
		return nil, fault.NoPath
	case serve == nil:
		allow := strings.Join(slices.Sorted(maps.Keys(rt.methods)), ", ")
		w.Header().Set("Allow", strings.Replace(allow, "GET", "GET, HEAD", 1))
		return nil, fault.NoMethod
	case rt.access == open:
	case len(a.tokens) == 0:
		return nil, fault.NoToken
	case rt.access == bearer && !a.tokens.authorized(r.Header):
		w.Header().Set("WWW-Authenticate", "Bearer")
		return nil, fault.Unauthorized
	}
	return serve, nil
}

// plainPath reports whether a path is as clients must write it: doubled and
// trailing slashes, dot segments and encoded slashes match nothing.
func plainPath(r *http.Request) bool {
	p := r.URL.Path
	return strings.HasPrefix(p, "/") && path.Clean(p) == p &&
		(r.URL.RawPath == "" || !strings.Contains(strings.ToLower(r.URL.RawPath), "%2f"))
}
