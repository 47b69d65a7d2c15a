-- What the log must never hold: password hashes, sign-ins and tokens.

create table credentials (
  user_id text primary key,
  -- argon2id in PHC string format.
  password_hash text not null,
  created_at timestamptz not null default now(),
  -- A password that opens nothing but the choice of another, until then; null for a person's own.
  one_time_until timestamptz
);
grant select, insert, update, delete on credentials to ${role};

-- One row a browser that is signed in. It counts only while its user is approved by the very event it was made under:
-- a sign-in that slips in beside a revocation is worthless, also after a later approval.
create table sign_ins (
  -- SHA-256 of the token, hex. The token itself is known to the browser alone.
  token_hash text primary key,
  user_id text not null,
  approved_position bigint not null,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  -- What a person sees of their own sign-ins.
  sign_in_id uuid not null default gen_random_uuid(),
  browser text not null
);
create index sign_ins_of_user on sign_ins (user_id);
create index sign_ins_by_age on sign_ins (last_seen_at);
grant select, insert, update, delete on sign_ins to ${role};

-- Leaky buckets, shared by all replicas. Keys are keyed hashes: the table names no address and no person.
create table throttles (
  key text primary key,
  level double precision not null,
  measured_at timestamptz not null
);
grant select, insert, update, delete on throttles to ${role};

-- Attempts that have been counted, so that a retry of the very same one is not counted again.
create table counted_attempts (
  fingerprint text primary key,
  times integer not null,
  counted_at timestamptz not null
);
grant select, insert, update, delete on counted_attempts to ${role};

-- Personal API tokens. The log says that they were made and revoked, never what they are.
create table api_tokens (
  token_id text primary key,
  -- SHA-256 of the token, hex. The token itself was shown once, to its owner.
  token_hash text not null unique,
  user_id text not null,
  name text not null,
  -- As with sign-ins: worth nothing once the approval that it was made under has been taken away.
  approved_position bigint not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  expires_at timestamptz not null
);
create index api_tokens_of_user on api_tokens (user_id);
grant select, insert, update, delete on api_tokens to ${role};
