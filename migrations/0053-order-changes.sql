-- Works with: 0.2
-- The distributor's systems follow the changes of the orders of all accounts in one order: each
-- change is stamped after every change that is visible, of whatever account, even if a clock is set
-- back.
create index orders_changed_all on orders (changed_at, order_id);

create function next_order_change() returns timestamptz
  language sql volatile
  return greatest(clock_timestamp(), (
    select o.changed_at + interval '1 microsecond' from orders o
    order by o.changed_at desc limit 1
  ));

create or replace function stamp_order_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(order_changes_lock(new.account_id));
  new.changed_at := next_order_change();
  return new;
end
$$;

create or replace function order_changes_end(account uuid) returns timestamptz
  language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(order_changes_lock(account));
  return next_order_change();
end
$$;

drop function next_order_change(uuid);

-- The locks of the changes that are in progress, of whatever account: see `order_changes_lock`.
create function held_order_changes() returns setof bigint
  language sql volatile
begin atomic
  select distinct h.lock from (
    select (l.classid::bigint << 32) | l.objid::bigint as lock from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 1 and l.granted
      and l.database = (select d.oid from pg_database d where d.datname = current_database())
  ) h
  where h.lock between hashtextextended('order changes', 0)
    and hashtextextended('order changes', 0) + 1023;
end;
