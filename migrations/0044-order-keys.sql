-- Works with: 0.2
-- The order that an Idempotency-Key is bound to is found by the name of the key's lock, in an index
-- that no other can stand in for: a plan made while `orders` is empty must be right for many orders.
create index orders_key_name on orders (
  ('order ' || account_id::text || ' ' || idempotency_key)
) where idempotency_key is not null;
