package pptx

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"judgement/internal/testtool"
)

// TestOpenXMLValidator has the Open XML SDK look at the files.
func TestOpenXMLValidator(t *testing.T) {
	tool, err := filepath.Abs("../../.ci/npm/ooxml/node_modules/.bin/ooxml-validator")
	if err != nil {
		t.Fatal(err)
	}
	testtool.Need(t, "node", tool)
	dir := t.TempDir()
	for name, data := range samples(t) {
		file := filepath.Join(dir, name+".pptx")
		if err := os.WriteFile(file, data, 0o600); err != nil {
			t.Fatal(err)
		}
		out, err := exec.CommandContext(t.Context(), tool, file).CombinedOutput()
		var verdict struct {
			OK     bool              `json:"ok"`
			Errors []json.RawMessage `json:"errors"`
		}
		if jsonErr := json.Unmarshal(out, &verdict); jsonErr != nil || err != nil || !verdict.OK || len(verdict.Errors) > 0 {
			t.Errorf("%s: %v %v\n%s", name, err, jsonErr, out)
		}
	}
}

func unzip(t *testing.T, data []byte) (names []string, files map[string][]byte) {
	t.Helper()
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	files = map[string][]byte{}
	for _, f := range z.File {
		r, err := f.Open()
		if err != nil {
			t.Fatal(err)
		}
		b, err := io.ReadAll(r)
		if err != nil {
			t.Fatal(err)
		}
		if _, twice := files[f.Name]; twice {
			t.Errorf("%s is there twice", f.Name)
		}
		names, files[f.Name] = append(names, f.Name), b
	}
	return names, files
}

// element is any XML element.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Children []element  `xml:",any"`
	Text     string     `xml:",chardata"`
}

func (e element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

func (e element) walk(f func(element)) {
	f(e)
	for _, c := range e.Children {
		c.walk(f)
	}
}

func (e element) all(name string) (out []element) {
	e.walk(func(x element) {
		if x.XMLName.Local == name {
			out = append(out, x)
		}
	})
	return out
}

func tree(t *testing.T, name string, data []byte) element {
	t.Helper()
	var e element
	if err := xml.Unmarshal(data, &e); err != nil {
		t.Fatalf("%s: %v", name, err)
	}
	return e
}

// faults finds the five defects that make PowerPoint repair a file and that
// the Open XML SDK does not see.
func faults(t *testing.T, files map[string][]byte) (out []string) {
	t.Helper()
	ids := map[string]string{}
	for name, data := range files {
		if !strings.HasSuffix(name, ".xml") || !strings.HasPrefix(name, "ppt/") {
			continue
		}
		e := tree(t, name, data)
		seen := map[string]bool{}
		for _, c := range e.all("cNvPr") {
			if id := c.attr("id"); id == "" || id == "0" || seen[id] {
				out = append(out, name+": duplicate shape id "+id)
			} else {
				seen[id] = true
			}
		}
		for _, sp := range e.all("sp") {
			if len(sp.all("txBody")) != 1 {
				out = append(out, name+": shape without txBody")
			}
		}
		for _, tag := range []string{"sldMasterId", "sldLayoutId"} {
			for _, m := range e.all(tag) {
				id := m.attr("id")
				if where, twice := ids[id]; twice {
					out = append(out, name+": master or layout id "+id+" is in "+where+" too")
				}
				ids[id] = name
			}
		}
	}
	for name := range files {
		if strings.HasPrefix(name, "ppt/slides/slide") {
			rels := "ppt/slides/_rels/" + path.Base(name) + ".rels"
			found := 0
			if data, ok := files[rels]; ok {
				for _, r := range tree(t, rels, data).all("Relationship") {
					if strings.HasSuffix(r.attr("Type"), "/slideLayout") {
						found++
						if files[path.Join("ppt/slides", r.attr("Target"))] == nil {
							out = append(out, rels+": layout is not there")
						}
					}
				}
			}
			if found != 1 {
				out = append(out, fmt.Sprintf("%s: %d layout relationships", name, found))
			}
		}
	}
	for _, o := range tree(t, "types", files["[Content_Types].xml"]).all("Override") {
		if files[strings.TrimPrefix(o.attr("PartName"), "/")] == nil {
			out = append(out, "phantom override "+o.attr("PartName"))
		}
	}
	return out
}

func TestDefectsThatTheValidatorMisses(t *testing.T) {
	for name, data := range samples(t) {
		_, files := unzip(t, data)
		if got := faults(t, files); len(got) > 0 {
			t.Errorf("%s: %s", name, strings.Join(got, "\n"))
		}
	}
	// The check itself must see each of the five.
	for want, spoil := range map[string]func(map[string][]byte){
		"duplicate shape id": func(f map[string][]byte) {
			f["ppt/slides/slide1.xml"] = bytes.Replace(f["ppt/slides/slide1.xml"], []byte(`id="3"`), []byte(`id="2"`), 1)
		},
		"without txBody": func(f map[string][]byte) {
			f["ppt/slides/slide1.xml"] = bytes.ReplaceAll(f["ppt/slides/slide1.xml"], []byte("p:txBody"), []byte("p:other"))
		},
		"0 layout relationships": func(f map[string][]byte) { delete(f, "ppt/slides/_rels/slide2.xml.rels") },
		"phantom override":       func(f map[string][]byte) { delete(f, "ppt/presProps.xml") },
		"master or layout id": func(f map[string][]byte) {
			f["ppt/slideMasters/slideMaster1.xml"] = bytes.Replace(f["ppt/slideMasters/slideMaster1.xml"], []byte("2147483650"), []byte("2147483648"), 1)
		},
	} {
		_, files := unzip(t, samples(t)["ten"])
		spoil(files)
		if got := strings.Join(faults(t, files), "\n"); !strings.Contains(got, want) {
			t.Errorf("the check does not see %q: %s", want, got)
		}
	}
}

func TestRelationshipsAndNumbers(t *testing.T) {
	for name, data := range samples(t) {
		_, files := unzip(t, data)
		for file, b := range files {
			if !strings.HasSuffix(file, ".rels") {
				continue
			}
			for _, r := range tree(t, file, b).all("Relationship") {
				base := path.Dir(path.Dir(file))
				if target := path.Join(base, r.attr("Target")); files[target] == nil {
					t.Errorf("%s: %s points to %s, which is not there", name, file, target)
				}
			}
		}
		for file, b := range files {
			if !strings.HasPrefix(file, "ppt/slides/slide") {
				continue
			}
			for _, xfrm := range tree(t, file, b).all("xfrm")[1:] { // the first is the tree's own
				var v []int
				for _, k := range [][2]string{{"off", "x"}, {"off", "y"}, {"ext", "cx"}, {"ext", "cy"}} {
					n, err := strconv.Atoi(xfrm.all(k[0])[0].attr(k[1]))
					if err != nil || n < 0 {
						t.Errorf("%s %s: %s is %q", name, file, k[1], xfrm.all(k[0])[0].attr(k[1]))
					}
					v = append(v, n)
				}
				if v[0]+v[2] > slideWidth || v[1]+v[3] > slideHeight {
					t.Errorf("%s %s: a shape leaves the slide: %v", name, file, v)
				}
			}
		}
	}
}
