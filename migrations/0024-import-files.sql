-- Files that operators send to be imported. They lie here, and not in a folder of one node, so that
-- any node can show them, check them and commit them, whichever of them received the file.

create table import_files (
  -- Version 7: it says when the file came.
  file_id uuid primary key,
  kind text not null check (kind in ('catalog', 'stock', 'agreement')),
  mode text not null check (mode in ('merge', 'replace')),
  vendor text,
  account_id uuid references accounts,
  file_name text not null,
  file_bytes bigint not null,
  file_sha256 bytea not null check (octet_length(file_sha256) = 32),
  sent_by text not null,
  sent_at timestamptz not null,
  -- The first records, to choose the header and the columns by; or why it cannot be read.
  head json,
  unreadable text,
  -- What the import is told of the columns, as in import_runs.
  mapping text not null default '',
  -- Counts the changes of the mapping, so that two operators see each other's.
  version integer not null default 1
);

-- The bytes. Without a log: after a crash of the database a file is sent again.
create unlogged table import_file_pieces (
  file_id uuid not null,
  place integer not null,
  bytes bytea not null,
  primary key (file_id, place)
);
alter table import_file_pieces alter column bytes set storage external;

-- The rows that a run refused, as a file to mend.
create unlogged table import_refused_pieces (
  run_id integer not null,
  place integer not null,
  bytes bytea not null,
  primary key (run_id, place)
);

-- What the next file of the same vendor or account begins with.
create table import_mappings (
  kind text not null,
  vendor text,
  account_id uuid references accounts,
  mapping text not null,
  changed_at timestamptz not null,
  constraint import_mappings_subject unique nulls not distinct (kind, vendor, account_id)
);

alter table import_runs add column file_id uuid;
create index import_runs_file on import_runs (file_id, run_id) where file_id is not null;

grant select, insert, update, delete on import_files to partsdesk_service;
grant select, insert, delete on import_file_pieces, import_refused_pieces to partsdesk_service;
grant select, insert, update on import_mappings to partsdesk_service;
