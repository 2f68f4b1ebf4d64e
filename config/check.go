package config

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"judgement/internal/yamlfile"
	"judgement/panel"
)

// checkFile checks the file's keys and the form of their values.
func checkFile(f *yamlfile.File) error {
	var top []string
	names := map[string][]string{}
	for _, k := range keys {
		group, name, nested := strings.Cut(k.name, ".")
		if !slices.Contains(top, group) {
			top = append(top, group)
		}
		if nested && !k.secret {
			names[group] = append(names[group], name)
		}
	}
	root := f.Map(top...)
	groups := map[string]yamlfile.Map{}
	for _, group := range top {
		if names[group] != nil {
			groups[group] = root.Map(group, names[group]...)
		}
	}
	for _, k := range keys {
		group, name, nested := strings.Cut(k.name, ".")
		m := groups[group]
		if !nested {
			m, name = root, k.name
		}
		_, _, scalar := m.Scalar(name)
		switch {
		case k.name == pricesKey:
			for _, price := range m.Maps(name, "model", "currency", "input", "cached", "cache_write", "output") {
				checkPrice(price)
			}
		case k.name == providersKey:
			seen := map[string]bool{}
			for _, entry := range m.Maps(name, providerKeys...) {
				checkProvider(entry, seen)
			}
		case scalar, m.IsNull(name):
		case k.typ.Kind() == reflect.Slice:
			m.Texts(name)
		default:
			m.Text(name)
		}
	}
	return f.Problems().Err()
}

func checkPrice(m yamlfile.Map) {
	m.Require("model", "input", "output")
	m.Text("model")
	m.Text("currency")
	for _, key := range []string{"input", "cached", "cache_write", "output"} {
		text, ok := m.Number(key)
		if !ok {
			continue
		}
		if n, err := panel.ParsePoints(text); err != nil || n.Sign() < 0 {
			m.Problem(key, "give a price for a million tokens, such as 0.25", "%q is not a price", text)
		}
	}
}

// checkListen reports what is wrong with an address to listen on: host:port,
// :port, or the path of a Unix socket.
func checkListen(addr string) error {
	if isSocket(addr) {
		return nil
	}
	_, port, err := net.SplitHostPort(addr)
	if err == nil {
		_, err = strconv.ParseUint(port, 10, 16)
	}
	what := "is no address to listen on"
	if errors.Is(err, strconv.ErrRange) {
		what = "has port " + port + ", which is more than 65535"
	}
	if err != nil {
		return fmt.Errorf("%q %s; write for example :8421, 127.0.0.1:8421 or /run/judgement.sock", addr, what)
	}
	return nil
}

// isSocket reports whether an address is the path of a Unix socket: it starts with
// unix:, a slash or a dot, or it has a slash and no colon, which a URL has.
func isSocket(addr string) bool {
	path, ok := strings.CutPrefix(addr, "unix:")
	return ok && path != "" || strings.Contains(addr, "/") && (strings.ContainsAny(addr[:1], "/.") || !strings.Contains(addr, ":"))
}

// checkMetrics reports that an address of metrics is the one of the API. Those of worker
// and chat count if the file has both, as `up` listens on both of them; else each may be
// in a container of its own.
func (s *Settings) checkMetrics(v Value) error {
	api := s.values[slices.IndexFunc(s.values, func(v Value) bool { return v.Key == "server.listen" })]
	bothInFile := v.Source == FromFile && api.Source == FromFile
	if v.Key != "server.metrics_listen" && !bothInFile || !sameAddress(v.Value, api.Value) {
		return nil
	}
	return fmt.Errorf("%q is the address of %s too; give it another port", v.Value, api.Key)
}

// sameAddress reports whether no two can listen on these addresses at once.
func sameAddress(a, b string) bool {
	if isSocket(a) || isSocket(b) {
		return strings.TrimPrefix(a, "unix:") == strings.TrimPrefix(b, "unix:")
	}
	x, y := addrPort(a), addrPort(b)
	if x.Port() == 0 || x.Port() != y.Port() { // of port 0 the system chooses another each time
		return false
	}
	covers := func(all, one netip.Addr) bool { return all.IsUnspecified() && (all.Is6() || one.Is4()) }
	return a == b || x.IsValid() && x == y || covers(x.Addr(), y.Addr()) || covers(y.Addr(), x.Addr())
}

// addrPort parses host:port. A name other than localhost gives no valid address, for
// no resolver is asked for it; port 0 means that the text is no host:port either.
func addrPort(text string) netip.AddrPort {
	host, port, err := net.SplitHostPort(text)
	if err != nil {
		return netip.AddrPort{}
	}
	switch host {
	case "":
		host = "::"
	case "localhost":
		host = "127.0.0.1"
	}
	number, _ := strconv.ParseUint(port, 10, 16)
	addr, _ := netip.ParseAddr(host)
	return netip.AddrPortFrom(addr, uint16(number))
}
