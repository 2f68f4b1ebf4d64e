package pdfium

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/document"
)

func TestFrames(t *testing.T) {
	var b bytes.Buffer
	want := document.PDFText{Title: "Plan 计划", Pages: []document.PageText{{Number: 1, Text: "a\n\n系统", Hidden: []string{"x"}, Images: 2}, {Number: 2, Broken: true}}}
	for _, f := range []frame{{Ready: true}, {Pages: 2, Title: want.Title}, {Page: &want.Pages[0]}, {Page: &want.Pages[1]}, {Done: true}} {
		if err := writeFrame(&b, f); err != nil {
			t.Fatal(err)
		}
	}
	count := 0
	got, err := collect(&b, func(n int) { count = n })
	if err != nil || count != 2 {
		t.Fatalf("%v, %d pages", err, count)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("pages (-want +got):\n%s", diff)
	}
	if err := writeFrame(&b, frame{Page: &document.PageText{Text: strings.Repeat("a", maxFrame)}}); err == nil {
		t.Error("a frame over the limit was sent")
	}
}

func FuzzCollect(f *testing.F) {
	var b bytes.Buffer
	_ = writeFrame(&b, frame{Pages: 1})
	_ = writeFrame(&b, frame{Done: true})
	f.Add(b.Bytes())
	f.Add([]byte("\x00\x00\x00\x02{}"))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := collect(bytes.NewReader(data), func(int) {})
		if err != nil && (file.Pages != nil || file.Title != "") {
			t.Fatal("pages beside an error")
		}
	})
}

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
