package scan

// set is a set of classes by their number.
type set [14]uint64

func (s *set) has(c int) bool { return s[c>>6]&(1<<(c&63)) != 0 }
func (s *set) add(c int)      { s[c>>6] |= 1 << (c & 63) }
func (s *set) join(o *set) {
	for i := range s {
		s[i] |= o[i]
	}
}

func (s *set) meets(o *set) bool {
	for i := range s {
		if s[i]&o[i] != 0 {
			return true
		}
	}
	return false
}
