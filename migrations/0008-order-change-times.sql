-- The times of order changes never go back, although a clock can: if it is set back, or a standby
-- with another clock takes over, a change would be stamped before one that a poll has passed
-- already (decision 156).

-- The time of the next change of an account's orders: now, but after every change that is visible.
create function next_order_change(account uuid) returns timestamptz
  language sql volatile
  return greatest(clock_timestamp(), (
    select o.changed_at + interval '1 microsecond' from orders o
    where o.account_id = account order by o.changed_at desc limit 1
  ));

create or replace function stamp_order_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(order_changes_lock(new.account_id));
  new.changed_at := next_order_change(new.account_id);
  return new;
end
$$;

-- As before, but the lock ends with the transaction, also if this fails: call it in one of its own.
create or replace function order_changes_end(account uuid) returns timestamptz
  language plpgsql volatile as $$
begin
  perform pg_advisory_xact_lock(order_changes_lock(account));
  return next_order_change(account);
end
$$;
