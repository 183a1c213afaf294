// Sheets as planners, buyers and vendors write them: what is ready without a person is what was
// meant. Rows that a person is asked about are no fault.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { checkList } from "../../src/quickOrders/checkParts.ts";
import { createList } from "../../src/quickOrders/createList.ts";
import type { ListRow } from "../../src/quickOrders/orderList.ts";
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
import { sheetFiles, sheetLists, sheetOffers } from "./sheets.ts";

/** Days in the lists are after it. */
const now = new Date("2026-11-21T12:00:00Z");
const database = share(openTestDatabase);
const wizard = share(async () => {
  const opened = await openWizard();
  return { ...opened, close: () => opened.app.close() };
});

type Offered = { readonly id: number; readonly condition: string; readonly unit: string };
let offered: ReadonlyMap<number, Offered>;

before(async () => {
  for (const offer of sheetOffers) await insertOffer(database.db, offer);
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
  for (const { name, text, truth } of sheetLists) {
    const cells = truth.map((row) => row.split("|").map((cell) => cell.trim()));
    const meant = new Map(cells.map(([line = "", ...rest]) => [Number(line), rest]));
    const ready = await listReady(name, text);
    const wrong = ready.filter((row) => !isMeant(row, meant.get(row.rowNumber) ?? []));
    assert.deepEqual(wrong, [], name);
    count += ready.length;
  }
  assert.ok(count > 0);
});

for (const file of sheetFiles) {
  test(`of ${file.name}, no offer is imported with another value`, async () => {
    const run = await checkAsShown(wizard, { ...file, entered: {} }, file.name);
    if (run?.state === "previewed") await commitRun(wizard, run);
    for (const { part_number, condition, ...read } of await exportOffers(
      wizard,
      file.name,
      false,
    )) {
      const meant = file.offers.find(
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
