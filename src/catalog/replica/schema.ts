// The tables of a replica file. A file with another version is rebuilt, so there are no migrations.
import { crc32 } from "node:zlib";
import { factColumns } from "../offerFacts.ts";

/** Raise this with every change to what is stored in the tables below. */
const contentVersion = 16;

/** Offer ids have fewer bits than this; in a row id, the rank is in the bits above them. */
export const offerIdBits = 40;

export const replicaSchema = `
  -- One row: what the file is a replica of, and the place in the change order that it shows.
  create table state (
    version integer not null,
    -- The boot id of the machine when the file was filled.
    boot text not null,
    -- Identifies the history of the database: a restored or replaced database has another one.
    origin text not null,
    place integer not null,
    -- When the change at this place was recorded: another history has another time here.
    stamp text,
    -- The day for which the ranks are computed.
    day text not null,
    -- The system's monotonic clock when the place was last the newest, and when a primary of this
    -- history was last read.
    confirmed_ms integer not null,
    contact_ms integer not null
  ) strict;

  create table offers (
    offer_id integer primary key,
    rank integer not null,
    part_number_key text not null,
    part_number_bare text not null,
    vendor text not null,
    condition text not null,
    unit_of_measure text not null,
    name_key text not null,
    status text not null,
    available_stock integer not null,
    -- Whole minor units, at most 2^53 - 1; if that is not the price, the exact one is beside it.
    list_price integer,
    exact_price text,
    currency text,
    -- The offer as the API shows it: JSON from "part_number" to the closing brace.
    wire text not null,
    min_quantity integer not null,
    multiple integer not null,
    lead_time_days integer,
    lots integer,
    ${factColumns.map((column) => `${column} text`).join(", ")},
    superseded_by text,
    superseded_by_key text,
    -- Lists as JSON.
    alternates text not null,
    alternate_keys text not null,
    interchangeable text not null,
    interchangeable_keys text not null,
    on_hand integer not null,
    allocated integer not null,
    -- Milliseconds since 1970.
    updated_at real not null
  ) strict;

  -- Which offers name a part number as interchangeable.
  create table interchangeable (
    part_number_key text not null,
    offer_id integer not null,
    primary key (part_number_key, offer_id)
  ) strict, without rowid;

  create table conditions (code text primary key, rank integer not null) strict, without rowid;

  -- One row: the terms of this distributor as JSON, and a digest of them.
  create table own_terms (digest text not null, terms text not null) strict;

  -- The rules of all agreements, as the database has them. Prices are decimal texts.
  create table agreement_rules (
    rule_id integer primary key,
    account_id text not null,
    run_id integer,
    scope text not null,
    part_number_key text,
    vendor text,
    condition text,
    min_quantity integer not null,
    unit_price text,
    currency text,
    discount integer,
    order_min integer,
    order_multiple integer,
    valid_from text not null,
    valid_to text
  ) strict;
  create index agreement_rules_scope
    on agreement_rules (account_id, scope, part_number_key, vendor);
  create index agreement_rules_prices on agreement_rules (account_id)
    where unit_price is not null;

  -- The words that offers have, or once had: a prefix is queried as the words it matches.
  create table terms (term text primary key) strict, without rowid;

  -- The words of offers, at row ids in the order of hits: rank << ${offerIdBits} | offer_id.
  create virtual table words using fts5 (
    forms, content='', contentless_delete=1, detail=none, prefix='1 2 3', tokenize='ascii'
  );

  -- The bare numbers of offers in groups of three characters, at offer ids: what contains a
  -- fragment has all of its groups. A number never changes, so only new and deleted offers write.
  create virtual table fragments using fts5 (
    number, content='', columnsize=0, detail=none, tokenize='trigram case_sensitive 1'
  );

  -- Of few offers: inserting them is faster than reading all rows once more.
  create index offers_inactive
    on offers (status, part_number_key, vendor, condition, unit_of_measure)
    where status <> 'ACTIVE';
  create index offers_shelf_life on offers (shelf_life_expires)
    where shelf_life_expires is not null;
`;

/** Another one for other tables, or other contents. */
export const replicaVersion = crc32(`${contentVersion} ${replicaSchema}`);

/** Created after a file is filled: sorting once is faster than inserting in the order of ids. */
export const replicaIndexes = `
  create index offers_identity
    on offers (part_number_key, vendor, condition, unit_of_measure);
  create index offers_bare on offers (part_number_bare);
  create index offers_vendor on offers (vendor, part_number_key, condition, unit_of_measure);
`;
