-- What operators have set for the distributor itself: name, brand, address and terms. One row at
-- most. Settings of the environment take precedence.
create table distributor (
  only_row boolean primary key default true check (only_row),
  name text check (char_length(name) between 1 and 60),
  color text check (color ~ '^#[0-9a-f]{6}$'),
  address text check (char_length(address) between 1 and 400),
  terms text check (char_length(terms) between 1 and 4000),
  logo bytea check (octet_length(logo) between 1 and 262144),
  logo_type text check (logo_type in ('image/svg+xml', 'image/png')),
  changed_at timestamptz not null,
  check ((logo is null) = (logo_type is null))
);

grant select, insert, update on distributor to partsdesk_service;
