// The fixed catalog of the quality set: item names in the forms that are public nomenclature, noun
// first. Vendors, numbers, NSNs and CAGE codes are made up; NSNs have the unused class 0000.
import { readLists, splitList } from "./nameQueries.ts";

/** A part of the quality set. */
export type NamedPart = {
  readonly partName: string;
  readonly description?: string;
  readonly nsn?: string;
  readonly cage?: string;
};

const furtherParts: readonly NamedPart[] = [
  { partName: "Läger,Kugel", description: "Rillenkugellager, einreihig" },
  { partName: "Étrier de frein" },
  { partName: "Ölkühler" },
  { partName: "Gehäuse,Großrad" },
  { partName: "VALVE,BUTTERFLY", nsn: "0000012345678", cage: "1EX01" },
  { partName: "VALVE,BUTTERFLY,PNEUMATIC", nsn: "0000012345679", cage: "2EX02" },
  { partName: "COOLER,LUBRICATING OIL", nsn: "0000997654321", cage: "2EX02" },
  { partName: "IMPELLER,FAN", description: "for cooling turbine, cage 9ZZ99 equal", cage: "1EX01" },
  { partName: "CAGE,BEARING", description: "machined brass" },
  { partName: "STARTER,ENGINE", description: "air turbine, 28 V, with clutches of sprag type" },
  { partName: "EXTINGUISHER,FIRE", description: "bottle with two cartridges, halon 1301" },
  { partName: "BOTTLE", description: "thermos, galley" },
  {
    partName: "STRUT ASSEMBLY,MAIN LANDING GEAR",
    description: "overhauled with bushings 0.010 in",
  },
];

/** All parts of the quality set, in the order they are stored. */
export const nameCatalog: readonly NamedPart[] = [
  ...splitList(readLists("catalog")).map((partName) => ({ partName })),
  ...furtherParts,
];
