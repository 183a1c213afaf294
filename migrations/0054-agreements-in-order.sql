-- Works with: 0.2
-- Replicas have the rules of agreements too, and follow them in the order of changes: a run of an
-- agreement has a place like one of the catalog, and a rule that changes without a run its own.
alter table catalog_changes add column rule_id bigint;
alter table catalog_changes drop constraint catalog_changes_subject;
alter table catalog_changes add constraint catalog_changes_subject check (
  (offer_id is null) = (action is null) and num_nonnulls(run_id, offer_id, rule_id) <= 1
);

create function record_rule_change() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog changes', 0));
  insert into catalog_changes (position, rule_id)
    values (nextval('catalog_positions'), coalesce(new.rule_id, old.rule_id));
  notify catalog_changed;
  return null;
end
$$;

create constraint trigger agreement_rule_changed after insert or delete or update on agreement_rules
  deferrable initially deferred for each row
  when (coalesce(current_setting('partsdesk.run', true), '') = '')
  execute function record_rule_change();

create or replace trigger run_committed after update of state on import_runs for each row
  when (new.state = 'committed') execute function record_run();

-- Replicas without these rules are filled again.
update catalog_epoch set epoch = epoch + 1;
