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
  epoch bigint not null default 0
);
insert into projector default values;
grant select, update on projector to ${role};

-- Events that a view could not take in. The text of the error may quote the event, so only its kind is kept.
create table dead_letters (
  view text not null,
  position bigint not null,
  event_id uuid not null,
  event_type text not null,
  error text not null,
  created_at timestamptz not null default now(),
  primary key (view, position)
);
grant select, insert, update, delete on dead_letters to ${role};
