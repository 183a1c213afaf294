-- The catalog is read from replicas (decisions 160 and 162): this removes what only lookups and
-- searches used. Columns and indexes are dropped without writing the table again.

drop function merge_pending_search();
drop index offers_inactive;

-- The indexes of these columns are dropped with them.
alter table offers
  drop column wire,
  drop column search,
  drop column name_key,
  drop column alternate_keys,
  drop column interchangeable_keys;

drop function sellable_wire(text, integer, date, date);
drop function json_text(text);

-- Imports ask for the offers of a vendor, in no order.
drop index offers_vendor;
create index offers_vendor on offers (vendor);
