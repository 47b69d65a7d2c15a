-- The people who completed repairs, as identity knows them. Kept by id, so that a rename shows everywhere.
create table technicians (
  user_id text primary key,
  name text not null,
  email text not null,
  approved boolean not null,
  updated_at timestamptz not null default now()
);
create index technicians_name on technicians (lower(name));
create index technicians_email on technicians (lower(email));
grant select, insert, update on technicians to ${role};
