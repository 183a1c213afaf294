// Invariant: every name is recognisable as an example.
import type { Weighted } from "./demoKind.ts";

/** Sells fasteners; the account "Example Air" has a rule for it. */
export const fastenerVendor = "Example Fastener Supply";

/** Sells rotables; the account "Example Repair Station" has a rule for it. */
export const rotableVendor = "Sample Rotables Exchange";

/** The one vendor that sells in euros and yen; all others sell in US dollars. */
export const overseasVendor = "Example Overseas Parts Trading";

/** Vendors that sell everything. */
export const demoVendors: readonly Weighted<string>[] = [
  { value: "Example Aero Distribution", weight: 10 },
  { value: "Sample Aircraft Spares", weight: 9 },
  { value: "Demonstration Airparts", weight: 8 },
  { value: "Placeholder Parts Pool", weight: 7 },
  { value: "Fictional Flight Supply", weight: 7 },
  { value: "Sample Hangar Stores", weight: 6 },
  { value: "Imaginary Airframe Parts", weight: 5 },
  { value: "Example Surplus Desk", weight: 5 },
  { value: "Sample Line Station Supply", weight: 3 },
  { value: overseasVendor, weight: 1.5 },
];

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
