package meeting

import "testing"

func TestSeconds(t *testing.T) {
	for s, want := range map[string]int{
		"00:05:12": 312, "5:12": 312, "[0:05:12.340]": 312, "01:00:06,500": 3606, "09:00": 540, "9:00:00": 32400,
		"00:05:12 - 00:06:00": 312, "at noon": -1, "": -1, "12：30": 750, "0:00": 0, "90:00": 5400, "1:30:00": 5400,
	} {
		if got := Seconds(s); got != want {
			t.Errorf("Seconds(%q) = %d, want %d", s, got, want)
		}
	}
}
