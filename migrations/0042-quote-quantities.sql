-- Quotes for a quantity in which a part is not sold (decision 261).
alter table quote_request_lines drop constraint quote_request_lines_reason_check;
alter table quote_request_lines add constraint quote_request_lines_reason_check check (
  reason in ('no stock', 'no price', 'not found', 'quantity')
) not valid;
alter table quote_request_lines validate constraint quote_request_lines_reason_check;
