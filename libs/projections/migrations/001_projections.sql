-- How far each view has come, moved in the transaction that writes its rows.
create table view_checkpoints (
  view text primary key,
  version integer not null,
  position bigint not null,
  state text not null check (state in ('live', 'stopped')),
  updated_at timestamptz not null default now()
);
grant select, insert, update, delete on view_checkpoints to ${role};

-- One row. Whoever begins to project raises the epoch; a transaction of an older epoch cannot commit rows.
create table projector (
  "only" boolean primary key default true check ("only"),
  epoch bigint not null default 0,
  -- Counts the tables that were replaced while their views were live. Rows that were read before are not written into
  -- another table: whoever projects looks whether the count is still the one that it knows.
  replaced bigint not null default 0,
  -- Whose views stand here: the program that has put its own in place. Others of its kind project them; others wait.
  build_id text
);
insert into projector default values;
grant select, update on projector to ${role};

-- What the last comparison of the service's views, published events and positions with its log has found. One row.
create table last_verification (
  "only" boolean primary key default true check ("only"),
  verified_at timestamptz not null,
  -- Rows, events and positions that were compared, and those that were not as the log has them.
  compared bigint not null,
  differences bigint not null
);
grant select, insert, update, delete on last_verification to ${role};

-- How lists are sorted by names: by the root order of Unicode, where a letter with an accent stands beside the one
-- without. A PostgreSQL built without ICU sorts by code points.
do $$ begin
  create collation alphabet from "und-x-icu";
exception when undefined_object then
  create collation alphabet from "C";
end $$;
