-- The rows that a run changes or, if it is a dry run or stopped, would change. Unlogged, as refused
-- rows are: after a crash of the database a file is checked again. The history of offers has its
-- own table.
create unlogged table import_changed_rows (
  run_id integer not null,
  -- The line in the file; larger for offers that the file lacks.
  position integer not null,
  kind text not null,
  part_number text not null,
  part_name text,
  vendor text not null,
  condition text not null,
  unit_of_measure text not null,
  -- In percent of the price before; infinite for another currency or no price any more.
  price_change double precision,
  -- The columns that differ, and the row before and after; null for a created offer, and in
  -- before and after if only the stock differs.
  fields text[],
  before json,
  after json,
  stock_before bigint,
  stock_after bigint,
  primary key (run_id, position)
);
grant select, insert, delete on import_changed_rows to partsdesk_service;
