-- After an erasure the service writes the table anew, because its file still holds the deleted key. Before PostgreSQL 17
-- only the table's owner may do that.
do $$ begin
  if current_setting('server_version_num')::integer >= 170000 then
    grant maintain on personal_data_keys to ${role};
  end if;
end $$;
