// The files for import measurements, written once: a catalog, the same with one row in twenty
// changed, and a stock feed. Invariant: the same count gives the same files.
import { createWriteStream } from "node:fs";
import { mkdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { finished } from "node:stream/promises";
import { offerFileColumns } from "../src/catalog/offerFields.ts";
import type { OfferTexts } from "../src/catalog/offerTexts.ts";
import { encodeCsvLine } from "../src/reading/files/writeCsv.ts";
import { generateSyntheticOffers, readDemoOffers } from "./syntheticOffers.ts";

export type ImportFiles = {
  readonly catalog: string;
  readonly changed: string;
  readonly stock: string;
};

const changedEvery = 20;
const pieceLength = 1 << 20;

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const target = createWriteStream(path);
  let piece = "";
  for (const line of lines) {
    piece += line;
    if (piece.length < pieceLength) continue;
    if (!target.write(piece)) await new Promise((resolve) => target.once("drain", resolve));
    piece = "";
  }
  target.end(piece);
  await finished(target);
}

function* catalogLines(
  offers: Iterable<OfferTexts>,
  change: (offer: OfferTexts, place: number) => OfferTexts,
) {
  yield encodeCsvLine(offerFileColumns);
  let place = 0;
  for (const offer of offers) {
    const changed = change(offer, place);
    yield encodeCsvLine(offerFileColumns.map((column) => changed[column]));
    place += 1;
  }
}

function* stockLines(offers: Iterable<OfferTexts>) {
  yield encodeCsvLine(["part_number", "vendor", "condition", "unit_of_measure", "quantity"]);
  let place = 0;
  for (const offer of offers) {
    const { part_number, vendor, condition, unit_of_measure, available_stock } = offer;
    const stock = place % 2 === 0 ? available_stock : String(Number(available_stock) + 1);
    yield encodeCsvLine([part_number, vendor, condition, unit_of_measure, stock]);
    place += 1;
  }
}

/** Changes description and stock of one offer in twenty. */
function changeSome(offer: OfferTexts, place: number): OfferTexts {
  if (place % changedEvery !== 0) return offer;
  const available_stock = String(Number(offer.available_stock) + 3);
  return { ...offer, description: `${offer.description} Revised.`, available_stock };
}

/** Writes the files with `count` rows, unless they exist. */
export async function makeImportFiles(folder: string, count: number): Promise<ImportFiles> {
  await mkdir(folder, { recursive: true });
  const pathOf = (name: string) => join(folder, `${name}-${count}.csv`);
  const files = { catalog: pathOf("catalog"), changed: pathOf("changed"), stock: pathOf("stock") };
  const exists = await stat(files.stock).then(
    () => true,
    () => false,
  );
  if (exists) return files;
  const demo = await readDemoOffers();
  const offers = () => generateSyntheticOffers(demo, count);
  await writeLines(
    files.catalog,
    catalogLines(offers(), (offer) => offer),
  );
  await writeLines(files.changed, catalogLines(offers(), changeSome));
  await writeLines(files.stock, stockLines(offers()));
  return files;
}
