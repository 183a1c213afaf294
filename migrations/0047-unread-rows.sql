-- Works with: 0.2
-- A row that can be read in several ways is not read: a person says what it means. Until now it kept
-- its readings to choose from.
update quick_order_rows
set state = 'unreadable', readings = null, suggestions = '[]',
  reason = coalesce(reason, 'It can be read in several ways.')
where readings is not null;
