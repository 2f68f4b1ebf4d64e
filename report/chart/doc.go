// Package chart owns drawings: a small scene of lines, rectangles, polygons and
// measured text, the charts of a report built as scenes, and their SVG. Other
// backends (PDF, presentation shapes) draw the same scene through Canvas. It
// does no I/O; the same input gives the same bytes.
package chart
