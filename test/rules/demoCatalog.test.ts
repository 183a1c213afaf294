import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { describe, test } from "node:test";
import { typedStock } from "../../src/catalog/feedStock.ts";
import { offerFileColumns } from "../../src/catalog/offerFields.ts";
import type { OfferTexts } from "../../src/catalog/offerTexts.ts";
import { barePartNumber, partNumberKey } from "../../src/catalog/partNumber.ts";
import { readOfferRecord } from "../../src/catalog/readOfferRecord.ts";
import { createCertificateReader } from "../../src/catalog/tradeCodes.ts";
import { readDemoFile } from "../../src/demo/demoFile.ts";
import { demoShowcase } from "../../src/demo/demoShowcase.ts";
import { catalogColumns } from "../../src/imports/file.ts";
import { matchFeedColumns } from "../../src/imports/rows/columns.ts";
import { formatAmount, parseCurrency } from "../../src/kit/money.ts";
import { parsePrice } from "../../src/kit/price.ts";
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
const offersOf = Map.groupBy(offers, (offer) => partNumberKey(offer.part_number));
const numbers = [...offersOf.keys()];

function findOffers(partNumber: string): OfferTexts[] {
  return offersOf.get(partNumberKey(partNumber)) ?? [];
}

function findOnlyOffer(partNumber: string): OfferTexts {
  const [offer, ...others] = findOffers(partNumber);
  assert.ok(offer !== undefined && others.length === 0, `${partNumber} has one offer`);
  return offer;
}

