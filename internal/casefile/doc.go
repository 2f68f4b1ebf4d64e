// Package casefile owns cases and reports on storage: one case per brand under
// one scene, its immutable numbered versions, the journal of replies that makes
// a review resumable, and the report folder that shows the newest version.
//
// What it keeps, by name from the workspace:
//
//	cases/C-2026-0001/case.yaml             the case; rewritten atomically
//	cases/C-2026-0001/v1/plan.json          takes the number; holds the run's lock
//	cases/C-2026-0001/v1/replies/*.json     one answered call each; *.spent: attempts without a reply
//	cases/C-2026-0001/v1/…                  document and results of the version
//	cases/C-2026-0001/v1/version.json       last of all: the version is complete
//	comparisons/<scene>/plan.json           by whom and how submissions are compared
//	comparisons/<scene>/replies/*.json      one answered call each
//	comparisons/<scene>/pairs/*.json        one judge's comparison of one pair each
//	comparisons/<scene>/rounds/*.json       which pairs were chosen together
//	immunity/<scene>/plan.json              who answers about attacked documents
//	immunity/<scene>/replies/*.json         one answered call each
//	reports/<folder>/.case.json             which case the folder belongs to
//	reports/<folder>/versions/v1_<date>.md  immutable snapshots: .md, .html, .pdf
//	.judgement/cases/C-2026-0001            empty: the number is never given again
//	reports/<folder>/report.md, reviews/…   the highest complete version
//
// What is durable when: each step returns only after all that it wrote is synced.
// Open: the claim, case.yaml and their folders. Begin: plan.json and its folder.
// Ledger.Put: the reply and its folder, so a reply that was reported as kept is
// there after a power cut, with everything that leads to it. Publish: first the
// version's files, the snapshots, the report files and case.yaml, then, once these
// are durable, version.json, so a complete version is whole.
//
// A process may be killed at any moment: every file is whole or absent, and the
// same command again ends in the same bytes. The package never calls a model,
// never renders anything and knows no report formats.
package casefile
