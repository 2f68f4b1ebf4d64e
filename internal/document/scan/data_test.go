package scan

import "testing"

func TestLanguageFiles(t *testing.T) {
	l := theLexicon()
	for _, r := range l.rules {
		for _, text := range r.yes {
			got := Text("Some text before.\n\n" + text + "\n\nSome text after it.")
			if !hasKind(got, r.kind) && (!r.shared || len(got) == 0) {
				t.Errorf("%s: not found: %s", r.src, text)
			}
		}
		for _, text := range r.no {
			if got := Text(text); len(got) > 0 {
				t.Errorf("%s: found %+v: %s", r.src, got, text)
			}
		}
	}
}

func hasKind(found []Finding, kind Kind) bool {
	for _, f := range found {
		if f.Kind == kind {
			return true
		}
	}
	return false
}
