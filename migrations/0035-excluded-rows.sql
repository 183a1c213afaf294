-- Rows of an uploaded file that its import leaves out, each with its line and who chose it, and
-- those of a run as it read the file. Nodes of the version before neither read nor write them.
alter table import_files add column excluded jsonb not null default '[]';
alter table import_runs add column excluded jsonb not null default '[]';
-- Whether the row is left out, so that its offer stays as it is.
alter table import_changed_rows add column excluded boolean not null default false;
