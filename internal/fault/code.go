package fault

// The codes of documents that can't be judged.
const (
	DocumentEmpty       Code = "document_empty"
	DocumentBlank       Code = "document_blank"
	DocumentShort       Code = "document_short"
	DocumentBinary      Code = "document_binary"
	DocumentTooLarge    Code = "document_too_large"
	DocumentEncoding    Code = "document_encoding"
	DocumentEncrypted   Code = "document_encrypted"
	DocumentScanned     Code = "document_scanned"
	DocumentUnsupported Code = "document_unsupported"
	DocumentMismatch    Code = "document_mismatch"
	DocumentDamaged     Code = "document_damaged"
	DocumentHostile     Code = "document_hostile"
	DocumentTimeout     Code = "document_timeout"
	DocumentGone        Code = "document_gone"     // no longer in the database
	DocumentTooLong     Code = "document_too_long" // for the model's context
)

// The codes of judging.
const (
	NoAnswers   Code = "no_answers"   // too few judges answered: calls failed, which may succeed later
	NoUsable    Code = "no_usable"    // too few judges answered: their replies can't be used
	OverBudget  Code = "over_budget"  // too few judges answered within the budget
	Unfinished  Code = "unfinished"   // the time ended while a failed call was to be tried again
	UnknownCase Code = "unknown_case" // also several of one name

	UnknownScene Code = "unknown_scene"
	InvalidScene Code = "invalid_scene"
)

// The codes of calls that a model did not answer. Codes of one word in the table are
// one kind of failure with different things to do about it.
const (
	ModelTransport   Code = "model_transport"    // connection, cut or malformed body, 408, 5xx
	ModelHost        Code = "model_host"         // its name is not known
	ModelConnect     Code = "model_connect"      // nothing listens
	ModelCertificate Code = "model_certificate"  // not trusted
	ModelProxy       Code = "model_proxy"        // the proxy of the environment refuses
	ModelScheme      Code = "model_scheme"       // http is spoken and https was asked for, or the other way round
	ModelAnswerSize  Code = "model_answer_size"  // larger than any reply
	ModelTimeout     Code = "model_timeout"      // the call's own time limit
	ModelRateLimit   Code = "model_rate_limit"   // 429
	ModelQuota       Code = "model_quota"        // 429 or 402 that says the account is empty
	ModelCredentials Code = "model_credentials"  // 401
	ModelForbidden   Code = "model_forbidden"    // 403
	ModelNoKey       Code = "model_no_key"       // 401 or 403 without a key
	ModelNotFound    Code = "model_not_found"    // unknown model or path
	ModelRedirect    Code = "model_redirect"     // 3xx
	ModelUnnamed     Code = "model_unnamed"      // nothing says which model a judge has
	ModelBadRequest  Code = "model_bad_request"  // 400, 422
	ModelFormats     Code = "model_formats"      // no response format is taken
	ModelReplyCut    Code = "model_reply_cut"    // at the token limit, before any JSON
	ModelNoJSON      Code = "model_no_json"      // the reply is other text
	ModelTooLong     Code = "model_too_long"     // the context is too small for the request, or 413
	ModelMinuteLimit Code = "model_minute_limit" // one call needs more than the account's minute
	ModelTruncated   Code = "model_truncated"    // the server read a part of the prompt
	ModelRefused     Code = "model_refused"      // a content filter stopped the request
	ModelUnavailable Code = "model_unavailable"  // replay without a record
	ModelCancelled   Code = "model_cancelled"    // the context ended
)

// The codes of cases and files.
const (
	Brand           Code = "brand"
	BrandOfFile     Code = "brand_of_file"
	BrandFolder     Code = "brand_folder"
	BrandPrefix     Code = "brand_prefix"
	OtherScene      Code = "other_scene"
	BoardOtherScene Code = "board_other_scene"
	AmbiguousCase   Code = "ambiguous_case"
	DamagedCase     Code = "damaged_case"
	Changed         Code = "changed"
	Publishing      Code = "publishing"
	UnknownVersion  Code = "unknown_version"
	DamagedBoard    Code = "damaged_board"
	DamagedPlan     Code = "damaged_plan" // of comparisons
	NoRanking       Code = "no_ranking"   // the scene is no competition
	NotPairwise     Code = "not_pairwise" // the scene compares no submissions
	TooMany         Code = "too_many"     // documents to be compared
	Deck            Code = "deck"         // its Markdown can't be read
	Write           Code = "write"
	WriteFull       Code = "write_full"
	WriteReadOnly   Code = "write_read_only"
	WriteDenied     Code = "write_denied"
	LockLost        Code = "lock_lost"
)

// The codes of the database.
const (
	DatabaseLocked      Code = "database_locked"      // another process holds it, or its lock
	DatabaseReadOnly    Code = "database_read_only"   // it can't be written
	DatabaseFull        Code = "database_full"        // the disk, or a quota, is full
	DatabaseNewer       Code = "database_newer"       // a newer version of the program made it
	DatabaseUnreachable Code = "database_unreachable" // no connection, or it was lost
	DatabaseRefused     Code = "database_refused"     // user, password or rights
	DatabaseDamaged     Code = "database_damaged"     // not a database, or broken
	DatabaseMismatch    Code = "database_mismatch"    // its tables are not those of the version that it records
	DatabaseConflict    Code = "database_conflict"    // another transaction was in the way
	DatabaseTaken       Code = "database_taken"       // a name or number that is there already
	Database            Code = "database"             // anything else; the detail says it
)

