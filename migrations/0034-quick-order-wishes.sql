-- What a row of a list asks for besides part, quantity and condition, and more steps of undo.
alter table quick_order_rows
  -- The quantity that was asked for before it was reduced or rounded.
  add column asked_quantity integer,
  -- Codes, as in offers.
  add column certificate text,
  add column remark text check (char_length(remark) between 1 and 200),
  add column needed_by date;

-- The last actions of a list, the highest step last; the service keeps ten. Nodes of the version
-- before go on with quick_order_undo.
create table quick_order_steps (
  quick_order_id uuid not null references quick_orders on delete cascade,
  step integer not null,
  action text not null check (
    action in (
      'cheapest', 'prefer_ne', 'reduce', 'round', 'use_suggestions', 'remove_not_found', 'remove'
    )
  ),
  -- The rows as they were, each with a mark of what they became; no mark: the row was removed.
  rows jsonb not null,
  primary key (quick_order_id, step)
);
insert into quick_order_steps (quick_order_id, step, action, rows)
  select quick_order_id, 1, action, rows from quick_order_undo;

grant select, insert, update, delete on quick_order_steps to partsdesk_service;
