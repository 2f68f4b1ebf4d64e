package config

import (
	"fmt"
	"net/netip"
	"strings"
)

// Webhook says how jobs' callback addresses are told of their end.
type Webhook struct {
	AllowNetworks []netip.Prefix // networks that are not public, but may be called all the same
	Secrets       string         // secret; of Standard Webhooks, separated by commas; empty: no webhooks
}

// setNetworks reads networks and single addresses that are separated by commas.
func setNetworks(into *[]netip.Prefix, text string) error {
	*into = nil
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
			return fmt.Errorf("%q is no network; write for example 10.1.0.0/16,fd00::/8", part)
		}
		*into = append(*into, prefix.Masked())
	}
	return nil
}
