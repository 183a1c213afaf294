// Part numbers of the demo catalog with known properties, for printed examples and the docs.

/** The catalog of the demo has these offers of them. */
export const demoShowcase = {
  /** One offer: ACTIVE, NE, USD, at least 100 in stock, min. 1. */
  inStock: "DA65152-14",
  /** Offers of several vendors in several conditions, all ACTIVE. */
  severalOffers: "DA40310-2",
  /** The trade name of `severalOffers` and of other parts. */
  partName: "PUMP,FUEL BOOST",
  /** SUPERSEDED by `supersededBy`, which is ACTIVE. */
  superseded: "DA27845-1",
  supersededBy: "DA27845-3",
  /** Two different parts whose numbers differ only in punctuation. */
  nearDuplicates: ["DA21117-1", "DA2111-71"],
  /** Sold in packs of 100. */
  packOf100: "DA10324-6",
  /** ACTIVE, but out of stock. */
  outOfStock: "DA83006-5",
  /** In stock, but expired. */
  expired: "DA5190-8",
  /** In stock, but ON_HOLD. */
  onHold: "DA36420-7",
  /** ACTIVE and in stock, but without a price. */
  onRequest: "DA58419-2",
  /** Priced in EUR. */
  inEuros: "DA7713-24",
  /** Not in the catalog; differs from `inStock` only in punctuation. */
  notInCatalog: "DA6515-214",
} as const;

/** The numbers with known properties. */
export function listShowcaseNumbers(): string[] {
  const { partName: _, ...numbers } = demoShowcase;
  return Object.values(numbers).flat();
}
