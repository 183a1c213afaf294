-- What a buyer chose for the rows of a list can be used for the same list again (decision 260), and
-- orders find the rows that they have. Nodes of the previous version do not store what a row said
-- first, and show no page of a list on which such choices can be undone.
alter table quick_order_rows
  -- What the row said before its first change: part number, quantity, condition and certificate, or
  -- only its cells if it had several readings. Null: it was not changed.
  add column written jsonb;

create index quick_order_rows_order on quick_order_rows (order_id) where order_id is not null;

alter table quick_order_steps drop constraint quick_order_steps_action_check;
alter table quick_order_steps add constraint quick_order_steps_action_check check (
  action in (
    'cheapest', 'prefer_ne', 'reduce', 'round', 'split', 'use_suggestions', 'use_choices',
    'remove_not_found', 'remove'
  )
);
