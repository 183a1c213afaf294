-- What an order line says of the part beyond its price, as agreed when the order was confirmed.
-- Null in the lines of orders before, and in those that an older program writes: not stated.
alter table order_lines
  add column certificate text,
  add column manufacturer text,
  add column cage text,
  add column lead_time_days integer;
