package app

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"strings"
	"testing"
	"time"
)

// TestLoggedDurations: a duration in the log has its unit, in JSON in the key as
// pipelines want it, in text as people read it; in groups and from libraries too.
func TestLoggedDurations(t *testing.T) {
	for format, want := range map[string]string{
		"json": `"wait_ms":300000,"queue":{"took_ms":1500,"try":2},"later_ms":-20}`,
		"text": `wait=5m0s queue.took=1.5s queue.try=2 later=-20ms`,
	} {
		var out bytes.Buffer
		log := newLog(format, &out).With(slog.Duration("wait", 5*time.Minute))
		log.Info("m", slog.Group("queue", "took", 1500*time.Millisecond, "try", 2), slog.Any("later", -20*time.Millisecond))
		if !strings.HasSuffix(strings.TrimSpace(out.String()), want) {
			t.Errorf("%s: %s", format, out.String())
		}
		if format == "json" && !json.Valid(out.Bytes()) {
			t.Errorf("no JSON: %s", out.String())
		}
	}
}
