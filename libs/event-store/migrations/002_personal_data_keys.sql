-- Keys of the personal data in events, wrapped with the installation's own key. To delete a row is to erase the
-- personal data of its subject from the whole log.
CREATE TABLE personal_data_keys (
  key_id uuid PRIMARY KEY,
  subject text NOT NULL UNIQUE,
  wrapped_key bytea NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);
GRANT SELECT, INSERT, DELETE ON personal_data_keys TO ${role};
