-- People of the accounts: users with their sessions, invitations and resets. Of every token only
-- the SHA-256 is stored; what can be spent once is a row that goes when it is spent.

create table users (
  user_id uuid primary key,
  account_id uuid not null references accounts,
  -- ASCII in lower case: one address has one writing (decision 83).
  email text not null check (email ~ '^[!-~]{1,64}@[!-~]{1,255}$' and email !~ '[A-Z]'),
  name text not null check (char_length(name) between 1 and 200),
  role text not null check (role in ('buyer', 'admin')),
  -- A PHC string. A user who was removed keeps a name, for what they did, and no secret.
  password_hash text,
  -- Sealed by SECRET_KEY; it counts once it was confirmed by a code.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The time step of the last code that was accepted: a code is good once.
  totp_last_step integer,
  created_at timestamptz not null,
  removed_at timestamptz,
  constraint users_password check ((password_hash is null) = (removed_at is not null)),
  constraint users_totp check (totp_confirmed_at is null or totp_secret is not null)
);

create unique index users_email on users (email) where removed_at is null;
create index users_account on users (account_id);

create table recovery_codes (
  user_id uuid not null references users,
  code_hash bytea not null check (octet_length(code_hash) = 32),
  primary key (user_id, code_hash)
);

create table sessions (
  session_id uuid primary key,
  user_id uuid not null references users,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  user_agent text not null check (char_length(user_agent) <= 300),
  created_at timestamptz not null,
  last_used_at timestamptz not null
);

create index sessions_user on sessions (user_id);
create index sessions_use on sessions (last_used_at);

create table invitations (
  invitation_id uuid primary key,
  account_id uuid not null references accounts,
  email text not null check (email ~ '^[!-~]{1,64}@[!-~]{1,255}$' and email !~ '[A-Z]'),
  name text check (char_length(name) between 1 and 200),
  role text not null check (role in ('buyer', 'admin')),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Null where the distributor invited.
  invited_by uuid references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- Inviting again replaces the link.
  constraint invitations_email unique (account_id, email)
);

create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users,
  expires_at timestamptz not null
);

create index password_resets_user on password_resets (user_id);

-- Who asked for a reset, known here or not: the row brings the job that finds out, so that asking
-- does the same for every address. The service's role may add no job but by it (see 0014).
create table reset_requests (
  request_id uuid primary key,
  email text not null check (email ~ '^[!-~]{1,64}@[!-~]{1,255}$')
);

create function schedule_reset() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'send_reset', json_build_object('request_id', new.request_id)
  );
  return null;
end
$$;
revoke execute on function schedule_reset() from public;

create trigger reset_requests_schedule after insert on reset_requests
  for each row execute function schedule_reset();

-- Attempts by what they are counted for: an address, an e-mail, both. The subject is a hash, so
-- that what strangers typed is not kept.
create table attempt_counts (
  kind text not null,
  subject bytea not null check (octet_length(subject) = 32),
  attempts integer not null,
  ends_at timestamptz not null,
  primary key (kind, subject)
);

create index attempt_counts_end on attempt_counts (ends_at);

grant select, insert, update on users to partsdesk_service;
grant select, insert, update, delete on sessions, invitations, attempt_counts to partsdesk_service;
grant select, insert, delete on recovery_codes, password_resets, reset_requests
  to partsdesk_service;
