-- What operators work orders with: notes among themselves, lists they keep by name; the log of
-- calls found whosever they are, and what charts are drawn from.

-- Notes of operators, to which is only added. No page, file or answer for buyers reads them.
create table order_notes (
  -- Version 7: in the order of their times.
  note_id uuid primary key,
  order_id uuid not null references orders,
  at timestamptz not null,
  operator_id uuid not null,
  operator_name text not null,
  text text not null check (char_length(text) between 1 and 2000)
);

create index order_notes_order on order_notes (order_id, note_id);

-- Lists of orders that an operator keeps by a name: what their address asks for.
create table order_views (
  view_id uuid primary key,
  operator_id uuid not null references users,
  name text not null check (char_length(name) between 1 and 60),
  asked text not null check (char_length(asked) <= 2000),
  created_at timestamptz not null
);

create unique index order_views_name on order_views (operator_id, lower(name));

grant select, insert on order_notes to partsdesk_service;
grant select, insert, delete on order_views to partsdesk_service;

-- The orders of all accounts: by state, by purchase order number, by day.
create index orders_status on orders (status, order_id desc);
drop index orders_confirmed;
create index orders_po on orders ((lower(po_number) collate "C"), order_id desc)
  where po_number is not null;
create index orders_created on orders (created_at, status);
create index order_events_confirmed on order_events (at) where kind = 'confirmed';

-- Calls that did not end well, whosever they were: there are few of them.
create index api_calls_refused on api_calls (request_id) where status >= 400;
create index api_calls_failed on api_calls (request_id) where status >= 500;

-- How many calls an hour had, by how long they took: a step is an eighth of a doubling, so that
-- percentiles are read from it without reading the calls.
create table call_hours (
  hour timestamptz not null,
  step smallint not null,
  calls bigint not null,
  refused bigint not null,
  failed bigint not null,
  primary key (hour, step)
);

grant select, insert, update on call_hours to partsdesk_service;

-- As before, and forgets the counts of hours with the calls.
create or replace function keep_call_days(today date) returns integer language plpgsql
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
  delete from public.call_hours c where c.hour < forgotten::timestamp at time zone 'UTC';
  return dropped;
end
$$;
