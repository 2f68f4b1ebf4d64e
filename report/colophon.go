package report

import "slices"

// Colophon returns what stands under every report that is no scored one: what
// was found of its evidence, the document's integrity, provenance, cost, and
// the document itself where it is given. That no language model was used is for
// the head of such a report to say, in its own words. It is pure.
func Colophon(in Review) []Block {
	in.Provenance.NoModel = false
	blocks := slices.Concat(in.evidence(), in.integrity(), in.provenance(), usageBlocks(in.Lang, in.Usage, in.Cost, 2))
	if in.Source != nil {
		source := *in.Source
		if source.Marks == nil {
			source.Marks = Marks(in.Verdicts)
		}
		blocks = append(blocks, source)
	}
	return blocks
}

// CallLine is one line on what a judge's calls used: model, calls, tokens,
// cost.
func CallLine(l Lang, model string, u Usage, cost *Money) []Block {
	return Review{Lang: l}.verdictUsage(Verdict{Model: model, Usage: u, Cost: cost})
}
