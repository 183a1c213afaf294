-- What a buyer writes to a line of an order: a remark, such as the aircraft and the job, and the
-- day by which the parts are needed. Null: nothing.
alter table order_lines
  add column remark text check (char_length(remark) between 1 and 200),
  add column needed_by date;
