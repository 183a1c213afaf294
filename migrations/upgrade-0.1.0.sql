-- Upgrades a database of version 0.1.0, with its 29 migrations, to what 0001-baseline.sql creates:
-- the same tables, under the names of docs/STYLE.md. Runs in one transaction, in which the caller
-- (src/db/upgradeFrom010.ts) also replaces the rows of the table of migrations. Like a migration,
-- it is never rewritten.

-- # Tables and columns

alter table account_views rename to impersonations;

alter table api_calls rename to api_requests;

alter table call_days rename to request_days;
alter table request_days rename calls to requests;

alter table call_hours rename to request_hours;
alter table request_hours rename step to latency_step;
alter table request_hours rename calls to requests;

alter table deeds rename to audit_events;
alter table audit_events rename deed_id to event_id;

alter table missed_parts rename to unmet_demand;

alter table order_views rename to saved_views;
alter table saved_views rename asked to query;

alter table order_lists rename to quick_orders;
alter table quick_orders rename list_id to quick_order_id;
alter table quick_orders rename number_place to number_column;
alter table quick_orders rename quantity_place to quantity_column;
alter table quick_orders rename condition_place to condition_column;

alter table order_list_rows rename to quick_order_rows;
alter table quick_order_rows rename list_id to quick_order_id;

alter table catalog_changes rename place to position;
alter sequence catalog_places rename to catalog_positions;
alter table import_file_pieces rename place to position;
alter table import_refused_pieces rename place to position;
alter table import_runs rename cancel_asked_by to cancel_requested_by;
alter table import_runs rename is_mended to is_correction;
alter table key_requests rename told to reply;
alter table key_reveals rename sealed to encrypted_key;
alter table mails rename sealed to encrypted_secrets;
alter table mails rename handed_over_by to delivered_by;
alter table reset_requests rename of_operator to is_operator;

-- # Partitions, indexes, rules

-- What is named after its table: partitions, their indexes and constraints.
do $$
declare
  renamed record;
  found record;
begin
  for renamed in select * from (values
    ('account_views_', 'impersonations_'), ('api_calls_', 'api_requests_'),
    ('call_days_', 'request_days_'), ('call_hours_', 'request_hours_'), ('deeds_', 'audit_events_'),
    ('missed_parts_', 'unmet_demand_'), ('order_views_', 'saved_views_'),
    ('order_list_rows_', 'quick_order_rows_'), ('order_lists_', 'quick_orders_')
  ) as names (before, after)
  loop
    for found in
      select conrelid::regclass as owner, conname as name from pg_constraint
      where connamespace = 'public'::regnamespace and contype <> 'n' and coninhcount = 0
        and starts_with(conname, renamed.before)
    loop
      execute format('alter table %s rename constraint %I to %I', found.owner, found.name,
        renamed.after || substr(found.name, length(renamed.before) + 1));
    end loop;
    for found in
      select c.relkind, c.relname as name from pg_class c
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'i', 'I')
        and starts_with(c.relname, renamed.before)
    loop
      execute format('alter %s %I rename to %I',
        case found.relkind when 'r' then 'table' else 'index' end, found.name,
        renamed.after || substr(found.name, length(renamed.before) + 1));
    end loop;
  end loop;
end
$$;

-- What is named after a column.
alter table key_requests rename constraint key_requests_told_check to key_requests_reply_check;
alter table saved_views rename constraint saved_views_asked_check to saved_views_query_check;
alter table quick_order_rows
  rename constraint quick_order_rows_list_id_fkey to quick_order_rows_quick_order_id_fkey;

do $$
declare
  found record;
begin
  for found in
    select k.conrelid::regclass as owner, k.conname as name,
      c.relname || '_' || a.attname || '_not_null' as named
    from pg_constraint k join pg_class c on c.oid = k.conrelid
      join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.connamespace = 'public'::regnamespace and k.contype = 'n' and k.coninhcount = 0
      and c.relname <> 'schema_migrations'
  loop
    if found.name <> found.named then
      execute format('alter table %s rename constraint %I to %I', found.owner, found.name,
        found.named);
    end if;
  end loop;
end
$$;

-- What had no name of its own, or one that says little.
alter table mails rename constraint mails_check to mails_sent;
alter table mails rename constraint mails_check1 to mails_secrets;
alter table agreement_rules rename constraint agreement_rules_check to agreement_rules_period;
alter table order_lines rename constraint order_lines_check to order_lines_total;
alter index offers_held rename to offers_inactive;

-- # Functions and triggers

alter function tell_key_change(uuid, text, text) rename to add_key_change_job;
alter function key_told() rename to schedule_key_change_mail;
alter function keep_codes() rename to protect_codes;
alter function keep_order_states() rename to check_order_transition;
alter function keep_order_lines() rename to protect_order_lines;
alter function schedule_list_check() rename to schedule_quick_order_check;
alter function settle_search() rename to merge_pending_search;
alter function first_request_id(timestamptz) rename to min_request_id;
alter function index_waiting_calls() rename to index_pending_requests;
alter function tune_call_day(regclass) rename to tune_request_partition;
alter function keep_call_days(date) rename to maintain_request_partitions;

