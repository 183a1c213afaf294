-- Undo knows one more bulk action of lists.
alter table quick_order_undo drop constraint quick_order_undo_action_check;
alter table quick_order_undo add constraint quick_order_undo_action_check check (
  action in (
    'cheapest', 'prefer_ne', 'reduce', 'round', 'use_suggestions', 'remove_not_found', 'remove'
  )
);
