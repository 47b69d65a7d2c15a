-- The people that devices and entries name, as identity knows them. Kept by id, so that a rename shows everywhere.
create table technicians (
  user_id text primary key,
  name text not null,
  email text not null,
  approved boolean not null,
  updated_at timestamptz not null default now(),
  -- Of the event, in identity's log, that made them as they are: what comes late and is older changes nothing.
  identity_position bigint not null
);
create index technicians_name on technicians (lower(name));
create index technicians_email on technicians (lower(email));
-- `npm run rebuild` signs in as the service and removes people whom no event of identity names.
grant select, insert, update, delete on technicians to ${role};
