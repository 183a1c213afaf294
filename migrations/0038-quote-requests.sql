-- Requests of buyers for a quote: for parts without stock, without a price, or unknown to the
-- catalog (decision 261). Nodes of the previous version do not show them.
create sequence quote_request_numbers as bigint start with 10001 no cycle;
grant usage on sequence quote_request_numbers to partsdesk_service;

create function next_quote_request_number() returns text language sql volatile
  return 'RFQ-' || nextval('quote_request_numbers');

create table quote_requests (
  request_id uuid primary key,
  request_number text not null unique default next_quote_request_number(),
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  -- The buyer's name and address at that time.
  buyer_name text not null,
  buyer_email text not null,
  -- open: the distributor has to answer; answered; withdrawn: by the buyer.
  state text not null default 'open' check (state in ('open', 'answered', 'withdrawn')),
  -- Since when the buyer had no answer, the last time that it was open.
  open_since timestamptz not null,
  -- The quick order whose rows it names.
  quick_order_id uuid references quick_orders on delete set null,
  -- The form that sent it: a form makes one request.
  form_id uuid not null,
  -- Each message and each change of the state adds one.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  unique (account_id, form_id)
);
create index quote_requests_account on quote_requests (account_id, request_id desc);
create index quote_requests_open on quote_requests (open_since, request_id) where state = 'open';
create index quote_requests_list on quote_requests (quick_order_id)
  where quick_order_id is not null;

-- What was asked for, as the buyer saw it.
create table quote_request_lines (
  request_id uuid not null references quote_requests on delete cascade,
  line_number smallint not null check (line_number between 1 and 200),
  reason text not null check (reason in ('no stock', 'no price', 'not found')),
  -- Without a reference: imports delete offers.
  offer_id bigint,
  part_number text not null check (char_length(part_number) between 1 and 200),
  vendor text check (char_length(vendor) between 1 and 200),
  condition text check (char_length(condition) between 1 and 200),
  -- Codes, as in offers.
  certificate text check (char_length(certificate) between 1 and 500),
  quantity integer check (quantity between 1 and 1000000),
  unit_of_measure text check (char_length(unit_of_measure) between 1 and 20),
  needed_by date,
  remark text check (char_length(remark) between 1 and 500),
  -- In the quick order.
  row_number integer,
  primary key (request_id, line_number)
);

create table quote_request_messages (
  message_id uuid primary key,
  request_id uuid not null references quote_requests on delete cascade,
  author text not null check (author in ('buyer', 'operator')),
  author_name text not null,
  -- The buyer who wrote it.
  user_id uuid references users,
  body text not null check (char_length(body) between 1 and 4000),
  created_at timestamptz not null,
  -- The e-mail that delivers it, to the person who wrote last.
  mail_id uuid references mails on delete set null
);
create index quote_request_messages_request on quote_request_messages (request_id, message_id);
create index quote_request_messages_mail on quote_request_messages (mail_id)
  where mail_id is not null;

grant select, insert on quote_requests to partsdesk_service;
grant update (state, open_since, version, changed_at) on quote_requests to partsdesk_service;
grant select, insert on quote_request_lines, quote_request_messages to partsdesk_service;
