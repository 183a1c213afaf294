// The catalog that is measured: the demo catalog's parts without its end. Invariant: the same count
// gives the same offers on every machine; chance is seeded.
import { demoConsumables } from "../src/demo/demoConsumables.ts";
import { demoFasteners } from "../src/demo/demoFasteners.ts";
import { demoBulkMaterials, demoChemicals } from "../src/demo/demoMaterials.ts";
import type { DemoOffer } from "../src/demo/demoOffer.ts";
import { drawFamily } from "../src/demo/demoPart.ts";
import { generateDemoPartNumbers } from "../src/demo/demoPartNumbers.ts";
import { drawOffers } from "../src/demo/demoPartOffers.ts";
import { createDemoRandom, type DemoRandom } from "../src/demo/demoRandom.ts";
import { demoRotables } from "../src/demo/demoRotables.ts";

const seed = 1_000_003;
const shelves = [
  demoFasteners,
  demoConsumables,
  demoChemicals,
  demoBulkMaterials,
  demoRotables,
] as const;

// A demo of 20,000 offers does with a hundred names; a million has some thousands.
const plainShare = 0.2;
const fittings = [
  "AIR CONDITIONING",
  "AIRFRAME",
  "AUXILIARY POWER UNIT",
  "AVIONICS BAY",
  "BLEED AIR",
  "CABIN",
  "CARGO COMPARTMENT",
  "COCKPIT",
  "DOOR",
  "ENGINE MOUNT",
  "FIRE PROTECTION",
  "FLAP",
  "FLIGHT CONTROL",
  "FUEL TANK",
  "FUSELAGE",
  "GALLEY",
  "HELICOPTER",
  "HYDRAULIC SYSTEM",
  "ICE PROTECTION",
  "LANDING GEAR",
  "LAVATORY",
  "NACELLE",
  "OXYGEN SYSTEM",
  "PROPELLER",
  "PYLON",
  "ROTOR HEAD",
  "RUDDER",
  "STABILIZER",
  "THRUST REVERSER",
  "TURBINE ENGINE",
  "WATER AND WASTE",
  "WING",
] as const;

/** Where the parts of a family are fitted, as the last word of their name; nothing for some. */
function drawFitting(random: DemoRandom): string {
  return random.chance(plainShare) ? "" : `,${random.pick(fittings)}`;
}

/** Offers of parts of the demo's kinds and shares, `count` of them, each part's together. */
export function* generateSyntheticOffers(count: number): Generator<DemoOffer> {
  const random = createDemoRandom(seed);
  let left = count;
  for (const family of generateDemoPartNumbers(random, [])) {
    const fitting = drawFitting(random);
    const shelf = random.pickWeighted(shelves);
    for (const part of drawFamily(family, shelf, () => [], random)) {
      const offers = drawOffers({ ...part, partName: part.partName + fitting }, random);
      yield* offers.slice(0, left);
      left -= offers.length;
      if (left <= 0) return;
    }
  }
}
