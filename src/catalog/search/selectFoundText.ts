// How a lookup comes back: all offers found as one text, since building rows costs more than
// finding them (measured in bench/).
import type { Queryable } from "../../db/database.ts";

/** Separators inside a found text; catalog text holds no control characters. */
export const fieldSeparator = "\u0001";
export const offerSeparator = "\u0002";

/**
 * What of a found text is asked for: the day judges shelf life, the others filter. Null is any
 * condition, any vendor. `pricedFor` is an account: only what has a price for it; null is all.
 */
export type LookupFilter = {
  readonly day: string;
  readonly inStock: boolean;
  readonly condition: string | null;
  readonly vendor: string | null;
  readonly pricedFor: string | null;
};

/**
 * The condition that keeps to offers with a list price or a price of the account's own (decision
 * 152): the account and the day are the values of these places. A null account keeps all. The call
 * of the function takes longer than reading the offer, so the index is searched before.
 */
export function keepPriced(account: number, day: number, offer = "o"): string {
  const identity = ["part_number_key", "vendor", "condition"].map((column) => `${offer}.${column}`);
  return `($${account}::uuid is null or ${offer}.list_price is not null
    or exists (
      select from agreement_rules r
      where r.account_id = $${account} and r.scope = 'part'
        and r.part_number_key = ${offer}.part_number_key and r.unit_price is not null
    ) and has_contract_price($${account}, ${identity.join(", ")}, $${day}))`;
}

/**
 * A statement in two writings: as it is run mostly, and as it is run where a condition or a vendor
 * is asked for, which are its last two values then. The first is not slowed by what it never asks.
 */
export type FindingStatement = {
  readonly name: string;
  readonly text: string;
  readonly narrowedText: string;
};

/** The condition that keeps to a condition and a vendor, the values of these places. */
export function filterLookup(conditionColumn: number): string {
  const [condition, vendor] = [conditionColumn, conditionColumn + 1];
  return `and ($${condition}::text is null or o.condition = $${condition})
    and ($${vendor}::text is null or o.vendor = $${vendor})`;
}

/**
 * Runs a statement that takes keys, the day, the least stock and further values, and answers one
 * text in `found`; empty where nothing was found.
 */
export async function selectFoundText(
  db: Queryable,
  statement: FindingStatement,
  filter: LookupFilter,
  keys: readonly string[],
  others: readonly unknown[] = [],
): Promise<string> {
  const { day, inStock, condition, vendor } = filter;
  const values: unknown[] = [keys, day, inStock ? 1 : 0, ...others];
  const isNarrowed = condition !== null || vendor !== null;
  if (isNarrowed) values.push(condition, vendor);
  const rows = await db.query<{ found: string | null }>({
    name: isNarrowed ? `${statement.name}_narrowed` : statement.name,
    text: isNarrowed ? statement.narrowedText : statement.text,
    values,
  });
  return rows[0]?.found ?? "";
}
