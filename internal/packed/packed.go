// Package packed reads files that are embedded in the program in the format of zstd.
package packed

import (
	"fmt"

	"github.com/klauspost/compress/zstd"
)

// Read returns what a packed file holds.
func Read(file []byte) ([]byte, error) {
	d, err := zstd.NewReader(nil, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return nil, fmt.Errorf("make a decoder: %w", err)
	}
	defer d.Close()
	data, err := d.DecodeAll(file, nil)
	if err != nil {
		return nil, fmt.Errorf("unpack an embedded file: %w", err)
	}
	return data, nil
}
