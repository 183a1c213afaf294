// Part numbers of the demo catalog with known properties, for printed examples and the docs.
import type { OfferTexts } from "../catalog/offerTexts.ts";
import { cageOf, fastenerVendor, overseasVendor, rotableVendor } from "./demoVendors.ts";

/** These parts have only the offers in this file. */
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

const manufacturer = "Example Aerospace Works";
const common = {
  condition: "NE",
  unit_of_measure: "EA",
  currency: "USD",
  status: "ACTIVE",
  vendor: "Example Aero Distribution",
  min_quantity: "1",
  multiple: "1",
  lead_time_days: "14",
  superseded_by: "",
  alternates: "",
  interchangeable: "",
  manufacturer,
  cage: cageOf(manufacturer),
  nsn: "",
  certificate: "FAA 8130-3",
  shelf_life_expires: "",
  zero_price_is_free: "",
  lots: "",
} as const;

type Differing = Partial<OfferTexts> &
  Pick<OfferTexts, "part_number" | "part_name" | "title" | "available_stock" | "price">;

function createOffer(use: string, offer: Differing): OfferTexts {
  return { ...common, description: `${offer.title}, ${use}`, ...offer };
}

function listPumps(): OfferTexts[] {
  const pump = {
    part_number: demoShowcase.severalOffers,
    part_name: demoShowcase.partName,
    title: "Fuel boost pump, 28 VDC",
    nsn: "0000000040310",
  };
  const offers: Pick<OfferTexts, "available_stock" | "price" | "condition" | "vendor">[] = [
    { condition: "NE", available_stock: "3", price: "6450.00", vendor: common.vendor },
    { condition: "NE", available_stock: "0", price: "6125.00", vendor: "Sample Aircraft Spares" },
    { condition: "OH", available_stock: "5", price: "3980.00", vendor: rotableVendor },
    { condition: "SV", available_stock: "2", price: "2875.00", vendor: rotableVendor },
    { condition: "AR", available_stock: "4", price: "1240.00", vendor: "Example Surplus Desk" },
  ];
  return offers.map((offer) => {
    const certificate = offer.condition === "AR" ? "" : common.certificate;
    return createOffer("for regional jets. ATA chapter 28.", { ...pump, ...offer, certificate });
  });
}

const valve = { part_name: "VALVE,SOLENOID", title: "Solenoid valve, 28 VDC" };

export function listShowcaseOffers(): OfferTexts[] {
  const [bearing, toggleSwitch] = demoShowcase.nearDuplicates;
  return [
    createOffer("for hydraulic systems. ATA chapter 29.", {
      part_number: demoShowcase.inStock,
      part_name: "PACKING,PREFORMED",
      title: "Preformed packing, fluorocarbon rubber, size 14",
      available_stock: "1840",
      price: "4.85",
      certificate: "CoC",
      nsn: "0000000065152",
    }),
    ...listPumps(),
    createOffer("for turboprops. ATA chapter 28.", {
      ...valve,
      part_number: demoShowcase.superseded,
      available_stock: "2",
      price: "1180.00",
      status: "SUPERSEDED",
      superseded_by: demoShowcase.supersededBy,
    }),
    createOffer("for turboprops. ATA chapter 28.", {
      ...valve,
      part_number: demoShowcase.supersededBy,
      available_stock: "11",
      price: "1295.00",
      alternates: demoShowcase.onHold,
    }),
    createOffer("for flight controls. ATA chapter 27.", {
      part_number: bearing,
      part_name: "BEARING,BALL,ANNULAR",
      title: "Annular ball bearing, double shielded, size 1",
      available_stock: "64",
      price: "38.20",
    }),
    createOffer("for cockpit panels. ATA chapter 24.", {
      part_number: toggleSwitch,
      part_name: "SWITCH,TOGGLE",
      title: "Toggle switch, double pole, double throw",
      available_stock: "27",
      price: "112.50",
    }),
    ...listRestrictedOffers(),
  ];
}

/** Offers with a pack, a status, an expiry date, another currency, or no stock. */
function listRestrictedOffers(): OfferTexts[] {
  return [
    createOffer("for airframe structure. ATA chapter 20.", {
      part_number: demoShowcase.packOf100,
      part_name: "BOLT,MACHINE",
      title: "Machine bolt, cadmium-plated steel, size 6",
      available_stock: "12400",
      price: "0.62",
      vendor: fastenerVendor,
      min_quantity: "100",
      multiple: "100",
      certificate: "CoC",
    }),
    createOffer("for narrow-body aircraft. ATA chapter 34.", {
      part_number: demoShowcase.outOfStock,
      part_name: "INDICATOR,ATTITUDE",
      title: "Attitude indicator, 3 in",
      available_stock: "0",
      price: "8400.00",
      lead_time_days: "90",
    }),
    createOffer("for business jets. ATA chapter 49.", {
      part_number: demoShowcase.onRequest,
      part_name: "STARTER,ENGINE",
      title: "Starter generator, 28 VDC",
      available_stock: "1",
      price: "",
    }),
    createOffer("for airframe maintenance. ATA chapter 28.", {
      part_number: demoShowcase.expired,
      part_name: "SEALING COMPOUND,POLYSULFIDE",
      title: "Polysulfide sealing compound, class B-2, premixed cartridge",
      unit_of_measure: "KT",
      available_stock: "36",
      price: "94.00",
      certificate: "CoC",
      shelf_life_expires: "2021-06-30",
    }),
    createOffer("for turboprops. ATA chapter 28.", {
      ...valve,
      part_number: demoShowcase.onHold,
      available_stock: "6",
      price: "1210.00",
      status: "ON_HOLD",
    }),
    createOffer("for helicopters. ATA chapter 29.", {
      part_number: demoShowcase.inEuros,
      part_name: "FILTER ELEMENT,FLUID",
      title: "Fluid filter element, 10 micron",
      available_stock: "45",
      price: "148.00",
      currency: "EUR",
      vendor: overseasVendor,
      certificate: "EASA Form 1",
    }),
  ];
}

/** Lists numbers that the rest of the catalog must not use. */
export function listReservedNumbers(): string[] {
  return [...listShowcaseOffers().map((offer) => offer.part_number), demoShowcase.notInCatalog];
}
