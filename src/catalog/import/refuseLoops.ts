// Invariant: no accepted row closes a loop of supersessions, through rows of the file or offers of
// the catalog.
import type { Transaction } from "../../db/database.ts";
import { UnreadableFile } from "../../files/fileRecord.ts";
import { describeLoop, findLoops, type LoopLink } from "./findLoops.ts";
import {
  collectOfferLinks,
  collectStagedLinks,
  createLinks,
  refuseStagedLinks,
  selectLinks,
  trimLinks,
} from "./supersessionQueries.ts";

/** Links left after trimming chains; real files have far fewer. */
const maxTangled = 100_000;
/** A trim shortens every chain at both ends, so chains of twice as many parts vanish. */
const maxTrims = 50;
const maxRounds = 5;

function explain(loop: LoopLink): LoopLink & { reason: string } {
  const reason = loop.path === null ? "leads back to itself" : describeLoop(loop.path);
  return { ...loop, reason };
}

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
  return loops.length === 0 ? 0 : refuseStagedLinks(tx, loops.map(explain));
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
