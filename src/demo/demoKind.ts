// The shape of what the demo distributor keeps: shelves, each with kinds that are sold alike.

/** A kind of part. */
export type DemoKind = {
  /** Trade names, noun first, each with what it is made in: "PUMP,FUEL BOOST" with "28 VDC". */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly unit: string;
  /** List price of a new one in US cents, lowest and highest. */
  readonly cents: readonly [lowest: number, highest: number];
  /** The ATA chapter its description names. */
  readonly ata: number;
  /** Whether the last group of a number is a size, which the title then names. */
  readonly sized?: boolean;
};

/** A choice and how often it is made beside the others. */
export type Weighted<Choice> = { readonly value: Choice; readonly weight: number };

/** Smallest quantity sold and the step from there. */
export type DemoPack = { readonly minQuantity: number; readonly multiple: number };

/** Kinds that share makers, vendors, conditions, papers, packing and where they are fitted. */
export type DemoShelf = {
  readonly kinds: readonly DemoKind[];
  /** How many of the catalog's numbers stand on this shelf beside the others. */
  readonly weight: number;
  readonly uses: readonly string[];
  readonly manufacturers: readonly string[];
  readonly vendors: readonly Weighted<string>[];
  readonly conditions: readonly Weighted<string>[];
  readonly certificates: readonly Weighted<string>[];
  readonly packs: readonly Weighted<DemoPack>[];
  readonly maxStock: number;
  readonly leadTimeDays: readonly [shortest: number, longest: number];
  readonly perishable: boolean;
};

/** The title of a trade name: "BEARING,BALL,ANNULAR" is an "Annular ball bearing". */
export function titleOfName(name: string): string {
  const words = name.split(",").reverse().join(" ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
