// Package attribution owns the attribution check: which checkpoints of which
// cases are due, what came true, who foresaw it, and whether the cited quotes
// are still in the documents. It also owns outcomes and calibration. It is rules over
// casefile's storage and never calls a model.
//
// What it keeps, by name from the workspace:
//
//	cases/C-2026-0001/outcomes.jsonl        what happened; lines are only ever added
//	cases/C-2026-0001/attribution.json      the status of the case; rewritten when it changes
//	cases/C-2026-0001/followups/<id>.json   one for each checkpoint that fell due
//	cases/C-2026-0001/failures/<id>-<seq>.json  one for each falsified one
//	reports/<folder>/checkpoints.md, checkpoints.html  the case's page, with attribution.json
//	cases/calibration.json, calibration.html    rewritten by full runs when they change
//	cases/.attribution/lock                 held by the one runner or writer
//	cases/.attribution/receipts/<day>-<n>.json  one for each real run
//
// A process may be killed at any moment: every file is whole or absent, and the
// next run ends in the bytes of an uninterrupted one. Versions, questions and
// forecasts are never touched.
package attribution
