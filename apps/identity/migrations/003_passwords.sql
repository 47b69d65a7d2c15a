-- A password that opens nothing but the choice of another, until then; null for a person's own.
alter table credentials add column one_time_until timestamptz;
-- With a pending account that an Admin removes goes its password.
grant delete on credentials to ${role};

-- What a person sees of their own sign-ins.
alter table sign_ins add column sign_in_id uuid not null default gen_random_uuid();
alter table sign_ins add column browser text not null default '';

-- Tokens that were made before they expired live one more year.
alter table api_tokens add column expires_at timestamptz not null default now() + interval '365 days';
