-- Who may call: accounts and their API keys. Only a key's SHA-256 is stored (decision 7).

create table accounts (
  account_id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  suspended_at timestamptz,
  created_at timestamptz not null
);

create unique index accounts_name on accounts (lower(name));

create table api_keys (
  key_id uuid primary key,
  account_id uuid not null references accounts,
  name text not null check (char_length(name) between 1 and 100),
  key_hash bytea not null unique check (octet_length(key_hash) = 32),
  last_four text not null check (char_length(last_four) = 4),
  created_at timestamptz not null,
  expires_at timestamptz,
  revoked_at timestamptz,
  replaced_by uuid references api_keys,
  last_used_at timestamptz
);

create index api_keys_account on api_keys (account_id);

-- Every node forgets what it remembers of an account's keys as soon as one of them changes
-- (decision 9).
create function notify_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', new.account_id::text);
  return null;
end
$$;

create trigger account_access_changed after update of suspended_at on accounts
  for each row execute function notify_access_changed();

create trigger key_access_changed
  after update of expires_at, revoked_at, replaced_by, key_hash on api_keys
  for each row execute function notify_access_changed();
