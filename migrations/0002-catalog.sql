-- What can be bought. An offer is a part number, vendor, condition and unit of measure (decision
-- 16). Offers are never deleted: what a vendor no longer has becomes DISCONTINUED.

create table conditions (
  code text primary key check (code ~ '^[A-Z0-9]{1,4}$'),
  name text not null,
  rank smallint not null unique
);

insert into conditions (code, name, rank) values
  ('NE', 'new', 1),
  ('NS', 'new surplus', 2),
  ('OH', 'overhauled', 3),
  ('SV', 'serviceable', 4),
  ('RP', 'repaired', 5),
  ('AR', 'as removed', 6);

create table units_of_measure (
  code text primary key check (code ~ '^[A-Z0-9]{1,4}$'),
  name text not null
);

insert into units_of_measure (code, name) values
  ('AM', 'ampoule'), ('AT', 'assortment'), ('AY', 'assembly'), ('BA', 'ball'), ('BD', 'bundle'),
  ('BE', 'bale'), ('BF', 'board foot'), ('BG', 'bag'), ('BK', 'book'), ('BL', 'barrel'),
  ('BO', 'bolt'), ('BR', 'bar'), ('BT', 'bottle'), ('BX', 'box'), ('CA', 'cartridge'),
  ('CB', 'carboy'), ('CD', 'cubic yard'), ('CE', 'cone'), ('CF', 'cubic foot'), ('CK', 'cake'),
  ('CL', 'coil'), ('CM', 'centimetre'), ('CN', 'can'), ('CO', 'container'), ('CY', 'cylinder'),
  ('CZ', 'cubic metre'), ('DR', 'drum'), ('DZ', 'dozen'), ('EA', 'each'), ('FT', 'foot'),
  ('FV', 'five'), ('FY', 'fifty'), ('GL', 'gallon'), ('GM', 'gram'), ('GP', 'group'),
  ('GR', 'gross'), ('HD', 'hundred'), ('HK', 'hank'), ('IN', 'inch'), ('JR', 'jar'),
  ('KG', 'kilogram'), ('KT', 'kit'), ('LB', 'pound'), ('LG', 'length'), ('LI', 'litre'),
  ('LT', 'lot'), ('MC', 'thousand cubic feet'), ('ME', 'meal'), ('ML', 'millilitre'),
  ('MR', 'metre'), ('MX', 'thousand'), ('OT', 'outfit'), ('OZ', 'ounce'), ('PD', 'pad'),
  ('PG', 'package'), ('PM', 'plate'), ('PR', 'pair'), ('PT', 'pint'), ('PZ', 'packet'),
  ('QT', 'quart'), ('RA', 'ration'), ('RL', 'reel'), ('RM', 'ream'), ('RO', 'roll'),
  ('SD', 'skid'), ('SE', 'set'), ('SF', 'square foot'), ('SH', 'sheet'), ('SK', 'skein'),
  ('SL', 'spool'), ('SO', 'shot'), ('SP', 'strip'), ('SX', 'stick'), ('SY', 'square yard'),
  ('TD', 'twenty-four'), ('TE', 'ten'), ('TF', 'twenty-five'), ('TN', 'ton'), ('TO', 'troy ounce'),
  ('TS', 'thirty-six'), ('TU', 'tube'), ('VI', 'vial'), ('XX', 'dollars worth'), ('YD', 'yard');

-- The digits of a currency's minor unit (ISO 4217); a test keeps this equal to src/money.ts.
create function currency_digits(code text) returns integer
  language sql immutable parallel safe
  return case
    when code in ('BIF', 'CLP', 'DJF', 'GNF', 'ISK', 'JPY', 'KMF', 'KRW', 'PYG', 'RWF', 'UGX',
      'UYI', 'VND', 'VUV', 'XAF', 'XOF', 'XPF') then 0
    when code in ('BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND') then 3
    when code in ('CLF', 'UYW') then 4
    else 2
  end;

