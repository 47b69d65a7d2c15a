-- Of the event, in identity's log, that made them as they are: what comes late and is older changes nothing.
alter table technicians add column identity_position bigint not null default 0;
