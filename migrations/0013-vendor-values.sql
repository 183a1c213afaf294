-- What the files of a vendor write for a value, as an operator declared it: by column, the text of
-- a cell in capitals, and what is read for it; an empty meaning is an empty cell.
create table vendor_values (
  vendor catalog_text not null check (char_length(vendor) between 1 and 200),
  field text not null check (char_length(field) between 1 and 40),
  written catalog_text not null check (char_length(written) between 1 and 60),
  meaning catalog_text not null check (char_length(meaning) <= 60),
  changed_by text not null,
  changed_at timestamptz not null,
  primary key (vendor, field, written)
);
grant select, insert, update (meaning, changed_by, changed_at), delete on vendor_values
  to partsdesk_service;

-- Mappings are stored for each shape of a file: the SHA-256 of the words of its headers, empty for
-- a mapping from before there were shapes. A vendor has only the latest.
alter table import_mappings
  add column shape text not null default '' check (shape ~ '^([0-9a-f]{64})?$'),
  drop constraint import_mappings_subject,
  add constraint import_mappings_subject
    unique nulls not distinct (kind, vendor, account_id, shape);
grant delete on import_mappings to partsdesk_service;
