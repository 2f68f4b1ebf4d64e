package larkfake

import (
	"fmt"

	"google.golang.org/protobuf/encoding/protowire"
)

// frame is the long connection's message: protobuf, as the platform speaks it.
type frame struct {
	seq, log        uint64
	service, method int32
	headers         []header
	payload         []byte
}

type header struct{ key, value string }

func (f frame) header(key string) string {
	for _, h := range f.headers {
		if h.key == key {
			return h.value
		}
	}
	return ""
}

func (f frame) encode() []byte {
	b := protowire.AppendTag(nil, 1, protowire.VarintType)
	b = protowire.AppendVarint(b, f.seq)
	b = protowire.AppendTag(b, 2, protowire.VarintType)
	b = protowire.AppendVarint(b, f.log)
	b = protowire.AppendTag(b, 3, protowire.VarintType)
	b = protowire.AppendVarint(b, uint64(f.service))
	b = protowire.AppendTag(b, 4, protowire.VarintType)
	b = protowire.AppendVarint(b, uint64(f.method))
	for _, h := range f.headers {
		inner := protowire.AppendTag(nil, 1, protowire.BytesType)
		inner = protowire.AppendString(inner, h.key)
		inner = protowire.AppendTag(inner, 2, protowire.BytesType)
		inner = protowire.AppendString(inner, h.value)
		b = protowire.AppendTag(b, 5, protowire.BytesType)
		b = protowire.AppendBytes(b, inner)
	}
	b = protowire.AppendTag(b, 8, protowire.BytesType)
	return protowire.AppendBytes(b, f.payload)
}

func decodeFrame(b []byte) (frame, error) {
	var f frame
	err := eachField(b, func(num protowire.Number, value []byte, n uint64) error {
		switch num {
		case 3:
			f.service = int32(n)
		case 4:
			f.method = int32(n)
		case 5:
			var h header
			f.headers = append(f.headers, h)
			last := &f.headers[len(f.headers)-1]
			return eachField(value, func(num protowire.Number, value []byte, _ uint64) error {
				switch num {
				case 1:
					last.key = string(value)
				case 2:
					last.value = string(value)
				}
				return nil
			})
		case 8:
			f.payload = value
		}
		return nil
	})
	return f, err
}

func eachField(b []byte, f func(num protowire.Number, value []byte, n uint64) error) error {
	for len(b) > 0 {
		num, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		var value []byte
		var number uint64
		switch kind {
		case protowire.VarintType:
			number, n = protowire.ConsumeVarint(b)
		case protowire.BytesType:
			value, n = protowire.ConsumeBytes(b)
		default:
			return fmt.Errorf("field %d has wire type %d", num, kind)
		}
		if n < 0 {
			return protowire.ParseError(n)
		}
		b = b[n:]
		if err := f(num, value, number); err != nil {
			return err
		}
	}
	return nil
}
