package config

import (
	"cmp"
	"encoding/json"
	"fmt"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"judgement/panel"
)

// key is one setting, as the tags of its field describe it.
type key struct {
	name     string
	env      []string // its variables, strongest first
	secret   bool     // only its variable gives it, and nothing shows it
	fallback string
	valid    string // a|b, low..high, or the name of a form
	example  string // what to write for one that is not valid
	doc      string
	field    []int // in Settings
	typ      reflect.Type
}

// keys is the one table of settings, without prices; it is never changed.
var keys = describe(reflect.TypeFor[Settings](), "", nil)

// describe lists the settings of a group.
func describe(group reflect.Type, prefix string, at []int) (out []key) {
	for i := range group.NumField() {
		f := group.Field(i)
		k := key{
			name: prefix + cmp.Or(f.Tag.Get("key"), strings.ToLower(f.Name)), fallback: f.Tag.Get("default"), valid: f.Tag.Get("valid"),
			example: f.Tag.Get("example"), doc: f.Tag.Get("doc"), field: append(slices.Clone(at), i), typ: f.Type,
		}
		if variable := f.Tag.Get("secret"); variable != "" {
			k.env, k.secret = []string{variable}, true
		} else if variables := f.Tag.Get("env"); variables != "" {
			k.env = strings.Split(variables, ",")
		}
		switch {
		case f.Type.Kind() == reflect.Struct:
			out = append(out, describe(f.Type, k.name+".", k.field)...)
		case k.doc != "":
			out = append(out, k)
		}
	}
	return out
}

// parse turns the text of a setting into a value of its field's type. The error says
// what to write.
func (k key) parse(text string) (any, error) {
	switch k.typ {
	case reflect.TypeFor[int]():
		low, high, _ := strings.Cut(k.valid, "..")
		n, err := strconv.Atoi(text)
		least, _ := strconv.Atoi(low)
		if most, _ := strconv.Atoi(high); err != nil || n < least || n > most {
			return nil, fmt.Errorf("%q is not a whole number from %s to %s", text, low, high)
		}
		return n, nil
	case reflect.TypeFor[int64]():
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%q is not a whole number", text)
		}
		return n, nil
	case reflect.TypeFor[float64]():
		f, err := strconv.ParseFloat(text, 64)
		if err != nil || !(f >= 0 && f <= 2) {
			return nil, fmt.Errorf("%q is not a number from 0 to 2", text)
		}
		return f, nil
	case reflect.TypeFor[time.Duration]():
		return k.parseTime(text)
	case reflect.TypeFor[*time.Location]():
		zone, err := time.LoadLocation(text)
		if err != nil || text == "Local" {
			return nil, fmt.Errorf("%q is not an IANA time zone; write for example Asia/Shanghai", text)
		}
		return zone, nil
	case reflect.TypeFor[[]string]():
		return parseFormats(text)
	case reflect.TypeFor[[]netip.Prefix]():
		return parseNetworks(text)
	case reflect.TypeFor[*panel.Points]():
		p, err := panel.ParsePoints(text)
		switch {
		case text == "":
			return (*panel.Points)(nil), nil
		case err != nil || p.Sign() <= 0:
			return nil, fmt.Errorf("%q is not an amount above zero", text)
		}
		return &p, nil
	}
	return k.parseText(text)
}

// parseText checks a text. The empty one is valid if it is the default.
func (k key) parseText(text string) (string, error) {
	u, err := url.Parse(text)
	switch {
	case text == k.fallback || k.valid == "":
		return text, nil
	case k.valid == "http":
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return "", fmt.Errorf("%q is not an http or https address; write %s", text, k.example)
		}
		return strings.TrimRight(text, "/"), nil
	case k.valid == "postgres":
		if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
			return "", fmt.Errorf("it is not a postgres:// address")
		}
		return text, nil
	case k.valid == "json":
		if json.Unmarshal([]byte(text), &map[string]any{}) != nil {
			return "", fmt.Errorf("%q is not a JSON object", text)
		}
		return text, nil
	case k.valid == "listen" || k.valid == "metrics":
		return text, checkListen(text)
	}
	return text, oneOf(text, strings.Split(k.valid, "|")...)
}

func oneOf(text string, valid ...string) error {
	if slices.Contains(valid, text) {
		return nil
	}
	named := slices.DeleteFunc(valid, func(s string) bool { return s == "" })
	return fmt.Errorf("unknown value %q; choose one of: %s", text, strings.Join(named, ", "))
}

func parseFormats(text string) ([]string, error) {
	var out []string
	for f := range strings.SplitSeq(text, ",") {
		f = strings.TrimSpace(f)
		if err := oneOf(f, "md", "html", "pdf"); err != nil {
			return nil, err
		}
		if !slices.Contains(out, f) {
			out = append(out, f)
		}
	}
	return out, nil
}

// parseNetworks reads networks and single addresses that are separated by commas.
func parseNetworks(text string) ([]netip.Prefix, error) {
	var out []netip.Prefix
	for part := range strings.SplitSeq(text, ",") {
		part = strings.TrimSpace(part)
		if part == "" {
			continue
		}
		prefix, err := netip.ParsePrefix(part)
		if addr, addrErr := netip.ParseAddr(part); addrErr == nil && addr.Zone() == "" {
			prefix, err = netip.PrefixFrom(addr, addr.BitLen()), nil
		}
		if err != nil || prefix.Addr().Is4In6() {
			return nil, fmt.Errorf("%q is no network; write for example 10.1.0.0/16,fd00::/8", part)
		}
		out = append(out, prefix.Masked())
	}
	return out, nil
}

// leastKept is the shortest time for which ended jobs may be kept: for so long
// the keys of idempotent requests name them.
const leastKept = 7 * 24 * time.Hour

// parseTime reads a duration in its range, or whole days such as 90d; 0 days are for
// ever.
func (k key) parseTime(text string) (time.Duration, error) {
	if k.valid != "days" {
		low, high, _ := strings.Cut(k.valid, "..")
		d, err := time.ParseDuration(text)
		least, _ := time.ParseDuration(low)
		if most, _ := time.ParseDuration(high); err != nil || d < least || d > most {
			return 0, fmt.Errorf("%q is not a duration from %s to %s", text, low, high)
		}
		return d, nil
	}
	days, ok := strings.CutSuffix(text, "d")
	n, err := strconv.Atoi(days)
	d := time.Duration(n) * 24 * time.Hour
	switch {
	case err == nil && n == 0:
		return 0, nil
	case err != nil || !ok || n > 36500:
		return 0, fmt.Errorf("%q is no number of days; write for example 90d, or 0 for ever", text)
	case d < leastKept:
		return 0, fmt.Errorf("%q is too short: for seven days the keys of repeated requests name their jobs; write 7d or more", text)
	}
	return d, nil
}
