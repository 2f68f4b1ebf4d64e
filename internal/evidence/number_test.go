package evidence

import (
	"testing"
)

func TestNumbers(t *testing.T) {
	tests := []struct{ in, want string }{
		{"1,000", "1000"},
		{"1,234,567.50", "1234567.5"},
		{"1,00", "1,00"},
		{"007", "7"},
		{"0.50", "0.5"},
		{"3.0", "3"},
		{"三千万", "30000000"},
		{"3千万", "30000000"},
		{"3.5亿", "350000000"},
		{"十五", "15"},
		{"一百零五", "105"},
		{"二〇二六", "2026"},
		{"两万", "20000"},
		{"1万亿", "1000000000000"},
		{"三万亿", "3000000000000"},
		{"万", "10000"},
	}
	for _, tt := range tests {
		if got, end := scanNumber(tt.in, 0); got != tt.want || end != len(tt.in) {
			t.Errorf("scanNumber(%q) = %s, %d, want %s", tt.in, got, end, tt.want)
		}
	}
}
