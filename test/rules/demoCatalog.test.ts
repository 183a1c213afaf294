import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { test } from "node:test";
import { typedStock } from "../../src/catalog/feedStock.ts";
import { offerFileColumns } from "../../src/catalog/offerFields.ts";
import type { OfferTexts } from "../../src/catalog/offerTexts.ts";
import { readOfferRecord } from "../../src/catalog/readOfferRecord.ts";
import { createCertificateReader } from "../../src/catalog/tradeCodes.ts";
import { readDemoFile } from "../../src/demo/demoFile.ts";
import { catalogColumns } from "../../src/imports/file.ts";
import { matchFeedColumns } from "../../src/imports/rows/columns.ts";
import { createCleaningTally } from "../../src/reading/cleanText.ts";
import { openRecords } from "../../src/reading/files/openRecords.ts";

/** The rows of a file of the demo, by the names of its columns. */
async function readRows<Row>(name: string): Promise<Row[]> {
  const { batches } = await openRecords(Readable.from([await readDemoFile(name)]));
  const [header = [], ...rows] = (await Array.fromAsync(batches)).flat().map(({ cells }) => cells);
  return rows.map(
    (cells) => Object.fromEntries(header.map((column, at) => [column, cells[at]])) as Row,
  );
}

const offers = await readRows<OfferTexts>("catalog.csv.gz");
/** The initial codes of a table. */
function readCodes(table: string): string[] {
  const path = join(import.meta.dirname, "../../migrations/0042-baseline.sql");
  const filled = new RegExp(`insert into ${table} [^;]*;`).exec(readFileSync(path, "utf8"))?.[0];
  return [...(filled ?? "").matchAll(/\('(\w+)'/g)].map((found) => found[1] ?? "");
}

const columns = matchFeedColumns({ line: 1, cells: offerFileColumns }, catalogColumns(null));
const codes = {
  conditions: { known: new Set(readCodes("conditions")), synonyms: new Map() },
  unitsOfMeasure: new Set(readCodes("units_of_measure")),
  certificates: createCertificateReader([]),
};

test("the import accepts every row and reads its values", () => {
  assert.deepEqual([codes.conditions.known.size, codes.unitsOfMeasure.has("EA")], [11, true]);
  for (const offer of offers) {
    const row = {
      columns,
      cells: offerFileColumns.map((column) => offer[column]),
      faults: [],
      cleaned: createCleaningTally(),
    };
    const feed = { codes, vendor: null, refusesUnread: true, stock: typedStock };
    const read = readOfferRecord(row, feed).offer;
    assert.deepEqual(row.faults, []);
    assert.deepEqual(
      [read?.partNumber, read?.title, read?.supersededBy ?? "", read?.alternates.join(";")],
      [offer.part_number, offer.title, offer.superseded_by, offer.alternates],
    );
  }
});

test("prefixes, codes and names belong to no real manufacturer", () => {
  const fictional =
    /^(Example|Sample|Fictional|Imaginary|Invented|Placeholder|Specimen|Made-up|Demo)/;
  for (const offer of offers) {
    assert.match(offer.part_number, /^DA\d/);
    assert.match(offer.cage, /[IO]/);
    assert.match(offer.nsn, /^(0000|$)/);
    assert.match(offer.vendor, fictional);
    assert.match(offer.manufacturer, fictional);
  }
});
