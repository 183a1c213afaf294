-- An offer has three counts of units (decision 146): `received`, ever on hand; `shipped`, of
-- fulfilled orders; `allocated`, of confirmed orders. On hand are `received` - `shipped`, negative
-- if a feed counted less than was shipped since. What is on hand and not allocated is available.
-- A feed or an edit sets `received`, orders change the other two, so neither undoes the other.

alter table offers drop column wire;
alter table offers drop constraint offers_available_stock_check;
alter table offers rename column available_stock to received;
alter table offers rename constraint offers_available_stock_not_null to offers_received_not_null;
-- One statement, so the table is written once.
alter table offers
  alter column received type bigint,
  add column shipped bigint not null default 0 check (shipped >= 0),
  add column allocated bigint not null default 0 check (allocated >= 0),
  add column available_stock integer not null generated always as (
    greatest(received - shipped - allocated, 0)::integer
  ) stored,
  -- As in the baseline, with the available stock computed: a generated column cannot use another.
  add column wire text not null generated always as (
    offer_id::text || chr(1)
    || '"part_number":' || json_text(part_number)
    || ',"part_name":' || json_text(part_name)
    || ',"title":' || json_text(title)
    || ',"description":' || json_text(description)
    || ',"condition":"' || condition || '","unit_of_measure":"' || unit_of_measure
    || '","available_stock":' || greatest(received - shipped - allocated, 0)::text
    || ',"price":{"amount":"' || amount_text(list_price, currency_digits(currency))
    || '","currency":"' || currency || '"},"status":"' || status
    || '","vendor":' || json_text(vendor) || '}'
  ) stored;

-- Confirming never allocates more than is available; a feed may leave less than is allocated.
create function check_allocation() returns trigger language plpgsql as $$
begin
  raise exception 'offer %: % allocated exceed % on hand',
    new.offer_id, new.allocated, new.received - new.shipped
    using errcode = 'check_violation', constraint = 'offers_allocation';
end
$$;
create trigger offers_allocation before update of allocated on offers for each row
  when (new.allocated > old.allocated and new.allocated > new.received - new.shipped)
  execute function check_allocation();

-- What confirmed orders had taken from the stock is on hand until they are fulfilled. What is
-- available stays as it was, so readers of changes have nothing to read.
select set_config('partsdesk.run', '0', true);
update offers o set received = o.received + open.quantity, allocated = open.quantity
from (
  select l.offer_id, sum(l.quantity) as quantity
  from orders join order_lines l using (order_id)
  where status = 'confirmed' group by l.offer_id
) open
where o.offer_id = open.offer_id;
select set_config('partsdesk.run', '', true);

-- Feeds subtract the orders that ended after the time for which their quantities hold.
create index order_events_ended on order_events (at) where kind in ('fulfilled', 'cancelled');
