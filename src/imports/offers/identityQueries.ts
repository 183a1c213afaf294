// Finds the staged rows whose manufacturer is not that of an offer of the same part, and stores
// which offer they mean. Temporary tables hold what is not clear from one row and one offer.
import { identityColumns } from "../../catalog/offerFields.ts";
import { countChanged, type Transaction } from "../../db/database.ts";
import type { RepeatedRows } from "../run.ts";
import type { MadePart, ResolvedManufacturer, RowsOfMaker } from "./identities.ts";
import {
  contentOfRow,
  findMeantOffer,
  haveSamePart,
  haveSameText,
  manufacturerOf,
  meantManufacturer,
  stagingTable,
} from "./stagingQueries.ts";

const part = identityColumns.map((column) => `s.${column}`).join(", ");
const nameOf = (row: "s" | "o" | "t") =>
  `case when manufacturer_key(null, ${row}.manufacturer) <> '' then ${row}.manufacturer end`;
const nameKey = "manufacturer_key(null, s.manufacturer)";
const isUnreadMaker = "coalesce(s.unread && '{manufacturer,cage}', false) and s.cage is null";

const unreadMaker =
  "has a part number that other rows have, and its manufacturer or cage cannot be read; correct it";

/**
 * Refuses the rows whose CAGE code or manufacturer cannot be read, if other rows of their part may
 * be of the same manufacturer or of another one; returns how many.
 */
export function refuseUnreadMakers(tx: Transaction): Promise<number> {
  return countChanged(tx, {
    name: "refuse_unread_makers",
    text: `with damaged as (
        select distinct ${part} from ${stagingTable} s where not s.refused and ${isUnreadMaker}
      ),
      rows as (
        select s.ctid as staged, ${isUnreadMaker} as is_unread,
          case ${nameKey} when '' then count(*) over (partition by ${part})
            else count(*) over (partition by ${part}, ${nameKey}) end as count
        from damaged join ${stagingTable} s on ${haveSamePart("s", "damaged")}
        where not s.refused
      )
      update ${stagingTable} t set refused = true, refusal = '${unreadMaker}'
      from rows where t.ctid = rows.staged and rows.is_unread and rows.count > 1`,
  });
}

/**
 * Collects the rows of parts that have offers, but none that states the same manufacturer; returns
 * how many. Names are not folded yet. The offset makes the offers be read once if none differs.
 */
export async function collectDiffering(tx: Transaction): Promise<number> {
  await tx.query({
    name: "create_differing",
    text: "create temporary table differing_rows (staged tid) on commit drop",
  });
  const count = await countChanged(tx, {
    name: "collect_differing",
    text: `insert into differing_rows
      select s.staged from (
        select s.ctid as staged, ${part} from ${stagingTable} s
        where not s.refused and not s.unchanged
          and not exists (select from offers o where s.unread is null and ${haveSameText})
        offset 0
      ) s
      where exists (select from offers o where ${haveSamePart("s", "o")})`,
  });
  if (count > 0) await tx.query({ name: "analyze_differing", text: "analyze differing_rows" });
  return count;
}

/**
 * Resolves the rows that are the only one of their part, if it has one offer: one of the two states
 * no manufacturer, or both have the same name and one of them no CAGE code.
 */
