-- Works with: 0.2
-- The whole schema. Migrations are never rewritten: what changes later is a new file
-- (test/db/migrations.test.ts). This one replaces those from 0001 to 0042, which were never
-- released.
--
-- Two things hold for every table. Foreign keys are left out where orders, lookups or imports write
-- often: a foreign key locks the row it points to, so that all orders of an account would queue for
-- one row; such rows are never deleted. And columns are in the order in which they were added, so
-- that databases that ran the replaced migrations have the same tables.

do $$
begin
  if current_setting('server_version_num')::integer < 180000 then
    raise exception 'partsdesk needs PostgreSQL 18 or newer; this is %',
      current_setting('server_version');
  end if;
end
$$;

-- The service works as this role. It can read and write rows as its verbs do, and nothing else: no
-- schema changes, and no update or delete of history. An administrator may have created the role
-- and granted it already; then neither right is needed here.
do $$
begin
  if not exists (select from pg_roles where rolname = 'partsdesk_service') then
    create role partsdesk_service nologin;
  end if;
exception
  when duplicate_object or unique_violation then null;
end
$$;

do $$
begin
  if not pg_has_role(current_user, 'partsdesk_service', 'set') then
    execute format('grant partsdesk_service to %I', current_user);
  end if;
end
$$;

grant usage on schema public to partsdesk_service;

-- # Accounts and keys

create table accounts (
  account_id uuid primary key,
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) between 3 and 254),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  suspended_at timestamptz,
  created_at timestamptz not null,
  -- Each change adds one; forms carry the version they were opened with.
  version integer not null default 1 check (version >= 1),
  -- For operators only.
  notes text check (char_length(notes) between 1 and 2000)
);

create unique index accounts_name on accounts (lower(name));
-- By the beginnings of these words, and those of people and keys, operators find them. Changed
-- words go into the indexes immediately: every search would read a list of pending ones.
create index accounts_words on accounts using gin (
  to_tsvector('simple', translate(name || ' ' || email, '@._+-/&''', '        '))
) with (fastupdate = off);

grant select, insert, update on accounts to partsdesk_service;

-- Only a key's SHA-256 is stored.
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
-- The start page of the console counts the keys that expire soon.
create index api_keys_expiring on api_keys (expires_at)
  where revoked_at is null and replaced_by is null;
create index api_keys_words on api_keys using gin (
  to_tsvector('simple', translate(name || ' ' || last_four, '@._+-/&''', '        '))
) with (fastupdate = off);

grant select, insert, update on api_keys to partsdesk_service;

-- Every node drops an account's keys from its cache as soon as one of them changes.
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

-- The networks each key was used from, by first use.
create table key_networks (
  key_id uuid not null references api_keys,
  network text not null,
  first_used_at timestamptz not null,
  primary key (key_id, network)
);

grant select, insert on key_networks to partsdesk_service;

-- A key delivered by a link instead of by mail: encrypted under the link's own token, of which only
-- the hash is stored. The row is deleted when the link is used and when it expires.
create table key_reveals (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  key_id uuid not null references api_keys,
  encrypted_key bytea not null,
  expires_at timestamptz not null
);

create index key_reveals_key on key_reveals (key_id);

grant select, insert, delete on key_reveals to partsdesk_service;

