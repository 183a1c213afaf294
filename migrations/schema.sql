-- The schema that the migrations create; UPDATE_DOCS=1 with this test writes it.

domain catalog_text as text CHECK ((VALUE !~ '[\x01-\x1f\x7f]'::text))

CREATE OR REPLACE FUNCTION public.add_key_change_job(key_id uuid, change text, network text)
 RETURNS void
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select graphile_worker.add_job(
    'send_key_change_mail',
    json_build_object('key_id', key_id, 'change', change, 'network', network)
  )
$function$

CREATE OR REPLACE FUNCTION public.check_allocation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'offer %: % allocated exceed % on hand',
    new.offer_id, new.allocated, new.received - new.shipped
    using errcode = 'check_violation', constraint = 'offers_allocation';
end
$function$

CREATE OR REPLACE FUNCTION public.check_order_transition()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not (
    old.status = 'draft' and new.status in ('confirmed', 'cancelled', 'expired')
    or old.status = 'confirmed' and new.status in ('fulfilled', 'cancelled')
  ) then
    raise exception 'order % is %, and cannot become %', old.order_id, old.status, new.status
      using errcode = 'check_violation', constraint = 'orders_transition';
  end if;
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.count_jobs()
 RETURNS TABLE(task text, waiting integer, running integer, failed integer, next_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  return query
    select j.task_identifier,
      (count(*) filter (where j.locked_at is null and j.attempts < j.max_attempts))::integer,
      (count(*) filter (where j.locked_at is not null))::integer,
      (count(*) filter (where j.locked_at is null and j.attempts >= j.max_attempts))::integer,
      min(j.run_at) filter (where j.locked_at is null and j.attempts < j.max_attempts)
    from graphile_worker.jobs j group by j.task_identifier order by j.task_identifier;
end
$function$

CREATE OR REPLACE FUNCTION public.currency_digits(code text)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (code = ANY (ARRAY['BIF'::text, 'CLP'::text, 'DJF'::text, 'GNF'::text, 'ISK'::text, 'JPY'::text, 'KMF'::text, 'KRW'::text, 'PYG'::text, 'RWF'::text, 'UGX'::text, 'UYI'::text, 'VND'::text, 'VUV'::text, 'XAF'::text, 'XOF'::text, 'XPF'::text])) THEN 0 WHEN (code = ANY (ARRAY['BHD'::text, 'IQD'::text, 'JOD'::text, 'KWD'::text, 'LYD'::text, 'OMR'::text, 'TND'::text])) THEN 3 WHEN (code = ANY (ARRAY['CLF'::text, 'UYW'::text])) THEN 4 ELSE 2 END

CREATE OR REPLACE FUNCTION public.expire_audit_events()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  keep interval := (select make_interval(days => days) from audit_retention);
  deleted integer;
begin
  -- Ids are UUIDs of version 7, so they find the oldest events.
  delete from audit_events where event_id in (
    select event_id from audit_events
    where event_id < (select uuidv7(-keep)) and at < now() - keep
    limit 1000
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$function$

CREATE OR REPLACE FUNCTION public.expire_catalog_changes()
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  last_expired bigint;
  deleted integer;
begin
  with expired as (
    delete from catalog_changes where position in (
      select position from catalog_changes
      where run_id is null and action is distinct from 'created'
        and recorded_at < now() - interval '30 days'
        and position < (select max(position) from catalog_changes)
      order by position limit 10000
    )
    returning position
  )
  select max(position), count(*) into last_expired, deleted from expired;
  if deleted > 0 then
    update catalog_epoch set expired_position = greatest(expired_position, last_expired);
  end if;
  return deleted;
end
$function$

CREATE OR REPLACE FUNCTION public.expire_offer_changes(keep_days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  first_kept integer;
  deleted integer;
begin
  if keep_days < 30 then
    raise exception 'Changes of offers are kept for at least 30 days, not %.', keep_days;
  end if;
  -- Reverts and edits hold this lock, so none reads what is deleted here.
  if not pg_try_advisory_xact_lock(hashtextextended('catalog import', 0)) then
    return 0;
  end if;
  update import_runs set changes_expired_at = now()
  where state = 'committed' and kind <> 'agreement' and changes_expired_at is null
    and ended_at < now() - make_interval(days => keep_days);
  -- Numbers are given at the start of a run, so one that ended later may have a lower number. It
  -- keeps the changes of runs with higher numbers until it expires too.
  select coalesce(min(run_id), 2147483647) into first_kept from import_runs
  where state in ('running', 'committed') and kind <> 'agreement' and changes_expired_at is null;
  delete from offer_changes where ctid = any (array(
    select ctid from offer_changes where run_id < first_kept limit 10000
  ));
  get diagnostics deleted = row_count;
  return deleted;
end
$function$

CREATE OR REPLACE FUNCTION public.expire_sent_mails(keep_days integer)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  deleted integer;
begin
  if keep_days < 7 then
    raise exception 'Sent e-mails are kept for at least 7 days, not %.', keep_days;
  end if;
  delete from mails where mail_id in (
    select mail_id from mails
    where state = 'sent' and sent_at < now() - make_interval(days => keep_days)
    limit 1000
  );
  get diagnostics deleted = row_count;
  return deleted;
end
$function$

CREATE OR REPLACE FUNCTION public.has_contract_price(account uuid, number_key text, of_vendor text, in_condition text, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE PARALLEL SAFE COST 1000
RETURN (EXISTS (SELECT FROM agreement_rules r WHERE ((r.account_id = has_contract_price.account) AND (r.scope = 'part'::text) AND (r.part_number_key = has_contract_price.number_key) AND (r.unit_price IS NOT NULL) AND ((r.vendor IS NULL) OR (r.vendor = has_contract_price.of_vendor)) AND ((r.condition IS NULL) OR (r.condition = has_contract_price.in_condition)) AND (r.valid_from <= has_contract_price.day) AND ((r.valid_to IS NULL) OR (r.valid_to >= has_contract_price.day)) AND (NOT (EXISTS (SELECT FROM agreement_rules l WHERE ((l.account_id = r.account_id) AND (l.scope = 'part'::text) AND (l.part_number_key = r.part_number_key) AND (l.min_quantity = r.min_quantity) AND (NOT (l.vendor IS DISTINCT FROM r.vendor)) AND (NOT (l.condition IS DISTINCT FROM r.condition)) AND (l.valid_from > r.valid_from) AND (l.valid_from <= has_contract_price.day) AND ((l.valid_to IS NULL) OR (l.valid_to >= has_contract_price.day)))))))))

CREATE OR REPLACE FUNCTION public.held_order_changes()
 RETURNS SETOF bigint
 LANGUAGE sql
BEGIN ATOMIC
 SELECT DISTINCT h.lock
    FROM ( SELECT (((l.classid)::bigint << 32) | (l.objid)::bigint) AS lock
            FROM pg_locks l
           WHERE ((l.locktype = 'advisory'::text) AND (l.objsubid = 1) AND l.granted AND (l.database = ( SELECT d.oid
                    FROM pg_database d
                   WHERE (d.datname = current_database()))))) h
   WHERE ((h.lock >= hashtextextended('order changes'::text, (0)::bigint)) AND (h.lock <= (hashtextextended('order changes'::text, (0)::bigint) + 1023)));
END

CREATE OR REPLACE FUNCTION public.index_pending_requests()
 RETURNS bigint
 LANGUAGE sql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET maintenance_work_mem TO '32MB'
AS $function$
  select coalesce(sum(gin_clean_pending_list(inhrelid)), 0)::bigint from pg_inherits
  where inhparent = 'public.api_requests_parts'::regclass
$function$

CREATE OR REPLACE FUNCTION public.maintain_request_partitions(today date)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
 SET lock_timeout TO '2s'
AS $function$
declare
  day date;
  partition text;
  dropped integer := 0;
  oldest date := least(today, (current_timestamp at time zone 'UTC')::date) - 30;
begin
  perform pg_advisory_xact_lock(hashtextextended('partsdesk request partitions', 0));
  for day in select today + ahead from generate_series(-1, 7) ahead loop
    partition := 'api_requests_' || to_char(day, 'YYYYMMDD');
    if day >= oldest and to_regclass('public.' || partition) is null then
      execute format(
        'create table public.%I partition of public.api_requests for values from (%L) to (%L)',
        partition,
        public.min_request_id(day::timestamp at time zone 'UTC'),
        public.min_request_id((day + 1)::timestamp at time zone 'UTC')
      );
      perform public.tune_request_partition(('public.' || partition)::regclass);
    end if;
  end loop;
  for partition in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'public.api_requests'::regclass
      and c.relname < 'api_requests_' || to_char(oldest, 'YYYYMMDD')
  loop
    execute format('drop table public.%I', partition);
    dropped := dropped + 1;
  end loop;
  delete from public.unmet_demand where week < oldest - 180;
  delete from public.request_days d where d.day < oldest - 365;
  delete from public.request_hours h where h.hour < oldest::timestamp at time zone 'UTC';
  return dropped;
end
$function$

CREATE OR REPLACE FUNCTION public.manufacturer_key(cage text, manufacturer text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (COALESCE(cage, lower(regexp_replace((NORMALIZE(manufacturer, NFKD) COLLATE "C"), ((('(?:[\s.,&]+(?:incorporated|inc|corporation|corp|company|co|limited|ltd|llc|l\.l\.c|lp|plc|gmbh'::text || '|ag|kg|oy|ab|pty|pte|bv|b\.v|nv|n\.v|sarl|sas|s\.a\.s|sa|s\.a|srl|s\.r\.l|spa|s\.p\.a))+'::text) || '[\s.,]*$|^\s*the\s+'::text) || '|[\u0001-\u002f\u003a-\u0040\u005b-\u0060\u007b-\u00bf\u0300-\u036f\u2000-\u206f]+'::text), ''::text, 'gi'::text)), ''::text) COLLATE "C")

CREATE OR REPLACE FUNCTION public.min_request_id(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
  select (
    lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20)
  )::uuid
$function$

CREATE OR REPLACE FUNCTION public.next_order_change()
 RETURNS timestamp with time zone
 LANGUAGE sql
RETURN GREATEST(clock_timestamp(), (SELECT (o.changed_at + '00:00:00.000001'::interval) FROM orders o ORDER BY o.changed_at DESC LIMIT 1))

CREATE OR REPLACE FUNCTION public.next_order_number()
 RETURNS text
 LANGUAGE sql
RETURN ('SO-'::text || nextval('order_numbers'::regclass))

CREATE OR REPLACE FUNCTION public.next_quote_request_number()
 RETURNS text
 LANGUAGE sql
RETURN ('RFQ-'::text || nextval('quote_request_numbers'::regclass))

CREATE OR REPLACE FUNCTION public.notify_access_changed()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_notify('access_changed', new.account_id::text);
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.order_changes_end(account uuid)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock(order_changes_lock(account));
  return next_order_change();
end
$function$

CREATE OR REPLACE FUNCTION public.order_changes_lock(account uuid)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (hashtextextended('order changes'::text, (0)::bigint) + (hashtextextended((account)::text, (0)::bigint) & (1023)::bigint))

CREATE OR REPLACE FUNCTION public.price_text(minor numeric, digits integer)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE WHEN (scale(trim_scale(minor)) = 0) THEN (trim_scale(minor) * (('1e-'::text || digits))::numeric) ELSE round((trim_scale(minor) * (('1e-'::text || digits))::numeric), GREATEST((scale(trim_scale(minor)) + digits), 4)) END)::text

CREATE OR REPLACE FUNCTION public.protect_codes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'the code % cannot be removed or renamed: offers may use it', old.code
    using errcode = 'foreign_key_violation';
end
$function$

CREATE OR REPLACE FUNCTION public.protect_order_lines()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (select from orders o where o.order_id = old.order_id and o.status <> 'draft') then
    raise exception 'order % is no draft: its lines cannot be removed', old.order_id
      using errcode = 'check_violation', constraint = 'order_lines_protected';
  end if;
  return old;
end
$function$

CREATE OR REPLACE FUNCTION public.record_change(run_id integer, offer_id bigint, action text)
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog changes', 0));
  insert into catalog_changes values (nextval('catalog_positions'), $1, $2, $3);
  notify catalog_changed;
end
$function$

CREATE OR REPLACE FUNCTION public.record_codes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_change(null, null, null);
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.record_offer_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  case tg_op
    when 'INSERT' then perform record_change(null, new.offer_id, 'created');
    when 'UPDATE' then perform record_change(null, new.offer_id, 'updated');
    else perform record_change(null, old.offer_id, 'deleted');
  end case;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.record_rule_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_advisory_xact_lock(hashtextextended('catalog changes', 0));
  insert into catalog_changes (position, rule_id)
    values (nextval('catalog_positions'), coalesce(new.rule_id, old.rule_id));
  notify catalog_changed;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.record_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform record_change(new.run_id, null, null);
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.schedule_key_change_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if tg_table_name = 'key_networks' then
    perform public.add_key_change_job(new.key_id, 'used', new.network);
  elsif tg_op = 'INSERT' then
    perform public.add_key_change_job(new.key_id, 'issued', null);
  elsif new.revoked_at is not null and old.revoked_at is null then
    perform public.add_key_change_job(new.key_id, 'revoked', null);
  elsif new.replaced_by is distinct from old.replaced_by then
    perform public.add_key_change_job(new.key_id, 'replaced', null);
  end if;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.schedule_mail()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  if new.state = 'queued' then
    perform graphile_worker.add_job(
      'send_mail', json_build_object('mail_id', new.mail_id, 'attempt', new.attempts),
      run_at => new.due_at, job_key => 'mail:' || new.mail_id
    );
  else
    perform graphile_worker.remove_job('mail:' || new.mail_id);
  end if;
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.schedule_quick_order_check()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform graphile_worker.add_job(
    'check_quick_order', json_build_object('quick_order_id', new.quick_order_id),
    job_key => 'quick_order:' || new.quick_order_id
  );
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.schedule_reset()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
begin
  perform graphile_worker.add_job(
    'send_reset', json_build_object('request_id', new.request_id)
  );
  return null;
end
$function$

CREATE OR REPLACE FUNCTION public.sellable_stock(available_stock integer, shelf_life_expires date, day date)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (shelf_life_expires < day) THEN 0 ELSE available_stock END

CREATE OR REPLACE FUNCTION public.stamp_order_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(order_changes_lock(new.account_id));
  new.changed_at := next_order_change();
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.stamp_quote_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  perform pg_advisory_xact_lock_shared(order_changes_lock(new.account_id));
  new.stamped_at := greatest(clock_timestamp(), (
    select q.stamped_at + interval '1 microsecond' from quote_requests q
    where q.account_id = new.account_id order by q.stamped_at desc limit 1
  ));
  return new;
end
$function$

CREATE OR REPLACE FUNCTION public.tune_request_partition(day regclass)
 RETURNS void
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
declare
  name text;
begin
  for name in
    select attname from pg_attribute where attrelid = day and attnum > 0 and not attisdropped
  loop
    execute format(
      'alter table %s alter %I set statistics %s',
      day, name, case when name in ('part_numbers', 'part_names') then 0 else 10 end
    );
  end loop;
  execute format(
    'alter table %s set (autovacuum_vacuum_insert_threshold = -1, '
      'autovacuum_analyze_threshold = 5000, autovacuum_analyze_scale_factor = 0.5)',
    day
  );
end
$function$

table accepted_part_names (
  account_id uuid not null,
  part_number_key text not null,
  name text not null,
  accepted_at timestamp with time zone not null
)

table accounts (
  account_id uuid not null,
  name text not null,
  email text not null,
  currency text not null,
  suspended_at timestamp with time zone,
  created_at timestamp with time zone not null,
  version integer not null default 1,
  notes text
)

table agreement_changes (
  rule_id bigint not null,
  run_id integer not null,
  before jsonb
)

table agreement_rules (
  rule_id bigint not null identity,
  account_id uuid not null,
  scope text not null,
  part_number text,
  part_number_key text collate "C",
  vendor text,
  condition text,
  min_quantity integer not null default 1,
  unit_price numeric,
  currency text,
  discount integer,
  valid_from date not null,
  valid_to date,
  updated_at timestamp with time zone not null,
  order_min integer,
  order_multiple integer,
  run_id bigint
)

table api_keys (
  key_id uuid not null,
  account_id uuid not null,
  name text not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  replaced_by uuid,
  last_used_at timestamp with time zone
)

table api_requests (
  request_id uuid not null,
  account_id uuid,
  key_id uuid,
  method text not null,
  route text not null,
  status smallint not null,
  error_code text,
  duration_ms real not null,
  part_numbers text,
  part_hashes smallint[],
  part_names text,
  in_stock boolean not null,
  outcomes text,
  order_id uuid,
  po_number text,
  error_path text,
  error_message text
) partition by RANGE (request_id)

table attempt_counts (
  kind text not null,
  subject bytea not null,
  attempts integer not null,
  ends_at timestamp with time zone not null
)

table audit_events (
  event_id uuid not null,
  at timestamp with time zone not null,
  operator_id uuid,
  operator_name text,
  operator_email text,
  operator_role text,
  action text not null,
  subject_kind text not null,
  subject_id text,
  account_id uuid,
  before json,
  after json,
  request_id text not null
)

table audit_retention (
  is_only boolean not null default true,
  days integer not null
)

table catalog_changes (
  "position" bigint not null,
  run_id integer,
  offer_id bigint,
  action text,
  recorded_at timestamp with time zone not null default clock_timestamp(),
  rule_id bigint
)

table catalog_epoch (
  is_only boolean not null default true,
  epoch integer not null,
  expired_position bigint not null default 0
)

table certificates (
  code catalog_text not null,
  name catalog_text not null,
  synonyms text[] not null default '{}'::text[]
)

table condition_synonyms (
  synonym text not null,
  condition text not null
)

table conditions (
  code text not null,
  name text not null,
  rank smallint not null
)

table distributor (
  only_row boolean not null default true,
  name text,
  color text,
  address text,
  terms text,
  logo bytea,
  logo_type text,
  changed_at timestamp with time zone not null
)

table impersonations (
  session_id uuid not null,
  account_id uuid not null,
  token_hash bytea not null,
  ends_at timestamp with time zone not null
)

unlogged table import_changed_rows (
  run_id integer not null,
  "position" integer not null,
  kind text not null,
  part_number text not null,
  part_name text,
  vendor text not null,
  condition text not null,
  unit_of_measure text not null,
  price_change double precision,
  fields text[],
  before json,
  after json,
  stock_before bigint,
  stock_after bigint,
  excluded boolean not null default false
)

unlogged table import_file_pieces (
  file_id uuid not null,
  "position" integer not null,
  bytes bytea storage e not null
)

table import_files (
  file_id uuid not null,
  kind text not null,
  mode text not null,
  vendor text,
  account_id uuid,
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 bytea not null,
  sent_by text not null,
  sent_at timestamp with time zone not null,
  head json,
  unreadable text,
  mapping text not null default ''::text,
  version integer not null default 1,
  stock_mode text,
  as_of timestamp with time zone,
  older_counts boolean not null default false,
  excluded jsonb not null default '[]'::jsonb
)

table import_mappings (
  kind text not null,
  vendor text,
  account_id uuid,
  mapping text not null,
  changed_at timestamp with time zone not null,
  shape text not null default ''::text
)

unlogged table import_refused_pieces (
  run_id integer not null,
  "position" integer not null,
  bytes bytea not null
)

table import_runs (
  run_id integer not null identity,
  kind text not null,
  mode text not null,
  vendor text,
  account_id uuid,
  reverts integer,
  file_name text,
  file_bytes bigint,
  file_sha256 bytea,
  started_by text not null,
  is_dry boolean not null,
  accepted text,
  mapping text not null default ''::text,
  state text not null default 'running'::text,
  progress json,
  report json,
  message text,
  cancel_requested_by text,
  started_at timestamp with time zone not null,
  ended_at timestamp with time zone,
  vendors text[],
  is_correction boolean not null default false,
  file_id uuid,
  changes_expired_at timestamp with time zone,
  dismissed_at timestamp with time zone,
  excluded jsonb not null default '[]'::jsonb
)

table invitations (
  invitation_id uuid not null,
  account_id uuid,
  email text not null,
  name text,
  role text not null,
  token_hash bytea not null,
  invited_by uuid,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone not null
)

table key_networks (
  key_id uuid not null,
  network text not null,
  first_used_at timestamp with time zone not null
)

table key_requests (
  request_id uuid not null,
  account_id uuid,
  user_id uuid,
  email text not null,
  key_name text not null,
  purpose text,
  created_at timestamp with time zone not null,
  source text not null,
  company text,
  person text,
  pasted text,
  state text not null default 'new'::text,
  due_at timestamp with time zone not null,
  key_id uuid,
  mail_id uuid,
  reply text,
  version integer not null default 1,
  changed_at timestamp with time zone,
  changed_by text
)

table key_reveals (
  token_hash bytea not null,
  key_id uuid not null,
  encrypted_key bytea not null,
  expires_at timestamp with time zone not null
)

table mails (
  mail_id uuid not null,
  kind text not null,
  account_id uuid,
  recipient text not null,
  subject text not null,
  body text not null,
  encrypted_secrets bytea,
  state text not null default 'queued'::text,
  attempts integer not null default 0,
  due_at timestamp with time zone not null,
  last_error text,
  message_id text,
  created_at timestamp with time zone not null,
  sent_at timestamp with time zone,
  delivered_by text,
  dismissed_at timestamp with time zone
)

table offer_changes (
  offer_id bigint not null,
  run_id integer not null,
  action text not null,
  stock_before integer not null,
  stock_after integer not null,
  before jsonb
)

table offer_counts (
  offer_id bigint not null,
  counted_at timestamp with time zone not null,
  run_id integer not null,
  earlier_at timestamp with time zone
)

table offers (
  offer_id bigint not null identity,
  part_number catalog_text not null,
  part_number_key text collate "C" not null,
  part_number_bare text collate "C" not null,
  vendor catalog_text not null,
  condition text not null,
  unit_of_measure text not null,
  part_name catalog_text,
  title catalog_text,
  description catalog_text,
  received bigint not null,
  list_price numeric,
  currency text,
  status text not null,
  min_quantity integer not null default 1,
  multiple integer not null default 1,
  lead_time_days integer,
  superseded_by catalog_text,
  alternates text[] not null default '{}'::text[],
  manufacturer catalog_text,
  cage text,
  nsn text,
  certificate catalog_text,
  shelf_life_expires date,
  updated_at timestamp with time zone not null,
  created_run integer,
  superseded_by_key text collate "C",
  interchangeable text[] not null default '{}'::text[],
  shipped bigint not null default 0,
  allocated bigint not null default 0,
  available_stock integer not null generated as (GREATEST(((received - shipped) - allocated), (0)::bigint))::integer,
  lots integer
) with (fillfactor=80)

table operator_keys (
  key_id uuid not null,
  name text not null,
  scopes text[] not null,
  key_hash bytea not null,
  last_four text not null,
  created_at timestamp with time zone not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  replaced_by uuid,
  last_used_at timestamp with time zone
)

table order_events (
  order_id uuid not null,
  version integer not null,
  kind text not null,
  at timestamp with time zone not null,
  actor text not null,
  actor_id uuid,
  actor_name text,
  request_id text,
  details json not null,
  form_id uuid
)

table order_lines (
  order_id uuid not null,
  line_number smallint not null,
  offer_id bigint,
  part_number text not null,
  title text,
  vendor text not null,
  condition text not null,
  unit_of_measure text not null,
  quantity integer not null,
  list_price numeric,
  list_currency text,
  unit_price numeric not null,
  line_total numeric(30,0) not null,
  rule_id bigint,
  priced_at timestamp with time zone,
  certificate text,
  manufacturer text,
  cage text,
  lead_time_days integer,
  remark text,
  needed_by date,
  requested_part text,
  requested_quantity numeric,
  requested_unit text,
  requested_conditions text[],
  requested_certificates text[],
  requested_unread jsonb,
  quote_option bigint
)

table order_notes (
  note_id uuid not null,
  order_id uuid not null,
  at timestamp with time zone not null,
  operator_id uuid not null,
  operator_name text not null,
  text text not null
)

table orders (
  order_id uuid not null,
  account_id uuid not null,
  key_id uuid,
  status text not null,
  po_number text,
  notes text,
  currency text not null,
  subtotal numeric(30,0) not null,
  request_id text not null,
  idempotency_key text,
  request_hash bytea,
  answer text,
  created_at timestamp with time zone not null,
  user_id uuid,
  made_by text,
  version integer not null default 1,
  changed_at timestamp with time zone not null,
  order_number text not null default next_order_number(),
  ship_to text,
  request text,
  urgency text
)

table own_terms (
  term_key text not null,
  written text not null,
  meanings text[] not null,
  updated_at timestamp with time zone not null
)

table password_resets (
  token_hash bytea not null,
  user_id uuid not null,
  expires_at timestamp with time zone not null
)

table quick_order_mappings (
  account_id uuid not null,
  shape text not null,
  mapping text not null,
  changed_at timestamp with time zone not null
)

table quick_order_rows (
  quick_order_id uuid not null,
  row_number integer not null,
  cells jsonb not null,
  state text not null,
  readings jsonb,
  part_number text,
  part_number_key text collate "C",
  quantity_text text not null,
  quantity integer,
  quantity_fault text,
  condition text,
  note text,
  chosen_offer_id bigint,
  offer_id bigint,
  unit_price numeric,
  line_total numeric(30,0),
  currency text,
  reason text,
  nearest_quantity integer,
  suggestions jsonb not null,
  order_id uuid,
  added_version integer,
  asked_quantity integer,
  certificate text,
  remark text,
  needed_by date,
  written jsonb,
  requested_quantity numeric,
  requested_unit text,
  unread jsonb
)

table quick_order_steps (
  quick_order_id uuid not null,
  step integer not null,
  action text,
  rows jsonb not null
)

table quick_order_undo (
  quick_order_id uuid not null,
  action text not null,
  rows jsonb not null
)

table quick_order_uploads (
  quick_order_id uuid not null,
  is_text boolean not null,
  bytes bytea not null,
  head jsonb not null,
  doubt text,
  mapping text not null,
  read_version integer
)

table quick_orders (
  quick_order_id uuid not null,
  account_id uuid not null,
  user_id uuid not null,
  name text not null,
  headers text[] not null,
  number_column smallint not null,
  quantity_column smallint,
  condition_column smallint,
  row_count integer not null,
  unclear_count integer not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  checked_at timestamp with time zone not null,
  is_unclear boolean not null default false,
  notes text[] not null default '{}'::text[],
  is_saved boolean not null default false,
  content_digest bytea,
  rows_digest bytea,
  urgent jsonb not null default '[]'::jsonb
)

table quote_options (
  option_id bigint not null identity,
  request_id uuid not null,
  version integer not null,
  line_number smallint not null,
  option smallint not null,
  offer_id bigint,
  part_number text not null,
  part_number_key text not null,
  title text,
  manufacturer text,
  condition text not null,
  unit_of_measure text not null,
  certificate text,
  unit_price numeric not null,
  currency text not null,
  quantity integer not null,
  min_quantity integer not null,
  multiple integer not null,
  lead_time_days integer,
  valid_until date not null
)

table quote_request_lines (
  request_id uuid not null,
  line_number smallint not null,
  reason text,
  offer_id bigint,
  part_number text not null,
  vendor text,
  condition text,
  certificate text,
  quantity integer,
  unit_of_measure text,
  needed_by date,
  remark text,
  row_number integer
)

table quote_request_messages (
  message_id uuid not null,
  request_id uuid not null,
  author text not null,
  author_name text not null,
  user_id uuid,
  body text not null,
  created_at timestamp with time zone not null,
  mail_id uuid
)

table quote_requests (
  request_id uuid not null,
  request_number text not null default next_quote_request_number(),
  account_id uuid not null,
  user_id uuid,
  buyer_name text not null,
  buyer_email text not null,
  state text not null default 'open'::text,
  open_since timestamp with time zone not null,
  quick_order_id uuid,
  form_id uuid not null,
  version integer not null default 1,
  created_at timestamp with time zone not null,
  changed_at timestamp with time zone not null,
  key_id uuid,
  request_hash bytea,
  po_number text,
  quote_version integer not null default 0,
  stamped_at timestamp with time zone not null
)

table quotes (
  request_id uuid not null,
  version integer not null,
  operator_name text not null,
  no_quote jsonb not null default '{}'::jsonb,
  reason text,
  created_at timestamp with time zone not null
)

table recovery_codes (
  user_id uuid not null,
  code_hash bytea not null
)

table request_days (
  key_id uuid not null,
  day date not null,
  account_id uuid not null,
  requests bigint not null,
  refused bigint not null
)

table request_hours (
  hour timestamp with time zone not null,
  latency_step smallint not null,
  requests bigint not null,
  refused bigint not null,
  failed bigint not null
)

table reset_requests (
  request_id uuid not null,
  email text not null,
  is_operator boolean not null default false
)

table saved_views (
  view_id uuid not null,
  operator_id uuid not null,
  name text not null,
  query text not null,
  created_at timestamp with time zone not null
)

table schema_migrations (
  id integer not null default nextval('schema_migrations_id_seq'::regclass),
  name character varying(255) not null,
  run_on timestamp without time zone not null,
  works_with text
)

table sessions (
  session_id uuid not null,
  user_id uuid not null,
  token_hash bytea not null,
  user_agent text not null,
  created_at timestamp with time zone not null,
  last_used_at timestamp with time zone not null
)

table units_of_measure (
  code text not null,
  name text not null
)

table unmet_demand (
  week date not null,
  account_id uuid not null,
  part_number text collate "C" not null,
  not_found integer not null,
  out_of_stock integer not null,
  not_in_stock integer not null
)

table users (
  user_id uuid not null,
  account_id uuid,
  email text not null,
  name text not null,
  role text not null,
  password_hash text,
  totp_secret bytea,
  totp_confirmed_at timestamp with time zone,
  totp_last_step integer,
  created_at timestamp with time zone not null,
  removed_at timestamp with time zone,
  draft_id uuid
)

table vendor_values (
  vendor catalog_text not null,
  field text not null,
  written catalog_text not null,
  meaning catalog_text not null,
  changed_by text not null,
  changed_at timestamp with time zone not null
)

table vendors (
  vendor catalog_text not null,
  stock_mode text,
  changed_at timestamp with time zone not null,
  counted_at timestamp with time zone,
  counted_run integer,
  counted_earlier_at timestamp with time zone
)

accepted_part_names: accepted_part_names_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

accepted_part_names: accepted_part_names_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))

accepted_part_names: accepted_part_names_pkey PRIMARY KEY (account_id, part_number_key, name)

accounts: accounts_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))

