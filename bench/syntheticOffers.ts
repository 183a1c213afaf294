// Generates any number of offers like those of the demo catalog. Invariant: the same count gives
// the same offers on every machine.
import { Readable } from "node:stream";
import type { OfferTexts } from "../src/catalog/offerTexts.ts";
import { readDemoFile } from "../src/demo/demoFile.ts";
import { createDemoRandom, type DemoRandom } from "../src/demo/demoRandom.ts";
import { openRecords } from "../src/reading/files/openRecords.ts";

const seed = 1_000_003;

// The demo has a hundred names for 20,000 offers; a million offers need some thousands.
const plainShare = 0.2;
const places = [
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

/** The location of a part, as the last word of their name; empty for some. */
function drawFitting(random: DemoRandom): string {
  return random.chance(plainShare) ? "" : `,${random.pick(places)}`;
}

const letters = [..."ABCDEFGHJKLMNPRSTUVWXYZ"];

/** The prefix of the part numbers of a copy of the demo catalog, whose own is DA. */
function prefixOf(copy: number): string {
  const first = letters[Math.floor(copy / letters.length)] ?? "";
  return `${first}${letters[copy % letters.length]}`;
}

/** The offers of the demo catalog. */
export async function readDemoOffers(): Promise<OfferTexts[]> {
  const { batches } = await openRecords(Readable.from([await readDemoFile("catalog.csv.gz")]));
  const [header = [], ...rows] = (await Array.fromAsync(batches)).flat().map(({ cells }) => cells);
  return rows.map(
    (cells) =>
      Object.fromEntries(header.map((column, place) => [column, cells[place]])) as OfferTexts,
  );
}

/** Yields `count` offers: the demo catalog again and again, each time with other part numbers. */
export function* generateSyntheticOffers(
  demo: readonly OfferTexts[],
  count: number,
): Generator<OfferTexts> {
  const random = createDemoRandom(seed);
  const fittings = new Map<string, string>();
  for (let place = 0; place < count; place += 1) {
    const copy = Math.floor(place / demo.length);
    const offer = demo[place % demo.length] as OfferTexts;
    const rename = (numbers: string) => numbers.replaceAll(/\bDA/g, prefixOf(copy));
    const number = rename(offer.part_number);
    const fitting = fittings.get(number) ?? drawFitting(random);
    fittings.set(number, fitting);
    yield {
      ...offer,
      part_number: number,
      part_name: offer.part_name + fitting,
      superseded_by: rename(offer.superseded_by),
      alternates: rename(offer.alternates),
      nsn: offer.nsn === "" ? "" : offer.nsn.slice(0, -3) + String(copy).padStart(3, "0"),
    };
  }
}
