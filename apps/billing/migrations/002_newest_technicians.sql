-- Of the event, in identity's log, that made them as they are: what comes late and is older changes nothing. Null where
-- nobody has told it, as before this version.
alter table technicians add column identity_position bigint;
