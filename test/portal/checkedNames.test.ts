// A row that calls its part another thing than the catalog does is not ready before a person
// accepts the part.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { openPortal, openStranger } from "../support/portal.ts";
import { paste, press, readRows, readSeveral, showAll } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { offer } from "../support/steps.ts";

openPortal();

before(async () => {
  await offer("SW-1", { partName: "SWITCH,TOGGLE", title: "Toggle switch" });
});

const rows = "P/N\tDescription\tQty\nSW-1\tBEARING BALL\t2\nSW-1\tTOGGLE SW\t1\nSW-1\t\t1";
const statesOf = async (list: string) => pick(await readRows(list), "rowNumber", "state");

test("a contradicted row waits for one click, which the account is not asked for again", async () => {
  const list = await paste(rows);
  assert.deepEqual(await statesOf(list), ["2 ambiguous", "3 ready", "4 ready"]);
  const body = await showAll(list);
  assert.match(body, /The list says “BEARING BALL”, the catalog “Toggle switch/);
  assert.deepEqual(await readSeveral(list), []);
  assert.deepEqual(await statesOf(list), ["2 ambiguous", "3 ready", "4 ready"]);
  await press(list, 2, "Accept this part");
  assert.doesNotMatch(await showAll(list), /Undo last change/, "it is for all lists");
  assert.deepEqual(await statesOf(list), ["2 ready", "3 ready", "4 ready"]);
  assert.deepEqual(await statesOf(await paste(rows)), ["2 ready", "3 ready", "4 ready"]);
  const other = rows.replace("BEARING BALL", "BEARING ROLLER");
  assert.deepEqual(await statesOf(await paste(other)), ["2 ambiguous", "3 ready", "4 ready"]);
  const stranger = await openStranger();
  assert.deepEqual((await statesOf(await paste(rows, stranger)))[0], "2 ambiguous");
});
