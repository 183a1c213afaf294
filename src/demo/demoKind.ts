export type DemoKind = {
  /** Trade names, noun first, each with its variants: "PUMP,FUEL BOOST" with "28 VDC". */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly unit: string;
  /** Range of list prices of new parts, in US cents. */
  readonly cents: readonly [lowest: number, highest: number];
  /** ATA chapter in the description. */
  readonly ata: number;
  /** Whether the last group of the part number is a size, which is then in the title. */
  readonly sized?: boolean;
};

/** A choice with its relative frequency. */
export type Weighted<Choice> = { readonly value: Choice; readonly weight: number };

export type DemoPack = { readonly minQuantity: number; readonly multiple: number };

/** Kinds that share uses, manufacturers, vendors, conditions, certificates and packs. */
export type DemoShelf = {
  readonly kinds: readonly DemoKind[];
  /** Relative number of parts in the catalog. */
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

/** Formats a trade name as a title: "BEARING,BALL,ANNULAR" becomes "Annular ball bearing". */
export function titleOfName(name: string): string {
  const words = name.split(",").reverse().join(" ").toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
