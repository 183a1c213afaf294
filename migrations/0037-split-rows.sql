-- Undo knows the split of a row.
alter table quick_order_steps drop constraint quick_order_steps_action_check;
alter table quick_order_steps add constraint quick_order_steps_action_check check (
  action in (
    'cheapest', 'prefer_ne', 'reduce', 'round', 'split', 'use_suggestions', 'remove_not_found',
    'remove'
  )
);
