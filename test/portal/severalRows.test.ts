// "Fix several": what is done for many rows at once, each shown before with what it changes and
// costs, and nothing that was not shown.

import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buyer, openPortal, openStranger } from "../support/portal.ts";
import { paste, readRows, readSeveral, sendSeveral, typeQuantity } from "../support/portalLists.ts";
import { pick } from "../support/sendList.ts";
import { offer, read } from "../support/steps.ts";

openPortal();

before(async () => {
  for (const number of ["1", "2"]) {
    await offer(`TWO-${number}`, { vendor: "Able", price: 300, stock: 20 });
    await offer(`TWO-${number}`, { vendor: "Best", price: 200, stock: 20 });
    await offer(`FEW-${number}`, { stock: 3 });
  }
  await offer("NONE-1", { stock: 0 });
  await offer("NEXT-1");
  await offer("ELSE-1");
  const ended = { status: "SUPERSEDED", supersededBy: "NEXT-1", stock: 0 };
  await offer("OLD-1", { ...ended, alternates: ["ELSE-1"] });
  await offer("GONE-1", { status: "DISCONTINUED", alternates: ["ELSE-1"] });
  const packs = { minQuantity: 100, multiple: 100, stock: 9000 };
  await offer("PACK-1", { ...packs, price: 50 });
  await offer("PACK-2", { ...packs, price: 50 });
  await offer("MIN-1", { minQuantity: 1000, multiple: 100, stock: 9000 });
  await offer("WASHER-1", packs);
  await offer("WIRE-1", { vendor: "Able", unit: "FT", stock: 900 });
  await offer("WIRE-1", { vendor: "Best", unit: "FT", stock: 900 });
  await offer("MIX-1", { vendor: "Able", unit: "FT", stock: 900 });
  await offer("MIX-1", { vendor: "Best", unit: "YD", stock: 900 });
  await offer("SEALANT-1", { unit: "TU", minQuantity: 5, multiple: 5 });
});

const shownOf = async (list: string) =>
  (await readSeveral(list)).map(({ title, rows }) => [title, ...rows]);
const rowsOf = async (list: string) => pick(await readRows(list), "quantityText", "state");

test("each kind of fix is shown with its rows, what they order and what that costs", async () => {
  const rows = ["TWO-1\t2", "FEW-1\t9", "PACK-1\t250", "PACK-2\t30", "OLD-1\t1", "NEVER-1\t4"];
  const list = await paste([...rows, "NONE-1\t1", "WIRE-1\t100 m", "WASHER-1\t2 doz"]);
  assert.deepEqual(await shownOf(list), [
    [
      "Use the suggested number: 1 row, USD 10.00",
      "5 OLD-1 1 NEXT-1: PART, USD 10.00 / EA · NE · 100 in stock USD 10.00",
    ],
    [
      "Choose the cheapest in the same condition: 1 row, USD 4.00",
      "1 TWO-1 2 2 from Best, NE USD 4.00",
    ],
    ["Reduce to available stock: 1 row, USD 30.00", "2 FEW-1 9 Order 3 USD 30.00"],
    [
      "Round up to packs: 2 rows, USD 200.00",
      "3 PACK-1 250 Order 300, packs of 100 USD 150.00",
      "4 PACK-2 30 Order 100, packs of 100 USD 50.00",
    ],
    [
      "Convert to the unit of the part: 2 rows, USD 1,000.00",
      "8 WIRE-1 100 m Order 329 FT, rounded up from 328.08 FT",
      "9 WASHER-1 2 doz Order 100 EA, packs of 100 USD 1,000.00",
    ],
    ["Remove rows not found: 1 row", "6 NEVER-1 4 Remove"],
  ]);
  const before = await rowsOf(list);
  const all = (await readSeveral(list)).flatMap(({ boxes }) => boxes);
  const shown = await read(await sendSeveral(list, all));
  assert.match(shown, /8 rows changed\./);
  assert.deepEqual(await rowsOf(list), [
    ...["2 ready", "3 ready", "300 ready", "100 ready", "1 ready", "1 short"],
    ...["329 FT ambiguous", "100 EA ready"],
  ]);
  await buyer.post(`${list}/rows`, { show: "all", undo: "yes" });
  assert.deepEqual(await rowsOf(list), before);
});

test("only checked rows are fixed, as they were shown, and only in lists of the account", async () => {
  const list = await paste(["PACK-1\t250", "PACK-2\t30", "WIRE-1\t100 m"]);
  const before = await rowsOf(list);
  const boxes = (await readSeveral(list)).flatMap((group) => group.boxes);
  const [first = ""] = boxes;
  assert.match(await sendSeveral(list, []), /fixed=0&stale=0$/);
  const forged = [
    first.replace(/300$/, "400"),
    first.replace(/^1:/, "2:"),
    "1:0:quantity:300",
    "x",
  ];
  assert.match(await sendSeveral(list, forged), /fixed=0&stale=2$/);
  const stranger = await openStranger();
  assert.equal((await stranger.get(`${list}/several`)).statusCode, 404);
  assert.equal((await stranger.post(`${list}/several`, { fix: first })).statusCode, 404);
  assert.deepEqual(await rowsOf(list), before);
  await typeQuantity(list, 1, "260");
  const shown = await read(await sendSeveral(list, boxes));
  assert.match(shown, /2 rows changed\.[\s\S]*1 row changed in the meantime: check again\./);
  assert.deepEqual(await rowsOf(list), ["260 bad_quantity", "100 ready", "329 FT ambiguous"]);
  assert.match(await read(`${list}/several`), /Order 300/);
});