accounts: accounts_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)))

accounts: accounts_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))

accounts: accounts_notes_check CHECK (((char_length(notes) >= 1) AND (char_length(notes) <= 2000)))

accounts: accounts_pkey PRIMARY KEY (account_id)

accounts: accounts_version_check CHECK ((version >= 1))

agreement_changes: agreement_changes_pkey PRIMARY KEY (run_id, rule_id)

agreement_rules: agreement_rule_changed TRIGGER DEFERRABLE INITIALLY DEFERRED

agreement_rules: agreement_rules_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

agreement_rules: agreement_rules_condition_fkey FOREIGN KEY (condition) REFERENCES conditions(code)

agreement_rules: agreement_rules_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))

agreement_rules: agreement_rules_discount_check CHECK (((discount >= 0) AND (discount <= 10000)))

agreement_rules: agreement_rules_identity UNIQUE NULLS NOT DISTINCT (account_id, scope, part_number_key, vendor, condition, min_quantity, valid_from)

agreement_rules: agreement_rules_min_quantity_check CHECK (((min_quantity >= 1) AND (min_quantity <= 1000000)))

agreement_rules: agreement_rules_order_min_check CHECK (((order_min >= 1) AND (order_min <= 1000000)))

agreement_rules: agreement_rules_order_multiple_check CHECK (((order_multiple >= 1) AND (order_multiple <= 1000000)))

