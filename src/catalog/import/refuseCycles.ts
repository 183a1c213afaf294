// The step of an import that refuses rows whose supersession leads back to itself, through the
// file's rows and the catalog's offers. Invariant: what is accepted closes no loop.
import type { Transaction } from "../../db/database.ts";
import { UnreadableFile } from "../../files/fileRecord.ts";
import type { FeedRefusals } from "../../imports/feedRefusals.ts";
import { describeLoop, findLoops, type LoopLink } from "./findLoops.ts";
import {
  collectOfferLinks,
  collectStagedLinks,
  createLinks,
  refuseStagedLinks,
  selectLinks,
  selectRefusedStaged,
  trimLinks,
} from "./supersessionQueries.ts";

/** Links that may be left once chains are trimmed away; no file that means well comes near. */
const maxTangled = 100_000;
/** A trim shortens every chain at both ends, so that chains of twice as many parts vanish. */
const maxTrims = 50;
const maxRounds = 5;
const pageSize = 500;

function explain(loop: LoopLink): LoopLink & { reason: string } {
  const reason = loop.path === null ? "leads back to itself" : describeLoop(loop.path);
  return { ...loop, reason };
}

/** Refuses the accepted rows on a loop as things are now, and says how many there were. */
async function refuseOnce(tx: Transaction, withRewritten: boolean): Promise<number> {
  if ((await collectStagedLinks(tx)) === 0) return 0;
  await collectOfferLinks(tx, withRewritten);
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

async function reportRefused(tx: Transaction, refusals: FeedRefusals): Promise<void> {
  let lastLine = 0;
  for (;;) {
    const rows = await selectRefusedStaged(tx, lastLine, pageSize);
    for (const { line, cells, supersededBy, reason } of rows) {
      const fault = { column: "superseded_by", value: supersededBy, reason, suggestion: null };
      await refusals.add({ line, cells: JSON.parse(cells) as string[] }, [fault]);
      lastLine = line;
    }
    if (rows.length < pageSize) return;
  }
}

/**
 * Refuses every staged row whose `superseded_by` leads back to its own part and says how many there
 * were (decision 60). A refused row leaves its offer as it is, which may close another loop: so it
 * looks again, in the last round at the catalog as it was beside the file, after which refusing
 * adds nothing. To be called in the import's turn, once all is staged. Throws `UnreadableFile`
 * where the supersessions are too tangled.
 */
export async function refuseCycles(tx: Transaction, refusals: FeedRefusals): Promise<number> {
  await createLinks(tx);
  let refused = 0;
  for (let round = 1; round <= maxRounds; round += 1) {
    const count = await refuseOnce(tx, round === maxRounds);
    refused += count;
    if (count === 0) break;
  }
  if (refused > 0) await reportRefused(tx, refusals);
  return refused;
}
