-- Works with: 0.2
-- Keys of the distributor's own systems for the operator API. Only a key's SHA-256 is stored.
create table operator_keys (
  key_id uuid primary key,
  name text not null check (char_length(name) between 1 and 100),
  scopes text[] not null check (cardinality(scopes) > 0),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  last_four text not null check (char_length(last_four) = 4),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  replaced_by uuid references operator_keys,
  last_used_at timestamptz
);

grant select, insert, update (expires_at, revoked_at, replaced_by, last_used_at) on operator_keys
  to partsdesk_service;