agreement_rules: agreement_rules_order_terms CHECK (((scope = 'part'::text) OR ((order_min IS NULL) AND (order_multiple IS NULL))))

agreement_rules: agreement_rules_period CHECK ((valid_to >= valid_from))

agreement_rules: agreement_rules_pkey PRIMARY KEY (rule_id)

agreement_rules: agreement_rules_scope CHECK (
CASE scope
    WHEN 'part'::text THEN ((part_number IS NOT NULL) AND (part_number_key IS NOT NULL))
    WHEN 'vendor'::text THEN ((part_number_key IS NULL) AND (vendor IS NOT NULL) AND (condition IS NULL))
    ELSE ((part_number_key IS NULL) AND (vendor IS NULL) AND (condition IS NULL))
END)

agreement_rules: agreement_rules_scope_check CHECK ((scope = ANY (ARRAY['part'::text, 'vendor'::text, 'account'::text])))

agreement_rules: agreement_rules_term CHECK (
CASE
    WHEN (unit_price IS NOT NULL) THEN ((scope = 'part'::text) AND (currency IS NOT NULL) AND (discount IS NULL))
    ELSE ((currency IS NULL) AND (discount IS NOT NULL))
END)

agreement_rules: agreement_rules_unit_price_check CHECK ((unit_price >= (0)::numeric))

