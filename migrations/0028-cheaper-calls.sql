-- What a call asked for is one text, each entry behind U+001F: arrays of texts took the database
-- longer to put together than all else of the row.
alter table api_calls
  alter column part_numbers type text
    using chr(31) || array_to_string(part_numbers, chr(31)),
  alter column part_names type text
    using chr(31) || array_to_string(part_names, chr(31));

-- A day of calls is only added to, and dropped whole: there is nothing in it to vacuum, and a small
-- sample tells what plans hang on. To look at a large one for what entries are frequent took a
-- third of writing the calls.
create function tune_call_day(day regclass) returns void language plpgsql
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

revoke all on function tune_call_day from public;

select tune_call_day(inhrelid) from pg_inherits where inhparent = 'api_calls'::regclass;

-- As before, and tunes the days that it makes.
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
      perform public.tune_call_day(('public.' || partition)::regclass);
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