/** The initial codes of a table. */
function readCodes(table: string): string[] {
  const path = join(import.meta.dirname, "../../migrations/0042-baseline.sql");
  const filled = new RegExp(`insert into ${table} [^;]*;`).exec(readFileSync(path, "utf8"))?.[0];
  return [...(filled ?? "").matchAll(/\('(\w+)'/g)].map((found) => found[1] ?? "");
}

describe("imports", () => {
  const columns = matchFeedColumns({ line: 1, cells: offerFileColumns }, catalogColumns(null));
  const codes = {
    conditions: { known: new Set(readCodes("conditions")), synonyms: new Map() },
    unitsOfMeasure: new Set(readCodes("units_of_measure")),
    certificates: createCertificateReader([]),
  };

  test("the demo catalog has all columns of a catalog file except other quantities and price units", () => {
    assert.deepEqual(columns.ignored, []);
    assert.deepEqual(
      [...columns.places.keys()].sort(),
      catalogColumns(null)
        .map((column) => column.name)
        .filter((name) => !["on_hand", "as_of", "price_per"].includes(name))
        .sort(),
    );
    for (const offer of offers) {
      assert.deepEqual(Object.keys(offer).sort(), [...offerFileColumns].sort());
    }
  });

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

  test("prices are above zero with the decimal places of their currency, but for one on request", () => {
    const priced = offers.filter(({ price }) => price !== "");
    assert.equal(offers.length - priced.length, 1);
    for (const offer of priced) {
      const currency = parseCurrency(offer.currency);
      assert.ok(currency !== undefined);
      const minor = parsePrice(offer.price, currency, 1)?.minor ?? 0n;
      assert.ok(minor > 0n, offer.part_number);
      assert.equal(formatAmount({ minor, currency }), offer.price);
    }
  });

  test("no two rows are the same offer", () => {
    const identities = offers.map((offer) =>
      [
        partNumberKey(offer.part_number),
        offer.vendor,
        offer.condition,
        offer.unit_of_measure,
      ].join(),
    );
    assert.equal(new Set(identities).size, offers.length);
    assert.equal(new Set(offers.map((offer) => offer.part_number)).size, numbers.length);
  });
});

describe("parts", () => {
  test("the name of a part does not depend on the vendor", () => {
    for (const group of offersOf.values()) {
      assert.equal(new Set(group.map((offer) => offer.part_name + offer.description)).size, 1);
    }
  });
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

describe("references between parts", () => {
  test("following superseded_by ends at a part that is not superseded", () => {
    for (const start of offers.filter((offer) => offer.superseded_by !== "")) {
      const seen = new Set<string>();
      let offer: OfferTexts | undefined = start;
      while (offer !== undefined && offer.superseded_by !== "") {
        assert.equal(offer.status, "SUPERSEDED");
        assert.ok(!seen.has(offer.part_number), `${start.part_number} comes back to itself`);
        seen.add(offer.part_number);
        offer = findOffers(offer.superseded_by)[0];
      }
      assert.ok(offer !== undefined && offer.status !== "SUPERSEDED", start.part_number);
    }
  });

  test("alternates are other parts of the catalog", () => {
    for (const offer of offers.filter(({ alternates }) => alternates !== "")) {
      for (const alternate of offer.alternates.split(";")) {
        assert.ok(offersOf.has(alternate) && alternate !== offer.part_number, alternate);
      }
    }
  });
});

describe("the showcase", () => {
  test("inStock has a minimum of 1 and at least 100 in stock", () => {
    const offer = findOnlyOffer(demoShowcase.inStock);
    assert.deepEqual(
      [offer.status, offer.condition, offer.currency, offer.min_quantity, offer.multiple],
      ["ACTIVE", "NE", "USD", "1", "1"],
    );
    assert.ok(Number(offer.available_stock) >= 100 && offer.shelf_life_expires === "");
  });

  test("severalOffers has several vendors and conditions, all orderable", () => {
    const several = findOffers(demoShowcase.severalOffers);
    assert.ok(new Set(several.map((offer) => offer.vendor)).size >= 3);
    assert.deepEqual([...new Set(several.map((o) => o.condition))], ["NE", "OH", "SV", "AR"]);
    assert.ok(several.every((offer) => offer.status === "ACTIVE"));
    assert.ok(several.every((offer) => offer.part_name === demoShowcase.partName));
    assert.ok(offers.filter((o) => o.part_name === demoShowcase.partName).length > several.length);
  });

  test("superseded has an active successor", () => {
    const offer = findOnlyOffer(demoShowcase.superseded);
    assert.deepEqual(
      [offer.status, offer.superseded_by],
      ["SUPERSEDED", demoShowcase.supersededBy],
    );
    assert.equal(findOnlyOffer(demoShowcase.supersededBy).status, "ACTIVE");
  });

  test("nearDuplicates are two parts, and notInCatalog is not a part", () => {
    const [one, other] = demoShowcase.nearDuplicates;
    assert.equal(barePartNumber(one), barePartNumber(other));
    assert.notEqual(findOnlyOffer(one).part_name, findOnlyOffer(other).part_name);
    assert.deepEqual(findOffers(demoShowcase.notInCatalog), []);
    assert.equal(barePartNumber(demoShowcase.notInCatalog), barePartNumber(demoShowcase.inStock));
  });

  test("packOf100, outOfStock, expired, onHold, onRequest and inEuros have the properties of their names", () => {
    const pack = findOnlyOffer(demoShowcase.packOf100);
    assert.deepEqual([pack.min_quantity, pack.multiple, pack.status], ["100", "100", "ACTIVE"]);
    assert.ok(Number(pack.available_stock) >= 200);
    const empty = findOnlyOffer(demoShowcase.outOfStock);
    assert.deepEqual([empty.available_stock, empty.status], ["0", "ACTIVE"]);
    const expired = findOnlyOffer(demoShowcase.expired);
    assert.ok(expired.shelf_life_expires.startsWith("2021") && expired.available_stock !== "0");
    assert.equal(findOnlyOffer(demoShowcase.onHold).status, "ON_HOLD");
    const unpriced = findOnlyOffer(demoShowcase.onRequest);
    assert.deepEqual([unpriced.price, unpriced.status], ["", "ACTIVE"]);
    assert.equal(findOnlyOffer(demoShowcase.inEuros).currency, "EUR");
  });
});

type AgreementRow = Readonly<Record<"part_number" | "min_quantity" | "unit_price", string>>;

test("Example Air has lower prices for the part in stock from 1, 10 and 100", async () => {
  const rows = await readRows<AgreementRow>("example-air.csv");
  assert.deepEqual(
    rows
      .filter((row) => row.part_number === demoShowcase.inStock)
      .map((row) => [row.min_quantity, row.unit_price]),
    [
      ["1", "4.56"],
      ["10", "4.32"],
      ["100", "3.98"],
    ],
  );
  assert.ok(Number(findOnlyOffer(demoShowcase.inStock).price) > 4.56);
});
