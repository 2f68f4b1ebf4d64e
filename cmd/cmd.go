package cmd

// Main is a placeholder until the tree is wired.
func Main() int { return 0 }
