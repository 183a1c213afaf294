-- Works with: 0.2
-- The answer to a quote request has prices, and accepting it makes order lines. Requests and replies
-- of before stay as they are: a reply without options.
alter table quote_requests
  -- Null: asked with a key, or quoted although nobody asked.
  alter column user_id drop not null,
  add column key_id uuid references api_keys,
  -- Of the body that a key sent.
  add column request_hash bytea check (octet_length(request_hash) = 32),
  add column po_number text check (char_length(po_number) between 1 and 64),
  -- Of the current quote; 0: none.
  add column quote_version integer not null default 0,
  -- The place of the last change among those of its account, for systems that follow them.
  add column stamped_at timestamptz,
  drop constraint quote_requests_state_check,
  -- accepted: an order has lines of the current quote.
  add constraint quote_requests_state_check
    check (state in ('open', 'answered', 'accepted', 'withdrawn'));

-- Null: a system did not say why, or nobody asked.
alter table quote_request_lines alter column reason drop not null;

update quote_requests set stamped_at = changed_at;
alter table quote_requests alter column stamped_at set not null;
create index quote_requests_changes on quote_requests (account_id, stamped_at, request_id);

-- As `stamp_order_change`, under the same locks.
create function stamp_quote_change() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(order_changes_lock(new.account_id));
  new.stamped_at := greatest(clock_timestamp(), (
    select q.stamped_at + interval '1 microsecond' from quote_requests q
    where q.account_id = new.account_id order by q.stamped_at desc limit 1
  ));
  return new;
end
$$;

create trigger quote_requests_change before insert or update on quote_requests
  for each row execute function stamp_quote_change();

-- Each answer of an operator to a request; a later version replaces the earlier. Rows are only added.
create table quotes (
  request_id uuid not null references quote_requests,
  version integer not null check (version >= 1),
  operator_name text not null,
  -- Why a line has no option, by its number.
  no_quote jsonb not null default '{}',
  -- Of a quote that nobody asked for.
  reason text check (char_length(reason) between 1 and 500),
  created_at timestamptz not null,
  primary key (request_id, version)
);

-- What a line of a request can be ordered as, until a day, up to a quantity.
create table quote_options (
  option_id bigint primary key generated always as identity,
  request_id uuid not null,
  version integer not null,
  line_number smallint not null,
  -- From 1 within its line.
  option smallint not null check (option >= 1),
  -- Null: a part outside the catalog, which is ordered without stock.
  offer_id bigint,
  part_number text not null check (char_length(part_number) between 1 and 100),
  part_number_key text not null,
  title text,
  manufacturer text,
  condition text not null,
  unit_of_measure text not null,
  certificate text,
  unit_price numeric not null check (unit_price > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  quantity integer not null check (quantity between 1 and 1000000),
  min_quantity integer not null check (min_quantity >= 1),
  multiple integer not null check (multiple >= 1),
  lead_time_days integer check (lead_time_days between 0 and 3650),
  valid_until date not null,
  unique (request_id, version, line_number, option),
  foreign key (request_id, version) references quotes,
  foreign key (request_id, line_number) references quote_request_lines,
  constraint quote_options_terms
    check (min_quantity <= quantity and quantity % multiple = 0)
);

create index quote_options_part on quote_options (part_number_key, option_id desc);
create index quote_options_end on quote_options (valid_until);

alter table order_lines
  -- The option that the line came from.
  add column quote_option bigint references quote_options,
  alter column offer_id drop not null,
  -- A part outside the catalog has no vendor, and its quote names it.
  add constraint order_lines_part
    check (case when offer_id is null then quote_option is not null and vendor = ''
      else vendor <> '' end);

create index order_lines_quote on order_lines (quote_option) where quote_option is not null;

grant select, insert on quotes, quote_options to partsdesk_service;
grant update (quote_version) on quote_requests to partsdesk_service;
