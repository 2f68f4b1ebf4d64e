package terminal

import (
	"regexp"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/olekukonko/tablewriter/pkg/twwidth"
)

// TestTableWidths: columns are under each other in every locale, with characters
// that some terminals show wide, and colours take no room.
func TestTableWidths(t *testing.T) {
	twwidth.SetEastAsian(true) // as the library sets itself under a Chinese locale
	got := Table([]string{"名次", "name", "x"}, [][]string{{"1", "a…—▲", "\x1b[1;32m██\x1b[0m"}, {"=2", "小菜", ""}, {"3", "\x1b[31mabcde\x1b[0m", "y"}}, 0)
	plain := regexp.MustCompile("\x1b\\[[0-9;]*m").ReplaceAllString(got, "")
	plain = regexp.MustCompile("(?m) +$").ReplaceAllString(plain, "")
	want := "名次  name   x\n   1  a…—▲   ██\n  =2  小菜\n   3  abcde  y\n"
	if d := cmp.Diff(want, plain); d != "" {
		t.Error(d)
	}
}
