package meeting

import (
	"slices"
	"strings"

	"judgement/internal/text"
	"judgement/report"
)

// mostShared is how many passages of a kind the lead of a report names.
const mostShared = 4

// shared is a passage of the material that several judges cite.
type shared struct {
	quote         string
	start         int
	praise, fault []string // judges, in the order of the views
}

// sharedPassages finds the passages that proven citations of two judges or more meet in,
// in the order of the material.
func sharedPassages(views []View) (list []shared) {
	type cited struct {
		report.Citation
		judge string
		good  bool
	}
	var all []cited
	for _, v := range views {
		for i, p := range slices.Concat(v.Highlights, v.Shortcomings) {
			for _, c := range p.Citations {
				if c.Start >= 0 && report.Proven(c.Status) {
					all = append(all, cited{c, v.Judge, i < len(v.Highlights)})
				}
			}
		}
	}
	slices.SortStableFunc(all, func(a, b cited) int { return a.Start - b.Start })
	end := 0
	for _, c := range all {
		if len(list) == 0 || c.Start >= end {
			list, end = append(list, shared{quote: c.Quote, start: c.Start}), c.End
		}
		s := &list[len(list)-1]
		side := &s.fault
		if c.good {
			side = &s.praise
		}
		if !slices.Contains(*side, c.judge) {
			*side = append(*side, c.judge)
		}
		if end = max(end, c.End); len(c.Quote) < len(s.quote) {
			s.quote = c.Quote // the shortest says where they meet
		}
	}
	return list
}

// lead says where judges agree and differ, by the passages that they cite.
func (s *Summary) lead() []report.Block {
	var agree, differ report.List
	for _, p := range sharedPassages(s.Views) {
		others := slices.ContainsFunc(p.fault, func(j string) bool { return !slices.Contains(p.praise, j) }) ||
			slices.ContainsFunc(p.praise, func(j string) bool { return !slices.Contains(p.fault, j) })
		switch {
		case len(p.praise) > 0 && len(p.fault) > 0 && others:
			differ.Items = append(differ.Items, s.passage(p, phPraiseFault, s.names(p.praise), s.names(p.fault)))
		case len(p.praise) > 1:
			agree.Items = append(agree.Items, s.passage(p, phPraise, s.names(p.praise)))
		case len(p.fault) > 1:
			agree.Items = append(agree.Items, s.passage(p, phFault, s.names(p.fault)))
		}
	}
	out := []report.Block{s.heading(2, "agreement", s.say(phAgreement))}
	if len(agree.Items)+len(differ.Items) == 0 {
		return append(out, report.Paragraph{Text: []report.Inline{report.Plain(s.say(phNoShared))}})
	}
	for _, part := range []struct {
		title report.Phrase
		id    string
		list  report.List
	}{{phDiffer, "differ", differ}, {phAgree, "agree", agree}} {
		if n := len(part.list.Items); n > 0 {
			part.list.Items = part.list.Items[:min(n, mostShared)]
			out = append(out, s.heading(3, part.id, s.say(part.title)), part.list)
		}
	}
	return out
}

// passage is a line of the lead.
func (s *Summary) passage(p shared, what report.Phrase, names ...any) report.Item {
	text := []report.Inline{report.Plain(s.say(what, names...)), report.Plain(s.say(phQuoted, report.CutWords(text.OneLine(p.quote), 160)))}
	return report.Item{Text: text}
}

func (s *Summary) names(judges []string) string {
	names := make([]string, len(judges))
	for i, j := range judges {
		names[i] = s.judge(j)
	}
	return strings.Join(names, s.say(phListComma))
}

// kinds are what documents that record a meeting call themselves.
var kinds = []string{
	"会议纪要", "会议记录", "会议总结", "会议逐字稿", "纪要",
	"meeting summary", "meeting minutes", "meeting notes", "minutes", "meeting",
}

// title is the heading of the report: the document's title, without a word that says again that it
// is of a meeting.
func (s *Summary) title() string {
	title := strings.TrimSpace(s.Title)
	for _, kind := range kinds {
		if len(title) <= len(kind) || !strings.EqualFold(title[:len(kind)], kind) {
			continue
		}
		rest := title[len(kind):]
		if cut := strings.TrimLeft(rest, " "); strings.HasPrefix(cut, ":") || strings.HasPrefix(cut, "：") {
			if name := strings.TrimSpace(strings.TrimLeft(cut, ":：")); name != "" {
				return s.say(phMeetingSummary) + s.say(phColon) + name
			}
		}
	}
	return s.say(phMeetingSummary) + s.say(phColon) + title
}
