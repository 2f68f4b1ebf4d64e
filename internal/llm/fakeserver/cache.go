package fakeserver

import "github.com/cespare/xxhash/v2"

// A prompt cache as OpenAI documents it: a prompt from 1,024 tokens on is read from the
// cache as far as an earlier one of the model began with the same bytes, in whole blocks
// of 128 tokens. The schema of a response format goes ahead of the messages.
const (
	tokenBytes  = 4 // that the server counts as one token
	blockTokens = 128
	leastCached = 1024
)

// stream is what the model reads, in its order.
func (r Request) stream() []byte {
	size := 0
	for _, m := range r.Messages {
		size += len(m.Content) + 4*tokenBytes
	}
	out := make([]byte, 0, size+len(r.Schema)+3*tokenBytes)
	if r.Format == "json_schema" {
		out = append(out, r.Schema...)
	}
	for _, m := range r.Messages {
		frame := [4 * tokenBytes]byte{}
		copy(frame[:], m.Role)
		out = append(append(out, frame[:]...), m.Content...)
	}
	return append(out, make([]byte, 3*tokenBytes)...)
}

// blocks names the beginnings of a stream of a model, one per block.
func blocks(model string, stream []byte) []uint64 {
	h := xxhash.New()
	_, _ = h.WriteString(model)
	var out []uint64
	for len(stream) >= blockTokens*tokenBytes {
		_, _ = h.Write(stream[:blockTokens*tokenBytes])
		out = append(out, h.Sum64())
		stream = stream[blockTokens*tokenBytes:]
	}
	return out
}

// cachedTokens is how much of a prompt the cache has. The server's lock is held.
func (s *Server) cachedTokens(begins []uint64) int {
	n := 0
	for n < len(begins) {
		if _, ok := s.cache[begins[n]]; !ok {
			break
		}
		n++
	}
	if n *= blockTokens; n < leastCached {
		return 0
	}
	return n
}

// keep puts a prompt into the cache. It is there when its reply begins.
func (s *Server) keep(begins []uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, b := range begins {
		s.cache[b] = struct{}{}
	}
}