agreement_rules: agreement_rules_unit_price_scale CHECK (((scale(unit_price) = min_scale(unit_price)) AND (scale(unit_price) <= 7)))

api_keys: api_keys_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

api_keys: api_keys_key_hash_check CHECK ((octet_length(key_hash) = 32))

api_keys: api_keys_key_hash_key UNIQUE (key_hash)

api_keys: api_keys_last_four_check CHECK ((char_length(last_four) = 4))

api_keys: api_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))

api_keys: api_keys_pkey PRIMARY KEY (key_id)

api_keys: api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys(key_id)

api_requests: api_requests_pkey PRIMARY KEY (request_id)

attempt_counts: attempt_counts_pkey PRIMARY KEY (kind, subject)

attempt_counts: attempt_counts_subject_check CHECK ((octet_length(subject) = 32))

audit_events: audit_events_pkey PRIMARY KEY (event_id)

audit_retention: audit_retention_days_check CHECK ((days >= 30))

audit_retention: audit_retention_is_only_check CHECK (is_only)

audit_retention: audit_retention_pkey PRIMARY KEY (is_only)

catalog_changes: catalog_changes_action_check CHECK ((action = ANY (ARRAY['created'::text, 'updated'::text, 'deleted'::text])))

catalog_changes: catalog_changes_pkey PRIMARY KEY ("position")

catalog_changes: catalog_changes_subject CHECK ((((offer_id IS NULL) = (action IS NULL)) AND (num_nonnulls(run_id, offer_id, rule_id) <= 1)))

catalog_epoch: catalog_epoch_is_only_check CHECK (is_only)

catalog_epoch: catalog_epoch_pkey PRIMARY KEY (is_only)

certificates: certificates_code_check CHECK ((((char_length((code)::text) >= 1) AND (char_length((code)::text) <= 40)) AND ((code)::text !~ '[|;]'::text)))

certificates: certificates_pkey PRIMARY KEY (code)

condition_synonyms: condition_synonyms_condition_fkey FOREIGN KEY (condition) REFERENCES conditions(code)

condition_synonyms: condition_synonyms_pkey PRIMARY KEY (synonym)

condition_synonyms: condition_synonyms_synonym_check CHECK ((((char_length(synonym) >= 1) AND (char_length(synonym) <= 40)) AND (synonym = upper(synonym))))

conditions: conditions_code_check CHECK ((code ~ '^[A-Z0-9]{1,4}$'::text))

conditions: conditions_pkey PRIMARY KEY (code)

conditions: conditions_rank_key UNIQUE (rank) DEFERRABLE

distributor: distributor_address_check CHECK (((char_length(address) >= 1) AND (char_length(address) <= 400)))

distributor: distributor_check CHECK (((logo IS NULL) = (logo_type IS NULL)))

distributor: distributor_color_check CHECK ((color ~ '^#[0-9a-f]{6}$'::text))

distributor: distributor_logo_check CHECK (((octet_length(logo) >= 1) AND (octet_length(logo) <= 262144)))

distributor: distributor_logo_type_check CHECK ((logo_type = ANY (ARRAY['image/svg+xml'::text, 'image/png'::text])))

distributor: distributor_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))

distributor: distributor_only_row_check CHECK (only_row)

distributor: distributor_pkey PRIMARY KEY (only_row)

distributor: distributor_terms_check CHECK (((char_length(terms) >= 1) AND (char_length(terms) <= 4000)))

impersonations: impersonations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

impersonations: impersonations_pkey PRIMARY KEY (session_id)

impersonations: impersonations_session_id_fkey FOREIGN KEY (session_id) REFERENCES sessions(session_id) ON DELETE CASCADE

impersonations: impersonations_token_hash_check CHECK ((octet_length(token_hash) = 32))

impersonations: impersonations_token_hash_key UNIQUE (token_hash)

import_changed_rows: import_changed_rows_pkey PRIMARY KEY (run_id, "position")

import_file_pieces: import_file_pieces_pkey PRIMARY KEY (file_id, "position")

import_files: import_files_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

import_files: import_files_file_sha256_check CHECK ((octet_length(file_sha256) = 32))

import_files: import_files_kind_check CHECK ((kind = ANY (ARRAY['catalog'::text, 'stock'::text, 'agreement'::text])))

import_files: import_files_mode_check CHECK ((mode = ANY (ARRAY['merge'::text, 'replace'::text])))

import_files: import_files_pkey PRIMARY KEY (file_id)

import_files: import_files_stock_mode_check CHECK ((stock_mode = ANY (ARRAY['on-hand'::text, 'available'::text])))

import_mappings: import_mappings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

import_mappings: import_mappings_shape_check CHECK ((shape ~ '^([0-9a-f]{64})?$'::text))

import_mappings: import_mappings_subject UNIQUE NULLS NOT DISTINCT (kind, vendor, account_id, shape)

import_refused_pieces: import_refused_pieces_pkey PRIMARY KEY (run_id, "position")

import_runs: import_runs_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

import_runs: import_runs_end CHECK (((state = 'running'::text) = (ended_at IS NULL)))

import_runs: import_runs_file_sha256_check CHECK ((octet_length(file_sha256) = 32))

import_runs: import_runs_kind_check CHECK ((kind = ANY (ARRAY['catalog'::text, 'stock'::text, 'agreement'::text])))

import_runs: import_runs_mode_check CHECK ((mode = ANY (ARRAY['merge'::text, 'replace'::text, 'revert'::text, 'edit'::text])))

import_runs: import_runs_pkey PRIMARY KEY (run_id)

import_runs: import_runs_reverts_fkey FOREIGN KEY (reverts) REFERENCES import_runs(run_id)

import_runs: import_runs_state_check CHECK ((state = ANY (ARRAY['running'::text, 'committed'::text, 'previewed'::text, 'stopped'::text, 'failed'::text, 'cancelled'::text, 'interrupted'::text])))

invitations: invitations_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

invitations: invitations_email UNIQUE NULLS NOT DISTINCT (account_id, email)

invitations: invitations_email_check CHECK (((email ~ '^[!-~]{1,64}@[!-~]{1,255}$'::text) AND (email !~ '[A-Z]'::text)))

invitations: invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES users(user_id)

invitations: invitations_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))

invitations: invitations_pkey PRIMARY KEY (invitation_id)

invitations: invitations_role_check CHECK (
CASE
    WHEN (account_id IS NULL) THEN (role = ANY (ARRAY['operator'::text, 'catalog manager'::text, 'admin'::text, 'read-only'::text]))
    ELSE (role = ANY (ARRAY['buyer'::text, 'admin'::text]))
END)

invitations: invitations_token_hash_check CHECK ((octet_length(token_hash) = 32))

invitations: invitations_token_hash_key UNIQUE (token_hash)

key_networks: key_networks_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id)

key_networks: key_networks_pkey PRIMARY KEY (key_id, network)

key_requests: key_requests_account CHECK (((account_id IS NOT NULL) OR ((source <> 'account'::text) AND (state <> 'issued'::text))))

key_requests: key_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

key_requests: key_requests_company_check CHECK (((char_length(company) >= 1) AND (char_length(company) <= 200)))

key_requests: key_requests_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id)

key_requests: key_requests_key_name_check CHECK (((char_length(key_name) >= 1) AND (char_length(key_name) <= 100)))

key_requests: key_requests_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(mail_id) ON DELETE SET NULL

key_requests: key_requests_pasted_check CHECK ((char_length(pasted) <= 50000))

key_requests: key_requests_person_check CHECK (((char_length(person) >= 1) AND (char_length(person) <= 200)))

key_requests: key_requests_pkey PRIMARY KEY (request_id)

key_requests: key_requests_purpose_check CHECK (((char_length(purpose) >= 1) AND (char_length(purpose) <= 500)))

key_requests: key_requests_reply_check CHECK (((char_length(reply) >= 1) AND (char_length(reply) <= 2000)))

key_requests: key_requests_source_check CHECK ((source = ANY (ARRAY['account'::text, 'form'::text, 'mail'::text])))

key_requests: key_requests_state_check CHECK ((state = ANY (ARRAY['new'::text, 'needs information'::text, 'issued'::text, 'declined'::text])))

key_requests: key_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)

key_reveals: key_reveals_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id)

key_reveals: key_reveals_pkey PRIMARY KEY (token_hash)

key_reveals: key_reveals_token_hash_check CHECK ((octet_length(token_hash) = 32))

mails: mails_pkey PRIMARY KEY (mail_id)

mails: mails_secrets CHECK (((state <> 'sent'::text) OR (encrypted_secrets IS NULL)))

mails: mails_sent CHECK (((state = 'sent'::text) = (sent_at IS NOT NULL)))

mails: mails_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'sent'::text, 'kept'::text, 'failed'::text, 'bounced'::text])))

offer_changes: offer_changes_action_check CHECK ((action = ANY (ARRAY['updated'::text, 'deleted'::text])))

offer_changes: offer_changes_pkey PRIMARY KEY (offer_id, run_id)

offer_counts: offer_counts_pkey PRIMARY KEY (offer_id)

offers: offer_changed TRIGGER DEFERRABLE INITIALLY DEFERRED

offers: offers_allocated_check CHECK ((allocated >= 0))

offers: offers_cage_check CHECK ((cage ~ '^[0-9A-Z]{5}$'::text))

offers: offers_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))

offers: offers_description_check CHECK ((char_length((description)::text) <= 4000))

offers: offers_lead_time_days_check CHECK (((lead_time_days >= 0) AND (lead_time_days <= 3650)))

offers: offers_list_price_check CHECK ((list_price >= (0)::numeric))

offers: offers_list_price_scale CHECK (((scale(list_price) = min_scale(list_price)) AND (scale(list_price) <= 7)))

offers: offers_lots_check CHECK (((lots >= 1) AND (lots <= 1000000)))

offers: offers_min_quantity_check CHECK (((min_quantity >= 1) AND (min_quantity <= 1000000)))

