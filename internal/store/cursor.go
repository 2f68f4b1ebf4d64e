package store

// Cursor returns the cursor that continues a list of jobs after this one.
func (j Job) Cursor() string { return formatCursor(j) }
