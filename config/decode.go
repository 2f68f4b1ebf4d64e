package config

import (
	"fmt"
	"maps"
	"net/netip"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"time"

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

// decode is viper's hook: it turns a value, whose text was checked, into the type
// of its field.
func decode(_, to reflect.Type, value any) (any, error) {
	text := textOf(value)
	switch to {
	case reflect.TypeFor[string]():
		return text, nil
	case reflect.TypeFor[int](), reflect.TypeFor[int64]():
		return strconv.ParseInt(text, 10, 64)
	case reflect.TypeFor[time.Duration]():
		if d, err := time.ParseDuration(text); err == nil {
			return d, nil
		}
		return parseDays(text)
	case reflect.TypeFor[*time.Location]():
		return time.LoadLocation(text)
	case reflect.TypeFor[[]string]():
		return parseFormats(text)
	case reflect.TypeFor[[]netip.Prefix]():
		return parseNetworks(text)
	case reflect.TypeFor[*panel.Points]():
		if text == "" {
			return nil, nil
		}
		return panel.ParsePoints(text)
	case reflect.TypeFor[panel.Points]():
		return panel.ParsePoints(text)
	case reflect.TypeFor[ModelPrice]():
		return withPriceDefaults(value), nil
	}
	return value, nil
}

// withPriceDefaults adds what an entry of llm.prices may leave out.
func withPriceDefaults(value any) any {
	given, ok := value.(map[string]any)
	if !ok {
		return value
	}
	price := map[string]any{"currency": "USD", "cached": given["input"]}
	maps.Copy(price, given)
	return price
}

// formats are the report formats that a review can write.
var formats = []string{"md", "html", "pdf"}

func parseFormats(text string) ([]string, error) {
	var out []string
	for f := range strings.SplitSeq(text, ",") {
		f = strings.TrimSpace(f)
		if err := oneOf(formats...)(f); err != nil {
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

// parseDays reads a time in whole days such as 90d; 0 is for ever.
func parseDays(text string) (time.Duration, error) {
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
