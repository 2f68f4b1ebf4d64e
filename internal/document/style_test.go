package document

import "testing"

func TestHiddenStyle(t *testing.T) {
	for style, want := range map[string]bool{
		"font-size:0.1em": true, "font-size: .05rem": true, "font-size:0.1pt": true, "font-size:1px": true, "font-size:2px": true, "font-size:5%": true,
		"font-size:0.2vw": true, "font-size:0.3mm": true, "font: italic 0.1em/1 serif": true, "font:1px Arial": true, "FONT-SIZE:0.1EM !important": true,
		"font-size:0.5em": false, "font-size:3.9px": true, "font-size:2.9pt": true, "font-size:4px": false, "font-size:3pt": false, "letter-spacing:-.5em": true, "letter-spacing:-.1em": false, "font-size:4pt": false, "font-size:50%": false, "font-size:1em": false, "font: 12px/1.5 serif": false, "font-size:small": false, "font-size:calc(1px + 1em)": false,
		"zoom:0.01": true, "scale:0": true, "transform:scale(0.001)": true, "transform: translateX(-9999px)": true, "transform:translate(0, -5000px)": true,
		"zoom:1.2": false, "transform:rotateY(90deg)": true, "transform:scale(.2)": true, "transform:scale(.5)": false, "transform:rotateZ(90deg)": false, "transform:scale(0.8)": false, "transform: translate(10px, 20px)": false, "transform: rotate(3deg)": false,
		"opacity:0%": true, "opacity:0.01": true, "opacity:90%": false, "filter:opacity(0)": true, "content-visibility:hidden": true, "clip-path:circle(0)": true,
		"font-size:calc(0.5px)": true, "font-size:calc(0 * 1px)": true, "font-size:calc(12px * 0)": true, "position:absolute;inset:-5000px": true, "position:absolute;inset:0 auto": false, "font-size:calc(12px)": false,
		"margin-left:-9999px": true, "margin-left:-2em": false, "left:0;margin-left:-700px": true, "left:50%;margin-left:-9999px": true, "float:left;margin-left:-100%": false, "margin-left:30000px": true,
		"text-indent:30000px": true, "text-indent:-9999px;padding-left:1em": true, "position:absolute;clip:rect(auto,auto,auto,auto)": false, "position:absolute;clip:rect(1px,1px,1px,1px)": true,
		"scale:1 0": true, "translate:-9999px": true, "line-height:0;overflow:hidden": true, "line-height:1;overflow:hidden": false, "COLOR:/**/WHITE": true, "col\\6fr:white": true,
		"background:rgba(0,0,0,.5);color:#fff": false, "color:rgb(255 255 255 / 90%)": true, "color:hsl(0deg 0% 100%)": true, "color:color-mix(in oklab, white 99%, red)": true,
		"color:light-dark(white, black)": true, "color:color(display-p3 1 1 1)": true, "color:oklch(none none none)": false,
		"-webkit-text-fill-color:transparent": true, "color:aliceblue": true, "color:seashell;background:#222": false, "color:navy": false,
	} {
		if got := hiddenStyle(style, "", "", plainPage); got != want {
			t.Errorf("%s: hidden %v", style, got)
		}
	}
}
