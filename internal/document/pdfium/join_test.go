package pdfium

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestJoinLines(t *testing.T) {
	// at makes a line of 5-point-wide characters in 12-point writing
	at := func(left, bottom float64, text string) line {
		n := float64(len([]rune(text)))
		return line{text, box{left, bottom, left + 5, bottom + 12}, box{left + 5*n - 5, bottom, left + 5*n, bottom + 12}}
	}
	for _, tc := range []struct {
		name  string
		lines []line
		want  string
	}{
		{"one", []line{at(50, 700, "a")}, "a"},
		{"wrapped", []line{at(50, 700, "the quick brown fox jumps"), at(50, 686, "over the lazy dog and on"), at(50, 672, "and on")}, "the quick brown fox jumps over the lazy dog and on and on"},
		{"short line ends", []line{at(50, 700, "the quick brown fox jumps"), at(50, 686, "over."), at(50, 672, "Then the dog came and saw")}, "the quick brown fox jumps over.\nThen the dog came and saw"},
		{"gap", []line{at(50, 700, "the quick brown fox jumps"), at(50, 686, "over the lazy dog and on."), at(50, 660, "Then the dog came and saw"), at(50, 646, "it")}, "the quick brown fox jumps over the lazy dog and on.\n\nThen the dog came and saw it"},
		{"hyphen", []line{at(50, 700, "the quick brown fox jum\x02"), at(50, 686, "ped")}, "the quick brown fox jumped"},
		{"ideographs", []line{at(50, 700, "系统首先把提交的文档规"), at(50, 686, "范化为统一的段落")}, "系统首先把提交的文档规范化为统一的段落"},
		{"bullets", []line{at(50, 700, "• the quick brown fox jum"), at(50, 686, "• over the lazy dog")}, "• the quick brown fox jum\n• over the lazy dog"},
		{"next column", []line{at(50, 200, "the quick brown fox jumps"), at(300, 700, "over the lazy dog and on.")}, "the quick brown fox jumps over the lazy dog and on."},
		{"no places", []line{{text: "a"}, {text: "b"}}, "a\n\nb"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			if diff := cmp.Diff(tc.want, joinLines(tc.lines)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
		})
	}
}
