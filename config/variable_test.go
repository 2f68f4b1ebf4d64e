package config

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestUnknownVariables(t *testing.T) {
	environ := []string{
		"JUDGEMENT_RATE_LIMITS=5", "JUDGEMENT_RATE_LIMIT=5", "JUDGEMENT_ZZZ=sk-secret", "OPENAI_ANYTHING=1", "PATH=/bin",
		WorkspaceEnv + "=/w", "JUDGEMENT_WEBHOOK_SECRET=whsec_x", "JUDGEMENT_MODEL=m", "JUDGEMENT_BLANK= ", "JUDGEMENT_PORT=8421",
		"JUDGEMENT_SERVICE_HOST=10.0.0.1", "JUDGEMENT_DB_SERVICE_PORT_SQL=5432", "JUDGEMENT_DB_PORT=tcp://10.0.0.1:5432", "JUDGEMENT_PORT_8421_TCP_ADDR=10.0.0.1",
	}
	want := []string{
		"JUDGEMENT_MODEL is set, but no setting has it; did you mean JUDGEMENT_LLM_MODEL?",
		"JUDGEMENT_PORT is set, but no setting has it; 'judgement help environment' lists all variables",
		"JUDGEMENT_RATE_LIMITS is set, but no setting has it; did you mean JUDGEMENT_RATE_LIMIT?",
		"JUDGEMENT_ZZZ is set, but no setting has it; 'judgement help environment' lists all variables",
	}
	if diff := cmp.Diff(want, UnknownVariables(environ)); diff != "" {
		t.Error(diff)
	}
}
