// The SQL of offers in the replica: of part numbers, of ids, and with what prices depend on.
import type { Currency } from "../../kit/money.ts";
import { readStoredPrice } from "../../kit/price.ts";
import { type OfferFacts, selectFacts } from "../offerFacts.ts";
import type { OfferId } from "../partId.ts";
import { exactListPrice } from "../replica/offerRecord.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import type { FoundRow, PriceTerms } from "./foundOffer.ts";

/** A condition and a vendor; null is any. Terms cost as much as the other columns. */
export type OfferFilter = {
  readonly condition: string | null;
  readonly vendor: string | null;
  readonly withTerms: boolean;
};

const terms = `o.part_number_key, o.vendor, o.condition, ${exactListPrice}, o.currency,
    o.min_quantity, o.multiple`;

type TermColumns = readonly [
  partNumberKey: string,
  vendor: string,
  condition: string,
  price: number | string | null,
  currency: Currency | null,
  minQuantity: number,
  multiple: number,
];

function readTerms(offerId: OfferId, columns: TermColumns): PriceTerms {
  const [partNumberKey, vendor, condition, price, currency, minQuantity, multiple] = columns;
  const listPrice =
    price === null || currency === null ? null : readStoredPrice(`${price}`, currency);
  return { offerId, partNumberKey, vendor, condition, listPrice, minQuantity, multiple };
}

const found = "o.offer_id, o.rank, o.list_price, o.shelf_life_expires, o.wire";
const filtered = "(?2 is null or o.condition = ?2) and (?3 is null or o.vendor = ?3)";

/** One query for all keys: each query costs more than a row. */
const ofNumbers = `from json_each(?1) k cross join offers o on o.part_number_key = k.value
  where ${filtered}`;
const selectNumbers = `select ${found}, k.key ${ofNumbers}`;
const selectNumbersWithTerms = `select ${found}, k.key, ${terms} ${ofNumbers}`;

type Row = readonly [
  ...[OfferId, number, number | null, string | null, string],
  place: number,
  ...([] | TermColumns),
];

function readRow([offerId, rank, listPrice, expires, wire, , ...columns]: Row): FoundRow {
  const read = columns.length === 0 ? null : readTerms(offerId, columns);
  return { offerId, rank, listPrice, expires, wire, terms: read };
}

/** The offers of each of these keys of part numbers, in no order; an empty key has none. */
export function selectByNumbers(
  view: ReplicaView,
  partNumberKeys: readonly string[],
  { condition, vendor, withTerms }: OfferFilter,
): FoundRow[][] {
  const ofKeys = partNumberKeys.map((): FoundRow[] => []);
  if (ofKeys.length === 0) return [];
  const keys = JSON.stringify(partNumberKeys);
  const query = withTerms ? selectNumbersWithTerms : selectNumbers;
  for (const row of view.rows<Row>(query, keys, condition, vendor)) {
    ofKeys[row[5]]?.push(readRow(row));
  }
  return ofKeys;
}

const ofFound = `from json_each(?1) k cross join offers o on o.offer_id = k.value
  where ${filtered}`;
const selectIds = `select ${found}, k.key ${ofFound}`;
const selectIdsWithTerms = `select ${found}, k.key, ${terms} ${ofFound}`;

/** The offers of these ids that the filter leaves, by id. */
export function selectById(
  view: ReplicaView,
  offerIds: Iterable<OfferId>,
  { condition, vendor, withTerms }: OfferFilter,
): Map<OfferId, FoundRow> {
  const byId = new Map<OfferId, FoundRow>();
  const ids = JSON.stringify([...offerIds]);
  const query = withTerms ? selectIdsWithTerms : selectIds;
  for (const row of view.rows<Row>(query, ids, condition, vendor)) byId.set(row[0], readRow(row));
  return byId;
}

const ofIds = "from json_each(?) k cross join offers o on o.offer_id = k.value";

const selectTerms = `select o.offer_id, ${terms} ${ofIds}`;

/** The price terms of the offers with these ids, in their order; unknown ids are missing. */
export function selectPriceTerms(view: ReplicaView, offerIds: readonly OfferId[]): PriceTerms[] {
  if (offerIds.length === 0) return [];
  const rows = view.rows<readonly [OfferId, ...TermColumns]>(selectTerms, JSON.stringify(offerIds));
  return rows.map(([offerId, ...columns]) => readTerms(offerId, columns));
}

/** What the details of an offer depend on besides its order terms. */
export type DetailedOffer = OfferFacts & {
  readonly offerId: OfferId;
  readonly leadTimeDays: number | null;
  readonly alternates: readonly string[];
  readonly supersededBy: string | null;
};

const selectDetails = `select o.offer_id as "offerId", o.lead_time_days as "leadTimeDays",
    ${selectFacts}, o.alternates, o.superseded_by as "supersededBy"
  ${ofIds}`;

type DetailsRow = Omit<DetailedOffer, "alternates"> & { readonly alternates: string };

/** The details of the offers with these ids, in their order; unknown ids are missing. */
export function selectDetailedOffers(
  view: ReplicaView,
  offerIds: readonly OfferId[],
): DetailedOffer[] {
  if (offerIds.length === 0) return [];
  const rows = view.all<DetailsRow>(selectDetails, JSON.stringify(offerIds));
  return rows.map(({ alternates, ...details }) => ({
    ...details,
    alternates: JSON.parse(alternates) as string[],
  }));
}
