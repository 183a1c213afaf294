// Who sells and who makes in the demo catalog. Every name says that it is an example.
import type { Weighted } from "./demoKind.ts";

/** The vendor whose agreement rule the account "Example Air" has. */
export const fastenerVendor = "Example Fastener Supply";

/** The vendor whose agreement rule the account "Example Repair Station" has. */
export const rotableVendor = "Sample Rotables Exchange";

/** The one vendor that sells in euros and yen. */
export const overseasVendor = "Example Overseas Parts Trading";

/** Vendors and how often each is met; they sell in US dollars, but for `overseasVendor`. */
export const demoVendors: readonly Weighted<string>[] = [
  { value: fastenerVendor, weight: 12 },
  { value: rotableVendor, weight: 10 },
  { value: "Example Aero Distribution", weight: 10 },
  { value: "Sample Aircraft Spares", weight: 9 },
  { value: "Demonstration Airparts", weight: 8 },
  { value: "Placeholder Parts Pool", weight: 7 },
  { value: "Fictional Flight Supply", weight: 7 },
  { value: "Example Avionics Stockist", weight: 6 },
  { value: "Sample Hangar Stores", weight: 6 },
  { value: "Imaginary Airframe Parts", weight: 5 },
  { value: "Example Surplus Desk", weight: 5 },
  { value: "Specimen Turbine Spares", weight: 4 },
  { value: "Made-up Materials & Chemicals", weight: 4 },
  { value: "Sample Line Station Supply", weight: 3 },
  { value: overseasVendor, weight: 2 },
];

/** `cage` has the letters I and O, which no assigned CAGE code has. */
export type DemoManufacturer = { readonly name: string; readonly cage: string };

const manufacturerNames = [
  "Example Aerospace Works",
  "Example Fasteners Mill",
  "Example Fluid Power",
  "Example Instruments",
  "Fictional Bearing Works",
  "Fictional Electric",
  "Imaginary Hydraulics",
  "Imaginary Seals",
  "Invented Avionics",
  "Invented Landing Systems",
  "Placeholder Controls",
  "Placeholder Forge",
  "Sample Filtration",
  "Sample Propulsion Accessories",
  "Specimen Chemical",
  "Specimen Lighting",
];

/** The makers of the demo catalog, each with a CAGE code of its own. */
export const demoManufacturers: readonly DemoManufacturer[] = manufacturerNames.map(
  (name, index) => ({ name, cage: `9OI${String(index + 1).padStart(2, "0")}` }),
);
