// Package faulttest breaks things on purpose, for tests: full disks, read-only
// folders, users without rights, networks with pulled cables, and processes
// killed at any step; and it builds what such tests run. It works as root, also
// in a user namespace; without those rights testtool.Missing ends the test.
package faulttest
