-- The address to ship an order to, with its lines (decision 262). Null: none was stated. The last
-- addresses of an account are offered for its next orders.
alter table orders add column ship_to text check (char_length(ship_to) between 1 and 500);
create index orders_ship_to on orders (account_id, order_id desc) where ship_to is not null;
grant update (ship_to) on orders to partsdesk_service;