export async function resolvePairs(tx: Transaction, hasRepeats: boolean): Promise<void> {
  const isAlone = `and not exists (
    select from ${stagingTable} other where ${haveSamePart("other", "s")}
      and other.ctid <> s.ctid and not other.refused
  )`;
  const isSameName = `(s.cage is null or o.cage is null)
    and manufacturer_key(null, s.manufacturer) <> ''
    and manufacturer_key(null, s.manufacturer) = manufacturer_key(null, o.manufacturer)`;
  const text = `update ${stagingTable} t
    set meant_key = pair.meant_key
    from (
      select s.ctid as staged, ${manufacturerOf("o")} as meant_key
      from differing_rows d join ${stagingTable} s on s.ctid = d.staged
      cross join lateral (
        select min(offer_id) as offer_id, count(*) as count from (
          select offer_id from offers o where ${haveSamePart("o", "s")} limit 2
        ) two
      ) found
      join offers o on o.offer_id = found.offer_id
      where found.count = 1 and ${manufacturerOf("s")} <> ${manufacturerOf("o")}
        and (${manufacturerOf("s")} = '' or ${manufacturerOf("o")} = '' or ${isSameName})
        ${hasRepeats ? isAlone : ""}
    ) pair
    where t.ctid = pair.staged`;
  await tx.query({ name: hasRepeats ? "resolve_lone_pairs" : "resolve_pairs", text });
}

/** Collects the parts whose rows or offers have several manufacturers; returns how many. */
export async function collectUnclear(tx: Transaction, hasRepeats: boolean): Promise<number> {
  const repeated = `union
    select ${part} from ${stagingTable} s where not s.refused group by ${part}
    having count(*) > 1 and min(${manufacturerOf("s")}) <> max(${manufacturerOf("s")})`;
  const text = `create temporary table unclear_parts on commit drop as
    select row_number() over ()::integer as part, s.* from (
      select ${part} from differing_rows d join ${stagingTable} s on s.ctid = d.staged
      where s.meant_key is null
        and not exists ${findMeantOffer("1")}
      ${hasRepeats ? repeated : "group by 1, 2, 3, 4"}
    ) s`;
  await tx.query({ name: hasRepeats ? "collect_unclear_of_rows" : "collect_unclear", text });
  await tx.query({
    name: "collect_unclear_rows",
    text: `create temporary table unclear_rows on commit drop as
      select u.part, ${manufacturerOf("s")} as own_key,
        (array_agg(${nameOf("s")} order by s.line))[1] as manufacturer, min(s.cage) as cage,
        (array_agg(concat(s.list_price, ' ', s.currency) order by s.line))[1] as price,
        (array_agg(s.part_name order by s.line))[1] as name,
        case when min(content) = max(content) then min(content) end as content,
        null::text collate "C" as meant_key, null::text as reason
      from unclear_parts u join ${stagingTable} s on ${haveSamePart("u", "s")}
      cross join lateral (select ${contentOfRow} as content) written
      where not s.refused group by 1, 2`,
  });
  await tx.query({ name: "index_unclear", text: "create index on unclear_rows (part, own_key)" });
  await tx.query({ name: "analyze_unclear", text: "analyze unclear_parts, unclear_rows" });
  const rows = await tx.query<{ count: number }>({
    name: "count_unclear",
    text: "select count(*)::integer as count from unclear_parts",
  });
  return rows[0]?.count ?? 0;
}

/** The rows of a part, by distinct manufacturers, and its offers. */
type UnclearPart = {
  readonly part: number;
  readonly rows: readonly (RowsOfMaker & { readonly ownKey: string })[];
  readonly offers: readonly MadePart[];
};

/** The parts from one number up to before another. */
export function selectUnclear(tx: Transaction, from: number, to: number): Promise<UnclearPart[]> {
  return tx.query<UnclearPart>({
    name: "select_unclear",
    text: `select u.part,
        (
          select json_agg(json_build_object('ownKey', r.own_key, 'manufacturer', r.manufacturer,
            'cage', r.cage, 'price', r.price, 'name', coalesce(r.name, ''), 'content', r.content)
            order by r.own_key)
          from unclear_rows r where r.part = u.part
        ) as rows,
        coalesce((
          select json_agg(json_build_object('manufacturer', ${nameOf("o")}, 'cage', o.cage,
            'price', concat(o.list_price, ' ', o.currency), 'name', coalesce(o.part_name, ''))
            order by o.offer_id)
          from offers o where ${haveSamePart("o", "u")}
        ), '[]') as offers
      from unclear_parts u where u.part >= $1 and u.part < $2`,
    values: [from, to],
  });
}

