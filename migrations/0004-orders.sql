-- Draft orders and their lines. An order keeps the request it was made from as a hash and the
-- answer it gave as text, so that a repeated Idempotency-Key gets the same bytes (decision 30).

create table orders (
  order_id uuid primary key,
  account_id uuid not null references accounts,
  key_id uuid references api_keys,
  status text not null
    check (status in ('draft', 'confirmed', 'fulfilled', 'cancelled', 'expired')),
  po_number text check (char_length(po_number) <= 64),
  notes text check (char_length(notes) <= 2000),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  subtotal numeric(30, 0) not null check (subtotal >= 0),
  request_id text not null,
  idempotency_key text check (char_length(idempotency_key) between 1 and 255),
  request_hash bytea not null check (octet_length(request_hash) = 32),
  answer text not null,
  created_at timestamptz not null,
  constraint orders_idempotency unique (account_id, idempotency_key)
);

create index orders_account on orders (account_id, order_id desc);
create index orders_account_po on orders (account_id, po_number, order_id desc);
create index orders_drafts on orders (created_at) where status = 'draft';

create table order_lines (
  order_id uuid not null references orders,
  line_number smallint not null check (line_number between 1 and 500),
  offer_id bigint not null references offers,
  part_number text not null,
  title text,
  vendor text not null,
  condition text not null,
  unit_of_measure text not null,
  quantity integer not null check (quantity between 1 and 1000000),
  list_price bigint not null check (list_price >= 0),
  list_currency text not null check (list_currency ~ '^[A-Z]{3}$'),
  unit_price bigint not null check (unit_price >= 0),
  line_total numeric(30, 0) not null check (line_total = unit_price::numeric * quantity),
  rule_id bigint,
  primary key (order_id, line_number)
);
