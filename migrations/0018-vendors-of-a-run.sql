-- Whose rows the file of a run had, so that a file is compared with the last one about the same
-- vendors. Null where that is not known: runs that read no file, and earlier ones whose file said
-- it row by row. An agreement is its account's and has none.
alter table import_runs
  add column vendors text[],
  -- A file of rows that were refused before, mended: smaller than any feed, it measures none.
  add column is_mended boolean not null default false;

update import_runs
set vendors = case when kind = 'agreement' then '{}' else array[vendor] end
where mode <> 'revert' and (kind = 'agreement' or vendor is not null);
