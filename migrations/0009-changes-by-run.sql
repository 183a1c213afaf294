-- Changes that expire leave their place to newer ones. From then on every range of blocks has old
-- and new runs, so an index by ranges of blocks would find the changes of a run by reading all.
drop index offer_changes_run;
create index offer_changes_run on offer_changes (run_id);
