-- Only for a log kept in EventStoreDB: at which commit position the event of each position stands, 8 bytes big-endian an
-- event, 1,024 events a row. Derived: what is missing here is found again by reading EventStoreDB. `looked_up_to` is how
-- far that has been looked through when the row was written; `last_event` is the id of the row's last event.
CREATE TABLE commit_index (
  first_position bigint PRIMARY KEY,
  commits bytea NOT NULL,
  last_event uuid,
  looked_up_to bigint NOT NULL,
  looked_up_to_prepare bigint NOT NULL
);
GRANT SELECT, INSERT, UPDATE ON commit_index TO ${role};
