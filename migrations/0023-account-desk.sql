-- What operators do with accounts and keys: a version by which two at once are told apart, notes
-- of their own, and looking at the buyers' site as an account's people do.

alter table accounts
  add column version integer not null default 1 check (version >= 1),
  -- For operators alone.
  add column notes text check (char_length(notes) between 1 and 2000);

-- An operator looks with one session at one account, for a while; the end of the session is the
-- end of the view.
create table account_views (
  session_id uuid primary key references sessions on delete cascade,
  account_id uuid not null references accounts,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ends_at timestamptz not null
);

grant select, insert, update, delete on account_views to partsdesk_service;
