-- documents that were sent to bots, from their receipt to their last card
CREATE TABLE chat_job (
  job_id     TEXT PRIMARY KEY,
  app_id     TEXT NOT NULL,
  data       TEXT NOT NULL,
  queue_id   TEXT NOT NULL DEFAULT '', -- empty: its file still is on the platform
  created_ms BIGINT NOT NULL,
  closed_ms  BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX chat_job_open ON chat_job (closed_ms, app_id, created_ms);

-- what chats are to show: cards are sent once and updated in place
CREATE TABLE chat_parcel (
  seq        {serial},
  id         TEXT NOT NULL UNIQUE,
  grp        TEXT NOT NULL,
  app_id     TEXT NOT NULL,
  body       TEXT NOT NULL,
  final      BIGINT NOT NULL,
  version    BIGINT NOT NULL,
  delivered  BIGINT NOT NULL DEFAULT 0,
  message_id TEXT NOT NULL DEFAULT '',
  round      BIGINT NOT NULL DEFAULT 0,
  plain      BIGINT NOT NULL DEFAULT 0,
  attempts   BIGINT NOT NULL DEFAULT 0,
  due_ms     BIGINT NOT NULL,
  dropped    BIGINT NOT NULL DEFAULT 0,
  pending    BIGINT NOT NULL DEFAULT 1, -- 1: not dropped, and delivered < version
  trouble    TEXT NOT NULL DEFAULT '',
  created_ms BIGINT NOT NULL
);
CREATE INDEX chat_parcel_pending ON chat_parcel (pending, seq);
CREATE INDEX chat_parcel_group ON chat_parcel (grp, seq);

CREATE TABLE chat_bot (
  app_id TEXT PRIMARY KEY,
  health TEXT NOT NULL,
  at_ms  BIGINT NOT NULL
);
