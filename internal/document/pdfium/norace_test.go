//go:build !race

package pdfium

// mutations is how many damaged files of each kind are read.
const mutations = 200
