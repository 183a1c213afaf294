-- Works with: 0.2
-- Any change of a list can be undone, so a step has no action any more; nothing reads it.
alter table quick_order_steps alter column action drop not null;