alter trigger key_told on api_keys rename to key_change_mail;
alter trigger network_told on key_networks rename to key_network_mail;
alter trigger conditions_stay on conditions rename to conditions_protected;
alter trigger units_stay on units_of_measure rename to units_protected;
alter trigger orders_states on orders rename to orders_transition;
alter trigger order_lines_stay on order_lines rename to order_lines_protected;
alter trigger order_lists_check on quick_orders rename to quick_orders_check;

-- Those whose text changes, as in 0001-baseline.sql.
create or replace function add_key_change_job(key_id uuid, change text, network text) returns void
language sql security definer set search_path = pg_catalog, pg_temp as $$
  select graphile_worker.add_job(
    'send_key_change_mail',
    json_build_object('key_id', key_id, 'change', change, 'network', network)
  )
$$;

create or replace function schedule_key_change_mail() returns trigger language plpgsql
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

create or replace function protect_codes() returns trigger language plpgsql as $$
begin
  raise exception 'the code % cannot be removed or renamed: offers may use it', old.code
    using errcode = 'foreign_key_violation';
end
$$;

create or replace function check_order_transition() returns trigger language plpgsql as $$
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

create or replace function protect_order_lines() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.order_id = old.order_id and o.status <> 'draft') then
    raise exception 'order % is no draft: its lines cannot be removed', old.order_id
      using errcode = 'check_violation', constraint = 'order_lines_protected';
  end if;
  return old;
end
$$;

create or replace function schedule_quick_order_check() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'check_quick_order', json_build_object('quick_order_id', new.quick_order_id),
    job_key => 'quick_order:' || new.quick_order_id
  );
  return null;
end
$$;

create or replace function record_change(run_id integer, offer_id bigint, action text) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog changes', 0));
  insert into catalog_changes values (nextval('catalog_positions'), $1, $2, $3);
end
$$;

create or replace function index_pending_requests() returns bigint language sql
security definer set search_path = pg_catalog, pg_temp set maintenance_work_mem = '32MB' as $$
  select coalesce(sum(gin_clean_pending_list(inhrelid)), 0)::bigint from pg_inherits
  where inhparent = 'public.api_requests_parts'::regclass
$$;

create or replace function maintain_request_partitions(today date) returns integer language plpgsql
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

-- # Words in rows

-- The audit log names actions and subjects in plain words, by which it is filtered.
update audit_events e set action = n.after from (values
  ('added an agreed rule', 'added an agreement rule'),
  ('asked about a key request', 'requested information on a key request'),
  ('began a dry run', 'started a dry run'),
  ('began an import', 'started an import'),
  ('began an import past its guard rails', 'started an import past its guard rails'),
  ('began to undo an import', 'started reverting an import'),
  ('began to view as a buyer', 'started viewing as a buyer'),
  ('changed an agreed rule', 'changed an agreement rule'),
  ('changed the own password', 'changed their password'),
  ('discarded a file to import', 'discarded an import file'),
  ('ended a view as a buyer', 'stopped viewing as a buyer'),
  ('handed a mail over', 'delivered a mail manually'),
  ('kept a list of orders', 'saved a view'),
  ('mapped the columns of a file', 'mapped the columns of an import file'),
  ('removed a list of orders', 'deleted a saved view'),
  ('renewed the own recovery codes', 'renewed their recovery codes'),
  ('reset the own password', 'reset their password'),
  ('sent a mail again', 'resent a mail'),
  ('took back the edit of an agreed rule', 'undid an edit of an agreement rule'),
  ('took back the edit of an offer', 'undid an edit of an offer'),
  ('turned the own second factor off', 'turned off their second factor'),
  ('turned the own second factor on', 'turned on their second factor'),
  ('typed a wrong code', 'entered a wrong code'),
  ('undid an import', 'reverted an import'),
  ('wrote a note on an order', 'added a note to an order')
) as n (before, after)
where e.action = n.before;

update audit_events e set subject_kind = n.after from (values
  ('agreed rule', 'agreement rule'),
  ('list of orders', 'saved view')
) as n (before, after)
where e.subject_kind = n.before;

-- # Jobs

-- Queued jobs get the names of their tasks in this version. graphile-worker has no function for
-- that; its tables are those of the release in package.json, which is installed before this runs.
update graphile_worker._private_jobs j set
  payload = json_build_object('quick_order_id', j.payload ->> 'list_id'),
  key = 'quick_order:' || (j.payload ->> 'list_id')
from graphile_worker._private_tasks t
where t.id = j.task_id and t.identifier = 'check_list';

update graphile_worker._private_tasks t set identifier = n.after
from (values
  ('check_list', 'check_quick_order'),
  ('check_stalled_lists', 'check_stalled_quick_orders'),
  ('end_dead_runs', 'end_abandoned_runs'),
  ('expire_old_lists', 'expire_old_quick_orders'),
  ('forget_ended', 'delete_expired_access'),
  ('index_calls', 'index_requests'),
  ('keep_call_days', 'maintain_request_partitions'),
  ('tell_key_change', 'send_key_change_mail')
) as n (before, after)
where t.identifier = n.before;
