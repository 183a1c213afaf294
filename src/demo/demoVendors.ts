// Invariant: every name is recognizable as an example.
import type { Weights } from "./demoKind.ts";

/** Sells fasteners; the account "Example Air" has a rule for it. */
export const fastenerVendor = "Example Fastener Supply";

/** Sells rotables; the account "Example Repair Station" has a rule for it. */
export const rotableVendor = "Sample Rotables Exchange";

/** The one vendor that sells in euros and yen; all others sell in US dollars. */
export const overseasVendor = "Example Overseas Parts Trading";

/** Vendors that sell everything. */
export const demoVendors: Weights = {
  "Example Aero Distribution": 10,
  "Sample Aircraft Spares": 9,
  "Demonstration Airparts": 8,
  "Placeholder Parts Pool": 7,
  "Fictional Flight Supply": 7,
  "Sample Hangar Stores": 6,
  "Imaginary Airframe Parts": 5,
  "Example Surplus Desk": 5,
  "Sample Line Station Supply": 3,
  [overseasVendor]: 1.5,
};

const manufacturers = [
  "Example Aerospace Works",
  "Example Fasteners Mill",
  "Placeholder Forge",
  "Example Components",
  "Fictional Airparts Works",
  "Imaginary Precision",
  "Sample Engineering",
  "Specimen Chemical",
  "Made-up Coatings & Compounds",
  "Sample Wire & Weaving",
  "Invented Flight Systems",
  "Placeholder Systems",
  "Imaginary Accessories",
  "Specimen Aviation",
  "Fictional Equipment",
];

/**
 * Returns the fictional CAGE code of a demo manufacturer: it has the letters I and O, which
 * assigned codes never have. Empty for other names.
 */
export function cageOf(manufacturer: string): string {
  const place = manufacturers.indexOf(manufacturer) + 1;
  return place === 0 ? "" : `9OI${String(place).padStart(2, "0")}`;
}
