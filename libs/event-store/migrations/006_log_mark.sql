-- Only for a log kept in EventStoreDB: the id of the event there by which the service recognizes its server while its
-- log is empty. Proposed here first, so that all its processes write the same one.
CREATE TABLE log_mark (
  stream text PRIMARY KEY,
  id uuid NOT NULL,
  is_written boolean NOT NULL DEFAULT false
);
GRANT SELECT, INSERT, UPDATE ON log_mark TO ${role};
