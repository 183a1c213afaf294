// Rounding to packs shows quantities and costs first; what a bulk action changed is named after it.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { buyer, openPortal } from "../support/portal.ts";
import { paste, readRows } from "../support/portalLists.ts";
import { offer, submit } from "../support/steps.ts";

openPortal();

before(async () => {
  const packs = { minQuantity: 100, multiple: 100, price: 50 };
  await offer("PACK-1", { ...packs, stock: 9000 });
  await offer("PACK-2", { ...packs, stock: 9000 });
  await offer("MIN-1", { minQuantity: 1000, multiple: 100, stock: 9000 });
  await offer("FEW-1", { stock: 3 });
  await offer("TWO-1", { vendor: "Able", price: 300 });
  await offer("TWO-1", { vendor: "Best", price: 200 });
});

async function send(rows: string) {
  const address = await paste(rows);
  const read = async () => {
    const found = await readRows(address);
    return found.map(({ quantity, state }) => [quantity, state]);
  };
  const open = async () => (await buyer.get(`${address}?show=all`)).body;
  const act = async (form: Readonly<Record<string, string>>) => {
    return (await buyer.get(await submit(`${address}/rows`, { show: "all", ...form }))).body;
  };
  return { read, open, act };
}

const textOf = (body: string) => body.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");

test("rounding names quantities and costs first, and rounds only what was shown", async () => {
  const { read, open, act } = await send("PACK-1\t250\nPACK-2\t30\nFEW-1\t9");
  const body = await open();
  assert.match(body, /Round 2 rows to pack size: USD 60\.00 more/);
  assert.match(
    textOf(body),
    /1 PACK-1 250 → 300 packs of 100, min\. 100 USD 150\.00 USD 25\.00 more/,
  );
  assert.match(
    textOf(body),
    /2 PACK-2 30 → 100 packs of 100, min\. 100 USD 50\.00 USD 35\.00 more/,
  );
  assert.match(body, /name="bulk"\s+value="round_checked"/);
  await act({ bulk: "round" });
  await act({ bulk: "round_checked" });
  const before = [
    [250, "bad_quantity"],
    [30, "bad_quantity"],
    [9, "short"],
  ];
  assert.deepEqual(await read(), before, "nothing is rounded unseen");
  const other = await act({ bulk: "round_checked", rounded: "1:250:400" });
  assert.deepEqual(await read(), before, "other quantities are not what was shown");
  assert.match(textOf(other), /1 that changed in the meantime: check them again: row 1/);
  await act({ bulk: "round_checked", rounded: "1:250:300" });
  assert.deepEqual(await read(), [[300, "ready"], ...before.slice(1)]);
  await act({ undo: "yes" });
  assert.deepEqual(await read(), before);
});

test("of rows of one offer, the one in whole packs is not rounded for another", async () => {
  const { read, open, act } = await send("PACK-1\t500\nPACK-1\t50\nMIN-1\t300\nMIN-1\t200");
  const body = await open();
  assert.doesNotMatch(body, /value="1:nearest/);
  assert.match(body, /value="2:nearest:100">Round up to 100: 600 with row 1</);
  assert.match(body, /value="3:nearest:800">Round up to 800: 1,000 with row 4</);
  assert.match(textOf(body), /Rows 1 and 2 together: packs of 100\./);
  assert.match(textOf(body), /2 PACK-1 50 → 100 packs of 100, min\. 100; 600 with other rows/);
  await act({ bulk: "round_checked", rounded: "2:50:100" });
  await act({ bulk: "round_checked", rounded: "4:200:700" });
  assert.deepEqual(await read(), [
    [500, "ready"],
    [100, "ready"],
    [300, "ready"],
    [700, "ready"],
  ]);
});
