-- The life of an order after it is placed: drafts that people make and change, what became of an
-- order and through whom, and how orders are found again.

-- A person makes orders too: those have no key, and no answer that a repetition would get.
alter table orders
  alter column request_hash drop not null,
  alter column answer drop not null,
  add column user_id uuid,
  add column made_by text check (char_length(made_by) between 1 and 254),
  -- Grows with everything that becomes of the order; a form that shows the order names it.
  add column version integer not null default 1 check (version >= 1),
  add constraint orders_maker check ((user_id is null) = (made_by is null)),
  add constraint orders_answer check (
    (request_hash is null) = (answer is null) and (answer is not null or idempotency_key is null)
  );

-- When the line's price was found; null: when the order was placed.
alter table order_lines add column priced_at timestamptz;

-- What became of an order, and through whom. It is only ever added to. That an order was placed
-- stands in the order itself, so that placing one writes nothing here.
create table order_events (
  order_id uuid not null references orders,
  -- The version of the order that this event made.
  version integer not null,
  kind text not null check (
    kind in ('made', 'edited', 'repriced', 'confirmed', 'fulfilled', 'cancelled', 'expired')
  ),
  at timestamptz not null,
  actor text not null check (actor in ('buyer', 'operator', 'clock')),
  actor_id uuid,
  actor_name text check (char_length(actor_name) between 1 and 254),
  request_id text,
  details json not null,
  primary key (order_id, version),
  constraint order_events_actor check (
    (actor = 'clock') = (actor_id is null) and (actor_id is null) = (actor_name is null)
  )
);

-- An order goes on, never back (decision 32).
create function keep_order_states() returns trigger language plpgsql as $$
begin
  if not (
    old.status = 'draft' and new.status in ('confirmed', 'cancelled', 'expired')
    or old.status = 'confirmed' and new.status in ('fulfilled', 'cancelled')
  ) then
    raise exception 'order % is %, and cannot become %', old.order_id, old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_states';
  end if;
  return new;
end
$$;

create trigger orders_states before update of status on orders
  for each row when (old.status <> new.status) execute function keep_order_states();

-- The lines of a draft can be replaced, those of no other order.
create function keep_order_lines() returns trigger language plpgsql as $$
begin
  if exists (select from orders o where o.order_id = old.order_id and o.status <> 'draft') then
    raise exception 'the lines of order % stay', old.order_id
      using errcode = 'check_violation', constraint = 'order_lines_stay';
  end if;
  return old;
end
$$;

create trigger order_lines_stay before delete on order_lines
  for each row execute function keep_order_lines();

-- Tabs by status with their counts; purchase order numbers by how they begin, in any case; the
-- orders that have a part.
create index orders_account_status on orders (account_id, status, order_id desc);
drop index orders_account_po;
create index orders_account_po on orders (account_id, (lower(po_number) collate "C"), order_id desc)
  where po_number is not null;
create index order_lines_offer on order_lines (offer_id);

-- What identifies an order, and what it was asked and answered with, stays as it was.
revoke update on orders from partsdesk_service;
grant update (status, po_number, notes, subtotal, currency, version) on orders to partsdesk_service;
grant delete on order_lines to partsdesk_service;
grant select, insert on order_events to partsdesk_service;
