-- Digests that recognize a list that an account uploads again. Nodes of the previous version leave
-- both empty, so their lists are not recognized.
alter table quick_orders
  -- Of the upload; empty for a list that was created by ordering another one again.
  add column content_digest bytea,
  -- Of the part numbers and quantities of all rows, in any order, after their first check.
  add column rows_digest bytea;