/** What the rows of a part with one manufacturer mean. */
export type ResolvedRows = {
  readonly part: number;
  readonly ownKey: string;
  readonly resolved: ResolvedManufacturer;
};

export async function storeResolved(
  tx: Transaction,
  found: readonly ResolvedRows[],
): Promise<void> {
  const records = found.map(({ part: number, ownKey, resolved }) => {
    return { part: number, ownKey, ...resolved };
  });
  await tx.query({
    name: "store_resolved",
    text: `update unclear_rows u set meant_key = r.key, reason = r.reason
      from jsonb_to_recordset($1::jsonb) r(part integer, "ownKey" text, key text, reason text)
      where u.part = r.part and u.own_key = r."ownKey"`,
    values: [JSON.stringify(records)],
  });
}

/** Writes what was resolved to the staged rows; returns how many are refused. */
export async function applyResolved(tx: Transaction): Promise<number> {
  const rows = await tx.query<{ count: number }>({
    name: "apply_resolved",
    text: `with applied as (
        update ${stagingTable} s
        set meant_key = r.meant_key, refused = r.reason is not null, refusal = r.reason
        from unclear_parts u join unclear_rows r using (part)
        where ${haveSamePart("s", "u")} and r.own_key = ${manufacturerOf("s")}
          and not s.refused and not s.unchanged
        returning s.refused
      )
      select count(*) filter (where refused)::integer as count from applied`,
  });
  return rows[0]?.count ?? 0;
}

/**
 * Stores the manufacturer of the offer that each row means which does not state the same; null for
 * a new offer. See `sameIdentity`. A row that was resolved keeps what its offer has and it does not
 * state; it takes nothing from other rows.
 */
export async function storeMeantOffers(tx: Transaction): Promise<void> {
  await tx.query({
    name: "store_meant_offers",
    text: `update ${stagingTable} t
      set meant_key = meant.key, offer_cage = meant.cage, offer_manufacturer = meant.manufacturer,
        cage = coalesce(t.cage, case when t.meant_key is not null then nullif(meant.cage, '') end),
        manufacturer = case when t.meant_key is null then t.manufacturer
          else coalesce(${nameOf("t")}, nullif(meant.manufacturer, '')) end
      from (
        select s.ctid as staged, ${meantManufacturer} as key, o.cage, o.manufacturer
        from ${stagingTable} s left join lateral ${findMeantOffer(
          "coalesce(o.cage, '') as cage, coalesce(o.manufacturer, '') as manufacturer",
        )} o on true
        where not s.refused
          and (s.meant_key is not null or s.ctid in (select staged from differing_rows))
      ) meant
      where t.ctid = meant.staged`,
  });
}

// Rows of a file that mean the same offer.

const isSameOffer = `${haveSamePart("s", "r")} and ${meantManufacturer} = r.meant_key`;
const isRepeat = `not s.refused and ${isSameOffer} and s.line > r.first`;

type FoundRepeats = Pick<RepeatedRows, "rows" | "offers" | "example">;

/** Collects the offers that several accepted rows mean; undefined if there are none. */
export async function collectRepeats(tx: Transaction): Promise<FoundRepeats | undefined> {
  await tx.query({
    name: "collect_repeats",
    text: `create temporary table repeated_rows on commit drop as
      select ${part}, ${meantManufacturer} as meant_key, min(s.line) as first,
        max(s.line) as last, count(*) as rows
      from ${stagingTable} s where not s.refused
      group by ${part}, ${meantManufacturer} having count(*) > 1`,
  });
  await tx.query({ name: "analyze_repeats", text: "analyze repeated_rows" });
  const rows = await tx.query<FoundRepeats>({
    name: "count_repeats",
    text: `select (sum(rows) - count(*))::integer as rows, count(*)::integer as offers,
        (
          select json_build_object('partNumber', s.part_number, 'line', s.line,
            'earlier', r.first)
          from repeated_rows r join ${stagingTable} s on ${isRepeat} order by s.line limit 1
        ) as example
      from repeated_rows having count(*) > 0`,
  });
  return rows[0];
}

