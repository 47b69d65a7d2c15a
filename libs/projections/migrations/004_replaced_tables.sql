-- Counts the tables that were replaced while their views were live. Rows that were read before are not written into another
-- table: whoever projects looks whether the count is still the one that it knows.
alter table projector add column replaced bigint not null default 0;
