// Package study measures judges against people. It owns sets of recorded
// verdicts and labels, their import from the files of other tools, the measures
// of judges and panels, and alignment: the fit of a panel to labels, which must
// prove its gain on held-out items. It is pure: it opens no files and calls no
// model, and the same set gives the same bytes.
package study
