// The catalog of the demo distributor: fictional, seeded, the same each time. Invariant: an offer
// occurs once, and every part number that another one names is in the catalog.
import { demoConsumables } from "./demoConsumables.ts";
import { demoFasteners } from "./demoFasteners.ts";
import { demoMaterials } from "./demoMaterials.ts";
import type { DemoOffer } from "./demoOffer.ts";
import { drawFamily } from "./demoPart.ts";
import { generateDemoPartNumbers } from "./demoPartNumbers.ts";
import { drawOffers } from "./demoPartOffers.ts";
import { createDemoRandom } from "./demoRandom.ts";
import { demoRotables } from "./demoRotables.ts";
import { listReservedNumbers, listShowcaseOffers } from "./demoShowcase.ts";

const seed = 21_117;
const offerCount = 20_000;
const shelves = [demoFasteners, demoConsumables, ...demoMaterials, demoRotables] as const;

/**
 * The rows of the demo catalog, the showcase first: 20,000 and the few that finish the last part.
 * They are text cells of a catalog file, to be imported like any other.
 */
export function* generateDemoCatalog(): Generator<DemoOffer> {
  const random = createDemoRandom(seed);
  const lastOfName = new Map<string, string>();
  const relatives = (name: string) => {
    const number = lastOfName.get(name);
    return number === undefined ? [] : [number];
  };
  const showcase = listShowcaseOffers();
  yield* showcase;
  let count = showcase.length;
  for (const family of generateDemoPartNumbers(random, listReservedNumbers())) {
    const parts = drawFamily(family, random.pickWeighted(shelves), relatives, random);
    for (const part of parts) {
      const offers = drawOffers(part, random);
      yield* offers;
      count += offers.length;
      if (part.supersededBy === "") lastOfName.set(part.partName, part.partNumber);
    }
    if (count >= offerCount) return;
  }
}
