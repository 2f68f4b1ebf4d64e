package jury

// Used is what a budget has counted.
func (b *Budget) Used() (tokens, calls int) { return b.tokens, b.calls }
