export type DemoKind = {
  /** Trade names, noun first, each with its variants: "PUMP,FUEL BOOST" with "28 VDC". */
  readonly names: Readonly<Record<string, readonly string[]>>;
  readonly unit: string;
  /** Range of list prices of new parts, in US cents. */
  readonly cents: readonly [min: number, max: number];
  /** ATA chapter in the description. */
  readonly ata: number;
  /** Whether the last group of the part number is a size, which is then in the title. */
  readonly sized?: boolean;
};

export function kindOf(
  unit: string,
  cents: DemoKind["cents"],
  ata: number,
  names: DemoKind["names"],
): DemoKind {
  return { unit, cents, ata, names };
}

/** Choices with their relative frequency. */
export type Weights = Readonly<Record<string, number>>;

export type DemoPack = {
  readonly minQuantity: number;
  readonly multiple: number;
  readonly weight: number;
};

/** Kinds that share uses, manufacturers, vendors, conditions, certificates and packs. */
export type DemoShelf = {
  readonly kinds: readonly DemoKind[];
  /** Relative number of parts in the catalog. */
  readonly weight: number;
  readonly uses: readonly string[];
  readonly manufacturers: readonly string[];
  readonly vendors: Weights;
  readonly conditions: Weights;
  readonly certificates: Weights;
  readonly packs: readonly DemoPack[];
  readonly maxStock: number;
  readonly leadTimeDays: readonly [min: number, max: number];
  readonly perishable: boolean;
};
