package job

// Published is a version that a done job published.
type Published struct {
	Job     string
	Case    string
	Version int
}
