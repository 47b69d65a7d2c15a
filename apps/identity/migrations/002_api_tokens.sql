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
  last_used_at timestamptz
);
create index api_tokens_of_user on api_tokens (user_id);
grant select, insert, update, delete on api_tokens to ${role};
