-- The last removal or bulk action of a quick order, so that a person can undo it.
create table quick_order_undo (
  quick_order_id uuid primary key references quick_orders on delete cascade,
  action text not null check (
    action in ('cheapest', 'prefer_ne', 'reduce', 'round', 'remove_not_found', 'remove')
  ),
  -- The rows as they were, each with a mark of what they became; no mark: the row was removed.
  rows jsonb not null
);

grant select, insert, update, delete on quick_order_undo to partsdesk_service;
