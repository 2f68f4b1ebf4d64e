package config

import (
	"fmt"
	"strings"
	"testing"
)

func TestWebhookSettings(t *testing.T) {
	s, err := load(t, "webhook:\n  allow_networks: \"10.1.2.3/16, fd00::1, ::1/128\"\n", map[string]string{"JUDGEMENT_WEBHOOK_SECRET": "whsec_x"}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(s.Webhook.AllowNetworks); got != "[10.1.0.0/16 fd00::1/128 ::1/128]" || s.Webhook.Secrets != "whsec_x" {
		t.Errorf("%s, %q", got, s.Webhook.Secrets)
	}
	for _, v := range s.Values() {
		if strings.Contains(v.Value, "whsec") {
			t.Errorf("%s shows the secret", v.Key)
		}
	}
	for _, bad := range []string{"10.0.0.0/33", "private", "10.0.0", "fe80::1%eth0", "::ffff:10.0.0.1", "::ffff:10.0.0.0/104"} {
		if _, err := load(t, "", map[string]string{"JUDGEMENT_WEBHOOK_ALLOW_NETWORKS": bad}, nil); err == nil || !strings.Contains(err.Error(), "is no network") {
			t.Errorf("%s: %v", bad, err)
		}
	}
}