-- An amount in minor units as a decimal string with the currency's digits (decision 29).
create function amount_text(minor bigint, digits integer) returns text
  language sql immutable parallel safe
  return case
    when digits = 0 then minor::text
    when length(minor::text) > digits then
      left(minor::text, -digits) || '.' || right(minor::text, digits)
    else '0.' || lpad(minor::text, digits, '0')
  end;

-- A JSON string or null. Stored text holds no control character, so these two are all there is to
-- escape.
create function json_text(value text) returns text
  language sql immutable parallel safe
  return coalesce('"' || replace(replace(value, '\', '\\'), '"', '\"') || '"', 'null');

create domain catalog_text as text check (value !~ '[\x01-\x1f\x7f]');

create table offers (
  offer_id bigint generated always as identity primary key check (offer_id < 281474976710656),
  part_number catalog_text not null check (char_length(part_number) between 1 and 100),
  part_number_key text collate "C" not null check (part_number_key <> ''),
  part_number_bare text collate "C" not null,
  vendor catalog_text not null check (char_length(vendor) between 1 and 200),
  condition text not null references conditions,
  unit_of_measure text not null references units_of_measure,
  part_name catalog_text check (char_length(part_name) <= 500),
  name_key text collate "C" not null,
  title catalog_text check (char_length(title) <= 500),
  description catalog_text check (char_length(description) <= 4000),
  search tsvector not null,
  available_stock integer not null check (available_stock between 0 and 1000000000),
  list_price bigint not null check (list_price >= 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  status text not null check (status in ('ACTIVE', 'ON_HOLD', 'SUPERSEDED', 'DISCONTINUED')),
  min_quantity integer not null default 1 check (min_quantity between 1 and 1000000),
  multiple integer not null default 1 check (multiple between 1 and 1000000),
  lead_time_days integer check (lead_time_days between 0 and 3650),
  superseded_by catalog_text,
  alternates text[] not null default '{}',
  manufacturer catalog_text,
  cage text check (cage ~ '^[0-9A-Z]{5}$'),
  nsn text check (nsn ~ '^[0-9]{13}$'),
  certificate catalog_text,
  shelf_life_expires date,
  updated_at timestamptz not null,
  -- The offer's id and the offer as the interface writes it, from its number on, so that a lookup
  -- joins text instead of building JSON. Kept by the database, so it cannot differ from the row.
  wire text not null generated always as (
    offer_id::text || chr(1)
    || '"part_number":' || json_text(part_number)
    || ',"part_name":' || json_text(part_name)
    || ',"title":' || json_text(title)
    || ',"description":' || json_text(description)
    || ',"condition":"' || condition || '","unit_of_measure":"' || unit_of_measure
    || '","available_stock":' || available_stock::text
    || ',"price":{"amount":"' || amount_text(list_price, currency_digits(currency))
    || '","currency":"' || currency || '"},"status":"' || status
    || '","vendor":' || json_text(vendor) || '}'
  ) stored,
  constraint offers_identity unique (part_number_key, vendor, condition, unit_of_measure)
-- Room on each page for the next version of a row: a stock feed then touches no index.
) with (fillfactor = 80);

create index offers_bare on offers (part_number_bare);
create index offers_name on offers (name_key);
create index offers_search on offers using gin (search) with (fastupdate = off);

-- What can be sold of a stock on a day: nothing, once its shelf life is over.
create function sellable_stock(available_stock integer, shelf_life_expires date, day date)
  returns integer language sql immutable parallel safe
  return case when shelf_life_expires < day then 0 else available_stock end;

-- The wire text of an offer with the stock that can be sold on a day. Inside a JSON string every
-- quote has a backslash before it, so the name of the field stands unescaped only where it is the
-- field.
create function sellable_wire(wire text, available_stock integer, shelf_life_expires date, day date)
  returns text language sql immutable parallel safe
  return case
    when shelf_life_expires < day then
      replace(wire, ',"available_stock":' || available_stock || ',', ',"available_stock":0,')
    else wire
  end;
