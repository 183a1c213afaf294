// Loops among supersessions: which of them lead back to where they start. Pure, and linear in the
// number of supersessions, whatever their shape.

/** One part superseded by another, both by their keys. */
export type SupersessionLink = { readonly from: string; readonly to: string };

/**
 * A link that leads back to its own part. `path` begins and ends with that part; null where the
 * loop is too large to be told.
 */
export type LoopLink = SupersessionLink & { readonly path: readonly string[] | null };

type Graph = ReadonlyMap<string, readonly string[]>;

/** Parts of a knot of loops beyond which no path through it is looked for. */
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

/** The parts in the order in which a walk leaves them for good; without recursion. */
function listAsLeft(graph: Graph): string[] {
  const seen = new Set<string>();
  const left: string[] = [];
  for (const root of graph.keys()) {
    if (seen.has(root)) continue;
    seen.add(root);
    const open = [{ part: root, next: 0 }];
    for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
      const following = graph.get(top.part)?.[top.next];
      top.next += 1;
      if (following === undefined) {
        left.push(top.part);
        open.pop();
      } else if (!seen.has(following)) {
        seen.add(following);
        open.push({ part: following, next: 0 });
      }
    }
  }
  return left;
}

/** Each part with its knot: the parts that it leads to and that lead back to it. */
function findKnots(links: readonly SupersessionLink[]): Map<string, ReadonlySet<string>> {
  const backwards = toGraph(links, "to");
  const knots = new Map<string, ReadonlySet<string>>();
  for (const root of listAsLeft(toGraph(links, "from")).reverse()) {
    if (knots.has(root)) continue;
    const knot = new Set<string>([root]);
    knots.set(root, knot);
    for (const part of knot) {
      for (const before of backwards.get(part) ?? []) {
        if (knots.has(before)) continue;
        knots.set(before, knot);
        knot.add(before);
      }
    }
  }
  return knots;
}

/** The shortest way from the end of a link back to its start, within their knot. */
function findWayBack(
  { from, to }: SupersessionLink,
  graph: Graph,
  knot: ReadonlySet<string>,
): string[] {
  const cameFrom = new Map<string, string>([[to, from]]);
  for (const part of cameFrom.keys()) {
    if (part === from) break;
    for (const next of graph.get(part) ?? []) {
      if (knot.has(next) && !cameFrom.has(next)) cameFrom.set(next, part);
    }
  }
  const path = [from];
  for (let part = cameFrom.get(from) ?? from; part !== from; part = cameFrom.get(part) ?? from) {
    path.unshift(part);
  }
  return [from, ...path];
}

/** Every link that is part of a loop of any length, itself included, in the order given. */
export function findLoops(links: readonly SupersessionLink[]): LoopLink[] {
  const knots = findKnots(links);
  const graph = toGraph(links, "from");
  return links.flatMap((link) => {
    const knot = knots.get(link.from);
    if (knot === undefined || !knot.has(link.to)) return [];
    return [
      { ...link, path: knot.size > maxExplainedParts ? null : findWayBack(link, graph, knot) },
    ];
  });
}

/** Why a row is refused whose supersession runs along `path`, which ends where it begins. */
export function describeLoop(path: readonly string[]): string {
  const [first = ""] = path;
  const named = path.length <= maxNamed ? path : [...path.slice(0, maxNamed - 2), "...", first];
  return `leads back to itself: ${named.join(" > ")}`;
}
