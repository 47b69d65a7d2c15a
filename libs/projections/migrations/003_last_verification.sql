-- What the last comparison of the service's views, published events and positions with its log has found. One row.
create table last_verification (
  "only" boolean primary key default true check ("only"),
  verified_at timestamptz not null,
  -- Rows, events and positions that were compared, and those that were not as the log has them.
  compared bigint not null,
  differences bigint not null
);
grant select, insert, update, delete on last_verification to ${role};
