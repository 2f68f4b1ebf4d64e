// Package stat owns the statistics of judges: agreement, severity, rankings with
// their intervals, paired comparisons, and scores and reliability of forecasts. It
// is pure: the same numbers give the same results. It knows no judges and no cases.
// Matrices have one row for each thing that was judged and one column for each
// judge; NaN (or a number beyond ±1e100) is a missing score, and no result is ever
// NaN.
package stat
