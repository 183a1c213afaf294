// Generates any number of offers like those of the demo catalog. Invariant: the same count gives
// the same offers on every machine.
import type { OfferTexts } from "../src/catalog/offerTexts.ts";
import { demoShelves, drawOffers } from "../src/demo/demoCatalog.ts";
import { drawFamily } from "../src/demo/demoPart.ts";
import { generateDemoPartNumbers } from "../src/demo/demoPartNumbers.ts";
import { createDemoRandom, type DemoRandom } from "../src/demo/demoRandom.ts";

const seed = 1_000_003;

// The demo has a hundred names for 20,000 offers; a million offers need some thousands.
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

/** The location of a family's parts, as the last word of their name; empty for some. */
function drawFitting(random: DemoRandom): string {
  return random.chance(plainShare) ? "" : `,${random.pick(fittings)}`;
}

/** Generates `count` offers with the kinds and shares of the demo, grouped by part. */
export function* generateSyntheticOffers(count: number): Generator<OfferTexts> {
  const random = createDemoRandom(seed);
  let left = count;
  for (const family of generateDemoPartNumbers(random, [])) {
    const fitting = drawFitting(random);
    const shelf = random.pickWeighted(demoShelves);
    for (const part of drawFamily(family, shelf, () => "", random)) {
      const offers = drawOffers(
        { ...part, texts: { ...part.texts, part_name: part.texts.part_name + fitting } },
        random,
      );
      yield* offers.slice(0, left);
      left -= offers.length;
      if (left <= 0) return;
    }
  }
}
