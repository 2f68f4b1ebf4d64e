//go:build race

package pdfium

// mutations is smaller under the race detector, which makes every worker, a
// process of its own, ten times slower and learns nothing from it.
const mutations = 24
