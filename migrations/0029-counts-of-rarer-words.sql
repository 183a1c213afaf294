-- How often words occur decides how names are read (decision 75): the statistics are to know the
-- words of one offer in a thousand, each of which also stands there behind its places.
alter table offers alter column search set statistics 400;
