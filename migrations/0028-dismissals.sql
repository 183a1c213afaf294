-- Operators dismiss what nobody has to do any more: e-mails that need no delivery, and imports
-- that failed or stopped (decision 220).
alter table mails add column dismissed_at timestamptz;
grant update (dismissed_at) on mails to partsdesk_service;
alter table import_runs add column dismissed_at timestamptz;