// The codes of jobs.
const (
	Cancelled   Code = "cancelled"
	Crashed     Code = "crashed"
	Attempts    Code = "attempts" // River ended the job without this program's word
	Payload     Code = "payload"
	Missed      Code = "missed"
	Failed      Code = "failed" // anything else; the text says it
	UnknownJob  Code = "unknown_job"
	JobNotDone  Code = "job_not_done" // it runs, waits or failed: it has no result
	JobEnded    Code = "job_ended"    // it cannot be cancelled any more
	NotFailed   Code = "not_failed"   // only a failed job is retried
	KeyReused   Code = "key_reused"
	JobsAway    Code = "jobs_away" // such as: no database
	SceneBroken Code = "scene_broken"
)

// The codes of the attribution check.
const (
	AttributionBusy  Code = "attribution_busy"  // another run or command holds the lock
	AttributionClock Code = "attribution_clock" // the day of a real run is before an earlier one's, or has not come yet
	Refused          Code = "refused"           // a person's command is against the rules of checkpoints
	CheckStopped     Code = "check_stopped"     // its context ended
	CheckNotStarted  Code = "check_not_started" // in time, over HTTP
	CheckLate        Code = "check_late"        // not done in time, over HTTP
	NoWorkspace      Code = "no_workspace"      // the built-in workspace takes no real run
)

// The codes of the HTTP API and of boards.
const (
	NoPath         Code = "no_path"
	NoMethod       Code = "no_method"
	NoToken        Code = "no_token" // the server has none
	Unauthorized   Code = "unauthorized"
	BodyTooLarge   Code = "body_too_large"
	BodyUnreadable Code = "body_unreadable" // not UTF-8, or it breaks off
	NoJobs         Code = "no_jobs"         // the server has no job queue
	JobsRefused    Code = "jobs_refused"    // such as: no model is set
	UploadsBusy    Code = "uploads_busy"
	StreamsBusy    Code = "streams_busy"
	ClientLeft     Code = "client_left"    // before it had its answer
	NotAcceptable  Code = "not_acceptable" // a result has no report in that media type
	NoLink         Code = "no_link"        // to a page: guessed, expired or withdrawn
	CrossSite      Code = "cross_site"     // a form that is not from a page of the visitor's login
	NoBoard        Code = "no_board"       // not public, or no such scene
	BoardAway      Code = "board_away"     // it can't be read just now
	ViewersFull    Code = "viewers_full"
	ServiceEnds    Code = "service_ends"
)

// The codes of what a process is built from, and of the command line.
const (
	Usage        Code = "usage"
	NoModel      Code = "no_model"
	NoBots       Code = "no_bots"
	NoScores     Code = "no_scores"
	NotEmpty     Code = "not_empty"
	OtherContent Code = "other_content" // of a file that never changes
	Deadline     Code = "deadline"
	Interrupted  Code = "interrupted"

	Abstained       Code = "abstained" // a judge that is tried says that it can't score
	BadRecord       Code = "bad_record"
	BadRows         Code = "bad_rows" // of a file with verdicts or labels; nothing of it is used
	Batch           Code = "batch"    // documents of a batch failed
	BelowThreshold  Code = "below_threshold"
	Busy            Code = "busy" // another process works on the same
	ChatCredentials Code = "chat_credentials"
	ChatMode        Code = "chat_mode"
	ChatToken       Code = "chat_token"
	Exists          Code = "exists"      // a scene of that name
	FileExists      Code = "file_exists" // a file is never replaced
	Incomplete      Code = "incomplete"  // comparisons are missing
	InvalidPanel    Code = "invalid_panel"
	InvalidSkill    Code = "invalid_skill"
	JobsFailed      Code = "jobs_failed" // of those that were watched
	Listen          Code = "listen"      // an address can't be opened
	ModelSettings   Code = "model_settings"
	NoChromium      Code = "no_chromium"
	NoPage          Code = "no_page" // a report can't be opened
	NoDatabase      Code = "no_database"
	NoDeck          Code = "no_deck"
	NoFolder        Code = "no_folder" // for a backup
	NoGain          Code = "no_gain"   // labels do not show that an aligned panel is better
	NoPanel         Code = "no_panel"  // no such file
	NoPrice         Code = "no_price"
	NoRecords       Code = "no_records"
	NotWritten      Code = "not_written" // a folder or file of the command line
	OutputFolder    Code = "output_folder"
	Presentation    Code = "presentation" // its file can't be made
	Ranking         Code = "ranking"      // the board was not made after a review
	ReadFile        Code = "read_file"
	Scenes          Code = "scenes" // their folder can't be read
	Settings        Code = "settings"
	Template        Code = "template" // of a new scene
	UnknownStudy    Code = "unknown_study"
	Unparsable      Code = "unparsable" // a judge that is tried gave no valid reply
	WebhookSecret   Code = "webhook_secret"
	Workspace       Code = "workspace" // it can't be opened
)
