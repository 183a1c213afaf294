// Checking a list of 10,000 rows against the demo's 20,000 offers, in small steps.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import type { AccountId } from "../../src/accounts/account.ts";
import { selectAccount } from "../../src/accounts/queries.ts";
import { loadDemo } from "../../src/demo/loadDemo.ts";
import { addReadyRows } from "../../src/quickOrders/addReadyRows.ts";
import { checkStep } from "../../src/quickOrders/checkParts.ts";
import { summarizeList } from "../../src/quickOrders/queries.ts";
import type { SignedIn } from "../../src/signIn/signedIn.ts";
import { insertBuyer } from "../support/insertBuyer.ts";
import { runSql } from "../support/runSql.ts";
import { sendList } from "../support/sendList.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const now = new Date("2026-11-21T12:00:00Z");
const rowCount = 10_000;

const database = share(openTestDatabase);
let buyer: SignedIn;

before(async () => {
  const { db } = database;
  await loadDemo(db, now);
  const account = await selectAccount(db, "Example Air");
  buyer = await insertBuyer(db, now, account?.accountId as AccountId);
});

/** Shuffled numbers of the catalog, a tenth of them mistyped, in columns and as free text. */
async function mixRows(): Promise<string> {
  const numbers = await runSql<{ number: string }>(
    database.db,
    `select part_number as number from offers group by 1 order by md5(part_number) limit $1`,
    [rowCount],
  );
  const lines = Array.from({ length: rowCount }, (_, row) => {
    const number = numbers[row % numbers.length]?.number ?? "";
    const typed = row % 10 === 0 ? `${number}-X` : number;
    return row % 3 === 0 ? `${typed} x ${(row % 50) + 1}` : `${typed}\t${(row % 50) + 1}`;
  });
  return lines.join("\n");
}

test("10,000 rows are checked in small steps, and those that are ready become drafts", async (t) => {
  const { db } = database;
  const listId = await sendList(db, buyer, await mixRows(), now);
  await database.replica.catchUp();
  const began = process.cpuUsage();
  let steps = 0;
  for (let outcome = "more"; outcome === "more"; steps += 1) {
    outcome = await checkStep(database, listId, now);
  }
  const { user, system } = process.cpuUsage(began);
  t.diagnostic(`${steps} steps, ${((user + system) / 1e6).toFixed(1)} s of CPU`);
  assert.ok(steps > rowCount / 100, `${steps} steps`);
  const { rows, states } = await summarizeList(db, listId);
  assert.deepEqual([rows, states.waiting], [rowCount, 0]);
  assert.equal(states.not_found, rowCount / 10);
  const request = { signedIn: buyer, listId, version: 1, draftId: null, requestId: "r", now };
  const added = await addReadyRows(database, request);
  assert.equal(added.outcome, "added");
  assert.equal((await summarizeList(db, listId)).states.added, states.ready);
});