/** Refuses the rows that repeat an earlier one; returns how many. */
export function refuseRepeats(tx: Transaction): Promise<number> {
  return countChanged(tx, {
    name: "refuse_repeats",
    text: `update ${stagingTable} s set refused = true, refusal = 'repeats line ' || r.first
      from repeated_rows r where ${isRepeat}`,
  });
}

/** Removes all rows but one of each offer; returns how many. */
export function dropRepeats(tx: Transaction, kept: "first" | "last"): Promise<number> {
  return countChanged(tx, {
    name: `keep_${kept}_row`,
    text: `delete from ${stagingTable} s using repeated_rows r
      where not s.refused and ${isSameOffer} and s.line <> r.${kept}`,
  });
}

/** What lots must have in common to be sold as one, with its name in a reason. */
const comparedLots = [
  ["price", "(s.list_price, s.currency) is distinct from (f.list_price, f.currency)"],
  ["certificate", "s.certificate is distinct from f.certificate"],
  ["status", "s.status <> f.status"],
  ["minimum quantity", "s.min_quantity <> f.min_quantity"],
  ["multiple", "s.multiple <> f.multiple"],
] as const;
const lotDifference = `case ${comparedLots
  .map(([name, differs]) => `when ${differs} then '${name}'`)
  .join(" ")} end`;
const maxStock = 1_000_000_000;
const maxLots = 1_000_000;

/** Refuses lots that differ from the first of their offer, or are too many; returns how many. */
export async function refuseOtherLots(tx: Transaction): Promise<number> {
  const different = await countChanged(tx, {
    name: "refuse_different_lots",
    text: `update ${stagingTable} s set refused = true,
        refusal = concat('differs in ', ${lotDifference}, ' from line ', r.first,
          ', so its quantity is not added')
      from repeated_rows r join ${stagingTable} f on f.line = r.first
      where ${isRepeat} and ${lotDifference} is not null`,
  });
  const many = await countChanged(tx, {
    name: "refuse_many_lots",
    text: `update ${stagingTable} s set refused = true,
        refusal = concat('has too many units to add to line ', r.first)
      from repeated_rows r join (
        select r.first from repeated_rows r join ${stagingTable} s on ${isSameOffer}
        where not s.refused group by r.first having sum(s.received) > ${maxStock}
      ) large using (first)
      where ${isRepeat}`,
  });
  return different + many;
}

/**
 * Adds the quantities of the lots of each offer to its first row, with their manufacturer, their
 * number and the earliest day on which a shelf life ends, and removes the others; returns how many.
 */
export async function sumLots(tx: Transaction): Promise<number> {
  await tx.query({
    name: "sum_lots",
    text: `update ${stagingTable} f
      set received = lots.received, shelf_life_expires = lots.expires, lots = lots.count,
        cage = case when f.meant_key is null then f.cage else coalesce(f.cage, lots.cage) end,
        manufacturer = case when f.meant_key is null then f.manufacturer
          else coalesce(f.manufacturer, lots.made_by) end
      from (
        select r.first, sum(s.received)::bigint as received, min(s.cage) as cage,
          (array_agg(s.manufacturer order by s.line)
            filter (where s.manufacturer is not null))[1] as made_by,
          min(s.shelf_life_expires) as expires,
          least(sum(coalesce(s.lots, 1)), ${maxLots})::integer as count
        from repeated_rows r join ${stagingTable} s on ${isSameOffer}
        where not s.refused group by r.first having count(*) > 1
      ) lots
      where f.line = lots.first`,
  });
  return dropRepeats(tx, "first");
}
