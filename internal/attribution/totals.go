package attribution

import (
	"slices"

	"judgement/report"
)

// add sums up the cases of a run, which are in the order of their ids.
func (s *Summary) add(cases []*CaseInfo) {
	s.Cases, s.TotalChecked = cases, len(cases)
	for _, c := range cases {
		s.ByStatus[slices.Index(statuses[:], c.Status)]++
		s.Evidence.add(c.Evidence)
		if c.changed {
			s.Changed++
		}
		if c.broken {
			s.EvidenceBroken++
		}
		s.Unrecorded += c.unrecorded
		s.News += len(c.News)
	}
}

// pageLanguage is that of most cases with checkpoints, English if they are even.
func pageLanguage(cases []*CaseInfo) report.Lang {
	chinese, other := 0, 0
	for _, c := range cases {
		switch c.lang {
		case "":
		case report.Chinese:
			chinese++
		default:
			other++
		}
	}
	if chinese > other {
		return report.Chinese
	}
	return report.English
}
