-- Quick order: lists of parts that people sent, and their rows, kept until they are 30 days old.
-- They belong to the account; who sent one is said beside it.

create table order_lists (
  list_id uuid primary key,
  account_id uuid not null references accounts,
  user_id uuid not null references users,
  name text not null check (char_length(name) between 1 and 200),
  headers text[] not null,
  number_place smallint not null,
  quantity_place smallint,
  condition_place smallint,
  row_count integer not null check (row_count >= 0),
  -- Rows that could be read in several ways when they came.
  unclear_count integer not null check (unclear_count >= 0),
  -- Grows with every change of a row that a person makes; a form that shows rows names it.
  version integer not null default 1,
  created_at timestamptz not null,
  -- When rows were checked last.
  checked_at timestamptz not null
);

create index order_lists_account on order_lists (account_id, list_id desc);
create index order_lists_age on order_lists (created_at);

create table order_list_rows (
  list_id uuid not null references order_lists on delete cascade,
  -- The line of what was sent on which the row begins.
  row_number integer not null check (row_number >= 1),
  -- The texts of its cells, in the columns of the list.
  cells jsonb not null,
  state text not null check (
    state in
      ('waiting', 'ready', 'ambiguous', 'not_found', 'short', 'bad_quantity', 'not_orderable',
        'unreadable', 'added')
  ),
  -- Every way to read the row, where there are several; else it is read as the columns below say.
  readings jsonb,
  part_number text,
  part_number_key text collate "C",
  quantity_text text not null,
  quantity integer check (quantity between 1 and 1000000),
  quantity_fault text,
  condition text,
  -- How the row was read, where that was not plain.
  note text,
  -- The offer a person chose.
  chosen_offer_id bigint,
  -- What the check found.
  offer_id bigint,
  unit_price bigint,
  line_total numeric(30, 0),
  currency text check (currency ~ '^[A-Z]{3}$'),
  reason text,
  nearest_quantity integer,
  suggestions jsonb not null,
  -- The draft it was added to, and the version of the list it was then.
  order_id uuid,
  added_version integer,
  primary key (list_id, row_number),
  constraint order_list_rows_readings check (
    readings is null or state in ('waiting', 'ambiguous', 'not_found')
  ),
  constraint order_list_rows_ready check (
    state not in ('ready', 'added')
      or (quantity is not null and offer_id is not null and unit_price is not null
        and line_total is not null and currency is not null)
  ),
  constraint order_list_rows_added check (
    (state = 'added') = (order_id is not null) and (order_id is null) = (added_version is null)
  )
);

create index order_list_rows_waiting on order_list_rows (list_id, row_number)
  where state = 'waiting';
create index order_list_rows_unclear on order_list_rows (list_id, row_number)
  where state = 'waiting' and readings is not null;
create index order_list_rows_part on order_list_rows (list_id, part_number_key);
create index order_list_rows_state on order_list_rows (list_id, state, row_number);

-- A list that has got its rows has the job that checks them; see schedule_mail.
create function schedule_list_check() returns trigger language plpgsql
security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform graphile_worker.add_job(
    'check_list', json_build_object('list_id', new.list_id), job_key => 'list:' || new.list_id
  );
  return null;
end
$$;
revoke execute on function schedule_list_check() from public;

create trigger order_lists_check after update of row_count on order_lists
  for each row execute function schedule_list_check();

grant select, insert, update, delete on order_lists, order_list_rows to partsdesk_service;
