-- A dead letter holds its view up, or is waited for by somebody, until it is retried; or somebody has decided that the
-- view does without the event.
alter table dead_letters add column skipped_at timestamptz;
alter table dead_letters add column skipped_by text;
