package document

import "judgement/internal/fault"

// said is all that an error's message and fix say.
func said(err error) string { return err.Error() + "; " + fault.From(err).Params["fix"] }
