-- Whose views stand here: the program that has put its own in place. Others of its kind project them; others wait.
alter table projector add column edition text;
