// The SQL of offers as pages list them: by id, by part number, and by prefix of a part number.
import type { Currency } from "../../kit/money.ts";
import { readStoredPrice } from "../../kit/price.ts";
import type { OfferStatus } from "../offer.ts";
import { selectFacts } from "../offerFacts.ts";
import type { OfferId } from "../partId.ts";
import { exactListPrice } from "../replica/offerRecord.ts";
import type { ReplicaView } from "../replica/read/replicaView.ts";
import type { ListedOffer, OfferPlace } from "./listedOffer.ts";

/** What is listed on a day (YYYY-MM-DD in UTC). A condition, vendor or status of null means any. */
export type ListFilter = {
  readonly day: string;
  readonly inStock: boolean;
  readonly condition: string | null;
  readonly vendor: string | null;
  readonly status: OfferStatus | null;
};

type ListedRow = Omit<
  ListedOffer,
  "offerId" | "partNumber" | "title" | "partName" | "description" | "listPrice" | "stock"
> & {
  readonly offerId: number;
  readonly availableStock: number;
  readonly listPrice: number | string | null;
  readonly currency: Currency | null;
  readonly alternatesJson: string;
  readonly updatedAtMs: number;
  readonly wire: string;
};

type WireTexts = {
  readonly part_number: string;
  readonly part_name: string | null;
  readonly title: string | null;
  readonly description: string | null;
};

const selectListed = `select o.offer_id as "offerId", o.part_number_key as "partNumberKey",
    o.vendor, o.condition, o.unit_of_measure as "unitOfMeasure",
    o.available_stock as "availableStock", ${exactListPrice} as "listPrice", o.currency, o.status,
    o.min_quantity as "minQuantity", o.multiple, o.superseded_by as "supersededBy",
    o.on_hand as "onHand", o.allocated, o.lead_time_days as "leadTimeDays", o.lots, ${selectFacts},
    o.alternates as "alternatesJson", o.updated_at as "updatedAtMs", o.wire`;

function toListedOffer(row: ListedRow, day: string): ListedOffer {
  const { wire, availableStock, listPrice, currency, alternatesJson, updatedAtMs, ...fields } = row;
  const texts = JSON.parse(`{${wire}`) as WireTexts;
  const isExpired = row.shelfLifeExpires !== null && row.shelfLifeExpires < day;
  const isPriced = listPrice !== null && currency !== null;
  return {
    ...fields,
    offerId: row.offerId as OfferId,
    partNumber: texts.part_number,
    partName: texts.part_name,
    title: texts.title,
    description: texts.description,
    stock: isExpired ? 0 : availableStock,
    listPrice: isPriced ? readStoredPrice(String(listPrice), currency) : null,
    alternates: JSON.parse(alternatesJson) as string[],
    updatedAt: new Date(updatedAtMs),
  };
}

/** The offers of these ids, in no order; ids that name nothing are missing. */
export function selectListedOffers(
  view: ReplicaView,
  offerIds: readonly OfferId[],
  day: string,
): ListedOffer[] {
  const rows = view.all<ListedRow>(
    `${selectListed} from json_each(?) id cross join offers o on o.offer_id = id.value`,
    JSON.stringify(offerIds),
  );
  return rows.map((row) => toListedOffer(row, day));
}

/** Every offer of a part number, by condition, vendor and unit. */
export function selectOffersOfPart(
  view: ReplicaView,
  partNumberKey: string,
  day: string,
): ListedOffer[] {
  const rows = view.all<ListedRow>(
    `${selectListed} from offers o join conditions c on c.code = o.condition
      where o.part_number_key = ? order by c.rank, o.vendor, o.unit_of_measure, o.offer_id`,
    partNumberKey,
  );
  return rows.map((row) => toListedOffer(row, day));
}

/** The last character there is: what begins with a text stands before it and this. */
const lastCharacter = "\u{10ffff}";

/** How many places a page of beginnings looks at; beyond them it says where to go on. */
export const maxPlaces = 5_000;

// Offers of several manufacturers differ only in their ids, with which every index ends.
const place = "o.part_number_key, o.vendor, o.condition, o.unit_of_measure, o.offer_id";

