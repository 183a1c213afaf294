-- What an operator changes by hand is a run of one row: so it is history, has its place in the
-- order of changes, and stands in the way of undoing what came before it.
alter table import_runs drop constraint import_runs_mode_check;
alter table import_runs add constraint import_runs_mode_check
  check (mode in ('merge', 'replace', 'revert', 'edit'));

-- One vendor's offers in the order of numbers, and those that cannot be ordered, so that a list of
-- either never reads the others. No column of theirs changes with the stock.
create index offers_vendor on offers (vendor, part_number_key, condition, unit_of_measure);
create index offers_held on offers (status, part_number_key, vendor, condition, unit_of_measure)
  where status <> 'ACTIVE';

-- What ends next of an agreement, and who changed it last.
create index agreement_rules_ends on agreement_rules (account_id, valid_to)
  where valid_to is not null;
create index import_runs_account on import_runs (account_id, run_id) where account_id is not null;
