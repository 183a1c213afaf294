// Loops of supersessions. Finding them is linear in the number of supersessions.
import type { Transaction } from "../../db/database.ts";
import { all, change, raw, sql } from "../../kit/sql.ts";
import { UnreadableFile } from "../../reading/files/fileRecord.ts";
import { sameIdentity, stagingTable } from "./stagingQueries.ts";

type Graph = ReadonlyMap<string, readonly string[]>;

/** In larger groups of loops no path is searched. */
const maxExplainedParts = 50;
const maxNamed = 10;

function toGraph(links: readonly SupersessionLink[], start: "from" | "to"): Graph {
  const end = start === "from" ? "to" : "from";
  const graph = new Map<string, string[]>();
  for (const link of links) {
    const ends = graph.get(link[start]);
    if (ends === undefined) graph.set(link[start], [link[end]]);
    else ends.push(link[end]);
  }
  return graph;
}

/** The parts in post-order of a depth-first search, without recursion. */
function listPostOrder(graph: Graph): string[] {
  const seen = new Set<string>();
  const finished: string[] = [];
  for (const root of graph.keys()) {
    if (seen.has(root)) continue;
    seen.add(root);
    const open = [{ part: root, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const following = graph.get(top.part)?.[top.next];
      top.next += 1;
      if (following === undefined) {
        finished.push(top.part);
        open.pop();
      } else if (!seen.has(following)) {
        seen.add(following);
        open.push({ part: following, next: 0 });
      }
    }
  }
  return finished;
}

/** Each part with its strongly connected component: the parts it leads to and that lead back. */
function findComponents(links: readonly SupersessionLink[]): Map<string, ReadonlySet<string>> {
  const backwards = toGraph(links, "to");
  const components = new Map<string, ReadonlySet<string>>();
  for (const root of listPostOrder(toGraph(links, "from")).reverse()) {
    if (components.has(root)) continue;
    const component = new Set<string>([root]);
    components.set(root, component);
    for (const part of component) {
      for (const before of backwards.get(part) ?? []) {
        if (components.has(before)) continue;
        components.set(before, component);
        component.add(before);
      }
    }
  }
  return components;
}

/** The shortest path from the end of a link back to its start, within their component. */
function findWayBack(
  { from, to }: SupersessionLink,
  graph: Graph,
  component: ReadonlySet<string>,
): string[] {
  const cameFrom = new Map<string, string>([[to, from]]);
  for (const part of cameFrom.keys()) {
    if (part === from) break;
    for (const next of graph.get(part) ?? []) {
      if (component.has(next) && !cameFrom.has(next)) cameFrom.set(next, part);
    }
  }
  const path = [from];
  for (let part = cameFrom.get(from) ?? from; part !== from; part = cameFrom.get(part) ?? from) {
    path.unshift(part);
  }
  return [from, ...path];
}

/** Every link that is part of a loop of any length, in the given order. */
export function findLoops(links: readonly SupersessionLink[]): LoopLink[] {
  const components = findComponents(links);
  const graph = toGraph(links, "from");
  return links.flatMap((link) => {
    const component = components.get(link.from);
    if (component === undefined || !component.has(link.to)) return [];
    return [
      {
        ...link,
        path: component.size > maxExplainedParts ? null : findWayBack(link, graph, component),
      },
    ];
  });
}

/** Why a row is refused whose supersession is in a loop. */
export function describeLoop({ path }: LoopLink): string {
  if (path === null) return "leads back to itself";
  const [first = ""] = path;
  const named = path.length <= maxNamed ? path : [...path.slice(0, maxNamed - 2), "...", first];
  return `leads back to itself: ${named.join(" > ")}`;
}

// Invariant: no accepted row closes a loop of supersessions, through rows of the file or offers of
// the catalog.

/** Links left after trimming chains; real files have far fewer. */
const maxTangled = 100_000;
/** A trim shortens every chain at both ends, so chains of twice as many parts vanish. */
const maxTrims = 50;
const maxRounds = 5;

/** Refuses the accepted rows that are on a loop now; returns how many. */
async function refuseOnce(tx: Transaction, includesRewritten: boolean): Promise<number> {
  if ((await collectStagedLinks(tx)) === 0) return 0;
  await collectOfferLinks(tx, includesRewritten);
  for (let trims = 0; trims < maxTrims; trims += 1) {
    if ((await trimLinks(tx)) === 0) break;
  }
  const links = await selectLinks(tx, maxTangled + 1);
  if (links.length > maxTangled) {
    throw new UnreadableFile(
      `More than ${maxTangled} supersessions form loops or very long chains.`,
    );
  }
  const loops = findLoops(links);
  return loops.length === 0
    ? 0
    : refuseStagedLinks(
        tx,
        loops.map((loop) => ({ ...loop, reason: describeLoop(loop) })),
      );
}

/**
 * Refuses every staged row whose `superseded_by` leads back to its own part; returns how many. A
 * refused row leaves its offer unchanged, which may close another loop, so it repeats; the last
 * round includes the links of all offers, after which refusing adds no loop. Call it once all rows
 * are staged, under the lock among imports. Throws `UnreadableFile` if the supersessions are too
 * complex.
 */
export async function refuseLoops(tx: Transaction): Promise<number> {
  await createLinks(tx);
  let refused = 0;
  for (let round = 1; round <= maxRounds; round += 1) {
    const count = await refuseOnce(tx, round === maxRounds);
    refused += count;
    if (count === 0) break;
  }
  return refused;
}

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
async function createLinks(tx: Transaction): Promise<void> {
  await all(
    tx,
    sql`create temporary table ${raw(linkTable)} (from_key text collate "C", to_key text collate "C")
      on commit drop`,
  );
}

async function collectStagedLinks(tx: Transaction): Promise<number> {
  await all(tx, sql`truncate ${raw(linkTable)}`);
  return change(
    tx,
    sql`insert into ${raw(linkTable)}
      select distinct part_number_key, superseded_by_key from ${raw(stagingTable)}
      where not refused and superseded_by_key is not null`,
  );
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
  select from ${stagingTable} s where not s.refused and ${sameIdentity}
)`;

/**
 * Adds the links of the offers that the links lead to, recursively. Links of offers that an
 * accepted row replaces are added only with `includesRewritten`.
 */
async function collectOfferLinks(tx: Transaction, includesRewritten: boolean): Promise<void> {
  await tx.query(
    includesRewritten
      ? { name: "collect_all_offer_links", text: writeCollectOfferLinks("") }
      : {
          name: "collect_offer_links",
          text: writeCollectOfferLinks(` and not ${isRewritten}`),
        },
  );
  await all(tx, sql`analyze ${raw(linkTable)}`);
}

/** Removes the links that start or end a chain, which are on no loop; returns how many. */
async function trimLinks(tx: Transaction): Promise<number> {
  return change(
    tx,
    sql`delete from ${raw(linkTable)} l
      where not exists (select from ${raw(linkTable)} m where m.from_key = l.to_key)
        or not exists (select from ${raw(linkTable)} m where m.to_key = l.from_key)`,
  );
}

/** The remaining links, in no order, at most `limit`. */
function selectLinks(tx: Transaction, limit: number): Promise<SupersessionLink[]> {
  return all(
    tx,
    sql`select distinct from_key as from, to_key as to from ${raw(linkTable)} limit ${limit}`,
  );
}

/** Refuses the accepted rows with one of the links; returns how many. */
async function refuseStagedLinks(
  tx: Transaction,
  links: readonly (SupersessionLink & { readonly reason: string })[],
): Promise<number> {
  return change(
    tx,
    sql`update ${raw(stagingTable)} s
      set refused = true, refusal = l.reason, refused_column = 'superseded_by'
      from unnest(${links.map((link) => link.from)}::text[], ${links.map((link) => link.to)}::text[], ${links.map((link) => link.reason)}::text[]) l(from_key, to_key, reason)
      where not s.refused
        and s.part_number_key = l.from_key and s.superseded_by_key = l.to_key`,
  );
}
