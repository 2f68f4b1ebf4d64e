package job

import "time"

// How long is kept what does not go with an ended job: jobs go with their rows after the
// setting database.keep, which is at least KeepKeys. Documents and the texts of reports stay a
// day longer, so that a job that is there never lacks them. Cards hold what judges have
// said: once shown, the chat and the case keep it.
const (
	KeepKeys    = 7 * 24 * time.Hour  // idempotency keys, from the submission: they name a job
	KeepBlobs   = 24 * time.Hour      // documents and texts, longer than jobs
	KeepChats   = 7 * 24 * time.Hour  // closed jobs of chats, and what was delivered or given up
	KeepUnended = 30 * 24 * time.Hour // jobs, messages and notes of bots that no process serves any more
	KeepSeen    = 30 * 24 * time.Hour // messages that were seen: the platform delivers again for hours
)
