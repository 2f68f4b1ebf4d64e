package config

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"net/netip"
	"net/url"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/go-viper/mapstructure/v2"

	"judgement/internal/job"
	"judgement/panel"
)

// textOf is the text of a value, whether YAML read it as a number or a list, or
// a flag or a variable gave it.
func textOf(value any) string {
	switch v := value.(type) {
	case nil:
		return ""
	case float64:
		return strconv.FormatFloat(v, 'f', -1, 64)
	case []any:
		parts := make([]string, len(v))
		for i, part := range v {
			parts[i] = textOf(part)
		}
		return strings.Join(parts, ",")
	default:
		return fmt.Sprint(v)
	}
}

// decode is the decode hook of settings. It reads numbers from their text, so that
// 010 is ten and 1.5 no whole number, whatever gave them.
func decode(from, to reflect.Type, value any) (any, error) {
	switch from {
	case to:
		return value, nil
	case reflect.PointerTo(to): // an optional value, which is decoded already
		return reflect.ValueOf(value).Elem().Interface(), nil
	}
	text := textOf(value)
	switch to {
	case reflect.TypeFor[string]():
		return text, nil
	case reflect.TypeFor[int]():
		return strconv.Atoi(text)
	case reflect.TypeFor[Repeats]():
		if text == AutoRepeats.String() {
			return AutoRepeats, nil
		}
		n, err := strconv.Atoi(text)
		return Repeats(n), err
	case reflect.TypeFor[int64]():
		return strconv.ParseInt(text, 10, 64)
	case reflect.TypeFor[float64]():
		return strconv.ParseFloat(text, 64)
	case reflect.TypeFor[time.Duration]():
		return parseTime(text)
	case reflect.TypeFor[*time.Location]():
		return parseZone(text)
	case reflect.TypeFor[[]string]():
		return parseFormats(text)
	case reflect.TypeFor[[]netip.Prefix]():
		return parseNetworks(text)
	case reflect.TypeFor[*panel.Points]():
		return parseAmount(text)
	case reflect.TypeFor[panel.Points]():
		return panel.ParsePoints(text)
	case reflect.TypeFor[ModelPrice]():
		return priceWithDefaults(value), nil
	}
	return value, nil
}

// decodeErrors lists by key what could not be decoded.
func decodeErrors(err error) map[string]error {
	out := map[string]error{}
	var failed *mapstructure.DecodeError
	var joined interface{ Unwrap() []error }
	switch {
	case errors.As(err, &joined):
		for _, e := range joined.Unwrap() {
			maps.Copy(out, decodeErrors(e))
		}
	case errors.As(err, &failed):
		out[strings.ToLower(failed.Name())] = failed.Unwrap()
	}
	return out
}

// check checks a value that was read from the text, or failed to be. The error says
// what to write.
func (k key) check(value reflect.Value, text string, failed error) error {
	low, high, ranged := strings.Cut(k.valid, "..")
	form := map[reflect.Kind]string{reflect.Int: "a whole number", reflect.Float64: "a number"}[k.typ.Kind()]
	if k.typ == reflect.TypeFor[time.Duration]() {
		form = "a duration"
	}
	if k.typ == reflect.TypeFor[Repeats]() {
		if text == AutoRepeats.String() {
			return nil
		}
		form = "auto or " + form
	}
	switch {
	case k.valid == "days":
		return checkDays(time.Duration(value.Int()), text, failed)
	case ranged && (failed != nil || !k.within(value, low, high)):
		return fmt.Errorf("%q is not %s from %s to %s", text, form, low, high)
	case k.typ.Kind() == reflect.Int64 && !ranged && failed != nil:
		return fmt.Errorf("%q is not a whole number", text)
	case failed != nil || k.typ.Kind() != reflect.String:
		return failed
	}
	return k.checkText(text)
}

// within reports whether a number or a duration is in a range, which is valid.
func (k key) within(value reflect.Value, low, high string) bool {
	number := func(v reflect.Value) float64 { return v.Convert(reflect.TypeFor[float64]()).Float() }
	n := number(value)
	return n >= number(k.decoded(low)) && n <= number(k.decoded(high))
}

// decoded is what a valid text says.
func (k key) decoded(text string) reflect.Value {
	value, _ := decode(nil, k.typ, text)
	return reflect.ValueOf(value)
}

// checkText checks a text. The empty one is valid if it is the default.
func (k key) checkText(text string) error {
	u, err := url.Parse(text)
	switch {
	case text == k.fallback || k.valid == "":
		return nil
	case k.valid == "http":
		if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
			return fmt.Errorf("%q is not an http or https address; write %s", k.shown(text), k.example)
		}
		return nil
	case k.valid == "postgres":
		if err != nil || u.Scheme != "postgres" && u.Scheme != "postgresql" {
			return fmt.Errorf("it is not a postgres:// address")
		}
		return nil
	case k.valid == "json":
		if json.Unmarshal([]byte(text), &map[string]any{}) != nil {
			return fmt.Errorf("%q is not a JSON object", text)
		}
		return nil
	case k.valid == "listen" || k.valid == "metrics":
		return checkListen(text)
	}
	return oneOf(text, strings.Split(k.valid, "|")...)
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

func parseZone(text string) (*time.Location, error) {
	zone, err := time.LoadLocation(text)
	if err != nil || text == "Local" {
		return nil, fmt.Errorf("%q is not an IANA time zone; write for example Asia/Shanghai", text)
	}
	return zone, nil
}

// parseAmount reads an amount of money; the empty text is none.
func parseAmount(text string) (*panel.Points, error) {
	if text == "" {
		return nil, nil
	}
	p, err := panel.ParsePoints(text)
	if err != nil || p.Sign() <= 0 {
		return nil, fmt.Errorf("%q is not an amount above zero", text)
	}
	return &p, nil
}

// priceWithDefaults adds the keys that a price of the file may leave out.
func priceWithDefaults(value any) any {
	given, ok := value.(map[string]any)
	if !ok {
		return value
	}
	out := map[string]any{"currency": "USD", "cached": given["input"], "cache_write": given["input"]}
	maps.Copy(out, given)
	return out
}

// maxDays is about a hundred years.
const maxDays = 36500

// parseTime reads a duration, or whole days such as 90d.
func parseTime(text string) (time.Duration, error) {
	days, ok := strings.CutSuffix(text, "d")
	if !ok {
		return time.ParseDuration(text)
	}
	n, err := strconv.ParseUint(days, 10, 32)
	if err != nil || n > maxDays {
		return 0, fmt.Errorf("%q is not a duration", text)
	}
	return time.Duration(n) * 24 * time.Hour, nil
}

// checkDays checks whole days, of which 0 are for ever.
func checkDays(d time.Duration, text string, failed error) error {
	switch {
	case failed != nil || !strings.HasSuffix(text, "d") && text != "0":
		return fmt.Errorf("%q is no number of days; write for example 90d, or 0 for ever", text)
	case d != 0 && d < job.KeepKeys:
		return fmt.Errorf("%q is too short: for seven days the keys of repeated requests name their jobs; write 7d or more", text)
	}
	return nil
}
