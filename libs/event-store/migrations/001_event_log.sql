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
  batch_id uuid,
  UNIQUE (stream, stream_version)
);
CREATE INDEX events_by_command ON events (causation_id);

-- Takes a batch of independent appends and answers one row for each, in order: what happened, the stream's version,
-- the position of its last event. A conflict is a row and leaves the other appends of the batch alone.
--
-- The lock is held until the transaction ends. So nobody takes a position while an earlier one may still be rolled
-- back: positions have no gaps and become visible in their order. A snapshot older than the lock would read an old
-- end of the log, hence the demand for READ COMMITTED.
CREATE FUNCTION append_events(batch jsonb)
RETURNS TABLE (append_index integer, status text, stream_version integer, log_position bigint)
LANGUAGE plpgsql AS $$
DECLARE
  item jsonb;
  head bigint;
  start bigint;
  current integer;
  event_count integer;
  answered record;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'append_events needs READ COMMITTED';
  END IF;
  PERFORM pg_advisory_xact_lock(hashtext('append_events'), hashtext(current_schema()));
  SELECT coalesce(max(e.position), 0) INTO head FROM events e;
  start := head;
  append_index := -1;

  FOR item IN SELECT value FROM jsonb_array_elements(batch) LOOP
    append_index := append_index + 1;
    SELECT e.stream_version, e.position INTO answered FROM events e
      WHERE e.causation_id = (item->>'commandId')::uuid AND e.stream = item->>'stream'
      ORDER BY e.stream_version DESC LIMIT 1;
    IF FOUND THEN
      status := 'duplicate';
      stream_version := answered.stream_version;
      log_position := answered.position;
      RETURN NEXT;
      CONTINUE;
    END IF;

    SELECT e.stream_version INTO current FROM events e
      WHERE e.stream = item->>'stream' ORDER BY e.stream_version DESC LIMIT 1;
    current := coalesce(current, 0);
    IF (item->>'expected')::integer <> current THEN
      status := 'conflict';
      stream_version := current;
      log_position := NULL;
      RETURN NEXT;
      CONTINUE;
    END IF;

    INSERT INTO events
      SELECT head + fresh.place, item->>'stream', current + fresh.place, (fresh.event->>'id')::uuid,
        fresh.event->>'type', (fresh.event->>'version')::smallint, fresh.event->'data',
        (fresh.event->>'occurredAt')::timestamptz, clock_timestamp(), nullif(item->'actor', 'null'),
        item->>'correlationId', (item->>'commandId')::uuid, (item->>'batchId')::uuid
      FROM jsonb_array_elements(item->'events') WITH ORDINALITY AS fresh (event, place);
    GET DIAGNOSTICS event_count = ROW_COUNT;
    head := head + event_count;
    status := 'appended';
    stream_version := current + event_count;
    log_position := head;
    RETURN NEXT;
  END LOOP;

  IF head > start THEN
    PERFORM pg_notify(current_schema() || '_log', head::text);
  END IF;
END
$$;

REVOKE ALL ON FUNCTION append_events(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION append_events(jsonb) TO ${role};
GRANT SELECT, INSERT ON events TO ${role};
