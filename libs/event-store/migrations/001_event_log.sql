-- One service's log. The storage format is described in the library's README.
CREATE TABLE events (
  position bigint PRIMARY KEY,
  stream text NOT NULL,
  stream_version integer NOT NULL,
  id uuid NOT NULL UNIQUE,
  type text NOT NULL,
  version smallint NOT NULL,
  data jsonb NOT NULL,
  occurred_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  actor jsonb,
  correlation_id text NOT NULL,
  causation_id uuid NOT NULL,
  batch_id uuid
);
CREATE UNIQUE INDEX events_by_version ON events (stream, stream_version);
-- Every append looks its command up: in an index of its own, so that the length of the stream does not matter.
CREATE INDEX events_by_command ON events (stream, causation_id, stream_version);
GRANT SELECT, INSERT ON events TO ${role};

-- Takes a batch of appends and returns a row for each, in order: what happened, the stream's version, the position of
-- its last event. A conflict is a row and leaves the other appends of the batch alone.
--
-- The lock is held until the transaction ends. So nobody takes a position while an earlier one may still be rolled
-- back: positions have no gaps and become visible in their order. A snapshot older than the lock would read an old
-- end of the log, hence the demand for READ COMMITTED.
--
-- All appends are judged by what was there before the batch, so a stream may be in a batch only once: two appends that
-- both go through would take the same version, which the table refuses, and with it the batch.
--
-- Notifies nobody: transactions that notify wait for each other's commits, across all databases of the server.
CREATE FUNCTION append_events(batch jsonb)
RETURNS TABLE (append_index integer, status text, stream_version integer, log_position bigint)
LANGUAGE plpgsql
-- To plan the statement takes longer than to run it, and a connection would plan it anew for its first five appends.
SET plan_cache_mode = force_generic_plan
AS $$
#variable_conflict use_column
DECLARE
  head bigint;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'append_events needs READ COMMITTED';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('append_events'), hashtext(current_schema()));
  SELECT coalesce(max(e.position), 0) INTO head FROM events e;

  -- The lookups are subqueries with LIMIT because as joins they would read the whole log if it was empty when planned.
  RETURN QUERY
  WITH given AS (
    SELECT append.*, jsonb_array_length(append.events) AS size, coalesce(newest.stream_version, 0) AS current,
      done.stream_version AS done_version, done.position AS done_position
    FROM ROWS FROM (
      jsonb_to_recordset(batch) AS (stream text, expected integer, "commandId" uuid, "correlationId" text, actor jsonb,
        "batchId" uuid, events jsonb)
    ) WITH ORDINALITY AS append (stream, expected, command_id, correlation_id, actor, batch_id, events, place)
    LEFT JOIN LATERAL (
      SELECT e.stream_version FROM events e WHERE e.stream = append.stream ORDER BY e.stream_version DESC LIMIT 1
    ) newest ON true
    LEFT JOIN LATERAL (
      SELECT e.stream_version, e.position FROM events e
      WHERE e.stream = append.stream AND e.causation_id = append.command_id ORDER BY e.stream_version DESC LIMIT 1
    ) done ON true
  ), judged AS (
    SELECT *, CASE
      WHEN done_version IS NOT NULL THEN 'duplicate'
      WHEN expected <> current THEN 'conflict'
      ELSE 'appended'
    END AS outcome
    FROM given
  ), placed AS (
    SELECT *, head + (sum(size) FILTER (WHERE outcome = 'appended') OVER (ORDER BY place))::bigint AS last_position
    FROM judged
  ), stored AS (
    INSERT INTO events (position, stream, stream_version, id, type, version, data, occurred_at, recorded_at, actor,
      correlation_id, causation_id, batch_id)
    SELECT last_position - size + fresh.place, stream, current + fresh.place, fresh.id, fresh.type, fresh.version,
      fresh.data, fresh.occurred_at, clock_timestamp(), actor, correlation_id, command_id, batch_id
    FROM placed, ROWS FROM (
      jsonb_to_recordset(events) AS (id uuid, type text, version smallint, data jsonb, "occurredAt" timestamptz)
    ) WITH ORDINALITY AS fresh (id, type, version, data, occurred_at, place)
    WHERE outcome = 'appended'
  )
  SELECT (place - 1)::integer, outcome,
    CASE outcome WHEN 'appended' THEN current + size WHEN 'duplicate' THEN done_version ELSE current END,
    CASE outcome WHEN 'appended' THEN last_position ELSE done_position END
  FROM placed ORDER BY place;
END
$$;
REVOKE ALL ON FUNCTION append_events(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_events(jsonb) TO ${role};

-- Keys of the personal data in events, wrapped with the installation's own key. To delete a row is to erase the
-- personal data of its subject from the whole log.
CREATE TABLE personal_data_keys (
  key_id uuid PRIMARY KEY,
  subject text NOT NULL UNIQUE,
  wrapped_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON personal_data_keys TO ${role};
-- After an erasure the service writes the table anew, because its file still holds the deleted key. Before PostgreSQL 17
-- only the table's owner may do that.
DO $$ BEGIN
  IF current_setting('server_version_num')::integer >= 170000 THEN
    GRANT MAINTAIN ON personal_data_keys TO ${role};
  END IF;
END $$;

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

-- Only for a log kept in EventStoreDB: the id of the event there by which the service recognizes its server while its
-- log is empty. Proposed here first, so that all its processes write the same one.
CREATE TABLE log_mark (
  stream text PRIMARY KEY,
  id uuid NOT NULL,
  is_written boolean NOT NULL DEFAULT false
);
GRANT SELECT, INSERT, UPDATE ON log_mark TO ${role};

-- Events that a follower of a log could not take in: a view, the relay, or the consumer of another context's events.
-- While one is 'stopped', the follower waits before it; 'passed over', it has gone on without it, and somebody has to
-- decide; 'skipped', somebody has decided that the follower does without it; 'retrying', somebody wants it tried after
-- its turn. The text of the error may quote the event, so only its kind is kept.
CREATE TABLE dead_letters (
  follower text NOT NULL,
  position bigint NOT NULL,
  event_type text NOT NULL,
  -- For a consumer the event as it was published, without personal data.
  event jsonb,
  error text NOT NULL,
  tries integer NOT NULL DEFAULT 1,
  state text NOT NULL CHECK (state IN ('stopped', 'passed over', 'skipped', 'retrying')),
  decided_by text,
  first_failed_at timestamptz NOT NULL DEFAULT now(),
  last_failed_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (follower, position)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON dead_letters TO ${role};