-- An account's admins are notified of every change of a key, whichever interface made it: the
-- change adds the job that sends the mails, in its own transaction. The service's role can add no
-- job in any other way, so this and the triggers below run with the rights of the schema's owner.
-- The schema of graphile-worker is installed before this one.
create function add_key_change_job(key_id uuid, change text, network text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(
    'send_key_change_mail',
    json_build_object('key_id', key_id, 'change', change, 'network', network)
  )
$$;
revoke execute on function add_key_change_job(uuid, text, text) from public;

create function schedule_key_change_mail() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'key_networks' then
    perform public.add_key_change_job(new.key_id, 'used', new.network);
  elsif tg_op = 'INSERT' then
    perform public.add_key_change_job(new.key_id, 'issued', null);
  elsif new.revoked_at is not null and old.revoked_at is null then
    perform public.add_key_change_job(new.key_id, 'revoked', null);
  elsif new.replaced_by is distinct from old.replaced_by then
    perform public.add_key_change_job(new.key_id, 'replaced', null);
  end if;
  return null;
end
$$;
revoke execute on function schedule_key_change_mail() from public;

create trigger key_change_mail after insert or update of revoked_at, replaced_by on api_keys
  for each row execute function schedule_key_change_mail();
create trigger key_network_mail after insert on key_networks
  for each row execute function schedule_key_change_mail();

-- # People

-- Users of accounts, and operators: the distributor's own people, who belong to no account. Of
-- every token only the SHA-256 is stored; what works once is a row that is deleted when used.
create table users (
  user_id uuid primary key,
  account_id uuid references accounts,
  -- ASCII in lower case, so that an address can be written in only one way.
  email text not null check (email ~ '^[!-~]{1,64}@[!-~]{1,255}$' and email !~ '[A-Z]'),
  name text not null check (char_length(name) between 1 and 200),
  role text not null constraint users_role_check check (
    case when account_id is null
      then role in ('operator', 'catalog manager', 'admin', 'read-only')
      else role in ('buyer', 'admin')
    end
  ),
  -- A PHC string. A removed user keeps the name, for what they did, and no secret.
  password_hash text,
  -- Encrypted with SECRET_KEY; in force once confirmed by a code.
  totp_secret bytea,
  totp_confirmed_at timestamptz,
  -- The time step of the last accepted code: a code works once.
  totp_last_step integer,
  created_at timestamptz not null,
  removed_at timestamptz,
  -- The draft to which the person adds parts. Not a reference: it counts only while the order is a
  -- draft of the person's account, and an order that is removed leaves nothing to be done.
  draft_id uuid,
  constraint users_password check ((password_hash is null) = (removed_at is not null)),
  constraint users_totp check (totp_confirmed_at is null or totp_secret is not null)
);

-- An address can sign in to both sites; those are two users.
create unique index users_email on users (email, (account_id is null)) where removed_at is null;
create index users_account on users (account_id);
create index users_words on users using gin (
  to_tsvector('simple', translate(name || ' ' || email, '@._+-/&''', '        '))
) with (fastupdate = off) where removed_at is null;

grant select, insert, update on users to partsdesk_service;

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

-- An operator sees the portal as one account's users do ("View as buyer"), for a limited time and
-- at most as long as the operator's own session.
create table impersonations (
  session_id uuid primary key references sessions on delete cascade,
  account_id uuid not null references accounts,
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  ends_at timestamptz not null
);

create table invitations (
  invitation_id uuid primary key,
  -- Null where an operator is invited.
  account_id uuid references accounts,
  email text not null check (email ~ '^[!-~]{1,64}@[!-~]{1,255}$' and email !~ '[A-Z]'),
  name text check (char_length(name) between 1 and 200),
  role text not null constraint invitations_role_check check (
    case when account_id is null
      then role in ('operator', 'catalog manager', 'admin', 'read-only')
      else role in ('buyer', 'admin')
    end
  ),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  -- Null where the distributor invited.
  invited_by uuid references users,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  -- A second invitation replaces the link.
  constraint invitations_email unique nulls not distinct (account_id, email)
);

create table password_resets (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  user_id uuid not null references users,
  expires_at timestamptz not null
);

create index password_resets_user on password_resets (user_id);

-- A request for a password reset, from a known address or not: the row adds the job that finds out,
-- so that the request takes the same time for every address.
create table reset_requests (
  request_id uuid primary key,
  email text not null check (email ~ '^[!-~]{1,64}@[!-~]{1,255}$'),
  -- Whose password: an operator's or a buyer's.
  is_operator boolean not null default false
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

-- Attempts by network address, by e-mail address, or by both. The subject is a hash, so that what
-- strangers typed is not stored.
create table attempt_counts (
  kind text not null,
  subject bytea not null check (octet_length(subject) = 32),
  attempts integer not null,
  ends_at timestamptz not null,
  primary key (kind, subject)
);

create index attempt_counts_end on attempt_counts (ends_at);

grant select, insert, update, delete on sessions, impersonations, invitations, attempt_counts
  to partsdesk_service;
grant select, insert, delete on recovery_codes, password_resets, reset_requests
  to partsdesk_service;

-- Who did what in the console: the service can only add rows. No foreign keys, so that an event
-- outlives its subject. `json`, since it stores any text that a form can send.
create table audit_events (
  -- Version 7, so ids are in the order of their times.
  event_id uuid primary key,
  at timestamptz not null,
  -- Null where it was done with the CLI.
  operator_id uuid,
  operator_name text,
  operator_email text,
  operator_role text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  account_id uuid,
  before json,
  after json,
  request_id text not null
);

create index audit_events_operator on audit_events (operator_id, event_id);
create index audit_events_action on audit_events (action, event_id);
create index audit_events_subject on audit_events (subject_kind, subject_id, event_id);
create index audit_events_account on audit_events (account_id, event_id)
  where account_id is not null;

grant select, insert on audit_events to partsdesk_service;

-- What grows every day expires: changes of offers and sent e-mails by the settings of the service,
-- audit events only if the owner of the schema says so. The service cannot delete these rows
-- itself. The functions named expire_… run with the rights of the owner and have floors of their
-- own, so that not even a service that is taken over can erase what happened lately.

-- How long audit events are kept: one row, or none for ever. Only the owner of the schema can
-- write it.
create table audit_retention (
  is_only boolean primary key default true check (is_only),
  days integer not null check (days >= 30)
);

grant select on audit_retention to partsdesk_service;

-- The only way in which audit events expire: deletes some that are older than `audit_retention`
-- and returns how many. The owner lets the service call it by granting `execute`; until then
-- nobody else can.
create function expire_audit_events() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  keep interval := (select make_interval(days => days) from audit_retention);
  deleted integer;
begin
  -- Ids are UUIDs of version 7, so they find the oldest events.
  delete from audit_events where event_id in (
    select event_id from audit_events
    where event_id < (select uuidv7(-keep)) and at < now() - keep
    limit 1000
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
revoke execute on function expire_audit_events() from public;

-- # Mail

-- A queued mail always has the job that sends it; the trigger sees to that.
create table mails (
  mail_id uuid primary key,
  kind text not null,
  account_id uuid,
  recipient text not null,
  subject text not null,
  body text not null,
  -- The values of {{name}} in the body; deleted once the mail is sent.
  encrypted_secrets bytea,
  state text not null default 'queued'
    check (state in ('queued', 'sent', 'kept', 'failed', 'bounced')),
  attempts integer not null default 0,
  due_at timestamptz not null,
  last_error text,
  message_id text,
  created_at timestamptz not null,
  sent_at timestamptz,
  -- The operator who delivered a mail that no server accepted.
  delivered_by text,
  -- When an operator dismissed a mail that needs no delivery.
  dismissed_at timestamptz,
  constraint mails_sent check ((state = 'sent') = (sent_at is not null)),
  constraint mails_secrets check (state <> 'sent' or encrypted_secrets is null)
);

-- Unsent mails are few and often counted; sent ones only grow in number.
create index mails_unsent on mails (state, mail_id) where state <> 'sent';
create index mails_recipient on mails (recipient, mail_id);
create index mails_sent on mails (sent_at) where state = 'sent';

create function schedule_mail() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.state = 'queued' then
    perform graphile_worker.add_job(
      'send_mail', json_build_object('mail_id', new.mail_id, 'attempt', new.attempts),
      run_at => new.due_at, job_key => 'mail:' || new.mail_id
    );
  else
    perform graphile_worker.remove_job('mail:' || new.mail_id);
  end if;
  return null;
end
$$;
revoke execute on function schedule_mail() from public;

create trigger mails_schedule after insert or update of state, due_at on mails
  for each row execute function schedule_mail();

grant select, insert on mails to partsdesk_service;
grant update (encrypted_secrets, state, attempts, due_at, last_error, message_id, sent_at,
  delivered_by, dismissed_at) on mails to partsdesk_service;

-- Deletes some e-mails that were sent more than `keep_days` ago; returns how many.
create function expire_sent_mails(keep_days integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  deleted integer;
begin
  if keep_days < 7 then
    raise exception 'Sent e-mails are kept for at least 7 days, not %.', keep_days;
  end if;
  delete from mails where mail_id in (
    select mail_id from mails
    where state = 'sent' and sent_at < now() - make_interval(days => keep_days)
    limit 1000
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
revoke execute on function expire_sent_mails(integer) from public;
grant execute on function expire_sent_mails(integer) to partsdesk_service;

-- # Key requests

-- Requests for keys: from the public form, from a mail, or from the page for developers.
create table key_requests (
  request_id uuid primary key,
  account_id uuid references accounts,
  -- Who requested it, and their address at that time.
  user_id uuid references users,
  email text not null,
  key_name text not null check (char_length(key_name) between 1 and 100),
  purpose text check (char_length(purpose) between 1 and 500),
  created_at timestamptz not null,
  source text not null check (source in ('account', 'form', 'mail')),
  -- As typed; for a request by an account, the account's own.
  company text check (char_length(company) between 1 and 200),
  person text check (char_length(person) between 1 and 200),
  -- The mail it was entered from.
  pasted text check (char_length(pasted) <= 50000),
  state text not null default 'new'
    check (state in ('new', 'needs information', 'issued', 'declined')),
  due_at timestamptz not null,
  -- The issued key, and the mail that delivers it, requests information, or declines. A sent mail
  -- expires; the request stays as it is.
  key_id uuid references api_keys,
  mail_id uuid references mails on delete set null,
  -- The question to the requester, or the reason why it was declined.
  reply text check (char_length(reply) between 1 and 2000),
  version integer not null default 1,
  changed_at timestamptz,
  changed_by text,
  constraint key_requests_account check (
    account_id is not null or source <> 'account' and state <> 'issued'
  )
);

create index key_requests_account on key_requests (account_id, created_at);
create index key_requests_open on key_requests (due_at, request_id)
  where state in ('new', 'needs information');
create index key_requests_mail on key_requests (mail_id);

grant select, insert on key_requests to partsdesk_service;
grant update (account_id, email, key_name, purpose, company, person, state, key_id, mail_id, reply,
  version, changed_at, changed_by) on key_requests to partsdesk_service;

-- # Catalog

create table conditions (
  code text primary key check (code ~ '^[A-Z0-9]{1,4}$'),
  name text not null,
  -- A new condition moves those after it by one statement, so this is checked at its end.
  rank smallint not null unique deferrable
);

insert into conditions (code, name, rank) values
  ('NE', 'new', 1),
  ('NS', 'new surplus', 2),
  ('NU', 'new, unused', 3),
  ('OH', 'overhauled', 4),
  ('SV', 'serviceable', 5),
  ('RP', 'repaired or repairable', 6),
  ('AR', 'as removed', 7),
  ('US', 'used, may be unserviceable', 8),
  ('CR', 'core', 9),
  ('EX', 'defined by the vendor', 10),
  ('ST', 'defined by the vendor', 11);

-- The words that files use for conditions, in capitals and separated by one space. Codes come
-- before synonyms.
create table condition_synonyms (
  synonym text primary key
    check (char_length(synonym) between 1 and 40 and synonym = upper(synonym)),
  condition text not null references conditions
);

insert into condition_synonyms (synonym, condition) values
  ('NEW', 'NE'), ('FACTORY NEW', 'NE'), ('FN', 'NE'),
  ('NEW SURPLUS', 'NS'),
  ('OVERHAULED', 'OH'), ('OVERHAUL', 'OH'), ('OVHL', 'OH'), ('OHC', 'OH'),
  ('SERVICEABLE', 'SV'), ('SERV', 'SV'), ('SVC', 'SV'),
  ('REPAIRED', 'RP'), ('REPAIRABLE', 'RP'),
  ('AS REMOVED', 'AR');

grant select, insert, update (condition), delete on condition_synonyms to partsdesk_service;

create table units_of_measure (
  code text primary key check (code ~ '^[A-Z0-9]{1,4}$'),
  name text not null
);

insert into units_of_measure (code, name) values
  ('AM', 'ampoule'), ('AT', 'assortment'), ('AY', 'assembly'), ('BA', 'ball'), ('BD', 'bundle'),
  ('BE', 'bale'), ('BF', 'board foot'), ('BG', 'bag'), ('BK', 'book'), ('BL', 'barrel'),
  ('BO', 'bolt'), ('BR', 'bar'), ('BT', 'bottle'), ('BX', 'box'), ('CA', 'cartridge'),
  ('CB', 'carboy'), ('CD', 'cubic yard'), ('CE', 'cone'), ('CF', 'cubic foot'), ('CK', 'cake'),
  ('CL', 'coil'), ('CM', 'centimetre'), ('CN', 'can'), ('CO', 'container'), ('CY', 'cylinder'),
  ('CZ', 'cubic metre'), ('DR', 'drum'), ('DZ', 'dozen'), ('EA', 'each'), ('FT', 'foot'),
  ('FV', 'five'), ('FY', 'fifty'), ('GL', 'gallon'), ('GM', 'gram'), ('GP', 'group'),
  ('GR', 'gross'), ('HD', 'hundred'), ('HK', 'hank'), ('IN', 'inch'), ('JR', 'jar'),
  ('KG', 'kilogram'), ('KT', 'kit'), ('LB', 'pound'), ('LG', 'length'), ('LI', 'litre'),
  ('LT', 'lot'), ('MC', 'thousand cubic feet'), ('ME', 'meal'), ('ML', 'millilitre'),
  ('MR', 'metre'), ('MX', 'thousand'), ('OT', 'outfit'), ('OZ', 'ounce'), ('PD', 'pad'),
  ('PG', 'package'), ('PM', 'plate'), ('PR', 'pair'), ('PT', 'pint'), ('PZ', 'packet'),
  ('QT', 'quart'), ('RA', 'ration'), ('RL', 'reel'), ('RM', 'ream'), ('RO', 'roll'),
  ('SD', 'skid'), ('SE', 'set'), ('SF', 'square foot'), ('SH', 'sheet'), ('SK', 'skein'),
  ('SL', 'spool'), ('SO', 'shot'), ('SP', 'strip'), ('SX', 'stick'), ('SY', 'square yard'),
  ('TD', 'twenty-four'), ('TE', 'ten'), ('TF', 'twenty-five'), ('TN', 'ton'), ('TO', 'troy ounce'),
  ('TS', 'thirty-six'), ('TU', 'tube'), ('VI', 'vial'), ('XX', 'dollars worth'), ('YD', 'yard');

-- Instead of foreign keys of the offers, which took a quarter of the time of a new offer: nobody
-- can remove or rename a code, and an import checks each code before it accepts a row.
create function protect_codes() returns trigger language plpgsql as $$
begin
  raise exception 'the code % cannot be removed or renamed: offers may use it', old.code
    using errcode = 'foreign_key_violation';
end
$$;

create trigger conditions_protected before delete or update of code on conditions
  for each row execute function protect_codes();
create trigger units_protected before delete or update of code on units_of_measure
  for each row execute function protect_codes();

grant select, insert on conditions, units_of_measure to partsdesk_service;
grant update (rank) on conditions to partsdesk_service;

-- The digits of a currency's minor unit (ISO 4217); a test compares this with src/money.ts.
create function currency_digits(code text) returns integer
  language sql immutable parallel safe
  return case
    when code in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX',
      'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when code in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when code in ('CLF', 'UYW') then 4
    else 2
  end;

-- A price of minor units in major units: with the currency's digits or, if they are not enough, at
-- least 4, as src/price.ts has it.
create function price_text(minor numeric, digits integer) returns text
  language sql immutable parallel safe
  return case
    when scale(trim_scale(minor)) = 0 then trim_scale(minor) * ('1e-' || digits)::numeric
    else round(
      trim_scale(minor) * ('1e-' || digits)::numeric,
      greatest(scale(trim_scale(minor)) + digits, 4)
    )
  end::text;

create domain catalog_text as text check (value !~ '[\x01-\x1f\x7f]');

create table certificates (
  code catalog_text primary key check (char_length(code) between 1 and 40 and code !~ '[|;]'),
  name catalog_text not null,
  synonyms text[] not null default '{}'
);

insert into certificates (code, name, synonyms) values
  ('8130-3', 'FAA authorized release certificate',
    '{8130,FAA 8130,FAA 8130-3,Form 8130-3,FAA Form 8130,FAA Form 8130-3}'),
  ('EASA Form 1', 'EASA authorised release certificate',
    '{EASA F1,EASA Form One,EASA 1,Form 1,Form One}'),
  ('CoC', 'certificate of conformance',
    '{C of C,Cert of Conformance,Certificate of Conformance,Certificate of Conformity}');

grant select, insert on certificates to partsdesk_service;

-- What this distributor's customers call parts, beside and in place of the standard terms. A term
-- without meanings switches a standard term off.
create table own_terms (
  -- The words of `written`, folded as names are.
  term_key text primary key check (char_length(term_key) between 1 and 400),
  written text not null check (char_length(written) between 1 and 100),
  meanings text[] not null check (cardinality(meanings) <= 10),
  updated_at timestamptz not null
);

grant select, insert, update (written, meanings, updated_at), delete on own_terms
  to partsdesk_service;

-- The vendors, and what the quantities of their feeds mean: all that is on hand, or what is
-- available of it. A vendor without a row has had no feed and is read as on hand. Where the mode is
-- null, feeds were applied before there were modes, and an operator has to choose.
create table vendors (
  vendor catalog_text primary key check (char_length(vendor) between 1 and 200),
  stock_mode text check (stock_mode in ('on-hand', 'available')),
  changed_at timestamptz not null,
  -- When a long file last counted all offers of the vendor; null if none did. `counted_earlier_at`
  -- is the count before: reverting the run restores it.
  counted_at timestamptz,
  counted_run integer,
  counted_earlier_at timestamptz
);

grant select, insert, update on vendors to partsdesk_service;

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

-- What identifies a manufacturer: its CAGE code, else its name without case, accents, punctuation
-- and the form of the company; empty if none is stated. `src/catalog/identity/manufacturer.ts`
-- computes the same.
create function manufacturer_key(cage text, manufacturer text) returns text
  language sql immutable parallel safe
  return coalesce(cage, lower(regexp_replace(
    normalize(manufacturer, NFKD) collate "C",
    '(?:[\s.,&]+(?:incorporated|inc|corporation|corp|company|co|limited|ltd|llc|l\.l\.c|lp|plc|gmbh'
      || '|ag|kg|oy|ab|pty|pte|bv|b\.v|nv|n\.v|sarl|sas|s\.a\.s|sa|s\.a|srl|s\.r\.l|spa|s\.p\.a))+'
      || '[\s.,]*$|^\s*the\s+'
      || '|[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u2000-\u206f]+',
    '', 'gi'
  )), '') collate "C";

-- An offer is a part number, vendor, condition, unit of measure and manufacturer. What a vendor no
-- longer offers becomes DISCONTINUED; an offer is deleted only when the import that created it is
-- reverted.
--
-- An offer has three counts of units: `received`, ever on hand; `shipped`, of fulfilled orders;
-- `allocated`, of confirmed orders. On hand are `received` - `shipped`, negative if a feed counted
-- less than was shipped since. What is on hand and not allocated is available. A feed or an edit
-- sets `received`, orders change the other two, so neither undoes the other.
create table offers (
  offer_id bigint generated always as identity primary key check (offer_id < 281474976710656),
  part_number catalog_text not null check (char_length(part_number) between 1 and 100),
  part_number_key text collate "C" not null check (part_number_key <> ''),
  part_number_bare text collate "C" not null,
  vendor catalog_text not null check (char_length(vendor) between 1 and 200),
  condition text not null,
  unit_of_measure text not null,
  part_name catalog_text check (char_length(part_name) <= 500),
  title catalog_text check (char_length(title) <= 500),
  description catalog_text check (char_length(description) <= 4000),
  received bigint not null,
  -- In minor units of the currency, of which it may have fractions; null: on request.
  list_price numeric check (list_price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('ACTIVE', 'ON_HOLD', 'SUPERSEDED', 'DISCONTINUED')),
  min_quantity integer not null default 1 check (min_quantity between 1 and 1000000),
  multiple integer not null default 1 check (multiple between 1 and 1000000),
  lead_time_days integer check (lead_time_days between 0 and 3650),
  superseded_by catalog_text,
  alternates text[] not null default '{}',
  manufacturer catalog_text,
  cage text check (cage ~ '^[0-9A-Z]{5}$'),
  nsn text check (nsn ~ '^[0-9]{13}$'),
  certificate catalog_text,
  shelf_life_expires date,
  updated_at timestamptz not null,
  -- The run that created the offer; creation is not recorded anywhere else.
  created_run integer,
  superseded_by_key text collate "C" check (superseded_by_key <> ''),
  interchangeable text[] not null default '{}',
  shipped bigint not null default 0 check (shipped >= 0),
  allocated bigint not null default 0 check (allocated >= 0),
  available_stock integer not null generated always as (
    greatest(received - shipped - allocated, 0)::integer
  ) stored,
  -- How many lots or bins of a vendor the offer is the sum of; null if its file does not say.
  lots integer check (lots between 1 and 1000000),
  constraint offers_priced check (list_price is null or currency is not null),
  constraint offers_list_price_scale
    check (scale(list_price) = min_scale(list_price) and scale(list_price) <= 7)
-- Each page has room for the next version of a row, so a stock feed touches no index.
) with (fillfactor = 80);

create unique index offers_identity on offers (
  part_number_key, vendor, condition, unit_of_measure, manufacturer_key(cage, manufacturer)
);
create index offers_bare on offers (part_number_bare);
create index offers_created_run on offers using brin (created_run) with (pages_per_range = 32);
-- Imports ask for the offers of a vendor, in no order.
create index offers_vendor on offers (vendor);

-- `maintain`: after a large import the service refreshes the statistics.
grant select, insert, update, delete, maintain on offers to partsdesk_service;

-- Confirming never allocates more than is available; a feed may leave less than is allocated.
create function check_allocation() returns trigger language plpgsql as $$
begin
  raise exception 'offer %: % allocated exceed % on hand',
    new.offer_id, new.allocated, new.received - new.shipped
    using errcode = 'check_violation', constraint = 'offers_allocation';
end
$$;

create trigger offers_allocation before update of allocated on offers for each row
  when (new.allocated > old.allocated and new.allocated > new.received - new.shipped)
  execute function check_allocation();

-- When the stock of an offer was last counted, unless by a long file (see `vendors`). Without a
-- reference to offers: its check would lock them, and orders with them.
create table offer_counts (
  offer_id bigint primary key,
  counted_at timestamptz not null,
  run_id integer not null,
  earlier_at timestamptz
);

create index offer_counts_run on offer_counts (run_id);

grant select, insert, update, delete on offer_counts to partsdesk_service;

-- The stock that can be sold on a day: none after the end of the shelf life.
create function sellable_stock(available_stock integer, shelf_life_expires date, day date)
  returns integer language sql immutable parallel safe
  return case when shelf_life_expires < day then 0 else available_stock end;

-- # Agreements

-- What an account pays: contract lines for parts, rules for vendors and a general discount.
create table agreement_rules (
  rule_id bigint generated always as identity primary key,
  account_id uuid not null references accounts,
  scope text not null check (scope in ('part', 'vendor', 'account')),
  part_number text,
  part_number_key text collate "C",
  vendor text,
  condition text references conditions,
  min_quantity integer not null default 1 check (min_quantity between 1 and 1000000),
  unit_price numeric check (unit_price >= 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  -- In basis points.
  discount integer check (discount between 0 and 10000),
  valid_from date not null,
  valid_to date,
  updated_at timestamptz not null,
  -- The account's own minimum and multiple of a part.
  order_min integer check (order_min between 1 and 1000000),
  order_multiple integer check (order_multiple between 1 and 1000000),
  -- The run that imported the rule; null where none did.
  run_id bigint,
  constraint agreement_rules_period check (valid_to >= valid_from),
  constraint agreement_rules_scope check (
    case scope
      when 'part' then part_number is not null and part_number_key is not null
      when 'vendor' then part_number_key is null and vendor is not null and condition is null
      else part_number_key is null and vendor is null and condition is null
    end
  ),
  constraint agreement_rules_term check (
    case
      when unit_price is not null then scope = 'part' and currency is not null and discount is null
      else currency is null and discount is not null
    end
  ),
  constraint agreement_rules_order_terms check (
    scope = 'part' or (order_min is null and order_multiple is null)
  ),
  constraint agreement_rules_identity unique nulls not distinct
    (account_id, scope, part_number_key, vendor, condition, min_quantity, valid_from),
  constraint agreement_rules_unit_price_scale
    check (scale(unit_price) = min_scale(unit_price) and scale(unit_price) <= 7)
);

create index agreement_rules_ends on agreement_rules (account_id, valid_to)
  where valid_to is not null;

grant select, insert, update, delete on agreement_rules to partsdesk_service;

-- Whether an account has a price of its own for an offer on a day, from any quantity on. The price
-- itself is decided in src/pricing; a test compares the two. The cost makes a query check for a
-- list price first.
create function has_contract_price(
  account uuid, number_key text, of_vendor text, in_condition text, day date
) returns boolean language sql stable parallel safe cost 1000
  return exists (
    select from agreement_rules r
    where r.account_id = account and r.scope = 'part' and r.part_number_key = number_key
      and r.unit_price is not null
      and (r.vendor is null or r.vendor = of_vendor)
      and (r.condition is null or r.condition = in_condition)
      and r.valid_from <= day and (r.valid_to is null or r.valid_to >= day)
      -- Of two rules that differ only in their first day, the later one replaces the other.
      and not exists (
        select from agreement_rules l
        where l.account_id = r.account_id and l.scope = 'part'
          and l.part_number_key = r.part_number_key and l.min_quantity = r.min_quantity
          and l.vendor is not distinct from r.vendor
          and l.condition is not distinct from r.condition
          and l.valid_from > r.valid_from
          and l.valid_from <= day and (l.valid_to is null or l.valid_to >= day)
      )
  );

-- # Orders

-- Orders have numbers for people, such as SO-100234. A number is stored as people see it, and never
-- changes.
create sequence order_numbers as bigint start with 100001 no cycle;
grant usage on sequence order_numbers to partsdesk_service;

create function next_order_number() returns text language sql volatile
  return 'SO-' || nextval('order_numbers');

create table orders (
  order_id uuid primary key,
  account_id uuid not null,
  -- The key that placed it, or the person who created it.
  key_id uuid,
  status text not null
    check (status in ('draft', 'confirmed', 'fulfilled', 'cancelled', 'expired')),
  po_number text check (char_length(po_number) <= 64),
  notes text check (char_length(notes) <= 2000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(30, 0) not null check (subtotal >= 0),
  request_id text not null,
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  -- Of an order placed by the API: its request as a hash and its response as text, so that a
  -- repeated Idempotency-Key gets the same bytes.
  request_hash bytea check (octet_length(request_hash) = 32),
  answer text,
  created_at timestamptz not null,
  user_id uuid,
  made_by text check (char_length(made_by) between 1 and 254),
  -- Each event adds one; forms carry the version they were opened with.
  version integer not null default 1 check (version >= 1),
  -- When it last changed, so that systems can poll for changes and miss none.
  changed_at timestamptz not null,
  order_number text not null default next_order_number(),
  -- The address to ship it to, with its lines; null: none was stated. The last addresses of an
  -- account are offered for its next orders.
  ship_to text check (char_length(ship_to) between 1 and 500),
  constraint orders_idempotency unique (account_id, idempotency_key),
  constraint orders_maker check ((user_id is null) = (made_by is null)),
  constraint orders_answer check (
    (request_hash is null) = (answer is null) and (answer is not null or idempotency_key is null)
  ),
  constraint orders_number unique (order_number),
  constraint orders_number_check check (order_number ~ '^SO-[1-9][0-9]{5,18}$')
);

create index orders_account on orders (account_id, order_id desc);
create index orders_account_status on orders (account_id, status, order_id desc);
create index orders_account_po on orders (account_id, (lower(po_number) collate "C"), order_id desc)
  where po_number is not null;
create index orders_drafts on orders (created_at) where status = 'draft';
create index orders_status on orders (status, order_id desc);
create index orders_po on orders ((lower(po_number) collate "C"), order_id desc)
  where po_number is not null;
create index orders_created on orders (created_at, status);
create index orders_changed on orders (account_id, changed_at, order_id);
create index orders_ship_to on orders (account_id, order_id desc) where ship_to is not null;

-- What identifies an order, its request and its response never change. `maintain`: reverting an
-- import locks the table for a moment.
grant select, insert, maintain on orders to partsdesk_service;
grant update (status, po_number, notes, subtotal, currency, version, ship_to) on orders
  to partsdesk_service;

create function check_order_transition() returns trigger language plpgsql as $$
begin
  if not (
    old.status = 'draft' and new.status in ('confirmed', 'cancelled', 'expired')
    or old.status = 'confirmed' and new.status in ('fulfilled', 'cancelled')
  ) then
    raise exception 'order % is %, and cannot become %', old.order_id, old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_transition';
  end if;
  return new;
end
$$;

create trigger orders_transition before update of status on orders
  for each row when (old.status <> new.status) execute function check_order_transition();

-- The lock of an account's changes. Accounts share 1,024 of them, so that a statement that changes
-- orders of many accounts never fills the table of locks.
create function order_changes_lock(account uuid) returns bigint
  language sql immutable parallel safe
  return hashtextextended('order changes', 0) + (hashtextextended(account::text, 0) & 1023);

-- The time of the next change of an account's orders: now, but after every change that is visible.
-- These times never go back, although a clock can: if it is set back, or a standby with another
-- clock takes over, a change would be stamped before one that a poll has passed already.
create function next_order_change(account uuid) returns timestamptz
  language sql volatile
  return greatest(clock_timestamp(), (
    select o.changed_at + interval '1 microsecond' from orders o
    where o.account_id = account order by o.changed_at desc limit 1
  ));

-- A writer holds its account's lock until its change is visible. A reader that gets the lock for
-- itself knows that every time stamped before is visible, and that those to come are later.
create function stamp_order_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(order_changes_lock(new.account_id));
  new.changed_at := next_order_change(new.account_id);
  return new;
end
$$;

create trigger orders_change before insert or update on orders
  for each row execute function stamp_order_change();

-- The time before which an account has no changes that are not visible yet. Waits for those in
-- progress. The lock ends with the transaction, also if this fails: call it in one of its own, and
-- read the changes in a statement after this one.
create function order_changes_end(account uuid) returns timestamptz
  language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(order_changes_lock(account));
  return next_order_change(account);
end
$$;

-- A line copies what it needs of its offer, and of a list price only what the offer has.
create table order_lines (
  order_id uuid not null references orders,
  line_number smallint not null check (line_number between 1 and 500),
  offer_id bigint not null,
  part_number text not null,
  title text,
  vendor text not null,
  condition text not null,
  unit_of_measure text not null,
  quantity integer not null check (quantity between 1 and 1000000),
  list_price numeric check (list_price >= 0),
  list_currency text check (list_currency ~ '^[A-Z]{3}$'),
  unit_price numeric not null check (unit_price >= 0),
  line_total numeric(30, 0) not null,
  rule_id bigint,
  -- When the price was calculated; null: when the order was placed.
  priced_at timestamptz,
  -- What the line says of the part beyond its price, as agreed when the order was confirmed; null:
  -- not stated.
  certificate text,
  manufacturer text,
  cage text,
  lead_time_days integer,
  -- What the buyer writes: a remark, such as the aircraft and the job, and the day by which the
  -- parts are needed.
  remark text check (char_length(remark) between 1 and 200),
  needed_by date,
  primary key (order_id, line_number),
  constraint order_lines_list check ((list_price is null) = (list_currency is null)),
  -- Rounded once, half up, and 0 only if the price is 0.
  constraint order_lines_total
    check (line_total = greatest(round(unit_price * quantity), sign(unit_price)))
);

create index order_lines_offer on order_lines (offer_id);

grant select, insert, delete on order_lines to partsdesk_service;

create function protect_order_lines() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.order_id = old.order_id and o.status <> 'draft') then
    raise exception 'order % is no draft: its lines cannot be removed', old.order_id
      using errcode = 'check_violation', constraint = 'order_lines_protected';
  end if;
  return old;
end
$$;

create trigger order_lines_protected before delete on order_lines
  for each row execute function protect_order_lines();

-- What happened to an order, and who did it. Rows are only added. The placing of an order is in the
-- order itself, so that it writes nothing here.
create table order_events (
  order_id uuid not null references orders,
  -- The version of the order after this event.
  version integer not null,
  kind text not null check (
    kind in ('made', 'edited', 'repriced', 'confirmed', 'fulfilled', 'cancelled', 'expired')
  ),
  at timestamptz not null,
  actor text not null check (actor in ('buyer', 'operator', 'clock')),
  actor_id uuid,
  actor_name text check (char_length(actor_name) between 1 and 254),
  request_id text,
  details json not null,
  -- Identifies the form that was sent: sent twice, it has no second effect.
  form_id uuid,
  primary key (order_id, version),
  constraint order_events_actor check (
    (actor = 'clock') = (actor_id is null) and (actor_id is null) = (actor_name is null)
  )
);

create index order_events_confirmed on order_events (at) where kind = 'confirmed';
create index order_events_form on order_events (form_id) where form_id is not null;
-- Feeds subtract the orders that ended after the time for which their quantities hold.
create index order_events_ended on order_events (at) where kind in ('fulfilled', 'cancelled');
-- The requests of buyers to change a confirmed order.
create index order_events_change_requests on order_events (at)
  where kind = 'edited' and (details -> 'changeRequest') is not null;

grant select, insert on order_events to partsdesk_service;

-- Notes of operators. Rows are only added. No page, file or response for buyers reads them.
create table order_notes (
  -- Version 7, so ids are in the order of their times.
  note_id uuid primary key,
  order_id uuid not null references orders,
  at timestamptz not null,
  operator_id uuid not null,
  operator_name text not null,
  text text not null check (char_length(text) between 1 and 2000)
);

create index order_notes_order on order_notes (order_id, note_id);

grant select, insert on order_notes to partsdesk_service;

-- Filters of the order list that an operator saved under a name.
create table saved_views (
  view_id uuid primary key,
  operator_id uuid not null references users,
  name text not null check (char_length(name) between 1 and 60),
  -- The query of the page's address.
  query text not null check (char_length(query) <= 2000),
  created_at timestamptz not null
);

create unique index saved_views_name on saved_views (operator_id, lower(name));

grant select, insert, delete on saved_views to partsdesk_service;

-- # Quick orders

-- Lists of parts that buyers paste or upload, with their rows; deleted after 30 days, unless saved.
-- They belong to the account.
create table quick_orders (
  quick_order_id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  name text not null check (char_length(name) between 1 and 200),
  headers text[] not null,
  -- Which of the columns have the part number, the quantity and the condition.
  number_column smallint not null,
  quantity_column smallint,
  condition_column smallint,
  row_count integer not null check (row_count >= 0),
  -- Rows that could be read in several ways when they were sent.
  unclear_count integer not null check (unclear_count >= 0),
  -- Each change of a row by a person adds one; forms carry the version they were opened with.
  version integer not null default 1,
  created_at timestamptz not null,
  -- When rows were last checked.
  checked_at timestamptz not null,
  -- It has no rows until a person chooses its columns.
  is_unclear boolean not null default false,
  -- Sentences on what was left out of the upload.
  notes text[] not null default '{}',
  is_saved boolean not null default false,
  -- Digests that recognize a list that an account uploads again: of the upload, empty for a list
  -- that was created by ordering another one again; and of the part numbers and quantities of all
  -- rows, in any order, after their first check.
  content_digest bytea,
  rows_digest bytea
);

create index quick_orders_account on quick_orders (account_id, quick_order_id desc);
create index quick_orders_age on quick_orders (created_at);
create index quick_orders_saved on quick_orders (account_id) where is_saved;

-- What was pasted or uploaded, so that a person can choose its columns where they are unclear.
create table quick_order_uploads (
  quick_order_id uuid primary key references quick_orders on delete cascade,
  is_text boolean not null,
  bytes bytea not null,
  -- The first records, from which columns are chosen.
  head jsonb not null,
  -- Why a person has to choose the columns.
  doubt text,
  -- The columns that a person chose; empty if nobody did.
  mapping text not null,
  -- The version of the list with the rows as they were read; null until they were.
  read_version integer
);

-- An account's choices of columns are remembered.
create table quick_order_mappings (
  account_id uuid not null references accounts,
  -- The SHA-256 of the headers.
  shape text not null check (shape ~ '^[0-9a-f]{64}$'),
  mapping text not null,
  changed_at timestamptz not null,
  primary key (account_id, shape)
);

grant select, insert, update, delete on quick_order_uploads, quick_order_mappings
  to partsdesk_service;

create table quick_order_rows (
  quick_order_id uuid not null references quick_orders on delete cascade,
  -- The line on which the row begins in what was sent.
  row_number integer not null check (row_number >= 1),
  -- The texts of its cells, in the order of the headers.
  cells jsonb not null,
  state text not null check (
    state in ('waiting', 'ready', 'ambiguous', 'not_found', 'other_condition', 'short',
      'bad_quantity', 'not_orderable', 'on_request', 'unreadable', 'added')
  ),
  -- Every way to read the row, where there are several; else the columns below apply.
  readings jsonb,
  part_number text,
  part_number_key text collate "C",
  quantity_text text not null,
  quantity integer check (quantity between 1 and 1000000),
  quantity_fault text,
  condition text,
  -- How the row was read, where that is not obvious.
  note text,
  -- The offer a person chose.
  chosen_offer_id bigint,
  -- The result of the check.
  offer_id bigint,
  unit_price numeric,
  line_total numeric(30, 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  reason text,
  nearest_quantity integer,
  suggestions jsonb not null,
  -- The draft it was added to, and the version of the quick order at that time.
  order_id uuid,
  added_version integer,
  -- The quantity that was asked for before it was reduced or rounded.
  asked_quantity integer,
  -- Codes, as in offers.
  certificate text,
  remark text check (char_length(remark) between 1 and 200),
  needed_by date,
  -- What the row said before its first change: part number, quantity, condition and certificate, or
  -- only its cells if it had several readings. Null: it was not changed.
  written jsonb,
  primary key (quick_order_id, row_number),
  constraint quick_order_rows_readings check (
    readings is null or state in ('waiting', 'ambiguous', 'not_found')
  ),
  constraint quick_order_rows_ready check (
    state not in ('ready', 'added')
      or (quantity is not null and offer_id is not null and unit_price is not null
        and line_total is not null and currency is not null)
  ),
  constraint quick_order_rows_added check (
    (state = 'added') = (order_id is not null) and (order_id is null) = (added_version is null)
  )
);

create index quick_order_rows_waiting on quick_order_rows (quick_order_id, row_number)
  where state = 'waiting';
create index quick_order_rows_unclear on quick_order_rows (quick_order_id, row_number)
  where state = 'waiting' and readings is not null;
create index quick_order_rows_part on quick_order_rows (quick_order_id, part_number_key);
create index quick_order_rows_state on quick_order_rows (quick_order_id, state, row_number);
create index quick_order_rows_order on quick_order_rows (order_id) where order_id is not null;

-- The last actions of a list, the highest step last, so that a person can undo them; the service
-- keeps ten.
create table quick_order_steps (
  quick_order_id uuid not null references quick_orders on delete cascade,
  step integer not null,
  action text not null check (
    action in (
      'cheapest', 'prefer_ne', 'reduce', 'round', 'split', 'use_suggestions', 'use_choices',
      'remove_not_found', 'remove'
    )
  ),
  -- The rows as they were, each with a mark of what they became; no mark: the row was removed.
  rows jsonb not null,
  primary key (quick_order_id, step)
);

-- Replaced by quick_order_steps.
create table quick_order_undo (
  quick_order_id uuid primary key references quick_orders on delete cascade,
  action text not null check (
    action in (
      'cheapest', 'prefer_ne', 'reduce', 'round', 'use_suggestions', 'remove_not_found', 'remove'
    )
  ),
  rows jsonb not null
);

grant select, insert, update, delete on quick_order_steps, quick_order_undo to partsdesk_service;

-- A quick order that got its rows gets the job that checks them.
create function schedule_quick_order_check() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'check_quick_order', json_build_object('quick_order_id', new.quick_order_id),
    job_key => 'quick_order:' || new.quick_order_id
  );
  return null;
end
$$;
revoke execute on function schedule_quick_order_check() from public;

create trigger quick_orders_check after update of row_count on quick_orders
  for each row execute function schedule_quick_order_check();

grant select, insert, update, delete on quick_orders, quick_order_rows to partsdesk_service;

-- # Imports

-- Every import is a run: what it read, how it ended and what it changed, so that it can be
-- inspected, cancelled and reverted. An edit by an operator is a run of one row.
create table import_runs (
  run_id integer generated by default as identity primary key,
  kind text not null check (kind in ('catalog', 'stock', 'agreement')),
  mode text not null check (mode in ('merge', 'replace', 'revert', 'edit')),
  vendor text,
  account_id uuid references accounts,
  reverts integer references import_runs,
  file_name text,
  file_bytes bigint,
  file_sha256 bytea check (octet_length(file_sha256) = 32),
  started_by text not null,
  is_dry boolean not null,
  accepted text,
  mapping text not null default '',
  state text not null default 'running' check (
    state in
      ('running', 'committed', 'previewed', 'stopped', 'failed', 'cancelled', 'interrupted')
  ),
  -- Rows and bytes read so far, while it runs.
  progress json,
  -- The result: counts, guard rails that stopped it, refusals by reason, warnings.
  report json,
  message text,
  cancel_requested_by text,
  started_at timestamptz not null,
  ended_at timestamptz,
  -- The vendors of the file's rows: a file is compared with the last one of the same vendors. Null
  -- where unknown or where no file was read; an agreement has none.
  vendors text[],
  -- A file of rows that were refused before: smaller than any feed, it is no measure of later ones.
  is_correction boolean not null default false,
  file_id uuid,
  -- When the changes of the run were deleted: from then on it cannot be reverted.
  changes_expired_at timestamptz,
  -- When an operator dismissed a run that failed or stopped.
  dismissed_at timestamptz,
  -- Rows of the file that the run left out, each with its line and who chose it.
  excluded jsonb not null default '[]',
  constraint import_runs_end check ((state = 'running') = (ended_at is null))
);

-- A run is reverted once.
create unique index import_runs_reverts on import_runs (reverts) where state = 'committed';
create index import_runs_running on import_runs (run_id) where state = 'running';
create index import_runs_file on import_runs (file_id, run_id) where file_id is not null;
create index import_runs_account on import_runs (account_id, run_id) where account_id is not null;

grant select, insert, update on import_runs to partsdesk_service;
grant usage on sequence import_runs_run_id_seq to partsdesk_service;

-- An offer as it was before a run changed it. Stock has columns of its own: reverting applies the
-- difference, so that units sold since stay sold.
create table offer_changes (
  offer_id bigint not null,
  run_id integer not null,
  action text not null check (action in ('updated', 'deleted')),
  stock_before integer not null,
  stock_after integer not null,
  -- The whole row; null where only the stock changed.
  before jsonb,
  primary key (offer_id, run_id)
);

-- Not by ranges of blocks: changes that expire leave their place to newer ones, so that every range
-- would have old and new runs.
create index offer_changes_run on offer_changes (run_id);

-- A rule as it was before a run changed it; null for a rule that the run added.
create table agreement_changes (
  rule_id bigint not null,
  run_id integer not null,
  before jsonb,
  primary key (run_id, rule_id)
);

grant select, insert on offer_changes, agreement_changes to partsdesk_service;

-- Marks the runs that ended more than `keep_days` ago, and deletes some of their changes. Returns
-- how many; 0 if none are left, or if an import or a revert is in progress.
create function expire_offer_changes(keep_days integer) returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  first_kept integer;
  deleted integer;
begin
  if keep_days < 30 then
    raise exception 'Changes of offers are kept for at least 30 days, not %.', keep_days;
  end if;
  -- Reverts and edits hold this lock, so none reads what is deleted here.
  if not pg_try_advisory_xact_lock(hashtextextended('catalog import', 0)) then
    return 0;
  end if;
  update import_runs set changes_expired_at = now()
  where state = 'committed' and kind <> 'agreement' and changes_expired_at is null
    and ended_at < now() - make_interval(days => keep_days);
  -- Numbers are given at the start of a run, so one that ended later may have a lower number. It
  -- keeps the changes of runs with higher numbers until it expires too.
  select coalesce(min(run_id), 2147483647) into first_kept from import_runs
  where state in ('running', 'committed') and kind <> 'agreement' and changes_expired_at is null;
  delete from offer_changes where ctid = any (array(
    select ctid from offer_changes where run_id < first_kept limit 10000
  ));
  get diagnostics deleted = row_count;
  return deleted;
end
$$;
revoke execute on function expire_offer_changes(integer) from public;
grant execute on function expire_offer_changes(integer) to partsdesk_service;

-- The rows that a run changes or, if it is a dry run or stopped, would change. Unlogged, as refused
-- rows are: after a crash of the database a file is checked again. The history of offers has its
-- own table.
create unlogged table import_changed_rows (
  run_id integer not null,
  -- The line in the file; larger for offers that the file lacks.
  position integer not null,
  kind text not null,
  part_number text not null,
  part_name text,
  vendor text not null,
  condition text not null,
  unit_of_measure text not null,
  -- In percent of the price before; infinite for another currency or no price any more.
  price_change double precision,
  -- The columns that differ, and the row before and after; null for a created offer, and in
  -- before and after if only the stock differs.
  fields text[],
  before json,
  after json,
  stock_before bigint,
  stock_after bigint,
  -- Whether the row is left out, so that its offer stays as it is.
  excluded boolean not null default false,
  primary key (run_id, position)
);

grant select, insert, delete on import_changed_rows to partsdesk_service;

-- Every change of an offer has a position in one growing order. The lock is held until the commit,
-- so positions are in the order of commits: a reader who has read up to a position has missed
-- nothing before it and never will.
create sequence catalog_positions;

create table catalog_changes (
  position bigint primary key,
  -- Everything a run changed, or one offer; without either: codes, terms or currencies.
  run_id integer,
  offer_id bigint,
  action text check (action in ('created', 'updated', 'deleted')),
  -- Two histories with the same positions differ in it.
  recorded_at timestamptz not null default clock_timestamp(),
  constraint catalog_changes_subject check (
    (offer_id is null) = (action is null) and (run_id is null or offer_id is null)
  )
);

grant select on catalog_changes to partsdesk_service;

create function record_change(run_id integer, offer_id bigint, action text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog changes', 0));
  insert into catalog_changes values (nextval('catalog_positions'), $1, $2, $3);
  notify catalog_changed;
end
$$;
revoke execute on function record_change(integer, bigint, text) from public;
grant execute on function record_change(integer, bigint, text) to partsdesk_service;

-- The trigger records every change outside a run. A run of a million rows sets `partsdesk.run` and
-- takes one position when it is committed.
create function record_offer_change() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then perform record_change(null, new.offer_id, 'created');
    when 'UPDATE' then perform record_change(null, new.offer_id, 'updated');
    else perform record_change(null, old.offer_id, 'deleted');
  end case;
  return null;
end
$$;

-- Deferred, so that all row locks are taken before the lock above: two orders cannot deadlock.
create constraint trigger offer_changed after insert or update or delete on offers
  deferrable initially deferred
  for each row when (coalesce(current_setting('partsdesk.run', true), '') = '')
  execute function record_offer_change();

create function record_run() returns trigger language plpgsql as $$
begin
  perform record_change(new.run_id, null, null);
  return null;
end
$$;

create trigger run_committed after update of state on import_runs
  for each row when (new.state = 'committed' and new.kind <> 'agreement')
  execute function record_run();

-- Replicas of the catalog read codes and terms again when they change.
create function record_codes() returns trigger language plpgsql as $$
begin
  perform record_change(null, null, null);
  return null;
end
$$;

create trigger conditions_changed after insert or update or delete or truncate on conditions
  for each statement execute function record_codes();
create trigger units_changed after insert or update or delete or truncate on units_of_measure
  for each statement execute function record_codes();
create trigger certificates_changed after insert or update or delete or truncate on certificates
  for each statement execute function record_codes();
create trigger own_terms_changed after insert or update or delete or truncate on own_terms
  for each statement execute function record_codes();

-- A migration that changes what replicas show without taking positions adds 1 to the epoch, so that
-- every replica is rebuilt.
create table catalog_epoch (
  is_only boolean primary key default true check (is_only),
  epoch integer not null,
  -- The last position that expired. A reader that is behind it has missed changes.
  expired_position bigint not null default 0
);

insert into catalog_epoch (epoch) values (1);

grant select on catalog_epoch to partsdesk_service;

-- Deletes some positions of single offers and of codes that were recorded more than 30 days ago;
-- returns how many. Those of runs and of new offers stay: a reader that starts from 0 finds all
-- offers by them. So does the newest: it says how far the order has come.
create function expire_catalog_changes() returns integer
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  last_expired bigint;
  deleted integer;
begin
  with expired as (
    delete from catalog_changes where position in (
      select position from catalog_changes
      where run_id is null and action is distinct from 'created'
        and recorded_at < now() - interval '30 days'
        and position < (select max(position) from catalog_changes)
      order by position limit 10000
    )
    returning position
  )
  select max(position), count(*) into last_expired, deleted from expired;
  if deleted > 0 then
    update catalog_epoch set expired_position = greatest(expired_position, last_expired);
  end if;
  return deleted;
end
$$;
revoke execute on function expire_catalog_changes() from public;
grant execute on function expire_catalog_changes() to partsdesk_service;

-- Files that operators upload. They are stored here, not in a folder of one node, so that any node
-- can show, check and commit them.
create table import_files (
  -- Version 7, so it has the time of the upload.
  file_id uuid primary key,
  kind text not null check (kind in ('catalog', 'stock', 'agreement')),
  mode text not null check (mode in ('merge', 'replace')),
  vendor text,
  account_id uuid references accounts,
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 bytea not null check (octet_length(file_sha256) = 32),
  sent_by text not null,
  sent_at timestamptz not null,
  -- The first records, to choose the header and the columns by; or why it cannot be read.
  head json,
  unreadable text,
  -- The chosen columns, as in import_runs.
  mapping text not null default '',
  -- Each change of the mapping adds one; forms carry the version they were opened with.
  version integer not null default 1,
  -- What an operator declares of the quantities: their mode, and the time for which they hold. Null
  -- is what the vendor's last feed declared, and the time that the file itself states.
  stock_mode text check (stock_mode in ('on-hand', 'available')),
  as_of timestamptz,
  -- Whether an operator chose to apply counts that are older than those of the offers.
  older_counts boolean not null default false,
  -- Rows that the import leaves out, each with its line and who chose it.
  excluded jsonb not null default '[]'
);

grant select, insert, update, delete on import_files to partsdesk_service;

-- The bytes. Unlogged: after a crash of the database a file is uploaded again.
create unlogged table import_file_pieces (
  file_id uuid not null,
  position integer not null,
  bytes bytea not null,
  primary key (file_id, position)
);
alter table import_file_pieces alter column bytes set storage external;

-- The rows that a run refused, as a file to correct.
create unlogged table import_refused_pieces (
  run_id integer not null,
  position integer not null,
  bytes bytea not null,
  primary key (run_id, position)
);

grant select, insert, delete on import_file_pieces, import_refused_pieces to partsdesk_service;

-- The mapping that the next file of the same vendor or account, and of the same shape, starts with.
-- A vendor has only the latest.
create table import_mappings (
  kind text not null,
  vendor text,
  account_id uuid references accounts,
  mapping text not null,
  changed_at timestamptz not null,
  -- The SHA-256 of the words of the headers; empty for a mapping from before there were shapes.
  shape text not null default '' check (shape ~ '^([0-9a-f]{64})?$'),
  constraint import_mappings_subject
    unique nulls not distinct (kind, vendor, account_id, shape)
);

grant select, insert, update, delete on import_mappings to partsdesk_service;

-- # Request log

-- The log of API requests, stored for 30 days in one partition per day: a day is deleted by
-- dropping its table. Request ids are UUIDs of version 7, so they are in the order of time and the
-- id alone gives the day.
create table api_requests (
  request_id uuid primary key,
  -- Null where the key was invalid.
  account_id uuid,
  key_id uuid,
  method text not null,
  route text not null,
  status smallint not null,
  error_code text,
  duration_ms real not null,
  -- Entries of the lookup in one text, U+001F before each: arrays of texts took the database longer
  -- to build than the rest of the row. Numbers as the catalog's keys, names as sent.
  part_numbers text,
  -- A hash of each number, for the index: integers are compared much faster than texts.
  part_hashes smallint[],
  part_names text,
  in_stock boolean not null,
  -- A letter for each number, then for each name: found, out of stock, not found, or requested in
  -- stock only and not available. Null where a lookup was not answered.
  outcomes text,
  order_id uuid,
  po_number text,
  -- The field and the message of the error of a failed request; null for successful ones.
  error_path text,
  error_message text
) partition by range (request_id);

create index api_requests_account on api_requests (account_id, request_id);
create index api_requests_account_refused on api_requests (account_id, request_id)
  where status >= 400;
create index api_requests_key on api_requests (key_id, request_id);
create index api_requests_po on api_requests (lower(po_number), request_id)
  where po_number is not null;
-- 50 numbers per request are too many to index one by one: they are collected in the index, where a
-- search finds them too, and `index_pending_requests` merges them every minute.
create index api_requests_parts on api_requests using gin (part_hashes)
  with (fastupdate = on, gin_pending_list_limit = 32768);
create index api_requests_refused on api_requests (request_id) where status >= 400;
create index api_requests_failed on api_requests (request_id) where status >= 500;

grant select, insert on api_requests to partsdesk_service;

-- Requests per key and day (UTC), and how many of them were refused or failed.
create table request_days (
  key_id uuid not null,
  day date not null,
  account_id uuid not null,
  requests bigint not null,
  refused bigint not null,
  primary key (key_id, day)
);

-- Requests per hour and latency: a step is an eighth of a doubling, so percentiles are read from
-- this table without the requests.
create table request_hours (
  hour timestamptz not null,
  latency_step smallint not null,
  requests bigint not null,
  refused bigint not null,
  failed bigint not null,
  primary key (hour, latency_step)
);

-- What an account requested in a week, starting on Monday, and did not get.
create table unmet_demand (
  week date not null,
  account_id uuid not null,
  part_number text collate "C" not null,
  not_found integer not null,
  out_of_stock integer not null,
  -- Requested in stock only: whether the catalog has the number at all was not checked.
  not_in_stock integer not null,
  primary key (week, account_id, part_number)
);

grant select, insert, update on request_days, request_hours, unmet_demand to partsdesk_service;

-- The smallest id that a request at a moment can have.
create function min_request_id(moment timestamptz) returns uuid language sql immutable strict
set search_path = pg_catalog, pg_temp as $$
  select (
    lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20)
  )::uuid
$$;

-- Merges the collected part numbers into the index, with enough memory for few passes.
create function index_pending_requests() returns bigint language sql
security definer set search_path = pg_catalog, pg_temp set maintenance_work_mem = '32MB' as $$
  select coalesce(sum(gin_clean_pending_list(inhrelid)), 0)::bigint from pg_inherits
  where inhparent = 'public.api_requests_parts'::regclass
$$;
revoke execute on function index_pending_requests() from public;
grant execute on function index_pending_requests() to partsdesk_service;

-- A day's partition only grows until it is dropped: there is nothing to vacuum, and a small sample
-- is enough to plan by. A large sample took a third of the time of writing the requests.
create function tune_request_partition(day regclass) returns void language plpgsql
set search_path = pg_catalog, pg_temp as $$
declare
  name text;
begin
  for name in
    select attname from pg_attribute where attrelid = day and attnum > 0 and not attisdropped
  loop
    execute format(
      'alter table %s alter %I set statistics %s',
      day, name, case when name in ('part_numbers', 'part_names') then 0 else 10 end
    );
  end loop;
  execute format(
    'alter table %s set (autovacuum_vacuum_insert_threshold = -1, '
      'autovacuum_analyze_threshold = 5000, autovacuum_analyze_scale_factor = 0.5)',
    day
  );
end
$$;
revoke all on function tune_request_partition from public;

-- Creates the partitions from the day before `today` to a week after it, and drops those older than
-- 30 days by the server's own clock, so that the service's role cannot drop others. Returns how
-- many were dropped.
create function maintain_request_partitions(today date) returns integer language plpgsql
security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  day date;
  partition text;
  dropped integer := 0;
  oldest date := least(today, (current_timestamp at time zone 'UTC')::date) - 30;
begin
  perform pg_advisory_xact_lock(hashtextextended('partsdesk request partitions', 0));
  for day in select today + ahead from generate_series(-1, 7) ahead loop
    partition := 'api_requests_' || to_char(day, 'YYYYMMDD');
    if day >= oldest and to_regclass('public.' || partition) is null then
      execute format(
        'create table public.%I partition of public.api_requests for values from (%L) to (%L)',
        partition,
        public.min_request_id(day::timestamp at time zone 'UTC'),
        public.min_request_id((day + 1)::timestamp at time zone 'UTC')
      );
      perform public.tune_request_partition(('public.' || partition)::regclass);
    end if;
  end loop;
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.api_requests'::regclass
      and c.relname < 'api_requests_' || to_char(oldest, 'YYYYMMDD')
  loop
    execute format('drop table public.%I', partition);
    dropped := dropped + 1;
  end loop;
  delete from public.unmet_demand where week < oldest - 180;
  delete from public.request_days d where d.day < oldest - 365;
  delete from public.request_hours h where h.hour < oldest::timestamp at time zone 'UTC';
  return dropped;
end
$$;
revoke execute on function maintain_request_partitions(date) from public;
grant execute on function maintain_request_partitions(date) to partsdesk_service;

-- # Quote requests

-- Requests of buyers for a quote: for parts without stock, without a price, unknown to the catalog,
-- or in a quantity in which they are not sold.
create sequence quote_request_numbers as bigint start with 10001 no cycle;
grant usage on sequence quote_request_numbers to partsdesk_service;

create function next_quote_request_number() returns text language sql volatile
  return 'RFQ-' || nextval('quote_request_numbers');

create table quote_requests (
  request_id uuid primary key,
  request_number text not null unique default next_quote_request_number(),
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  -- The buyer's name and address at that time.
  buyer_name text not null,
  buyer_email text not null,
  -- open: the distributor has to answer; answered; withdrawn: by the buyer.
  state text not null default 'open' check (state in ('open', 'answered', 'withdrawn')),
  -- Since when the buyer had no answer, the last time that it was open.
  open_since timestamptz not null,
  -- The quick order whose rows it names.
  quick_order_id uuid references quick_orders on delete set null,
  -- The form that sent it: a form makes one request.
  form_id uuid not null,
  -- Each message and each change of the state adds one.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (account_id, form_id)
);

create index quote_requests_account on quote_requests (account_id, request_id desc);
create index quote_requests_open on quote_requests (open_since, request_id) where state = 'open';
create index quote_requests_list on quote_requests (quick_order_id)
  where quick_order_id is not null;

-- What was asked for, as the buyer saw it.
create table quote_request_lines (
  request_id uuid not null references quote_requests on delete cascade,
  line_number smallint not null check (line_number between 1 and 200),
  reason text not null check (reason in ('no stock', 'no price', 'not found', 'quantity')),
  -- Without a reference: imports delete offers.
  offer_id bigint,
  part_number text not null check (char_length(part_number) between 1 and 200),
  vendor text check (char_length(vendor) between 1 and 200),
  condition text check (char_length(condition) between 1 and 200),
  -- Codes, as in offers.
  certificate text check (char_length(certificate) between 1 and 500),
  quantity integer check (quantity between 1 and 1000000),
  unit_of_measure text check (char_length(unit_of_measure) between 1 and 20),
  needed_by date,
  remark text check (char_length(remark) between 1 and 500),
  -- In the quick order.
  row_number integer,
  primary key (request_id, line_number)
);

create table quote_request_messages (
  message_id uuid primary key,
  request_id uuid not null references quote_requests on delete cascade,
  author text not null check (author in ('buyer', 'operator')),
  author_name text not null,
  -- The buyer who wrote it.
  user_id uuid references users,
  body text not null check (char_length(body) between 1 and 4000),
  created_at timestamptz not null,
  -- The e-mail that delivers it, to the person who wrote last.
  mail_id uuid references mails on delete set null
);

create index quote_request_messages_request on quote_request_messages (request_id, message_id);
create index quote_request_messages_mail on quote_request_messages (mail_id)
  where mail_id is not null;

grant select, insert on quote_requests to partsdesk_service;
grant update (state, open_since, version, changed_at) on quote_requests to partsdesk_service;
grant select, insert on quote_request_lines, quote_request_messages to partsdesk_service;

-- # Distributor

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

-- # Jobs

-- The jobs by task, for the console: the service's role cannot read the schema of graphile-worker.
create function count_jobs() returns table (
  task text, waiting integer, running integer, failed integer, next_at timestamptz
) language plpgsql stable security definer set search_path = pg_catalog, pg_temp as $$
begin
  return query
    select j.task_identifier,
      (count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts))::integer,
      (count(*) filter (where j.locked_at is not null))::integer,
      (count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts))::integer,
      min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts)
    from graphile_worker.jobs j group by j.task_identifier order by j.task_identifier;
end
$$;
revoke execute on function count_jobs() from public;
grant execute on function count_jobs() to partsdesk_service;
