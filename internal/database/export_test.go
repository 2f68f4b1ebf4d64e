package database

// CheckCopy is checkCopy for tests: a copy that fails can't be made on purpose.
var CheckCopy = checkCopy
