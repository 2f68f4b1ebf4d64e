package lark_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"judgement/internal/chat"
	"judgement/internal/chat/chattest"
	"judgement/internal/chat/lark"
	"judgement/internal/chat/lark/larkfake"
	"judgement/internal/review"
	"judgement/report"
)

var update = flag.Bool("update", false, "write the goldens")

// TestEncodeCard holds every card to its JSON, which the platform must take.
func TestEncodeCard(t *testing.T) {
	for _, c := range chattest.Cards() {
		t.Run(c.Name, func(t *testing.T) {
			got, err := lark.EncodeCard(c.Card)
			if err == nil {
				err = larkfake.CheckCard(got)
			}
			if err != nil {
				t.Fatal(err)
			}
			var pretty bytes.Buffer
			if err := json.Indent(&pretty, got, "", " "); err != nil {
				t.Fatal(err)
			}
			pretty.WriteByte('\n')
			file := filepath.Join("testdata", c.Name+".json")
			if *update {
				if err := os.WriteFile(file, pretty.Bytes(), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(string(want), pretty.String()); d != "" {
				t.Errorf("-want +got\n%s", d)
			}
		})
	}
}

// TestHostileCard: marks in remarks, names and titles stay plain text.
func TestHostileCard(t *testing.T) {
	evil := func(what string) string {
		return what + ` <at id=all></at> [link](https://evil.example) **bold** <font color='red'>` + "`x`"
	}
	r := chattest.Result(evil)
	for i := range r.Plan.Panel.Judges {
		r.Plan.Panel.Judges[i].DisplayNameCN = evil("judge")
	}
	for i := range r.Plan.Panel.Lenses {
		r.Plan.Panel.Lenses[i].DisplayNameCN = evil("lens")
	}
	got, err := lark.EncodeCard(chat.FinalCard(chat.Head{Lang: report.Chinese, Scene: evil("scene"), Document: evil("doc")}, r, true))
	if err == nil {
		err = larkfake.CheckCard(got) // refuses marks in markdown
	}
	if err != nil {
		t.Error(err)
	}
}

// TestFullestCard: the largest panel with the longest texts still has a card.
func TestFullestCard(t *testing.T) {
	long := func(what string) string { return what + strings.Repeat("很长的文字", 100) }
	r := chattest.Result(long)
	judged := r.Judgement.(*review.Judgement)
	for i := range 40 {
		j, l := r.Plan.Panel.Judges[i%3], r.Plan.Panel.Lenses[i%3]
		j.Slug, j.DisplayNameCN = fmt.Sprintf("judge-%d", i), long("评委")
		l.Slug, l.DisplayNameCN = fmt.Sprintf("lens-%d", i), long("维度")
		r.Plan.Panel.Judges, r.Plan.Panel.Lenses = append(r.Plan.Panel.Judges, j), append(r.Plan.Panel.Lenses, l)
		v, res := judged.Verdicts[0], judged.Result.Lenses[0]
		v.Judge, res.Lens = j.Slug, l.Slug
		judged.Verdicts, judged.Result.Lenses = append(judged.Verdicts, v), append(judged.Result.Lenses, res)
		judged.Result.MustFix = append(judged.Result.MustFix, report.Remark{Lens: l.Slug, Text: long("改")})
	}
	h := chat.Head{Lang: report.Chinese, Scene: long("场景"), Document: long("文档")}
	p := chat.Progress{Phase: "score", Done: 3, Total: 43}
	for _, j := range r.Plan.Panel.Judges {
		p.Judges = append(p.Judges, chat.JudgeProgress{Name: j.DisplayNameCN, State: chat.StepDone, Score: "100 / 100"})
	}
	for _, c := range []chat.Card{chat.FinalCard(h, r, true), chat.ProgressCard(h, p)} {
		got, err := lark.EncodeCard(c)
		if err == nil {
			err = larkfake.CheckCard(got)
		}
		if err != nil {
			t.Error(err)
		}
		t.Logf("%d bytes", len(got))
	}
}

// TestLargeCard: what is above the limits is an error that asks for text.
func TestLargeCard(t *testing.T) {
	many := chat.Card{Title: "t", Parts: []chat.Part{{Text: strings.Repeat("长", 9000)}}}
	wide := chat.Card{Title: "t"}
	for range 100 {
		wide.Parts = append(wide.Parts, chat.Part{Facts: []chat.Fact{{Label: "a", Value: "b"}}})
	}
	for _, c := range []chat.Card{many, wide} {
		_, err := lark.EncodeCard(c)
		var p *chat.PlatformError
		if !errors.As(err, &p) || p.Trouble != chat.TroubleContent {
			t.Errorf("error %v", err)
		}
	}
}

// TestBarsToTheEnds: an empty and a full bar colour nothing that is not there.
func TestBarsToTheEnds(t *testing.T) {
	for _, share := range []int{-5, 0, 3, 50, 97, 100, 250} {
		got, err := lark.EncodeCard(chat.Card{Title: "t", Parts: []chat.Part{{Bars: []chat.Bar{{Label: "Evidence", Value: "1 / 2", Share: share, Tone: chat.ToneGood}}}}})
		if err == nil {
			err = larkfake.CheckCard(got)
		}
		if err != nil {
			t.Errorf("a bar of %d %%: %v", share, err)
		}
	}
}

// TestCardLink: the page of a result is one button, and the last line of the text.
func TestCardLink(t *testing.T) {
	card := chat.Card{Lang: report.Chinese, Tone: chat.ToneFlat, Title: "t", Link: "https://a.example/cases/C-2026-0001/v1"}
	got, err := lark.EncodeCard(card)
	if err == nil {
		err = larkfake.CheckCard(got)
	}
	if err != nil || !strings.Contains(string(got), `"default_url":"https://a.example/cases/C-2026-0001/v1"`) || !strings.HasSuffix(card.Text(), "\nhttps://a.example/cases/C-2026-0001/v1") {
		t.Errorf("%v: %s\n%s", err, got, card.Text())
	}
}
