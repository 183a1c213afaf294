-- Lists as people have them: what was pasted or uploaded is stored beside the list, so that a
-- person can choose its columns where they are unclear. An account's choices are remembered.

alter table quick_orders
  -- It has no rows until a person chooses its columns.
  add column is_unclear boolean not null default false,
  -- Sentences on what was left out of the upload.
  add column notes text[] not null default '{}';

create table quick_order_uploads (
  quick_order_id uuid primary key references quick_orders on delete cascade,
  is_text boolean not null,
  bytes bytea not null,
  -- The first records, from which columns are chosen.
  head jsonb not null,
  -- Why a person has to choose the columns.
  doubt text,
  -- The columns that a person chose; empty if nobody did.
  mapping text not null,
  -- The version of the list with the rows as they were read; null until they were.
  read_version integer
);

create table quick_order_mappings (
  account_id uuid not null references accounts,
  -- The SHA-256 of the headers.
  shape text not null check (shape ~ '^[0-9a-f]{64}$'),
  mapping text not null,
  changed_at timestamptz not null,
  primary key (account_id, shape)
);

grant select, insert, update, delete on quick_order_uploads, quick_order_mappings
  to partsdesk_service;

-- What a person asked for in another condition than any offer has is a state of its own.
alter table quick_order_rows drop constraint quick_order_rows_state_check;
alter table quick_order_rows add constraint quick_order_rows_state_check check (
  state in ('waiting', 'ready', 'ambiguous', 'not_found', 'other_condition', 'short',
    'bad_quantity', 'not_orderable', 'on_request', 'unreadable', 'added')
);
