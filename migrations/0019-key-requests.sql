-- Keys that accounts have asked for. Whether a request was met is told by the keys: one of its name
-- that was issued since.
create table key_requests (
  request_id uuid primary key,
  account_id uuid not null references accounts,
  -- Who asked, and under which address then.
  user_id uuid not null references users,
  email text not null,
  key_name text not null check (char_length(key_name) between 1 and 100),
  purpose text check (char_length(purpose) between 1 and 500),
  created_at timestamptz not null
);

create index key_requests_account on key_requests (account_id, created_at);

grant select, insert on key_requests to partsdesk_service;
