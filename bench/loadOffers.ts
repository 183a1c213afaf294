// Fills the catalog's table, through the functions that compute its columns everywhere else.

import { barePartNumber, partNumberKey } from "../src/catalog/partNumber.ts";
import { nameKey, searchVector } from "../src/catalog/searchWords.ts";
import { copyRows, encodeCopyRow } from "../src/db/copyRows.ts";
import type { Session } from "../src/db/database.ts";
import type { DemoOffer } from "../src/demo/demoOffer.ts";
import { parseAmount, parseCurrency } from "../src/money.ts";

const columns: Readonly<Record<string, (offer: DemoOffer) => string>> = {
  part_number: (offer) => offer.part_number,
  part_number_key: (offer) => partNumberKey(offer.part_number),
  part_number_bare: (offer) => barePartNumber(offer.part_number),
  vendor: (offer) => offer.vendor,
  condition: (offer) => offer.condition,
  unit_of_measure: (offer) => offer.unit_of_measure,
  part_name: (offer) => offer.part_name,
  name_key: (offer) => nameKey(offer.part_name),
  title: (offer) => offer.title,
  description: (offer) => offer.description,
  search: readSearchVector,
  available_stock: (offer) => offer.available_stock,
  list_price: minorPrice,
  currency: (offer) => offer.currency,
  status: (offer) => offer.status,
  min_quantity: (offer) => offer.min_quantity,
  multiple: (offer) => offer.multiple,
  lead_time_days: (offer) => offer.lead_time_days,
  superseded_by: (offer) => offer.superseded_by,
  superseded_by_key: (offer) => partNumberKey(offer.superseded_by),
  manufacturer: (offer) => offer.manufacturer,
  cage: (offer) => offer.cage,
  nsn: (offer) => offer.nsn,
  certificate: (offer) => offer.certificate,
  shelf_life_expires: (offer) => offer.shelf_life_expires,
  updated_at: () => "2026-11-02T06:00:00Z",
};

function readSearchVector(offer: DemoOffer): string {
  const texts = [offer.part_name, offer.title, offer.description];
  return searchVector({
    texts,
    nsn: offer.nsn || null,
    cage: offer.cage || null,
    condition: offer.condition,
    listPrice: BigInt(minorPrice(offer)),
  });
}

function minorPrice(offer: DemoOffer): string {
  const currency = parseCurrency(offer.currency);
  const minor = currency && parseAmount(offer.price, currency);
  if (minor === undefined) throw new Error(`${offer.price} ${offer.currency} is no price`);
  return String(minor);
}

/** A row for COPY; an empty cell is null. */
function encodeOffer(offer: DemoOffer): string {
  const cells = Object.values(columns).map((read) => read(offer));
  return encodeCopyRow(cells.map((cell) => (cell === "" ? null : cell)));
}

const rowsOfChunk = 500;

async function* encodeChunks(offers: Iterable<DemoOffer>, report: (count: number) => void) {
  let chunk = "";
  let count = 0;
  for (const offer of offers) {
    chunk += encodeOffer(offer);
    count += 1;
    if (count % rowsOfChunk !== 0) continue;
    yield chunk;
    chunk = "";
    report(count);
  }
  yield chunk;
}

/** Adds the offers to the table by COPY; `report` is told how many have gone so far. */
export async function loadOffers(
  session: Session,
  offers: Iterable<DemoOffer>,
  report: (count: number) => void,
): Promise<void> {
  await copyRows(session, "offers", Object.keys(columns), encodeChunks(offers, report));
}
