-- What the quantities of a vendor's feeds mean (decision 153): all that is on hand, or what is
-- available of it. A vendor without a row has had no feed and is read as on hand. Where the mode is
-- null, feeds were applied before there were modes, and an operator has to choose.
create table vendors (
  vendor catalog_text primary key check (char_length(vendor) between 1 and 200),
  stock_mode text check (stock_mode in ('on-hand', 'available')),
  changed_at timestamptz not null
);
insert into vendors select distinct vendor, null, now() from offers;
grant select, insert, update on vendors to partsdesk_service;

-- What an operator declares of the quantities of a file: their mode, and the time for which they
-- hold. Null is what the vendor's last feed declared, and the time that the file itself states.
alter table import_files
  add column stock_mode text check (stock_mode in ('on-hand', 'available')),
  add column as_of timestamptz;
