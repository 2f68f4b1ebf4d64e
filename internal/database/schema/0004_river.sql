-- Whether a job that has not ended waits or runs, River's own row says: here its
-- status is pending until it has ended.
UPDATE job SET status = 'pending', started_ms = 0 WHERE status = 'running';
-- crashes: worker processes that died while they ran it; alone: the worker in
-- which it runs alone
ALTER TABLE job ADD COLUMN crashes BIGINT NOT NULL DEFAULT 0;
ALTER TABLE job ADD COLUMN alone TEXT NOT NULL DEFAULT '';
ALTER TABLE job DROP COLUMN owner;
ALTER TABLE job DROP COLUMN fence;
ALTER TABLE job DROP COLUMN cancel_ms;
CREATE INDEX job_by_queue_id ON job (queue_id);

-- One owner's leases are renewed together, those of scenes' slots and of boards
-- that are being made included.
DELETE FROM lease;
ALTER TABLE lease DROP COLUMN fence;
CREATE INDEX lease_by_owner ON lease (owner);
DROP TABLE scene_slot;
DROP TABLE reply;
