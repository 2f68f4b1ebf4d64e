// Package jsonscan finds the ends of values in JSON text without decoding them, for
// readers that look at a small part of it.
package jsonscan

import "bytes"

// TextEnd returns the place behind the text whose opening quotation mark stands at
// data[i], −1 where it does not end.
func TextEnd(data []byte, i int) int {
	for i++; i < len(data); {
		n := bytes.IndexByte(data[i:], '"')
		if n < 0 {
			return -1
		}
		at, slashes := i+n, 0
		for at-slashes > i && data[at-slashes-1] == '\\' {
			slashes++
		}
		if i = at + 1; slashes%2 == 0 {
			return i
		}
	}
	return -1
}

// ListEnd returns the place behind the list whose opening bracket stands at
// data[i], −1 where it does not end.
func ListEnd(data []byte, i int) int {
	depth := 0
	for i < len(data) {
		switch data[i] {
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return i + 1
			}
		case '"':
			end := TextEnd(data, i)
			if end < 0 {
				return -1
			}
			i = end
			continue
		}
		i++
	}
	return -1
}
