-- What every order and every lookup touches.

-- A foreign key locks the row it points to, each time. All orders of an account point to one
-- account and one key, so their transactions queued for those two rows and wrote them anew; offers
-- were written for every order line. Accounts and keys are never deleted: the service may not. An
-- order line keeps what it needs of its offer.
alter table orders drop constraint orders_account_id_fkey, drop constraint orders_key_id_fkey;
alter table order_lines drop constraint order_lines_offer_id_fkey;

-- `text || integer` is only stable; with it the function was called for each offer instead of being
-- written into the statement.
create or replace function sellable_wire(
  wire text, available_stock integer, shelf_life_expires date, day date
)
  returns text language sql immutable parallel safe
  return case
    when shelf_life_expires < day then
      replace(wire, ',"available_stock":' || available_stock::text || ',', ',"available_stock":0,')
    else wire
  end;
