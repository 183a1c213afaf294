// Sheets as planners, buyers and vendors write them: what is ready without a person is what was
// meant. Rows that a person is asked about are no fault.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { before, test } from "node:test";
import { parse } from "yaml";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { createList } from "../../src/quickOrders/createList.ts";
import type { ListRow } from "../../src/quickOrders/orderList.ts";
import { offersOf } from "../dealerFiles/dealerFile.ts";
import {
  checkAsShown,
  commitRun,
  exportOffers,
  openWizard,
} from "../dealerFiles/importInWizard.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { readListRows } from "../support/sendList.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

/** Days in the lists are after it. */
const now = new Date("2026-11-21T12:00:00Z");
const database = share(openTestDatabase);
const wizard = share(openWizard);

const read = (name: string) => readFileSync(new URL(name, import.meta.url));
type Sheet = { readonly name: string; readonly file: string };
const sheets: {
  readonly stocked: string;
  readonly lists: readonly (Sheet & { readonly truth: string })[];
  readonly files: readonly (Sheet & { readonly offers: string })[];
} = parse(read("sheets.yaml").toString());

async function insertStocked(): Promise<void> {
  const stock = { stock: 9000, certificate: "8130-3; EASA Form 1; CoC" };
  for (const text of sheets.stocked.trim().split("\n")) {
    const [partNumber = "", condition = "", unit = ""] = text.split(" ");
    await insertOffer(database.db, { partNumber, condition, unit, ...stock });
  }
  await insertOffer(database.db, { partNumber: "MS28775-222", nsn: "5330012345678", ...stock });
}

type Offered = { readonly id: number; readonly condition: string; readonly unit: string };
let offered: ReadonlyMap<number, Offered>;

before(async () => {
  await insertStocked();
  await database.replica.catchUp();
  const text = "select offer_id::float8 as id, condition, unit_of_measure as unit from offers";
  const offers = await runSql<Offered>(database.db, text);
  offered = new Map(offers.map((offer) => [offer.id, offer]));
});

/** Whether a ready row has the part, a quantity with its unit, and a condition that was meant. */
function isMeant({ partNumber, quantity, offerId }: ListRow, meant: readonly string[]): boolean {
  const [part = "", quantities = "", condition = ""] = meant;
  const { unit, condition: of } = offered.get(offerId ?? 0) ?? assert.fail();
  const amounts = quantities.split(" = ").map((one) => one.split(" "));
  return (
    part.toUpperCase() === partNumber?.toUpperCase() &&
    amounts.some(([count, own = unit]) => count === String(quantity) && own === unit) &&
    (condition === "" || condition.split(" / ").includes(of))
  );
}

/** The rows of a list that are ready; none if a person has to choose its columns. */
async function listReady(name: string, text: string): Promise<ListRow[]> {
  const { db } = database;
  const signedIn = await insertBuyer(db, now);
  const sent = await createList(db, { signedIn, name, upload: { kind: "text", text }, now });
  if (sent.outcome !== "created") return [];
  await checkList(database, sent.listId, () => now);
  return (await readListRows(db, sent.listId)).filter(({ state }) => state === "ready");
}

test("no row is ready with another part, quantity, unit or condition than it asks for", async () => {
  let count = 0;
  for (const { name, file, truth } of sheets.lists) {
    const text = read(`sheets/${file}`).toString();
    const cells = truth.split("\n").map((row) => row.split("|").map((cell) => cell.trim()));
    const meant = new Map(cells.map(([line = "", ...rest]) => [Number(line), rest]));
    const ready = await listReady(name, text);
    const wrong = ready.filter((row) => !isMeant(row, meant.get(row.rowNumber) ?? []));
    assert.deepEqual(wrong, [], name);
    count += ready.length;
  }
  assert.ok(count > 0);
});

for (const { name, file, offers } of sheets.files) {
  test(`of ${name}, no offer is imported with another value`, async () => {
    const run = await checkAsShown(wizard, { bytes: read(`sheets/${file}`) }, name);
    if (run?.state === "previewed") await commitRun(wizard, run);
    for (const { part_number, condition, ...read } of await exportOffers(wizard, name, false)) {
      const meant = offersOf(offers).find(
        (one) => one["part_number"] === part_number && one["condition"] === condition,
      );
      assert.ok(meant !== undefined, `${part_number} ${condition} is no offer of the sheet`);
      assert.partialDeepStrictEqual(
        { price: "", ...read, part_number, condition },
        { price: "", ...meant },
      );
    }
  });
}
