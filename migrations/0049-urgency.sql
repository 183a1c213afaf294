-- Works with: 0.2
-- What a buyer wrote above a list or in its rows of how urgent it is. A draft keeps it.
alter table quick_orders
  -- Where the list says so: [{"line", "urgency", "isRow"}], in its order.
  add column urgent jsonb not null default '[]';

alter table orders
  add column urgency text check (urgency in ('AOG', 'Critical'));

grant update (urgency) on orders to partsdesk_service;
