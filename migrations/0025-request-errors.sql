-- The field and the message of the error of a failed API request; null for successful ones.
alter table api_requests add column error_path text, add column error_message text;

-- The days that exist get the settings of the new columns.
select tune_request_partition(inhrelid::regclass) from pg_inherits
  where inhparent = 'api_requests'::regclass;
