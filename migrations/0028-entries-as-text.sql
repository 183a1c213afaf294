-- What a call asked for is one text, each entry behind U+001F: arrays of texts took the database
-- longer to put together than all else of the row.
alter table api_calls
  alter column part_numbers type text
    using chr(31) || array_to_string(part_numbers, chr(31)),
  alter column part_names type text
    using chr(31) || array_to_string(part_names, chr(31));