offers: offers_multiple_check CHECK (((multiple >= 1) AND (multiple <= 1000000)))

offers: offers_nsn_check CHECK ((nsn ~ '^[0-9]{13}$'::text))

offers: offers_offer_id_check CHECK ((offer_id < '281474976710656'::bigint))

offers: offers_part_name_check CHECK ((char_length((part_name)::text) <= 500))

offers: offers_part_number_check CHECK (((char_length((part_number)::text) >= 1) AND (char_length((part_number)::text) <= 100)))

offers: offers_part_number_key_check CHECK ((part_number_key <> ''::text))

offers: offers_pkey PRIMARY KEY (offer_id)

offers: offers_priced CHECK (((list_price IS NULL) OR (currency IS NOT NULL)))

offers: offers_shipped_check CHECK ((shipped >= 0))

offers: offers_status_check CHECK ((status = ANY (ARRAY['ACTIVE'::text, 'ON_HOLD'::text, 'SUPERSEDED'::text, 'DISCONTINUED'::text])))

offers: offers_superseded_by_key_check CHECK ((superseded_by_key <> ''::text))

offers: offers_title_check CHECK ((char_length((title)::text) <= 500))

offers: offers_vendor_check CHECK (((char_length((vendor)::text) >= 1) AND (char_length((vendor)::text) <= 200)))

operator_keys: operator_keys_key_hash_check CHECK ((octet_length(key_hash) = 32))

operator_keys: operator_keys_key_hash_key UNIQUE (key_hash)

operator_keys: operator_keys_last_four_check CHECK ((char_length(last_four) = 4))

operator_keys: operator_keys_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100)))

operator_keys: operator_keys_pkey PRIMARY KEY (key_id)

operator_keys: operator_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES operator_keys(key_id)

operator_keys: operator_keys_scopes_check CHECK ((cardinality(scopes) > 0))

order_events: order_events_actor CHECK ((((actor = 'clock'::text) = (actor_id IS NULL)) AND ((actor_id IS NULL) = (actor_name IS NULL))))

order_events: order_events_actor_check CHECK ((actor = ANY (ARRAY['buyer'::text, 'operator'::text, 'clock'::text])))

order_events: order_events_actor_name_check CHECK (((char_length(actor_name) >= 1) AND (char_length(actor_name) <= 254)))

order_events: order_events_kind_check CHECK ((kind = ANY (ARRAY['made'::text, 'edited'::text, 'repriced'::text, 'confirmed'::text, 'fulfilled'::text, 'cancelled'::text, 'expired'::text])))

order_events: order_events_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id)

order_events: order_events_pkey PRIMARY KEY (order_id, version)

order_lines: order_lines_line_number_check CHECK (((line_number >= 1) AND (line_number <= 500)))

order_lines: order_lines_list CHECK (((list_price IS NULL) = (list_currency IS NULL)))

order_lines: order_lines_list_currency_check CHECK ((list_currency ~ '^[A-Z]{3}$'::text))

order_lines: order_lines_list_price_check CHECK ((list_price >= (0)::numeric))

order_lines: order_lines_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id)

order_lines: order_lines_part CHECK (
CASE
    WHEN (offer_id IS NULL) THEN ((quote_option IS NOT NULL) AND (vendor = ''::text))
    ELSE (vendor <> ''::text)
END)

order_lines: order_lines_pkey PRIMARY KEY (order_id, line_number)

order_lines: order_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))

order_lines: order_lines_quote_option_fkey FOREIGN KEY (quote_option) REFERENCES quote_options(option_id)

order_lines: order_lines_remark_check CHECK (((char_length(remark) >= 1) AND (char_length(remark) <= 200)))

order_lines: order_lines_requested_quantity_check CHECK ((requested_quantity > (0)::numeric))

order_lines: order_lines_total CHECK ((line_total = GREATEST(round((unit_price * (quantity)::numeric)), sign(unit_price))))

order_lines: order_lines_unit_price_check CHECK ((unit_price >= (0)::numeric))

order_notes: order_notes_order_id_fkey FOREIGN KEY (order_id) REFERENCES orders(order_id)

order_notes: order_notes_pkey PRIMARY KEY (note_id)

order_notes: order_notes_text_check CHECK (((char_length(text) >= 1) AND (char_length(text) <= 2000)))

orders: orders_answer CHECK ((((request_hash IS NULL) = (answer IS NULL)) AND ((answer IS NOT NULL) OR (idempotency_key IS NULL))))

orders: orders_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))

orders: orders_idempotency UNIQUE (account_id, idempotency_key)

orders: orders_idempotency_key_check CHECK (((char_length(idempotency_key) >= 1) AND (char_length(idempotency_key) <= 255)))

orders: orders_made_by_check CHECK (((char_length(made_by) >= 1) AND (char_length(made_by) <= 254)))

orders: orders_maker CHECK (((user_id IS NULL) = (made_by IS NULL)))

orders: orders_notes_check CHECK ((char_length(notes) <= 2000))

orders: orders_number UNIQUE (order_number)

orders: orders_number_check CHECK ((order_number ~ '^SO-[1-9][0-9]{5,18}$'::text))

orders: orders_pkey PRIMARY KEY (order_id)

orders: orders_po_number_check CHECK ((char_length(po_number) <= 64))

orders: orders_request_hash_check CHECK ((octet_length(request_hash) = 32))

orders: orders_ship_to_check CHECK (((char_length(ship_to) >= 1) AND (char_length(ship_to) <= 500)))

orders: orders_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'confirmed'::text, 'fulfilled'::text, 'cancelled'::text, 'expired'::text])))

orders: orders_subtotal_check CHECK ((subtotal >= (0)::numeric))

orders: orders_urgency_check CHECK ((urgency = ANY (ARRAY['AOG'::text, 'Critical'::text])))

orders: orders_version_check CHECK ((version >= 1))

own_terms: own_terms_meanings_check CHECK ((cardinality(meanings) <= 10))

own_terms: own_terms_pkey PRIMARY KEY (term_key)

own_terms: own_terms_term_key_check CHECK (((char_length(term_key) >= 1) AND (char_length(term_key) <= 400)))

own_terms: own_terms_written_check CHECK (((char_length(written) >= 1) AND (char_length(written) <= 100)))

password_resets: password_resets_pkey PRIMARY KEY (token_hash)

password_resets: password_resets_token_hash_check CHECK ((octet_length(token_hash) = 32))

password_resets: password_resets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)

quick_order_mappings: quick_order_mappings_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

quick_order_mappings: quick_order_mappings_pkey PRIMARY KEY (account_id, shape)

quick_order_mappings: quick_order_mappings_shape_check CHECK ((shape ~ '^[0-9a-f]{64}$'::text))

quick_order_rows: quick_order_rows_added CHECK ((((state = 'added'::text) = (order_id IS NOT NULL)) AND ((order_id IS NULL) = (added_version IS NULL))))

quick_order_rows: quick_order_rows_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))

quick_order_rows: quick_order_rows_pkey PRIMARY KEY (quick_order_id, row_number)

quick_order_rows: quick_order_rows_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))

quick_order_rows: quick_order_rows_quick_order_id_fkey FOREIGN KEY (quick_order_id) REFERENCES quick_orders(quick_order_id) ON DELETE CASCADE

quick_order_rows: quick_order_rows_readings CHECK (((readings IS NULL) OR (state = ANY (ARRAY['waiting'::text, 'ambiguous'::text, 'not_found'::text]))))

quick_order_rows: quick_order_rows_ready CHECK (((state <> ALL (ARRAY['ready'::text, 'added'::text])) OR ((quantity IS NOT NULL) AND (offer_id IS NOT NULL) AND (unit_price IS NOT NULL) AND (line_total IS NOT NULL) AND (currency IS NOT NULL))))

quick_order_rows: quick_order_rows_remark_check CHECK (((char_length(remark) >= 1) AND (char_length(remark) <= 200)))

quick_order_rows: quick_order_rows_requested_quantity_check CHECK ((requested_quantity > (0)::numeric))

quick_order_rows: quick_order_rows_row_number_check CHECK ((row_number >= 1))

quick_order_rows: quick_order_rows_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'ready'::text, 'ambiguous'::text, 'not_found'::text, 'other_condition'::text, 'short'::text, 'bad_quantity'::text, 'not_orderable'::text, 'on_request'::text, 'unreadable'::text, 'added'::text])))

quick_order_steps: quick_order_steps_action_check CHECK ((action = ANY (ARRAY['cheapest'::text, 'prefer_ne'::text, 'reduce'::text, 'round'::text, 'split'::text, 'use_suggestions'::text, 'use_choices'::text, 'remove_not_found'::text, 'remove'::text])))

quick_order_steps: quick_order_steps_pkey PRIMARY KEY (quick_order_id, step)

quick_order_steps: quick_order_steps_quick_order_id_fkey FOREIGN KEY (quick_order_id) REFERENCES quick_orders(quick_order_id) ON DELETE CASCADE

quick_order_undo: quick_order_undo_action_check CHECK ((action = ANY (ARRAY['cheapest'::text, 'prefer_ne'::text, 'reduce'::text, 'round'::text, 'use_suggestions'::text, 'remove_not_found'::text, 'remove'::text])))

quick_order_undo: quick_order_undo_pkey PRIMARY KEY (quick_order_id)

quick_order_undo: quick_order_undo_quick_order_id_fkey FOREIGN KEY (quick_order_id) REFERENCES quick_orders(quick_order_id) ON DELETE CASCADE

quick_order_uploads: quick_order_uploads_pkey PRIMARY KEY (quick_order_id)

quick_order_uploads: quick_order_uploads_quick_order_id_fkey FOREIGN KEY (quick_order_id) REFERENCES quick_orders(quick_order_id) ON DELETE CASCADE

quick_orders: quick_orders_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

quick_orders: quick_orders_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))

quick_orders: quick_orders_pkey PRIMARY KEY (quick_order_id)

quick_orders: quick_orders_row_count_check CHECK ((row_count >= 0))

quick_orders: quick_orders_unclear_count_check CHECK ((unclear_count >= 0))

quick_orders: quick_orders_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)

quote_options: quote_options_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))

quote_options: quote_options_lead_time_days_check CHECK (((lead_time_days >= 0) AND (lead_time_days <= 3650)))

quote_options: quote_options_min_quantity_check CHECK ((min_quantity >= 1))

quote_options: quote_options_multiple_check CHECK ((multiple >= 1))

quote_options: quote_options_option_check CHECK ((option >= 1))

quote_options: quote_options_part_number_check CHECK (((char_length(part_number) >= 1) AND (char_length(part_number) <= 100)))

quote_options: quote_options_pkey PRIMARY KEY (option_id)

quote_options: quote_options_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))

quote_options: quote_options_request_id_line_number_fkey FOREIGN KEY (request_id, line_number) REFERENCES quote_request_lines(request_id, line_number)

