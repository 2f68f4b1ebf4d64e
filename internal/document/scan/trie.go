package scan

import (
	"slices"
	"strings"
)

// trie finds phrases in a text, byte by byte. Nodes are numbered; 0 is the root. The nodes
// below one node are side by side, sorted by byte.
type trie struct {
	nodes  []node
	root   [256]int32 // the nodes below the root by byte
	second []int32    // the nodes two bytes below the root by both
}

// node is what a byte leads to: the phrase that ends there, -1 for none, and the n nodes
// from first on below it.
type node struct {
	first, entry int32
	n            uint16
	byte         byte
}

// newTrie makes a trie of distinct phrases; the entry of one is its index.
func newTrie(phrases []string) *trie {
	order := make([]int, len(phrases))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return strings.Compare(phrases[a], phrases[b]) })
	t := &trie{nodes: make([]node, 1)}
	t.fill(0, phrases, order, 0)
	for i := range t.below(0) {
		t.root[t.below(0)[i].byte] = t.nodes[0].first + int32(i)
	}
	t.second = make([]int32, 1<<16)
	for b, n := range t.root {
		if n > 0 {
			for i, m := range t.below(n) {
				t.second[b<<8|int(m.byte)] = t.nodes[n].first + int32(i)
			}
		}
	}
	return t
}

// below are the nodes below a node.
func (t *trie) below(n int32) []node {
	first := t.nodes[n].first
	return t.nodes[first : first+int32(t.nodes[n].n)]
}

// entry is the phrase that ends at a node; -1: none.
func (t *trie) entry(n int32) int32 { return t.nodes[n].entry }

// fill completes the node that phrases share their first depth bytes at, and adds all
// nodes below it.
func (t *trie) fill(n int32, phrases []string, order []int, depth int) {
	t.nodes[n].entry = -1
	if len(phrases[order[0]]) == depth {
		t.nodes[n].entry = int32(order[0])
		order = order[1:]
	}
	var groups [][]int
	for len(order) > 0 {
		end := 1
		for end < len(order) && phrases[order[end]][depth] == phrases[order[0]][depth] {
			end++
		}
		groups = append(groups, order[:end])
		order = order[end:]
	}
	first := int32(len(t.nodes))
	t.nodes[n].first, t.nodes[n].n = first, uint16(len(groups))
	for _, g := range groups {
		t.nodes = append(t.nodes, node{byte: phrases[g[0]][depth]})
	}
	for i, g := range groups {
		t.fill(first+int32(i), phrases, g, depth+1)
	}
}

// next is the node that a byte leads to, 0 for none.
func (t *trie) next(n int32, b byte) int32 {
	if n == 0 {
		return t.root[b]
	}
	at, count := t.nodes[n].first, int32(t.nodes[n].n)
	for count > 8 { // the half that the byte is in
		if mid := count / 2; b < t.nodes[at+mid].byte {
			count = mid
		} else {
			at, count = at+mid, count-mid
		}
	}
	for i := at; i < at+count; i++ {
		if t.nodes[i].byte == b {
			return i
		}
	}
	return 0
}
