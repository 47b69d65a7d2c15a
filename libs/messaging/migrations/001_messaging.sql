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

-- Events of other contexts that could not be taken in, kept as they were published: no personal data. While one is
-- 'stopped', the consumer waits before it; 'set aside', it has gone on; 'again', somebody wants it tried; 'left out',
-- somebody has decided to do without it. The text of the error may quote data, so only its kind is kept.
create table consumed_dead_letters (
  source text not null,
  position bigint not null,
  event jsonb not null,
  error text not null,
  tries integer not null,
  state text not null check (state in ('stopped', 'set aside', 'again', 'left out')),
  decided_by text,
  first_failed_at timestamptz not null default now(),
  last_failed_at timestamptz not null default now(),
  primary key (source, position)
);
grant select, insert, update, delete on consumed_dead_letters to ${role};