quote_options: quote_options_request_id_version_fkey FOREIGN KEY (request_id, version) REFERENCES quotes(request_id, version)

quote_options: quote_options_request_id_version_line_number_option_key UNIQUE (request_id, version, line_number, option)

quote_options: quote_options_terms CHECK (((min_quantity <= quantity) AND ((quantity % multiple) = 0)))

quote_options: quote_options_unit_price_check CHECK ((unit_price > (0)::numeric))

quote_request_lines: quote_request_lines_certificate_check CHECK (((char_length(certificate) >= 1) AND (char_length(certificate) <= 500)))

quote_request_lines: quote_request_lines_condition_check CHECK (((char_length(condition) >= 1) AND (char_length(condition) <= 200)))

quote_request_lines: quote_request_lines_line_number_check CHECK (((line_number >= 1) AND (line_number <= 200)))

quote_request_lines: quote_request_lines_part_number_check CHECK (((char_length(part_number) >= 1) AND (char_length(part_number) <= 200)))

quote_request_lines: quote_request_lines_pkey PRIMARY KEY (request_id, line_number)

quote_request_lines: quote_request_lines_quantity_check CHECK (((quantity >= 1) AND (quantity <= 1000000)))

quote_request_lines: quote_request_lines_reason_check CHECK ((reason = ANY (ARRAY['no stock'::text, 'no price'::text, 'not found'::text, 'quantity'::text])))

quote_request_lines: quote_request_lines_remark_check CHECK (((char_length(remark) >= 1) AND (char_length(remark) <= 500)))

quote_request_lines: quote_request_lines_request_id_fkey FOREIGN KEY (request_id) REFERENCES quote_requests(request_id) ON DELETE CASCADE

quote_request_lines: quote_request_lines_unit_of_measure_check CHECK (((char_length(unit_of_measure) >= 1) AND (char_length(unit_of_measure) <= 20)))

quote_request_lines: quote_request_lines_vendor_check CHECK (((char_length(vendor) >= 1) AND (char_length(vendor) <= 200)))

quote_request_messages: quote_request_messages_author_check CHECK ((author = ANY (ARRAY['buyer'::text, 'operator'::text])))

quote_request_messages: quote_request_messages_body_check CHECK (((char_length(body) >= 1) AND (char_length(body) <= 4000)))

quote_request_messages: quote_request_messages_mail_id_fkey FOREIGN KEY (mail_id) REFERENCES mails(mail_id) ON DELETE SET NULL

quote_request_messages: quote_request_messages_pkey PRIMARY KEY (message_id)

quote_request_messages: quote_request_messages_request_id_fkey FOREIGN KEY (request_id) REFERENCES quote_requests(request_id) ON DELETE CASCADE

quote_request_messages: quote_request_messages_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)

quote_requests: quote_requests_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

quote_requests: quote_requests_account_id_form_id_key UNIQUE (account_id, form_id)

quote_requests: quote_requests_key_id_fkey FOREIGN KEY (key_id) REFERENCES api_keys(key_id)

quote_requests: quote_requests_pkey PRIMARY KEY (request_id)

quote_requests: quote_requests_po_number_check CHECK (((char_length(po_number) >= 1) AND (char_length(po_number) <= 64)))

quote_requests: quote_requests_quick_order_id_fkey FOREIGN KEY (quick_order_id) REFERENCES quick_orders(quick_order_id) ON DELETE SET NULL

quote_requests: quote_requests_request_hash_check CHECK ((octet_length(request_hash) = 32))

quote_requests: quote_requests_request_number_key UNIQUE (request_number)

quote_requests: quote_requests_state_check CHECK ((state = ANY (ARRAY['open'::text, 'answered'::text, 'accepted'::text, 'withdrawn'::text])))

quote_requests: quote_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)

quotes: quotes_pkey PRIMARY KEY (request_id, version)

quotes: quotes_reason_check CHECK (((char_length(reason) >= 1) AND (char_length(reason) <= 500)))

quotes: quotes_request_id_fkey FOREIGN KEY (request_id) REFERENCES quote_requests(request_id)

quotes: quotes_version_check CHECK ((version >= 1))

recovery_codes: recovery_codes_code_hash_check CHECK ((octet_length(code_hash) = 32))

recovery_codes: recovery_codes_pkey PRIMARY KEY (user_id, code_hash)

recovery_codes: recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)

request_days: request_days_pkey PRIMARY KEY (key_id, day)

request_hours: request_hours_pkey PRIMARY KEY (hour, latency_step)

reset_requests: reset_requests_email_check CHECK ((email ~ '^[!-~]{1,64}@[!-~]{1,255}$'::text))

reset_requests: reset_requests_pkey PRIMARY KEY (request_id)

saved_views: saved_views_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 60)))

saved_views: saved_views_operator_id_fkey FOREIGN KEY (operator_id) REFERENCES users(user_id)

saved_views: saved_views_pkey PRIMARY KEY (view_id)

saved_views: saved_views_query_check CHECK ((char_length(query) <= 2000))

schema_migrations: schema_migrations_pkey PRIMARY KEY (id)

sessions: sessions_pkey PRIMARY KEY (session_id)

sessions: sessions_token_hash_check CHECK ((octet_length(token_hash) = 32))

sessions: sessions_token_hash_key UNIQUE (token_hash)

sessions: sessions_user_agent_check CHECK ((char_length(user_agent) <= 300))

sessions: sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(user_id)

units_of_measure: units_of_measure_code_check CHECK ((code ~ '^[A-Z0-9]{1,4}$'::text))

units_of_measure: units_of_measure_pkey PRIMARY KEY (code)

unmet_demand: unmet_demand_pkey PRIMARY KEY (week, account_id, part_number)

users: users_account_id_fkey FOREIGN KEY (account_id) REFERENCES accounts(account_id)

users: users_email_check CHECK (((email ~ '^[!-~]{1,64}@[!-~]{1,255}$'::text) AND (email !~ '[A-Z]'::text)))

users: users_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 200)))

users: users_password CHECK (((password_hash IS NULL) = (removed_at IS NOT NULL)))

users: users_pkey PRIMARY KEY (user_id)

users: users_role_check CHECK (
CASE
    WHEN (account_id IS NULL) THEN (role = ANY (ARRAY['operator'::text, 'catalog manager'::text, 'admin'::text, 'read-only'::text]))
    ELSE (role = ANY (ARRAY['buyer'::text, 'admin'::text]))
END)

users: users_totp CHECK (((totp_confirmed_at IS NULL) OR (totp_secret IS NOT NULL)))

vendor_values: vendor_values_field_check CHECK (((char_length(field) >= 1) AND (char_length(field) <= 40)))

vendor_values: vendor_values_meaning_check CHECK ((char_length((meaning)::text) <= 60))

vendor_values: vendor_values_pkey PRIMARY KEY (vendor, field, written)

vendor_values: vendor_values_vendor_check CHECK (((char_length((vendor)::text) >= 1) AND (char_length((vendor)::text) <= 200)))

vendor_values: vendor_values_written_check CHECK (((char_length((written)::text) >= 1) AND (char_length((written)::text) <= 60)))

vendors: vendors_pkey PRIMARY KEY (vendor)

vendors: vendors_stock_mode_check CHECK ((stock_mode = ANY (ARRAY['on-hand'::text, 'available'::text])))

vendors: vendors_vendor_check CHECK (((char_length((vendor)::text) >= 1) AND (char_length((vendor)::text) <= 200)))

CREATE UNIQUE INDEX accepted_part_names_pkey ON public.accepted_part_names USING btree (account_id, part_number_key, name)

CREATE UNIQUE INDEX accounts_name ON public.accounts USING btree (lower(name))

CREATE UNIQUE INDEX accounts_pkey ON public.accounts USING btree (account_id)

CREATE INDEX accounts_words ON public.accounts USING gin (to_tsvector('simple'::regconfig, translate(((name || ' '::text) || email), '@._+-/&'''::text, '        '::text))) WITH (fastupdate=off)

CREATE UNIQUE INDEX agreement_changes_pkey ON public.agreement_changes USING btree (run_id, rule_id)

CREATE INDEX agreement_rules_ends ON public.agreement_rules USING btree (account_id, valid_to) WHERE (valid_to IS NOT NULL)

CREATE UNIQUE INDEX agreement_rules_identity ON public.agreement_rules USING btree (account_id, scope, part_number_key, vendor, condition, min_quantity, valid_from) NULLS NOT DISTINCT

CREATE UNIQUE INDEX agreement_rules_pkey ON public.agreement_rules USING btree (rule_id)

CREATE INDEX api_keys_account ON public.api_keys USING btree (account_id)

CREATE INDEX api_keys_expiring ON public.api_keys USING btree (expires_at) WHERE ((revoked_at IS NULL) AND (replaced_by IS NULL))

CREATE UNIQUE INDEX api_keys_key_hash_key ON public.api_keys USING btree (key_hash)

CREATE UNIQUE INDEX api_keys_pkey ON public.api_keys USING btree (key_id)

CREATE INDEX api_keys_words ON public.api_keys USING gin (to_tsvector('simple'::regconfig, translate(((name || ' '::text) || last_four), '@._+-/&'''::text, '        '::text))) WITH (fastupdate=off)

CREATE INDEX attempt_counts_end ON public.attempt_counts USING btree (ends_at)

CREATE UNIQUE INDEX attempt_counts_pkey ON public.attempt_counts USING btree (kind, subject)

CREATE INDEX audit_events_account ON public.audit_events USING btree (account_id, event_id) WHERE (account_id IS NOT NULL)

CREATE INDEX audit_events_action ON public.audit_events USING btree (action, event_id)

CREATE INDEX audit_events_operator ON public.audit_events USING btree (operator_id, event_id)

CREATE UNIQUE INDEX audit_events_pkey ON public.audit_events USING btree (event_id)

CREATE INDEX audit_events_subject ON public.audit_events USING btree (subject_kind, subject_id, event_id)

CREATE UNIQUE INDEX audit_retention_pkey ON public.audit_retention USING btree (is_only)

CREATE UNIQUE INDEX catalog_changes_pkey ON public.catalog_changes USING btree ("position")

CREATE UNIQUE INDEX catalog_epoch_pkey ON public.catalog_epoch USING btree (is_only)

CREATE UNIQUE INDEX certificates_pkey ON public.certificates USING btree (code)

CREATE UNIQUE INDEX condition_synonyms_pkey ON public.condition_synonyms USING btree (synonym)

CREATE UNIQUE INDEX conditions_pkey ON public.conditions USING btree (code)

CREATE UNIQUE INDEX conditions_rank_key ON public.conditions USING btree (rank)

CREATE UNIQUE INDEX distributor_pkey ON public.distributor USING btree (only_row)

CREATE UNIQUE INDEX impersonations_pkey ON public.impersonations USING btree (session_id)

CREATE UNIQUE INDEX impersonations_token_hash_key ON public.impersonations USING btree (token_hash)

