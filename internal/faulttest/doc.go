// Package faulttest breaks things on purpose, for tests: full disks, read-only
// folders, users without rights, networks whose cables are pulled, and processes
// killed at any step; and it builds what such tests run. It works as root, also
// in a user namespace, and fails a test where it can't: a fault test that is
// skipped proves nothing.
package faulttest
