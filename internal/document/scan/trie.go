package scan

import (
	"bytes"
	"slices"
)

// trie finds phrases in a text, byte by byte. Nodes are numbered; 0 is the root. The
// edges of a node are keys[first:last] with the nodes that they lead to.
type trie struct {
	first, last []int32
	keys        []byte
	to          []int32
	entry       []int32    // of the phrase that ends here; -1: none
	root        [256]int32 // the nodes below the root by byte
	second      []int32    // the nodes two bytes below the root by both
}

// newTrie makes a trie of distinct phrases; the entry of one is its index.
func newTrie(phrases []string) *trie {
	order := make([]int, len(phrases))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return bytes.Compare([]byte(phrases[a]), []byte(phrases[b])) })
	t := &trie{}
	t.node(phrases, order, 0)
	for i := t.first[0]; i < t.last[0]; i++ {
		t.root[t.keys[i]] = t.to[i]
	}
	t.second = make([]int32, 1<<16)
	for b, n := range t.root {
		for i := t.first[n]; n > 0 && i < t.last[n]; i++ {
			t.second[b<<8|int(t.keys[i])] = t.to[i]
		}
	}
	return t
}

// node adds the node that phrases share their first depth bytes at, and all below it.
func (t *trie) node(phrases []string, order []int, depth int) int32 {
	n := int32(len(t.entry))
	t.entry, t.first, t.last = append(t.entry, -1), append(t.first, 0), append(t.last, 0)
	if len(phrases[order[0]]) == depth {
		t.entry[n] = int32(order[0])
		order = order[1:]
	}
	var groups [][]int
	for _, i := range order {
		if g := len(groups); g > 0 && phrases[groups[g-1][0]][depth] == phrases[i][depth] {
			groups[g-1] = append(groups[g-1], i)
		} else {
			groups = append(groups, []int{i})
		}
	}
	at := len(t.keys)
	t.first[n], t.last[n] = int32(at), int32(at+len(groups))
	for _, g := range groups {
		t.keys, t.to = append(t.keys, phrases[g[0]][depth]), append(t.to, 0)
	}
	for i, g := range groups {
		t.to[at+i] = t.node(phrases, g, depth+1)
	}
	return n
}

// next is the node that a byte leads to, 0 for none.
func (t *trie) next(n int32, b byte) int32 {
	if n == 0 {
		return t.root[b]
	}
	first, last := t.first[n], t.last[n]
	if last-first > 8 {
		i := bytes.IndexByte(t.keys[first:last], b)
		if i < 0 {
			return 0
		}
		return t.to[int(first)+i]
	}
	for i := first; i < last; i++ {
		if t.keys[i] == b {
			return t.to[i]
		}
	}
	return 0
}
