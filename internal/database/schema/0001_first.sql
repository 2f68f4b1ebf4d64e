-- {now}, {serial} and {bytes} are replaced by what the database at hand has.
CREATE TABLE judgement_schema (
  version BIGINT PRIMARY KEY,
  at_ms   BIGINT NOT NULL
);

-- jobs: what the queue's own rows forget after a day
CREATE TABLE job (
  job_id      TEXT PRIMARY KEY,
  kind        TEXT NOT NULL,
  scene       TEXT NOT NULL,
  brand       TEXT NOT NULL,
  status      TEXT NOT NULL,
  reason      TEXT NOT NULL DEFAULT '',
  message     TEXT NOT NULL DEFAULT '',
  phase       TEXT NOT NULL DEFAULT '',
  done        BIGINT NOT NULL DEFAULT 0,
  total       BIGINT NOT NULL DEFAULT 0,
  payload     TEXT NOT NULL,
  result      TEXT NOT NULL DEFAULT '',
  queue_id    BIGINT NOT NULL DEFAULT 0,
  fence       BIGINT NOT NULL DEFAULT 0,
  owner       TEXT NOT NULL DEFAULT '',
  last_seq    BIGINT NOT NULL DEFAULT 0,
  created_ms  BIGINT NOT NULL,
  started_ms  BIGINT NOT NULL DEFAULT 0,
  cancel_ms   BIGINT NOT NULL DEFAULT 0,
  finished_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX job_by_age ON job (created_ms, job_id);
CREATE INDEX job_by_status ON job (status, created_ms);

CREATE TABLE idempotency (
  key         TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  job_id      TEXT NOT NULL,
  until_ms    BIGINT NOT NULL
);

-- bytes that jobs carry, such as documents, by the hash of the content
CREATE TABLE blob (
  sha256     TEXT PRIMARY KEY,
  data       {bytes} NOT NULL,
  touched_ms BIGINT NOT NULL
);

CREATE TABLE job_event (
  job_id TEXT NOT NULL,
  seq    BIGINT NOT NULL,
  at_ms  BIGINT NOT NULL,
  data   TEXT NOT NULL,
  PRIMARY KEY (job_id, seq)
);

CREATE TABLE reply (
  run    TEXT NOT NULL,
  key    TEXT NOT NULL,
  record TEXT NOT NULL,
  sha256 TEXT NOT NULL,
  at_ms  BIGINT NOT NULL,
  PRIMARY KEY (run, key)
);

CREATE TABLE call_log (
  id         {serial},
  at_ms      BIGINT NOT NULL,
  job_id     TEXT NOT NULL,
  judge      TEXT NOT NULL,
  model      TEXT NOT NULL,
  outcome    TEXT NOT NULL,
  tokens_in  BIGINT NOT NULL,
  tokens_out BIGINT NOT NULL,
  cost       TEXT NOT NULL,
  took_ms    BIGINT NOT NULL,
  error      TEXT NOT NULL
);
CREATE INDEX call_log_by_job ON call_log (job_id, id);

CREATE TABLE dedupe (
  key      TEXT PRIMARY KEY,
  until_ms BIGINT NOT NULL
);

CREATE TABLE outbox (
  id          TEXT PRIMARY KEY,
  kind        TEXT NOT NULL,
  job_id      TEXT NOT NULL,
  target      TEXT NOT NULL,
  payload     TEXT NOT NULL,
  status      TEXT NOT NULL,
  tries       BIGINT NOT NULL DEFAULT 0,
  next_ms     BIGINT NOT NULL,
  owner       TEXT NOT NULL DEFAULT '',
  lease_ms    BIGINT NOT NULL DEFAULT 0,
  created_ms  BIGINT NOT NULL,
  finished_ms BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX outbox_due ON outbox (status, next_ms);
CREATE INDEX outbox_by_job ON outbox (job_id);

CREATE TABLE outbox_try (
  id      TEXT NOT NULL,
  n       BIGINT NOT NULL,
  at_ms   BIGINT NOT NULL,
  took_ms BIGINT NOT NULL,
  code    BIGINT NOT NULL,
  error   TEXT NOT NULL,
  PRIMARY KEY (id, n)
);

-- gates let one through every so often; hits count what a window had
CREATE TABLE rate_gate (
  name    TEXT PRIMARY KEY,
  next_us BIGINT NOT NULL
);
CREATE TABLE rate_hit (
  id    {serial},
  name  TEXT NOT NULL,
  at_ms BIGINT NOT NULL
);
CREATE INDEX rate_hit_by_name ON rate_hit (name, at_ms);

CREATE TABLE lease (
  name     TEXT PRIMARY KEY,
  owner    TEXT NOT NULL,
  fence    BIGINT NOT NULL,
  until_ms BIGINT NOT NULL
);

CREATE TABLE scene_slot (
  scene    TEXT NOT NULL,
  slot     BIGINT NOT NULL,
  holder   TEXT NOT NULL DEFAULT '',
  until_ms BIGINT NOT NULL DEFAULT 0,
  PRIMARY KEY (scene, slot)
);

-- cases and reports, where Postgres is their truth; parent is "." at the top
CREATE TABLE file (
  name     TEXT PRIMARY KEY,
  parent   TEXT NOT NULL,
  data     {bytes} NOT NULL,
  once     BIGINT NOT NULL, -- 1: it never changes
  write_id TEXT NOT NULL, -- of the call that wrote it
  at_ms    BIGINT NOT NULL
);
CREATE INDEX file_by_parent ON file (parent);
CREATE TABLE folder (
  name   TEXT PRIMARY KEY,
  parent TEXT NOT NULL
);
CREATE INDEX folder_by_parent ON folder (parent);
