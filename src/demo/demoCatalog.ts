// Generates the fictional catalog of the demo, always the same. Invariants: an offer occurs once,
// and every part number that another one refers to is in the catalog.
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
 * Generates the rows of a catalog file: the showcase first, in total 20,000 and the remaining
 * offers of the last part.
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
