-- One outbox: messages that are delivered once, such as webhooks, and cards, whose
-- payload may change until it is final. A message waits for the earlier ones of its
-- group; at most one message per lane is tried at a time.
CREATE TABLE outbox_new (
  seq         {serial},
  id          TEXT NOT NULL UNIQUE,
  kind        TEXT NOT NULL,
  grp         TEXT NOT NULL,
  lane        TEXT NOT NULL,
  job_id      TEXT NOT NULL DEFAULT '', -- of the queue; empty: none
  target      TEXT NOT NULL,            -- an address, or the application of a bot
  payload     TEXT NOT NULL,
  final       BIGINT NOT NULL,          -- 1: the payload does not change any more
  version     BIGINT NOT NULL DEFAULT 1,
  delivered   BIGINT NOT NULL DEFAULT 0, -- the version that the receiver has
  state       TEXT NOT NULL DEFAULT '', -- what the sender keeps for the next try
  status      TEXT NOT NULL,            -- waiting, delivered, gave_up
  tries       BIGINT NOT NULL DEFAULT 0,
  next_ms     BIGINT NOT NULL,
  owner       TEXT NOT NULL DEFAULT '',
  claim_ms    BIGINT NOT NULL DEFAULT 0, -- nobody but the owner tries it until then
  created_ms  BIGINT NOT NULL,
  finished_ms BIGINT NOT NULL DEFAULT 0
);
INSERT INTO outbox_new (id, kind, grp, lane, job_id, target, payload, final, delivered, status, tries, next_ms, created_ms, finished_ms)
  SELECT id, kind, id, id, job_id, target, payload, 1, CASE WHEN status = 'delivered' THEN 1 ELSE 0 END, status, tries, next_ms, created_ms, finished_ms
  FROM outbox ORDER BY created_ms, id;
INSERT INTO outbox_new (id, kind, grp, lane, target, payload, final, version, delivered, state, status, tries, next_ms, created_ms, finished_ms)
  SELECT id, 'chat', grp, grp, app_id, body, final, version, delivered,
    '{"message_id":"' || replace(replace(message_id, '\', ''), '"', '') || '","round":' || round || ',"plain":' || CASE WHEN plain = 1 THEN 'true' ELSE 'false' END || '}',
    CASE WHEN pending = 1 THEN 'waiting' WHEN dropped = 1 THEN 'gave_up' ELSE 'delivered' END,
    attempts, due_ms, created_ms, CASE WHEN pending = 1 THEN 0 ELSE created_ms END
  FROM chat_parcel ORDER BY seq;
DROP TABLE outbox;
DROP TABLE chat_parcel;
ALTER TABLE outbox_new RENAME TO outbox;
CREATE INDEX outbox_due ON outbox (status, kind, next_ms);
CREATE INDEX outbox_by_job ON outbox (job_id);
CREATE INDEX outbox_by_group ON outbox (grp, seq);
CREATE INDEX outbox_by_lane ON outbox (lane, status);
