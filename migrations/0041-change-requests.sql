-- Finds the requests of buyers to change a confirmed order (decision 267). They are events of the
-- kind that changes of fields have, because nodes of the previous version know no other.
create index order_events_change_requests on order_events (at)
  where kind = 'edited' and (details -> 'changeRequest') is not null;
