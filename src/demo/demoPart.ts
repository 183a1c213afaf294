import type { OfferTexts } from "../catalog/offerTexts.ts";
import type { DemoKind, DemoShelf } from "./demoKind.ts";
import type { DemoNumberFamily } from "./demoPartNumbers.ts";
import type { DemoRandom } from "./demoRandom.ts";
import { cageOf } from "./demoVendors.ts";

/** A part with the texts that all its offers share. */
export type DemoPart = {
  readonly shelf: DemoShelf;
  /** The price of a new part, in US cents. */
  readonly cents: number;
  readonly texts: Pick<
    OfferTexts,
    | "part_number"
    | "part_name"
    | "title"
    | "description"
    | "unit_of_measure"
    | "superseded_by"
    | "alternates"
    | "interchangeable"
    | "manufacturer"
    | "cage"
    | "nsn"
  >;
};

// Supply class 0000 does not exist, so these stock numbers cannot be real.
const fictionalSupplyClass = "0000";

/** Low prices are more frequent. */
function drawCents([lowest, highest]: DemoKind["cents"], random: DemoRandom): number {
  const unit = random.unit();
  return Math.round(lowest + (highest - lowest) * unit * unit * unit);
}

/** Formats a trade name as a title: "BEARING,BALL,ANNULAR" becomes "Annular ball bearing". */
function titleOfName(name: string): string {
  const words = name.split(",").reverse().join(" ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Draws how many parts at the start of a family are superseded by the next; mostly none. */
function countSuperseded(family: DemoNumberFamily, random: DemoRandom): number {
  if (family.length < 2 || !random.chance(0.4)) return 0;
  return random.between(1, Math.min(2, family.length - 1));
}

/**
 * Draws the parts of a family, all of one kind and manufacturer. `relativeOf` returns an alternate
 * for a trade name, empty for none. A superseded part refers to the next of its family, so chains
 * always end.
 */
export function drawFamily(
  family: DemoNumberFamily,
  shelf: DemoShelf,
  relativeOf: (name: string) => string,
  random: DemoRandom,
): DemoPart[] {
  const kind = random.pick(shelf.kinds);
  const [partName, specs] = random.pick(Object.entries(kind.names));
  const name = `${titleOfName(partName)}, ${random.pick(specs)}`;
  const use = random.pick(shelf.uses);
  const manufacturer = random.pick(shelf.manufacturers);
  const cents = drawCents(kind.cents, random);
  const superseded = countSuperseded(family, random);
  const alternates = random.chance(0.1) ? relativeOf(partName) : "";
  return family.map((partNumber, index) => {
    const size = kind.sized === true ? /-(\d+)$/.exec(partNumber)?.[1] : undefined;
    const title = size === undefined ? name : `${name}, size ${size}`;
    const niin = String(random.between(0, 9_999_999)).padStart(9, "0");
    return {
      shelf,
      cents: Math.max(1, Math.round((cents * (20 + index)) / 20)),
      texts: {
        part_number: partNumber,
        part_name: partName,
        title,
        description: `${title}, for ${use}. ATA chapter ${kind.ata}.`,
        unit_of_measure: kind.unit,
        superseded_by: index < superseded ? (family[index + 1] ?? "") : "",
        alternates: index < superseded ? "" : alternates,
        interchangeable: "",
        manufacturer,
        cage: cageOf(manufacturer),
        nsn: random.chance(0.25) ? fictionalSupplyClass + niin : "",
      },
    };
  });
}