/** An index order: of all offers, of a vendor, or of a status. */
type Walk = { readonly index: string; readonly where: string };

const walks = {
  all: { index: "offers_identity", where: "?12 is null" },
  ofVendor: { index: "offers_vendor", where: "o.vendor = ?12" },
  // Few offers are not active, and they have an index of their own.
  held: { index: "offers_inactive", where: "o.status = ?12 and o.status <> 'ACTIVE'" },
} satisfies Record<string, Walk>;

/**
 * The places after (?2 to ?6) up to (?7 to ?11) of longer numbers that begin with ?1. Each end is
 * one comparison of whole places, because the index uses only one.
 */
function renderRange({ index, where }: Walk): string {
  return `from offers o indexed by ${index}
    where (${place}) > (max(?1, ?2), ?3, ?4, ?5, ?6) and (${place}) <= (?7, ?8, ?9, ?10, ?11)
      and +o.part_number_key > ?1 and ${where}`;
}

function writeStatements(walk: Walk) {
  return {
    page: `${selectListed} ${renderRange(walk)}
        and (not ?13 or o.available_stock > 0)
        and (not ?13 or o.shelf_life_expires is null or o.shelf_life_expires >= ?14)
        and (?15 is null or o.condition = ?15) and (?16 is null or o.vendor = ?16)
        and (?17 is null or o.status = ?17)
      order by ${place} limit ?18 + 0`,
    horizon: `select o.part_number_key as "partNumberKey", o.vendor, o.condition,
        o.unit_of_measure as "unitOfMeasure", o.offer_id as "offerId"
      ${renderRange(walk)}
      order by ${place} limit 1 offset ${maxPlaces - 1}`,
  };
}

const statements = {
  all: writeStatements(walks.all),
  ofVendor: writeStatements(walks.ofVendor),
  held: writeStatements(walks.held),
};

function chooseStatements({ vendor, status }: ListFilter) {
  if (status !== null && status !== "ACTIVE") return { ...statements.held, own: status };
  if (vendor !== null) return { ...statements.ofVendor, own: vendor };
  return { ...statements.all, own: null };
}

/** Offers in the order of part numbers; `next` is where they go on, null where they end. */
type PrefixOffers = {
  readonly offers: readonly ListedOffer[];
  readonly next: OfferPlace | null;
};

function listPlace({ partNumberKey, vendor, condition, unitOfMeasure, offerId }: OfferPlace) {
  return [partNumberKey, vendor, condition, unitOfMeasure, offerId] as const;
}

function toPlace(offer: OfferPlace): OfferPlace {
  const { partNumberKey, vendor, condition, unitOfMeasure, offerId } = offer;
  return { partNumberKey, vendor, condition, unitOfMeasure, offerId };
}

/**
 * At most `limit` offers whose part number key begins with `key` and goes on, by number, vendor,
 * condition, unit and id; from `after` on where that is given. At most `maxPlaces` entries of an
 * index are read, so a page can have fewer than `limit` offers, or none, although more follow.
 */
export function selectPrefixOffers(
  view: ReplicaView,
  key: string,
  filter: ListFilter,
  after: OfferPlace | null,
  limit: number,
): PrefixOffers {
  const { day, inStock, condition, vendor, status } = filter;
  const { page, horizon, own } = chooseStatements(filter);
  const start = after === null ? ([key, "", "", "", 0] as const) : listPlace(after);
  const end = [`${key}${lastCharacter}`, "", "", "", 0] as const;
  const [last] = view.all<OfferPlace>(horizon, key, ...start, ...end, own);
  const until = last === undefined ? end : listPlace(last);
  const filters = [Number(inStock), day, condition, vendor, status, limit + 1] as const;
  const rows = view.all<ListedRow>(page, key, ...start, ...until, own, ...filters);
  const offers = rows.slice(0, limit).map((row) => toListedOffer(row, day));
  const goesOn = rows.length > limit ? offers.at(-1) : last;
  return { offers, next: goesOn === undefined ? null : toPlace(goesOn) };
}
