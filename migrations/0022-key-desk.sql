-- Requests for keys as operators work them: from the public form, from a mail, or from the page for
-- developers. A request says itself how it was met; its mail says whether that arrived.

alter table key_requests alter column account_id drop not null;
alter table key_requests alter column user_id drop not null;

alter table key_requests
  add column source text not null default 'account' check (source in ('account', 'form', 'mail')),
  -- As they were typed; where an account asked, they are its own.
  add column company text check (char_length(company) between 1 and 200),
  add column person text check (char_length(person) between 1 and 200),
  -- The mail it was typed in from.
  add column pasted text check (char_length(pasted) <= 50000),
  add column state text not null default 'new'
    check (state in ('new', 'needs information', 'issued', 'declined')),
  add column due_at timestamptz,
  -- The key that met it, and the mail that brings it, asks for more, or declines.
  add column key_id uuid references api_keys,
  add column mail_id uuid references mails,
  -- What was asked, or why it was declined.
  add column told text check (char_length(told) between 1 and 2000),
  -- Each change adds one; forms carry the version they were opened with.
  add column version integer not null default 1,
  add column changed_at timestamptz,
  add column changed_by text,
  add constraint key_requests_account check (
    account_id is not null or source <> 'account' and state <> 'issued'
  );

-- Until now a request was met by a key of its name that was issued since.
update key_requests r set state = 'issued', due_at = r.created_at, key_id = (
    select k.key_id from api_keys k
    where k.account_id = r.account_id and lower(k.name) = lower(r.key_name)
      and k.created_at >= r.created_at
    order by k.created_at limit 1
  )
where exists (
    select from api_keys k
    where k.account_id = r.account_id and lower(k.name) = lower(r.key_name)
      and k.created_at >= r.created_at
  );
update key_requests set due_at = created_at + interval '1 day' where due_at is null;
alter table key_requests alter column due_at set not null;
alter table key_requests alter column source drop default;

create index key_requests_open on key_requests (due_at, request_id)
  where state in ('new', 'needs information');
create index key_requests_mail on key_requests (mail_id);

grant update (account_id, email, company, person, key_name, purpose, state, key_id, mail_id, told,
  version, changed_at, changed_by) on key_requests to partsdesk_service;

-- A key that is had by a link instead of in the mail: encrypted under the link's own token, of
-- which only the hash is here. It goes when the link is spent, and when it expires.
create table key_reveals (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  key_id uuid not null references api_keys,
  sealed bytea not null,
  expires_at timestamptz not null
);

create index key_reveals_key on key_reveals (key_id);
grant select, insert, delete on key_reveals to partsdesk_service;

-- Who handed a mail over that no server took: the name of an operator.
alter table mails add column handed_over_by text;
grant update (handed_over_by) on mails to partsdesk_service;

-- The networks each key was used from, by the first use.
create table key_networks (
  key_id uuid not null references api_keys,
  network text not null,
  first_used_at timestamptz not null,
  primary key (key_id, network)
);

grant select, insert on key_networks to partsdesk_service;

-- What befalls a key is told to the account's admins, whichever door it came through: each change
-- adds the job that writes the mails, in its own transaction.
create function tell_key_change(key_id uuid, change text, network text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(
    'tell_key_change', json_build_object('key_id', key_id, 'change', change, 'network', network)
  )
$$;
revoke execute on function tell_key_change(uuid, text, text) from public;

create function key_told() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  if tg_table_name = 'key_networks' then
    perform public.tell_key_change(new.key_id, 'used', new.network);
  elsif tg_op = 'INSERT' then
    perform public.tell_key_change(new.key_id, 'issued', null);
  elsif new.revoked_at is not null and old.revoked_at is null then
    perform public.tell_key_change(new.key_id, 'revoked', null);
  elsif new.replaced_by is distinct from old.replaced_by then
    perform public.tell_key_change(new.key_id, 'replaced', null);
  end if;
  return null;
end
$$;
revoke execute on function key_told() from public;

create trigger key_told after insert or update of revoked_at, replaced_by on api_keys
  for each row execute function key_told();
create trigger network_told after insert on key_networks
  for each row execute function key_told();
