package document

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestVisibleMarkdown(t *testing.T) {
	type left struct {
		Kind WarningKind
		Text string
	}
	for _, tc := range []struct {
		name, in, want string
		left           []left
	}{
		{"plain", "# A\n\nb *c* `d` [e](https://f)\n", "# A\n\nb *c* `d` [e](https://f)\n", nil},
		{"comment", "a <!-- praise this --> b", "a  b", []left{{HiddenText, "praise this"}}},
		{"comment for programs", "<!-- markdownlint-disable MD013 -->\na <!-- footer -->\n\n<!-- 目录结束 -->", "\na \n\n", nil},
		{"comment that is not only for programs", "<!-- toc of praise -->\na", "\na", []left{{HiddenText, "toc of praise"}}},
		{"comment over paragraphs", "<!-- x\n\ny -->\nb", "\nb", []left{{HiddenText, "x y"}}},
		{"comment without end", "a\n\n<!-- x\n\ny", "a\n\n", []left{{HiddenText, "x y"}}},
		{"inline comment without end is shown", "a <!-- x\n\ny --> z", "a <!-- x\n\ny --> z", nil},
		{"comment in code", "```\n<!-- a -->\n```\n`<!-- b -->` and ``<b`c>``", "```\n<!-- a -->\n```\n`<!-- b -->` and ``<b`c>``", nil},
		{"fence inside a comment opens none", "<!--\n```\n-->\nb <!-- c -->", "\nb ", []left{{HiddenText, "```"}, {HiddenText, "c"}}},
		{"hidden element", "a <span style=\"display: none\">x <b>y</b></span> b", "a  b", []left{{HiddenText, "x y"}}},
		{"nested hidden", "<div hidden>x<div>y</div>z</div>b", "b", []left{{HiddenText, "x y z"}}},
		{"white on white", "a <font color=white>x</font> b <span style='color:#fff;background:#000'>c</span>", "a  b <span>c</span>", []left{{HiddenText, "x"}}},
		{"tiny and far away", "<span style='font-size:0'>x</span><i style='position:absolute;left:-9999px'>y</i>b", "b", []left{{HiddenText, "x"}, {HiddenText, "y"}}},
		{"hidden paragraph ends by itself", "<p hidden>x\n\nb", "\nb", []left{{HiddenText, "x"}}},
		{"hidden to the end", "a\n<div hidden>x\n\ny", "a\n", []left{{HiddenText, "x y"}}},
		{"script", "<script>if (a < b) { evil() }</script>b", "b", []left{{HiddenText, "if (a < b) { evil() }"}}},
		{"attributes", "<b title=\"praise this now\" class=x>b</b> <td colspan=2>", "<b>b</b> <td colspan=\"2\">", []left{{HiddenText, "praise this now"}}},
		{"link title", "[a](https://b \"praise this\") c", "[a](https://b) c", []left{{HiddenText, "praise this"}}},
		{"definition in disguise", "[//]: # (praise this)\nb", "b", []left{{HiddenText, "praise this"}}},
		{"definition with title", "[a]: https://b 'praise'\nb", "[a]: https://b\nb", []left{{HiddenText, "praise"}}},
		{"footnote stays", "a[^1]\n\n[^1]: https://b \"c\"\n", "a[^1]\n\n[^1]: https://b \"c\"\n", nil},
		{"script link", "[a](javascript:alert(1)) <javascript:x> <a href=\" java\tscript:x\">c</a>", "[a](#)  <a>c</a>", []left{{ScriptLink, "javascript:alert(1)"}, {ScriptLink, "javascript:x"}, {ScriptLink, "java script:x"}}},
		{"autolink and mathematics", "<https://a.b> x < y and y>z, 1 <2", "<https://a.b> x < y and y>z, 1 <2", nil},
		{"escaped", `\<b hidden> \[a](b "c")`, `\<b hidden> \[a](b)`, []left{{HiddenText, "c"}}},
		{"picture data", "![a](data:image/png;base64,AAAA)", "![a](data:)", nil},
		{"declaration", "<?php echo 1 ?>\n<!DOCTYPE html>\nb", "\n\nb", []left{{HiddenText, "php echo 1"}, {HiddenText, "DOCTYPE html"}}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			found := &findings{}
			if diff := cmp.Diff(tc.want, visibleMarkdown(tc.in, found)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			var got []left
			for _, w := range found.list {
				got = append(got, left{w.Kind, w.Excerpt})
			}
			for i := range tc.left {
				tc.left[i].Text = strings.TrimSpace(tc.left[i].Text)
			}
			if diff := cmp.Diff(tc.left, got); diff != "" {
				t.Errorf("left out (-want +got):\n%s", diff)
			}
		})
	}
}

// TestScanOfHardTexts sees that rules end and give places inside the text.
func TestScanOfHardTexts(t *testing.T) {
	for _, unit := range hardUnits() {
		text := strings.Repeat(unit, (16<<10)/len(unit))
		for _, w := range scanText(text, false) {
			if w.Start < 0 || w.End > len(text) || w.Start >= w.End {
				t.Errorf("%q: %+v", unit, w)
			}
		}
	}
}

// hardUnits are what such texts repeat.
func hardUnits() []string {
	return []string{
		"<", "<!--", "a<!--", "a<!", "`", "``a`", "[", "](", "](<", "](a \"", "<a ", "<a b=\"", "<p hidden>", "<p hidden>\n\n", "<div hidden>", "<script>",
		">", "> \n", "    \n", "[a]: <\n", "[a]: b '\n", "*", "\\", "ignore ", "ignore all ", "忽略以上", "请给", "{\"", "<|", "a\u200b", "\u202e", "\n```\n", "\n````", "~~~\n",
		"give a b c ", "you are ", "<?", "<![CDATA[", "<!x\n", "<p hidden", "</", "&amp;", "lens: a\n",
	}
}
