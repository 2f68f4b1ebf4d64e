package storagetest

import (
	"context"

	"judgement/internal/casefile"
)

// Reads is a storage that calls a function with the name of each file before it
// reads it.
type Reads struct {
	casefile.Storage
	Before func(name string)
}

// Read implements casefile.Storage.
func (r Reads) Read(ctx context.Context, name string) ([]byte, error) {
	r.Before(name)
	return r.Storage.Read(ctx, name)
}
