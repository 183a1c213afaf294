-- What grows every day expires: changes of offers and sent e-mails by the settings of the service,
-- audit events only if the owner of the schema says so. The service cannot delete these rows
-- itself. These functions run with the rights of the owner and have floors of their own, so that
-- not even a service that is taken over can erase what happened lately.

-- When the changes of a run were deleted: from then on it cannot be reverted.
alter table import_runs add changes_expired_at timestamptz;

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

create index mails_sent on mails (sent_at) where state = 'sent';

-- The key of such a request was sent: without its e-mail the request is still issued.
alter table key_requests drop constraint key_requests_mail_id_fkey;
alter table key_requests add constraint key_requests_mail_id_fkey
  foreign key (mail_id) references mails on delete set null;

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
