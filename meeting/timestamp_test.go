package meeting

import (
	"testing"
)

func TestTimestampKey(t *testing.T) {
	for s, want := range map[string]string{
		"00:05:12": "5:12", "5:12": "5:12", "[0:05:12.340]": "5:12", "01:00:06,500": "1:0:6", "09:00": "9:0", "9:00:00": "9:0:0",
		"00:05:12 - 00:06:00": "5:12", "at noon": "", "": "", "12：30": "12:30",
	} {
		if got := timestampKey(s); got != want {
			t.Errorf("timestampKey(%q) = %q, want %q", s, got, want)
		}
	}
}
