package api

import (
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"
)

// Limits of wrong tokens at the login of the jobs' pages.
const (
	// ownTries wrong tokens may come from one client at once, then one more each
	// ownPause.
	ownTries = 10
	ownPause = 30 * time.Second
	// allTries and allPause are the same of all strangers together.
	allTries = 60
	allPause = time.Second
	// manyClients is how many clients are remembered before those are forgotten
	// that have all their tries again.
	manyClients = 1000
)

// bucket holds tries. It is full at first and again at the time that it holds.
type bucket time.Time

// take takes a try. Where there is none it returns how long it takes until
// there is one, and takes nothing.
func (b *bucket) take(now time.Time, size int, pause time.Duration) (wait time.Duration) {
	full := time.Time(*b)
	if full.Before(now) {
		full = now
	}
	full = full.Add(pause)
	if wait = full.Sub(now) - time.Duration(size)*pause; wait > 0 {
		return wait
	}
	*b = bucket(full)
	return 0
}

// give gives a try back.
func (b *bucket) give(pause time.Duration) { *b = bucket(time.Time(*b).Add(-pause)) }

// loginTries bounds how many wrong tokens the login takes: of each client, and
// of all strangers together. Nobody can use up somebody else's tries but
// strangers those of strangers: a browser that was logged in before has tries of
// its own, and so has this machine. It is safe for concurrent use.
type loginTries struct {
	mu      sync.Mutex
	clients map[string]*bucket
	all     bucket
}

// client is who tries to log in.
type client struct {
	key      string
	stranger bool // all strangers together have a limit besides
}

// take takes a try, before the token is looked at: else an answer beyond the
// limit would still tell whether it was right. Above 0 it is refused, and may
// come again after so long.
func (l *loginTries) take(c client, now time.Time) (wait time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.clients) >= manyClients {
		for key, b := range l.clients {
			if !time.Time(*b).After(now) {
				delete(l.clients, key)
			}
		}
	}
	own := l.clients[c.key]
	if own == nil {
		own = &bucket{}
	}
	if wait = own.take(now, ownTries, ownPause); wait > 0 {
		return wait
	}
	if c.stranger {
		if wait = l.all.take(now, allTries, allPause); wait > 0 {
			own.give(ownPause)
			return wait // a client that is refused so is not remembered: their number is bounded by allTries
		}
	}
	if l.clients == nil {
		l.clients = map[string]*bucket{}
	}
	l.clients[c.key] = own
	return 0
}

// give gives the try of a right token back.
func (l *loginTries) give(c client) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if own := l.clients[c.key]; own != nil {
		own.give(ownPause)
	}
	if c.stranger {
		l.all.give(allPause)
	}
}

// clientOf tells who tries to log in: a browser that was logged in before, as its
// cookie proves, else an address. The header X-Forwarded-For counts where the
// connection comes from a private network, this machine or a Unix socket, as from
// a reverse proxy: its last address, which the proxy has put there itself.
func (p *jobPages) clientOf(r *http.Request) client {
	if c, err := r.Cookie(knownCookie); err == nil && p.holds(c.Value, sealKnown) {
		return client{key: "browser " + c.Value}
	}
	peer, _ := netip.ParseAddrPort(r.RemoteAddr)
	from := peer.Addr().Unmap()
	here := !from.IsValid() || from.IsLoopback()
	if here || from.IsPrivate() || from.IsLinkLocalUnicast() {
		if far, ok := forwardedFor(r.Header); ok {
			from, here = far, false
		}
	}
	if here {
		return client{key: "here"}
	}
	return client{key: neighbourhood(from), stranger: true}
}

// forwardedFor returns the last address of X-Forwarded-For.
func forwardedFor(h http.Header) (netip.Addr, bool) {
	lines := h.Values("X-Forwarded-For")
	if len(lines) == 0 {
		return netip.Addr{}, false
	}
	last := lines[len(lines)-1]
	last = strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])
	if at, err := netip.ParseAddrPort(last); err == nil {
		return at.Addr().Unmap(), true
	}
	addr, err := netip.ParseAddr(strings.Trim(last, "[]"))
	return addr.Unmap(), err == nil
}

// neighbourhood is what one client has: an address of IPv4, a /64 of IPv6.
func neighbourhood(a netip.Addr) string {
	if a.Is4() {
		return a.String()
	}
	net, err := a.WithZone("").Prefix(64)
	if err != nil {
		return a.String()
	}
	return net.String()
}
