-- Orders get numbers for people, such as SO-100234 (decision 88). Existing orders get theirs in
-- the order of creation. A number is stored as people see it, and never changes.

create sequence order_numbers as bigint start with 100001 no cycle;
grant usage on sequence order_numbers to partsdesk_service;

create function next_order_number() returns text language sql volatile
  return 'SO-' || nextval('order_numbers');

alter table orders add column order_number text;

-- A number is no change of an order that its buyer's system would have to read again.
alter table orders disable trigger user;
update orders o set order_number = 'SO-' || 100000 + n.place
from (
  select order_id, row_number() over (order by created_at, order_id) as place from orders
) n
where o.order_id = n.order_id;
alter table orders enable trigger user;

select setval('order_numbers', 100001 + (select count(*) from orders), false);

alter table orders
  alter order_number set default next_order_number(),
  alter order_number set not null,
  add constraint orders_number unique (order_number),
  add constraint orders_number_check check (order_number ~ '^SO-[1-9][0-9]{5,18}$');
