-- Works with: 0.2
-- What an account's lists call a part, although its catalog name says another thing: accepted once
-- by a buyer, it is not asked about again.
create table accepted_part_names (
  account_id uuid not null references accounts,
  part_number_key text not null,
  -- As the list has it, without spaces at its ends.
  name text not null check (char_length(name) between 1 and 200),
  accepted_at timestamptz not null,
  primary key (account_id, part_number_key, name)
);

grant select, insert on accepted_part_names to partsdesk_service;