CREATE UNIQUE INDEX import_changed_rows_pkey ON public.import_changed_rows USING btree (run_id, "position")

CREATE UNIQUE INDEX import_file_pieces_pkey ON public.import_file_pieces USING btree (file_id, "position")

CREATE UNIQUE INDEX import_files_pkey ON public.import_files USING btree (file_id)

CREATE UNIQUE INDEX import_mappings_subject ON public.import_mappings USING btree (kind, vendor, account_id, shape) NULLS NOT DISTINCT

CREATE UNIQUE INDEX import_refused_pieces_pkey ON public.import_refused_pieces USING btree (run_id, "position")

CREATE INDEX import_runs_account ON public.import_runs USING btree (account_id, run_id) WHERE (account_id IS NOT NULL)

CREATE INDEX import_runs_file ON public.import_runs USING btree (file_id, run_id) WHERE (file_id IS NOT NULL)

CREATE UNIQUE INDEX import_runs_pkey ON public.import_runs USING btree (run_id)

CREATE UNIQUE INDEX import_runs_reverts ON public.import_runs USING btree (reverts) WHERE (state = 'committed'::text)

CREATE INDEX import_runs_running ON public.import_runs USING btree (run_id) WHERE (state = 'running'::text)

CREATE UNIQUE INDEX invitations_email ON public.invitations USING btree (account_id, email) NULLS NOT DISTINCT

CREATE UNIQUE INDEX invitations_pkey ON public.invitations USING btree (invitation_id)

CREATE UNIQUE INDEX invitations_token_hash_key ON public.invitations USING btree (token_hash)

CREATE UNIQUE INDEX key_networks_pkey ON public.key_networks USING btree (key_id, network)

CREATE INDEX key_requests_account ON public.key_requests USING btree (account_id, created_at)

CREATE INDEX key_requests_mail ON public.key_requests USING btree (mail_id)

CREATE INDEX key_requests_open ON public.key_requests USING btree (due_at, request_id) WHERE (state = ANY (ARRAY['new'::text, 'needs information'::text]))

CREATE UNIQUE INDEX key_requests_pkey ON public.key_requests USING btree (request_id)

CREATE INDEX key_reveals_key ON public.key_reveals USING btree (key_id)

CREATE UNIQUE INDEX key_reveals_pkey ON public.key_reveals USING btree (token_hash)

CREATE UNIQUE INDEX mails_pkey ON public.mails USING btree (mail_id)

CREATE INDEX mails_recipient ON public.mails USING btree (recipient, mail_id)

CREATE INDEX mails_sent ON public.mails USING btree (sent_at) WHERE (state = 'sent'::text)

CREATE INDEX mails_unsent ON public.mails USING btree (state, mail_id) WHERE (state <> 'sent'::text)

CREATE UNIQUE INDEX offer_changes_pkey ON public.offer_changes USING btree (offer_id, run_id)

CREATE INDEX offer_changes_run ON public.offer_changes USING btree (run_id)

CREATE UNIQUE INDEX offer_counts_pkey ON public.offer_counts USING btree (offer_id)

CREATE INDEX offer_counts_run ON public.offer_counts USING btree (run_id)

CREATE INDEX offers_bare ON public.offers USING btree (part_number_bare)

CREATE INDEX offers_created_run ON public.offers USING brin (created_run) WITH (pages_per_range='32')

CREATE UNIQUE INDEX offers_identity ON public.offers USING btree (part_number_key, vendor, condition, unit_of_measure, manufacturer_key(cage, (manufacturer)::text))

CREATE UNIQUE INDEX offers_pkey ON public.offers USING btree (offer_id)

CREATE INDEX offers_vendor ON public.offers USING btree (vendor)

CREATE UNIQUE INDEX operator_keys_key_hash_key ON public.operator_keys USING btree (key_hash)

CREATE UNIQUE INDEX operator_keys_pkey ON public.operator_keys USING btree (key_id)

CREATE INDEX order_events_change_requests ON public.order_events USING btree (at) WHERE ((kind = 'edited'::text) AND ((details -> 'changeRequest'::text) IS NOT NULL))

CREATE INDEX order_events_confirmed ON public.order_events USING btree (at) WHERE (kind = 'confirmed'::text)

CREATE INDEX order_events_ended ON public.order_events USING btree (at) WHERE (kind = ANY (ARRAY['fulfilled'::text, 'cancelled'::text]))

CREATE INDEX order_events_form ON public.order_events USING btree (form_id) WHERE (form_id IS NOT NULL)

CREATE UNIQUE INDEX order_events_pkey ON public.order_events USING btree (order_id, version)

CREATE INDEX order_lines_offer ON public.order_lines USING btree (offer_id)

CREATE UNIQUE INDEX order_lines_pkey ON public.order_lines USING btree (order_id, line_number)

CREATE INDEX order_lines_quote ON public.order_lines USING btree (quote_option) WHERE (quote_option IS NOT NULL)

CREATE INDEX order_notes_order ON public.order_notes USING btree (order_id, note_id)

CREATE UNIQUE INDEX order_notes_pkey ON public.order_notes USING btree (note_id)

CREATE INDEX orders_account ON public.orders USING btree (account_id, order_id DESC)

CREATE INDEX orders_account_po ON public.orders USING btree (account_id, lower(po_number) COLLATE "C", order_id DESC) WHERE (po_number IS NOT NULL)

CREATE INDEX orders_account_status ON public.orders USING btree (account_id, status, order_id DESC)

CREATE INDEX orders_changed ON public.orders USING btree (account_id, changed_at, order_id)

CREATE INDEX orders_changed_all ON public.orders USING btree (changed_at, order_id)

CREATE INDEX orders_created ON public.orders USING btree (created_at, status)

CREATE INDEX orders_drafts ON public.orders USING btree (created_at) WHERE (status = 'draft'::text)

CREATE UNIQUE INDEX orders_idempotency ON public.orders USING btree (account_id, idempotency_key)

CREATE INDEX orders_key_name ON public.orders USING btree ((((('order '::text || (account_id)::text) || ' '::text) || idempotency_key))) WHERE (idempotency_key IS NOT NULL)

CREATE UNIQUE INDEX orders_number ON public.orders USING btree (order_number)

CREATE UNIQUE INDEX orders_pkey ON public.orders USING btree (order_id)

CREATE INDEX orders_po ON public.orders USING btree (lower(po_number) COLLATE "C", order_id DESC) WHERE (po_number IS NOT NULL)

CREATE INDEX orders_po_end ON public.orders USING btree (reverse(lower(po_number)) COLLATE "C", order_id DESC) WHERE (po_number IS NOT NULL)

CREATE INDEX orders_ship_to ON public.orders USING btree (account_id, order_id DESC) WHERE (ship_to IS NOT NULL)

CREATE INDEX orders_status ON public.orders USING btree (status, order_id DESC)

CREATE UNIQUE INDEX own_terms_pkey ON public.own_terms USING btree (term_key)

CREATE UNIQUE INDEX password_resets_pkey ON public.password_resets USING btree (token_hash)

CREATE INDEX password_resets_user ON public.password_resets USING btree (user_id)

CREATE UNIQUE INDEX quick_order_mappings_pkey ON public.quick_order_mappings USING btree (account_id, shape)

CREATE INDEX quick_order_rows_order ON public.quick_order_rows USING btree (order_id) WHERE (order_id IS NOT NULL)

CREATE INDEX quick_order_rows_part ON public.quick_order_rows USING btree (quick_order_id, part_number_key)

CREATE UNIQUE INDEX quick_order_rows_pkey ON public.quick_order_rows USING btree (quick_order_id, row_number)

CREATE INDEX quick_order_rows_state ON public.quick_order_rows USING btree (quick_order_id, state, row_number)

CREATE INDEX quick_order_rows_unclear ON public.quick_order_rows USING btree (quick_order_id, row_number) WHERE ((state = 'waiting'::text) AND (readings IS NOT NULL))

CREATE INDEX quick_order_rows_waiting ON public.quick_order_rows USING btree (quick_order_id, row_number) WHERE (state = 'waiting'::text)

CREATE UNIQUE INDEX quick_order_steps_pkey ON public.quick_order_steps USING btree (quick_order_id, step)

CREATE UNIQUE INDEX quick_order_undo_pkey ON public.quick_order_undo USING btree (quick_order_id)

CREATE UNIQUE INDEX quick_order_uploads_pkey ON public.quick_order_uploads USING btree (quick_order_id)

CREATE INDEX quick_orders_account ON public.quick_orders USING btree (account_id, quick_order_id DESC)

CREATE INDEX quick_orders_age ON public.quick_orders USING btree (created_at)

CREATE UNIQUE INDEX quick_orders_pkey ON public.quick_orders USING btree (quick_order_id)

CREATE INDEX quick_orders_saved ON public.quick_orders USING btree (account_id) WHERE is_saved

CREATE INDEX quote_options_end ON public.quote_options USING btree (valid_until)

CREATE INDEX quote_options_part ON public.quote_options USING btree (part_number_key, option_id DESC)

CREATE UNIQUE INDEX quote_options_pkey ON public.quote_options USING btree (option_id)

CREATE UNIQUE INDEX quote_options_request_id_version_line_number_option_key ON public.quote_options USING btree (request_id, version, line_number, option)

CREATE UNIQUE INDEX quote_request_lines_pkey ON public.quote_request_lines USING btree (request_id, line_number)

CREATE INDEX quote_request_messages_mail ON public.quote_request_messages USING btree (mail_id) WHERE (mail_id IS NOT NULL)

CREATE UNIQUE INDEX quote_request_messages_pkey ON public.quote_request_messages USING btree (message_id)

CREATE INDEX quote_request_messages_request ON public.quote_request_messages USING btree (request_id, message_id)

CREATE INDEX quote_requests_account ON public.quote_requests USING btree (account_id, request_id DESC)

CREATE UNIQUE INDEX quote_requests_account_id_form_id_key ON public.quote_requests USING btree (account_id, form_id)

CREATE INDEX quote_requests_changes ON public.quote_requests USING btree (account_id, stamped_at, request_id)

CREATE INDEX quote_requests_list ON public.quote_requests USING btree (quick_order_id) WHERE (quick_order_id IS NOT NULL)

CREATE INDEX quote_requests_open ON public.quote_requests USING btree (open_since, request_id) WHERE (state = 'open'::text)

CREATE UNIQUE INDEX quote_requests_pkey ON public.quote_requests USING btree (request_id)

CREATE UNIQUE INDEX quote_requests_request_number_key ON public.quote_requests USING btree (request_number)

CREATE UNIQUE INDEX quotes_pkey ON public.quotes USING btree (request_id, version)

CREATE UNIQUE INDEX recovery_codes_pkey ON public.recovery_codes USING btree (user_id, code_hash)

CREATE UNIQUE INDEX request_days_pkey ON public.request_days USING btree (key_id, day)

