-- Works with: 0.2
-- Rows are no longer left out of an import: nothing reads `excluded`. What a check listed of such
-- rows goes, and a file that was checked without some rows is checked again before it is imported.
delete from import_changed_rows where excluded;
update import_runs set file_id = null
where excluded <> '[]' and state in ('previewed', 'stopped');
