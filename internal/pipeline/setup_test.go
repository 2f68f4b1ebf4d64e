package pipeline

import (
	"errors"
	"testing"

	"judgement/internal/fault"
	"judgement/internal/jury"
	"judgement/internal/llm"
	"judgement/panel"
)

// priced is a model whose prices are in the currency that it is called; none: unknown.
type priced struct{ llm.Model }

func (priced) Info(name string) llm.Info {
	if name == "none" {
		return llm.Info{Name: name}
	}
	return llm.Info{Name: name, Price: &llm.Price{Currency: name}}
}

// TestCheckPrices: a limit in money needs prices of all models in one currency.
func TestCheckPrices(t *testing.T) {
	p := &Pipeline{Runner: jury.Runner{Model: priced{}}}
	limit := panel.PointsOf(1)
	for _, c := range []struct {
		models []string
		limit  *panel.Points
		model  string
		ok     bool
	}{
		{[]string{"USD", "USD"}, &limit, "", true},
		{[]string{"USD", "none"}, &limit, "none", false},
		{[]string{"USD", "CNY"}, &limit, "", false},
		{[]string{"USD", "CNY", "none"}, nil, "", true},
	} {
		s := &Setup{Panel: &panel.Panel{}}
		for _, m := range c.models {
			s.Panel.Judges = append(s.Panel.Judges, panel.Judge{Model: m})
		}
		err := p.CheckPrices(s, c.limit)
		if (err == nil) != c.ok || err != nil && (!errors.Is(err, fault.NoPrice) || fault.From(err).Params["model"] != c.model) {
			t.Errorf("%v: %v", c.models, err)
		}
	}
}
