-- The form that made an order or changed it, where it has a name of its own: sent twice, it is
-- known by that, and does nothing again.
alter table order_events add column form_id uuid;
create index order_events_form on order_events (form_id) where form_id is not null;
