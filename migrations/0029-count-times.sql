-- When stock was last counted (decision 215): for all offers of a vendor by a long file, else for
-- each offer. `earlier_at` is the count before; reverting the run restores it. Offers counted last
-- before this version have no time.
alter table vendors
  add column counted_at timestamptz,
  add column counted_run integer,
  add column counted_earlier_at timestamptz;

-- Without a reference to offers: its check would lock them, and orders with them.
create table offer_counts (
  offer_id bigint primary key,
  counted_at timestamptz not null,
  run_id integer not null,
  earlier_at timestamptz
);
create index offer_counts_run on offer_counts (run_id);
grant select, insert, update, delete on offer_counts to partsdesk_service;

-- Whether an operator chose to apply counts that are older than those of the offers.
alter table import_files add column older_counts boolean not null default false;