CREATE UNIQUE INDEX request_hours_pkey ON public.request_hours USING btree (hour, latency_step)

CREATE UNIQUE INDEX reset_requests_pkey ON public.reset_requests USING btree (request_id)

CREATE UNIQUE INDEX saved_views_name ON public.saved_views USING btree (operator_id, lower(name))

CREATE UNIQUE INDEX saved_views_pkey ON public.saved_views USING btree (view_id)

CREATE UNIQUE INDEX schema_migrations_pkey ON public.schema_migrations USING btree (id)

CREATE UNIQUE INDEX sessions_pkey ON public.sessions USING btree (session_id)

CREATE UNIQUE INDEX sessions_token_hash_key ON public.sessions USING btree (token_hash)

CREATE INDEX sessions_use ON public.sessions USING btree (last_used_at)

CREATE INDEX sessions_user ON public.sessions USING btree (user_id)

CREATE UNIQUE INDEX units_of_measure_pkey ON public.units_of_measure USING btree (code)

CREATE UNIQUE INDEX unmet_demand_pkey ON public.unmet_demand USING btree (week, account_id, part_number)

CREATE INDEX users_account ON public.users USING btree (account_id)

CREATE UNIQUE INDEX users_email ON public.users USING btree (email, ((account_id IS NULL))) WHERE (removed_at IS NULL)

CREATE UNIQUE INDEX users_pkey ON public.users USING btree (user_id)

CREATE INDEX users_words ON public.users USING gin (to_tsvector('simple'::regconfig, translate(((name || ' '::text) || email), '@._+-/&'''::text, '        '::text))) WITH (fastupdate=off) WHERE (removed_at IS NULL)

CREATE UNIQUE INDEX vendor_values_pkey ON public.vendor_values USING btree (vendor, field, written)

CREATE UNIQUE INDEX vendors_pkey ON public.vendors USING btree (vendor)

CREATE TRIGGER account_access_changed AFTER UPDATE OF suspended_at ON public.accounts FOR EACH ROW EXECUTE FUNCTION notify_access_changed()

CREATE CONSTRAINT TRIGGER agreement_rule_changed AFTER INSERT OR DELETE OR UPDATE ON public.agreement_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('partsdesk.run'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION record_rule_change()

CREATE TRIGGER key_access_changed AFTER UPDATE OF expires_at, revoked_at, replaced_by, key_hash ON public.api_keys FOR EACH ROW EXECUTE FUNCTION notify_access_changed()

CREATE TRIGGER key_change_mail AFTER INSERT OR UPDATE OF revoked_at, replaced_by ON public.api_keys FOR EACH ROW EXECUTE FUNCTION schedule_key_change_mail()

CREATE TRIGGER certificates_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.certificates FOR EACH STATEMENT EXECUTE FUNCTION record_codes()

CREATE TRIGGER conditions_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.conditions FOR EACH STATEMENT EXECUTE FUNCTION record_codes()

CREATE TRIGGER conditions_protected BEFORE DELETE OR UPDATE OF code ON public.conditions FOR EACH ROW EXECUTE FUNCTION protect_codes()

CREATE TRIGGER run_committed AFTER UPDATE OF state ON public.import_runs FOR EACH ROW WHEN ((new.state = 'committed'::text)) EXECUTE FUNCTION record_run()

CREATE TRIGGER key_network_mail AFTER INSERT ON public.key_networks FOR EACH ROW EXECUTE FUNCTION schedule_key_change_mail()

CREATE TRIGGER mails_schedule AFTER INSERT OR UPDATE OF state, due_at ON public.mails FOR EACH ROW EXECUTE FUNCTION schedule_mail()

CREATE CONSTRAINT TRIGGER offer_changed AFTER INSERT OR DELETE OR UPDATE ON public.offers DEFERRABLE INITIALLY DEFERRED FOR EACH ROW WHEN ((COALESCE(current_setting('partsdesk.run'::text, true), ''::text) = ''::text)) EXECUTE FUNCTION record_offer_change()

CREATE TRIGGER offers_allocation BEFORE UPDATE OF allocated ON public.offers FOR EACH ROW WHEN (((new.allocated > old.allocated) AND (new.allocated > (new.received - new.shipped)))) EXECUTE FUNCTION check_allocation()

CREATE TRIGGER order_lines_protected BEFORE DELETE ON public.order_lines FOR EACH ROW EXECUTE FUNCTION protect_order_lines()

CREATE TRIGGER orders_change BEFORE INSERT OR UPDATE ON public.orders FOR EACH ROW EXECUTE FUNCTION stamp_order_change()

CREATE TRIGGER orders_transition BEFORE UPDATE OF status ON public.orders FOR EACH ROW WHEN ((old.status <> new.status)) EXECUTE FUNCTION check_order_transition()

CREATE TRIGGER own_terms_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.own_terms FOR EACH STATEMENT EXECUTE FUNCTION record_codes()

CREATE TRIGGER quick_orders_check AFTER UPDATE OF row_count ON public.quick_orders FOR EACH ROW EXECUTE FUNCTION schedule_quick_order_check()

CREATE TRIGGER quote_requests_change BEFORE INSERT OR UPDATE ON public.quote_requests FOR EACH ROW EXECUTE FUNCTION stamp_quote_change()

CREATE TRIGGER reset_requests_schedule AFTER INSERT ON public.reset_requests FOR EACH ROW EXECUTE FUNCTION schedule_reset()

CREATE TRIGGER units_changed AFTER INSERT OR DELETE OR UPDATE OR TRUNCATE ON public.units_of_measure FOR EACH STATEMENT EXECUTE FUNCTION record_codes()

CREATE TRIGGER units_protected BEFORE DELETE OR UPDATE OF code ON public.units_of_measure FOR EACH ROW EXECUTE FUNCTION protect_codes()

grant insert, select on accepted_part_names to partsdesk_service

grant insert, select, update on accounts to partsdesk_service

grant insert, select on agreement_changes to partsdesk_service

grant delete, insert, select, update on agreement_rules to partsdesk_service

grant insert, select, update on api_keys to partsdesk_service

grant insert, select on api_requests to partsdesk_service

grant delete, insert, select, update on attempt_counts to partsdesk_service

grant insert, select on audit_events to partsdesk_service

grant select on audit_retention to partsdesk_service

grant select on catalog_changes to partsdesk_service

grant select on catalog_epoch to partsdesk_service

grant insert, select on certificates to partsdesk_service

grant delete, insert, select on condition_synonyms to partsdesk_service

grant insert, select on conditions to partsdesk_service

grant insert, select, update on distributor to partsdesk_service

grant delete, insert, select, update on impersonations to partsdesk_service

grant delete, insert, select on import_changed_rows to partsdesk_service

grant delete, insert, select on import_file_pieces to partsdesk_service

grant delete, insert, select, update on import_files to partsdesk_service

grant delete, insert, select, update on import_mappings to partsdesk_service

grant delete, insert, select on import_refused_pieces to partsdesk_service

grant insert, select, update on import_runs to partsdesk_service

grant usage on import_runs_run_id_seq to partsdesk_service

grant delete, insert, select, update on invitations to partsdesk_service

grant insert, select on key_networks to partsdesk_service

grant insert, select on key_requests to partsdesk_service

grant delete, insert, select on key_reveals to partsdesk_service

grant insert, select on mails to partsdesk_service

grant insert, select on offer_changes to partsdesk_service

grant delete, insert, select, update on offer_counts to partsdesk_service

grant delete, insert, maintain, select, update on offers to partsdesk_service

grant insert, select on operator_keys to partsdesk_service

grant insert, select on order_events to partsdesk_service

grant delete, insert, select on order_lines to partsdesk_service

grant insert, select on order_notes to partsdesk_service

grant usage on order_numbers to partsdesk_service

grant insert, maintain, select on orders to partsdesk_service

grant delete, insert, select on own_terms to partsdesk_service

grant delete, insert, select on password_resets to partsdesk_service

grant delete, insert, select, update on quick_order_mappings to partsdesk_service

grant delete, insert, select, update on quick_order_rows to partsdesk_service

grant delete, insert, select, update on quick_order_steps to partsdesk_service

grant delete, insert, select, update on quick_order_undo to partsdesk_service

grant delete, insert, select, update on quick_order_uploads to partsdesk_service

grant delete, insert, select, update on quick_orders to partsdesk_service

grant insert, select on quote_options to partsdesk_service

grant insert, select on quote_request_lines to partsdesk_service

grant insert, select on quote_request_messages to partsdesk_service

grant usage on quote_request_numbers to partsdesk_service

grant insert, select on quote_requests to partsdesk_service

grant insert, select on quotes to partsdesk_service

grant delete, insert, select on recovery_codes to partsdesk_service

grant insert, select, update on request_days to partsdesk_service

grant insert, select, update on request_hours to partsdesk_service

grant delete, insert, select on reset_requests to partsdesk_service

grant delete, insert, select on saved_views to partsdesk_service

grant select on schema_migrations to partsdesk_service

grant delete, insert, select, update on sessions to partsdesk_service

grant insert, select on units_of_measure to partsdesk_service

grant insert, select, update on unmet_demand to partsdesk_service

grant insert, select, update on users to partsdesk_service

grant delete, insert, select on vendor_values to partsdesk_service

grant insert, select, update on vendors to partsdesk_service

grant update (condition) on condition_synonyms to partsdesk_service

grant update (rank) on conditions to partsdesk_service

grant update (account_id, email, key_name, purpose, company, person, state, key_id, mail_id, reply, version, changed_at, changed_by) on key_requests to partsdesk_service

grant update (encrypted_secrets, state, attempts, due_at, last_error, message_id, sent_at, delivered_by, dismissed_at) on mails to partsdesk_service

grant update (expires_at, revoked_at, replaced_by, last_used_at) on operator_keys to partsdesk_service

grant update (status, po_number, notes, currency, subtotal, version, ship_to, urgency) on orders to partsdesk_service

grant update (written, meanings, updated_at) on own_terms to partsdesk_service

grant update (state, open_since, version, changed_at, quote_version) on quote_requests to partsdesk_service

grant update (meaning, changed_by, changed_at) on vendor_values to partsdesk_service

revoke execute on function add_key_change_job(uuid,text,text) from public

grant execute on function count_jobs() to partsdesk_service

revoke execute on function expire_audit_events() from public

grant execute on function expire_catalog_changes() to partsdesk_service

grant execute on function expire_offer_changes(integer) to partsdesk_service

grant execute on function expire_sent_mails(integer) to partsdesk_service

grant execute on function index_pending_requests() to partsdesk_service

grant execute on function maintain_request_partitions(date) to partsdesk_service

grant execute on function record_change(integer,bigint,text) to partsdesk_service

revoke execute on function schedule_key_change_mail() from public

revoke execute on function schedule_mail() from public

revoke execute on function schedule_quick_order_check() from public

revoke execute on function schedule_reset() from public

revoke execute on function tune_request_partition(regclass) from public
