package config

import "net/netip"

// Webhook says which callback addresses may be called, and with what signature.
type Webhook struct {
	AllowNetworks []netip.Prefix `mapstructure:"allow_networks"` // networks that are not public but may be called
	Secrets       string         `mapstructure:"-"`              // secret; of Standard Webhooks, separated by commas; empty: no webhooks
}
