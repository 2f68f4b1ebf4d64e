package report

import (
	"cmp"
	"slices"
	"strings"
)

// IntegrityNotice says in one line what was found in a document, kind by kind,
// and links to the section that Appendix and Colophon write about it. It is empty
// if nothing was found.
func IntegrityNotice(l Lang, found []IntegrityWarning) []Block {
	if len(found) == 0 {
		return nil
	}
	var kinds []string
	count := map[string]int{}
	for _, w := range found {
		if count[w.Kind] == 0 {
			kinds = append(kinds, w.Kind)
		}
		count[w.Kind] += max(1, w.Count)
	}
	slices.SortStableFunc(kinds, func(a, b string) int { return cmp.Compare(gravity(a), gravity(b)) })
	for i, k := range kinds {
		kinds[i] = l.Integrity(k) + l.parens(l.Say(phTimes, count[k]))
	}
	return []Block{Note{Kind: Caution, Text: []Inline{
		Plain(l.Say(Phrase{"Found in the document: %s. See “", "文档中发现：%s。详见“"}, strings.Join(kinds, l.Say(phListComma)))),
		Link{Text: l.Say(phIntegrity), Target: "#integrity"},
		Plain(l.pick("”.", "”。")),
	}}}
}

// gravity orders kinds: what speaks to the judges comes first.
func gravity(kind string) int {
	if slices.Contains([]string{"planted_command", "planted_score", "fake_reply", "fake_fence"}, kind) {
		return 0
	}
	return 1
}
