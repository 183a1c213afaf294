import { countChanged, type Transaction } from "../../db/database.ts";
import { sameIdentity, stagingTable } from "./stagingQueries.ts";

export type SupersessionLink = { readonly from: string; readonly to: string };

/**
 * A link that leads back to its own part. `path` starts and ends with that part; null if the loop
 * is too large to explain.
 */
export type LoopLink = SupersessionLink & { readonly path: readonly string[] | null };

// Finds supersessions of an import that lead back to themselves. A temporary table holds the links
// of the staged rows and of the offers they lead to.

const linkTable = "supersession_links";

/** Creates the table of links, which is dropped at the end of the transaction. */
export async function createLinks(tx: Transaction): Promise<void> {
  await tx.query({
    name: "create_links",
    text: `create temporary table ${linkTable} (from_key text collate "C", to_key text collate "C")
      on commit drop`,
  });
}

export async function collectStagedLinks(tx: Transaction): Promise<number> {
  await tx.query({ name: "empty_links", text: `truncate ${linkTable}` });
  return countChanged(tx, {
    name: "collect_staged_links",
    text: `insert into ${linkTable}
      select distinct part_number_key, superseded_by_key from ${stagingTable}
      where not refused and not excluded and superseded_by_key is not null`,
  });
}

// The offset keeps each step an index lookup, whatever the planner estimates.
function writeCollectOfferLinks(condition: string): string {
  return `insert into ${linkTable}
    with recursive reached(key) as (
      select to_key from ${linkTable}
      union
      select next.superseded_by_key from reached cross join lateral (
        select o.superseded_by_key from offers o
        where o.part_number_key = reached.key and o.superseded_by_key is not null
        offset 0
      ) next
    )
    select distinct o.part_number_key, o.superseded_by_key
    from reached cross join lateral (
      select * from offers where part_number_key = reached.key offset 0
    ) o
    where o.superseded_by_key is not null${condition}`;
}

const isRewritten = `exists (
  select from ${stagingTable} s where not s.refused and not s.excluded and ${sameIdentity}
)`;

/**
 * Adds the links of the offers that the links lead to, recursively. Links of offers that an
 * accepted row replaces are added only with `includesRewritten`.
 */
export async function collectOfferLinks(
  tx: Transaction,
  includesRewritten: boolean,
): Promise<void> {
  await tx.query(
    includesRewritten
      ? { name: "collect_all_offer_links", text: writeCollectOfferLinks("") }
      : {
          name: "collect_offer_links",
          text: writeCollectOfferLinks(` and not ${isRewritten}`),
        },
  );
  await tx.query({ name: "analyze_links", text: `analyze ${linkTable}` });
}

/** Removes the links that start or end a chain, which are on no loop; returns how many. */
export async function trimLinks(tx: Transaction): Promise<number> {
  return countChanged(tx, {
    name: "trim_links",
    text: `delete from ${linkTable} l
      where not exists (select from ${linkTable} m where m.from_key = l.to_key)
        or not exists (select from ${linkTable} m where m.to_key = l.from_key)`,
  });
}

/** The remaining links, in no order, at most `limit`. */
export function selectLinks(tx: Transaction, limit: number): Promise<SupersessionLink[]> {
  return tx.query({
    name: "select_links",
    text: `select distinct from_key as "from", to_key as "to" from ${linkTable} limit $1`,
    values: [limit],
  });
}

/** Refuses the accepted rows with one of the links; returns how many. */
export async function refuseStagedLinks(
  tx: Transaction,
  links: readonly (SupersessionLink & { readonly reason: string })[],
): Promise<number> {
  return countChanged(tx, {
    name: "refuse_staged_links",
    text: `update ${stagingTable} s
      set refused = true, refusal = l.reason, refused_column = 'superseded_by'
      from unnest($1::text[], $2::text[], $3::text[]) l(from_key, to_key, reason)
      where not s.refused and not s.excluded
        and s.part_number_key = l.from_key and s.superseded_by_key = l.to_key`,
    values: [
      links.map((link) => link.from),
      links.map((link) => link.to),
      links.map((link) => link.reason),
    ],
  });
}
