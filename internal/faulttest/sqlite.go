package faulttest

import (
	"encoding/binary"
	"math/rand/v2"
	"os"
	"testing"
)

// DamageLeaf damages one leaf page of a closed SQLite file, of a table or an
// index: page and damage depend on the seed. The file is to have no free pages.
func DamageLeaf(t testing.TB, path string, seed uint64) {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	const tableLeaf, indexLeaf = 0x0d, 0x0a // https://sqlite.org/fileformat.html#b_tree_pages
	size := int(binary.BigEndian.Uint16(data[16:]))
	var leaves [][]byte
	for at := size; at+size <= len(data); at += size {
		page := data[at : at+size]
		if cells := binary.BigEndian.Uint16(page[3:]); (page[0] == tableLeaf || page[0] == indexLeaf) && cells > 0 {
			leaves = append(leaves, page)
		}
	}
	if len(leaves) == 0 {
		t.Fatal("the file has no leaf page with content")
	}
	random := rand.New(rand.NewPCG(seed, 0))
	page := leaves[random.IntN(len(leaves))]
	switch seed % 3 {
	case 0: // a block that was never written
		clear(page)
	case 1: // noise over the header and the pointers to the cells
		for i := range 64 {
			page[i] = byte(random.Uint32())
		}
	case 2: // a page that lost its cells
		clear(page[3:5])
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}
