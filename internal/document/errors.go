package document

import "judgement/internal/fault"

// The reasons why a file can't be judged. Every error of Read that speaks of the
// file is a *fault.Error with one of these codes.
const (
	ErrEmpty       = fault.DocumentEmpty
	ErrBlank       = fault.DocumentBlank
	ErrShort       = fault.DocumentShort
	ErrBinary      = fault.DocumentBinary
	ErrTooLarge    = fault.DocumentTooLarge
	ErrEncoding    = fault.DocumentEncoding
	ErrEncrypted   = fault.DocumentEncrypted
	ErrScanned     = fault.DocumentScanned
	ErrUnsupported = fault.DocumentUnsupported
	ErrMismatch    = fault.DocumentMismatch
	ErrDamaged     = fault.DocumentDamaged
	ErrHostile     = fault.DocumentHostile
	ErrTimeout     = fault.DocumentTimeout
)

// Refuse returns the error of a file that can't be judged. name is cleaned for
// display, detail is what was seen, with numbers, fix what its author can do about
// it, and cause the technical one for the log. All but the code may be empty.
func Refuse(code fault.Code, name, detail, fix string, cause error) *fault.Error {
	return fault.New(code, cause, "name", name, "detail", detail, "fix", fix)
}
