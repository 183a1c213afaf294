// Generates the fictional catalog of the demo, always the same. Invariants: an offer occurs once,
// and every part number that another one refers to is in the catalog.
import type { OfferTexts } from "../catalog/offerTexts.ts";
import { demoConsumables } from "./demoConsumables.ts";
import { demoFasteners } from "./demoFasteners.ts";
import { demoBulkMaterials, demoChemicals } from "./demoMaterials.ts";
import { drawFamily } from "./demoPart.ts";
import { generateDemoPartNumbers } from "./demoPartNumbers.ts";
import { drawOffers } from "./demoPartOffers.ts";
import { createDemoRandom } from "./demoRandom.ts";
import { demoRotables } from "./demoRotables.ts";
import { listReservedNumbers, listShowcaseOffers } from "./demoShowcase.ts";

const seed = 21_117;
const offerCount = 20_000;
export const demoShelves = [
  demoFasteners,
  demoConsumables,
  demoChemicals,
  demoBulkMaterials,
  demoRotables,
] as const;

/**
 * Generates the rows of a catalog file: the showcase first, in total 20,000 and the remaining
 * offers of the last part.
 */
export function* generateDemoCatalog(): Generator<OfferTexts> {
  const random = createDemoRandom(seed);
  const lastOfName = new Map<string, string>();
  const relativeOf = (name: string) => lastOfName.get(name) ?? "";
  const showcase = listShowcaseOffers();
  yield* showcase;
  let count = showcase.length;
  for (const family of generateDemoPartNumbers(random, listReservedNumbers())) {
    const shelf = random.pickWeighted(demoShelves);
    for (const part of drawFamily(family, shelf, relativeOf, random)) {
      const offers = drawOffers(part, random);
      yield* offers;
      count += offers.length;
      const { part_number, part_name, superseded_by } = part.texts;
      if (superseded_by === "") lastOfName.set(part_name, part_number);
    }
    if (count >= offerCount) return;
  }
}
