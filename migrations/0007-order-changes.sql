-- When each order last changed, so that systems can poll for changes and miss none (decision 156).

alter table orders add changed_at timestamptz;
update orders o set changed_at = greatest(o.created_at, (
  select max(e.at) from order_events e where e.order_id = o.order_id
));
alter table orders alter changed_at set not null;
create index orders_changed on orders (account_id, changed_at, order_id);

-- The lock of an account's changes. Accounts share 1,024 of them, so that a statement that changes
-- orders of many accounts never fills the table of locks.
create function order_changes_lock(account uuid) returns bigint
  language sql immutable parallel safe
  return hashtextextended('order changes', 0) + (hashtextextended(account::text, 0) & 1023);

-- A writer holds its account's lock until its change is visible. A reader that gets the lock for
-- itself knows that every time stamped before is visible, and that those to come are later.
create function stamp_order_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(order_changes_lock(new.account_id));
  new.changed_at := clock_timestamp();
  return new;
end
$$;
create trigger orders_change before insert or update on orders
  for each row execute function stamp_order_change();

-- The time before which an account has no changes that are not visible yet. Waits for those in
-- progress. Read the changes in a statement of its own after this one.
create function order_changes_end(account uuid) returns timestamptz
  language plpgsql volatile as $$
declare
  lock bigint := order_changes_lock(account);
  moment timestamptz;
begin
  perform pg_advisory_lock(lock);
  moment := clock_timestamp();
  perform pg_advisory_unlock(lock);
  return moment;
end
$$;
