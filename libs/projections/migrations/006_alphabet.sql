-- How lists are sorted by names: by the root order of Unicode, where a letter with an accent stands beside the one
-- without. A PostgreSQL built without ICU sorts by code points.
do $$ begin
  create collation alphabet from "und-x-icu";
exception when undefined_object then
  create collation alphabet from "C";
end $$;
