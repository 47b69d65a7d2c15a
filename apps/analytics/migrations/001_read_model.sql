-- Which shape the tables of figures have: those of another version are made anew and filled from the first event.
-- The tables themselves belong to the service, which knows their columns.
create table read_model (
  only_one boolean primary key default true check (only_one),
  version integer not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update on read_model to ${role};

-- The people that repairs name, as identity knows them. Kept by id, so that a rename shows everywhere.
create table technicians (
  user_id text primary key,
  name text not null,
  email text not null,
  approved boolean not null,
  updated_at timestamptz not null default now()
);
grant select, insert, update on technicians to ${role};
