package board

import (
	"strings"
	"unicode"

	"judgement/internal/stat"
	"judgement/report"
)

// errorCorrelation is how far the judges' errors correlate: as labels show, else by
// assumption, from the models that the judges have.
func (c *competition) errorCorrelation() (correlation float64, from string) {
	if c.rules.Correlation != nil {
		return min(max(*c.rules.Correlation, 0), stat.MostCorrelation), report.FromLabels
	}
	var models []string
	for _, s := range c.subs[:min(1, len(c.subs))] {
		for _, j := range s.Judges {
			if c.panel.Votes(j.Slug) {
				models = append(models, j.Model)
			}
		}
	}
	return AssumedCorrelation(models)
}

// AssumedCorrelation is the mean over pairs of judges of what is assumed of two of the
// same model, of one family, or of different families, and which of them all pairs
// are; empty: several. Without two judges they are taken as of different families.
func AssumedCorrelation(models []string) (correlation float64, from string) {
	sum, pairs := 0.0, 0.0
	for i, a := range models {
		for _, b := range models[:i] {
			r, kind := stat.ErrorCorrelation, report.FromFamilies
			switch {
			case a == b:
				r, kind = stat.SameModelCorrelation, report.FromModel
			case family(a) == family(b):
				r, kind = stat.SameFamilyCorrelation, report.FromFamily
			}
			if pairs > 0 && from != kind {
				kind = report.FromMixed
			}
			sum, pairs, from = sum+r, pairs+1, kind
		}
	}
	if pairs == 0 {
		return stat.ErrorCorrelation, report.FromFamilies
	}
	return sum / pairs, from
}

// family is the name of a model up to its number: gpt of openai/gpt-4o.
func family(model string) string {
	name := strings.ToLower(model[strings.LastIndexByte(model, '/')+1:])
	if at := strings.IndexFunc(name, func(r rune) bool { return !unicode.IsLetter(r) }); at > 0 {
		return name[:at]
	}
	return name
}
