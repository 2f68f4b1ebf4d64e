package cmd

import (
	"github.com/spf13/cobra"

	"judgement/internal/api"
)

func (a *App) openapiCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "openapi",
		Short:   "Print the OpenAPI description of the HTTP API",
		Long:    "Prints the OpenAPI 3.1 description of the HTTP API as JSON: what 'judgement serve' serves as /openapi.json.",
		Example: "  judgement openapi > openapi.json",
		Args:    exactArgs(0),
		RunE: func(*cobra.Command, []string) error {
			_, err := a.Out.Write(api.OpenAPI())
			return err
		},
	}
}
