-- How far a log has been published. `predecessor` is the position of the last event that was published,
-- `position` that of the last event looked at; not every event is for the public.
create table relay_cursors (
  name text primary key,
  position bigint not null default 0,
  predecessor bigint not null default 0,
  updated_at timestamptz not null default now()
);
grant select, insert, update on relay_cursors to ${role};

-- How far another context's events have been taken in, moved in the transaction that applies them.
create table consumed_positions (
  source text primary key,
  position bigint not null default 0,
  updated_at timestamptz not null default now()
);
grant select, insert, update on consumed_positions to ${role};
