-- The log of API calls, kept for 30 days in a partition a day: what it forgets is a table that is
-- dropped. Ids of requests are UUIDs of version 7, so their order is that of time, and the day
-- of a call is told by its id alone.
create table api_calls (
  request_id uuid primary key,
  -- Null where the key was not good.
  account_id uuid,
  key_id uuid,
  method text not null,
  route text not null,
  status smallint not null,
  error_code text,
  duration_ms real not null,
  -- Numbers by the key under which the catalog has them, names as they were sent.
  part_numbers text[] collate "C",
  -- A hash of each number, for the index: integers are compared much faster than texts.
  part_hashes smallint[],
  part_names text[],
  in_stock boolean not null,
  -- A letter for each number, then for each name: found, out of stock, not found, or asked in
  -- stock only and not there. Null where a lookup was not answered.
  outcomes text,
  order_id uuid,
  po_number text
) partition by range (request_id);

create index api_calls_account on api_calls (account_id, request_id);
create index api_calls_account_refused on api_calls (account_id, request_id) where status >= 400;
create index api_calls_key on api_calls (key_id, request_id);
create index api_calls_po on api_calls (lower(po_number), request_id) where po_number is not null;
-- 50 numbers a call are too many to sort in one by one: they wait in the index, where a search
-- finds them too, and `index_waiting_calls` sorts them in every minute.
create index api_calls_parts on api_calls using gin (part_hashes)
  with (fastupdate = on, gin_pending_list_limit = 32768);

-- How often each key called, and how often it was refused or failed, by day in UTC.
create table call_days (
  key_id uuid not null,
  day date not null,
  account_id uuid not null,
  calls bigint not null,
  refused bigint not null,
  primary key (key_id, day)
);

-- What an account asked for in a week, which begins on a Monday, and did not get.
create table missed_parts (
  week date not null,
  account_id uuid not null,
  part_number text collate "C" not null,
  not_found integer not null,
  out_of_stock integer not null,
  -- Asked in stock only: whether the catalog has the number at all was not looked at.
  not_in_stock integer not null,
  primary key (week, account_id, part_number)
);

grant select, insert on api_calls to partsdesk_service;
grant select, insert, update on call_days, missed_parts to partsdesk_service;

-- The least id that a request of a moment can have.
create function first_request_id(moment timestamptz) returns uuid language sql immutable strict
set search_path = pg_catalog, pg_temp as $$
  select (
    lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20)
  )::uuid
$$;

-- Sorts in what waits in the index of part numbers, with the memory to do it in few passes.
create function index_waiting_calls() returns bigint language sql
security definer set search_path = pg_catalog, pg_temp set maintenance_work_mem = '32MB' as $$
  select coalesce(sum(gin_clean_pending_list(inhrelid)), 0)::bigint from pg_inherits
  where inhparent = 'public.api_calls_parts'::regclass
$$;
revoke execute on function index_waiting_calls() from public;
grant execute on function index_waiting_calls() to partsdesk_service;

-- Makes the partitions from the day before `today` to a week after it, and drops those that are
-- older than 30 days, as the server's own clock has it: the service's role cannot drop others.
-- Returns how many were dropped.
create function keep_call_days(today date) returns integer language plpgsql
security definer set search_path = pg_catalog, pg_temp set lock_timeout = '2s' as $$
declare
  day date;
  partition text;
  dropped integer := 0;
  forgotten date := least(today, (current_timestamp at time zone 'UTC')::date) - 30;
begin
  perform pg_advisory_xact_lock(hashtextextended('partsdesk call days', 0));
  for day in select today + ahead from generate_series(-1, 7) ahead loop
    partition := 'api_calls_' || to_char(day, 'YYYYMMDD');
    if day >= forgotten and to_regclass('public.' || partition) is null then
      execute format(
        'create table public.%I partition of public.api_calls for values from (%L) to (%L)',
        partition,
        public.first_request_id(day::timestamp at time zone 'UTC'),
        public.first_request_id((day + 1)::timestamp at time zone 'UTC')
      );
    end if;
  end loop;
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.api_calls'::regclass
      and c.relname < 'api_calls_' || to_char(forgotten, 'YYYYMMDD')
  loop
    execute format('drop table public.%I', partition);
    dropped := dropped + 1;
  end loop;
  delete from public.missed_parts where week < forgotten - 180;
  delete from public.call_days c where c.day < forgotten - 365;
  return dropped;
end
$$;
revoke execute on function keep_call_days(date) from public;
grant execute on function keep_call_days(date) to partsdesk_service;
