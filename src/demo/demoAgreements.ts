import type { OfferTexts } from "../catalog/offerTexts.ts";
import { parseCurrency } from "../kit/money.ts";
import { formatPrice, parsePrice, takePercentOff } from "../kit/price.ts";
import { generateDemoCatalog } from "./demoCatalog.ts";
import { demoShowcase } from "./demoShowcase.ts";
import { fastenerVendor, rotableVendor } from "./demoVendors.ts";

export const demoAgreementColumns = [
  "part_number",
  "vendor",
  "min_quantity",
  "unit_price",
  "currency",
  "discount_percent",
  "valid_from",
] as const;

/**
 * A row of a price file as text: a part with a price, a vendor with a discount, or, with neither, a
 * general discount.
 */
export type DemoAgreementRow = Readonly<Record<(typeof demoAgreementColumns)[number], string>>;

type DemoAgreement = {
  readonly account: "Example Air" | "Example Repair Station";
  readonly rows: readonly DemoAgreementRow[];
};

const emptyRow: DemoAgreementRow = {
  part_number: "",
  vendor: "",
  min_quantity: "1",
  unit_price: "",
  currency: "",
  discount_percent: "",
  valid_from: "2020-01-01",
};

const contractParts = 50;
// Multiples of the minimum quantity, with discounts in basis points.
const breaks = [
  { times: 1, discount: 600 },
  { times: 10, discount: 1_100 },
  { times: 100, discount: 1_800 },
] as const;

/** True for an offer that is orderable, new and not too cheap to round. */
function canBeContracted(offer: OfferTexts): boolean {
  return (
    offer.status === "ACTIVE" &&
    offer.condition === "NE" &&
    offer.currency === "USD" &&
    offer.vendor !== fastenerVendor &&
    offer.available_stock !== "0" &&
    Number(offer.price) >= 1
  );
}

/** Chooses the showcase part in stock, and parts with a single offer across the catalog. */
function chooseContractOffers(): OfferTexts[] {
  const offers = [...generateDemoCatalog()];
  const offerCounts = new Map<string, number>();
  for (const { part_number } of offers) {
    offerCounts.set(part_number, (offerCounts.get(part_number) ?? 0) + 1);
  }
  const possible = offers.filter(
    (offer) => canBeContracted(offer) && offerCounts.get(offer.part_number) === 1,
  );
  const first = possible.filter((offer) => offer.part_number === demoShowcase.inStock);
  const step = Math.floor(possible.length / contractParts);
  const others = Array.from({ length: contractParts }, (_, index) => possible[index * step] ?? []);
  return [...new Set([...first, ...others.flat()])].slice(0, contractParts);
}

/** Sets prices for 1, 10 and 100 times the minimum quantity, as far as stock allows. */
function listContractLines(offer: OfferTexts): DemoAgreementRow[] {
  const currency = parseCurrency(offer.currency);
  const list = currency === undefined ? undefined : parsePrice(offer.price, currency, 1);
  if (currency === undefined || list === undefined) {
    throw new Error(`the demo offer ${offer.part_number} has no readable price`);
  }
  const smallest = Number(offer.min_quantity);
  const reachable = breaks.filter(
    ({ times }) => times === 1 || smallest * times <= Number(offer.available_stock),
  );
  return reachable.map(({ times, discount }) => ({
    ...emptyRow,
    part_number: offer.part_number,
    min_quantity: String(smallest * times),
    unit_price: formatPrice(takePercentOff(list, discount)),
    currency,
  }));
}

/**
 * Generates the agreements of the demo accounts. "Example Air" has prices with quantity breaks for
 * fifty parts and 10% off one vendor; "Example Repair Station" has 5% off everything and 12% off
 * another vendor.
 */
export function generateDemoAgreements(): readonly DemoAgreement[] {
  return [
    {
      account: "Example Air",
      rows: [
        ...chooseContractOffers().flatMap(listContractLines),
        { ...emptyRow, vendor: fastenerVendor, discount_percent: "10" },
      ],
    },
    {
      account: "Example Repair Station",
      rows: [
        { ...emptyRow, discount_percent: "5" },
        { ...emptyRow, vendor: rotableVendor, discount_percent: "12" },
      ],
    },
  ];
}
