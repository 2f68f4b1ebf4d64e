-- competitions whose board is to be made after reviews of the queue
CREATE TABLE scene_board (
  scene    TEXT PRIMARY KEY,
  owed     BIGINT NOT NULL,            -- reviews that ended, ever
  made     BIGINT NOT NULL DEFAULT 0,  -- of these, how many some board had seen
  since_ms BIGINT NOT NULL,            -- since when it lacks one, or was last made
  until_ms BIGINT NOT NULL DEFAULT 0   -- somebody makes it until then
);
CREATE INDEX job_by_scene ON job (scene, status, created_ms);
