-- What a row of a list asks for besides part, quantity and condition, and more steps of undo.
alter table quick_order_rows
  -- The quantity that was asked for before it was reduced or rounded.
  add column asked_quantity integer,
  -- Codes, as in offers.
  add column certificate text,
  add column remark text check (char_length(remark) between 1 and 200),
  add column needed_by date;

-- The last actions of a list, the highest step last; the service keeps ten.
alter table quick_order_undo add column step integer not null default 1;
alter table quick_order_undo drop constraint quick_order_undo_pkey;
alter table quick_order_undo add primary key (quick_order_id, step);
