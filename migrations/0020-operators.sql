-- Operators, the distributor's own people: they sign in by the same rows as buyers, and belong to
-- no account. What they do is written down in a table that the service only can add to.

alter table users alter column account_id drop not null;
alter table users drop constraint users_role_check;
alter table users add constraint users_role_check check (
  case when account_id is null
    then role in ('operator', 'catalog manager', 'admin', 'read-only')
    else role in ('buyer', 'admin')
  end
);

-- An address may sign in at both doors: those are two people to the service.
drop index users_email;
create unique index users_email on users (email, (account_id is null)) where removed_at is null;

alter table invitations alter column account_id drop not null;
alter table invitations drop constraint invitations_role_check;
alter table invitations add constraint invitations_role_check check (
  case when account_id is null
    then role in ('operator', 'catalog manager', 'admin', 'read-only')
    else role in ('buyer', 'admin')
  end
);
alter table invitations drop constraint invitations_email;
alter table invitations add constraint invitations_email
  unique nulls not distinct (account_id, email);

-- Whose password was forgotten: a buyer's, or an operator's.
alter table reset_requests add column of_operator boolean not null default false;

-- Who did what in the console. No foreign keys: what is gone stays written. `json`, since it keeps
-- any text that a form can hold.
create table deeds (
  -- Version 7: in the order of their times.
  deed_id uuid primary key,
  at timestamptz not null,
  -- Null where it was done by the shell.
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

create index deeds_operator on deeds (operator_id, deed_id);
create index deeds_action on deeds (action, deed_id);
create index deeds_subject on deeds (subject_kind, subject_id, deed_id);
create index deeds_account on deeds (account_id, deed_id) where account_id is not null;

grant select, insert on deeds to partsdesk_service;

-- What the console's first page counts, and how its outbox is read.
create index orders_confirmed on orders (order_id) where status = 'confirmed';
drop index mails_unsent;
create index mails_unsent on mails (state, mail_id) where state <> 'sent';
create index mails_recipient on mails (recipient, mail_id);

-- The jobs by task, for the console: the runner's own schema stays closed to the service's role.
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
