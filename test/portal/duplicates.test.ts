// Drafts that are discarded or duplicated, once or again, and the lines that a duplicate left out.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, buyer, openColleague, openPortal } from "../support/portal.ts";
import { offer, place, placeNew, read, readOrder, refuse, run, submit } from "../support/steps.ts";
import { withUnfilledReplica } from "../support/unfilledReplica.ts";

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

test("a draft is discarded as displayed without typing a name, and can be duplicated in every state", async () => {
  const orderId = await placeNew({ "A-9": 2 }, "PO 9");
  await buyer.post(`/orders/${orderId}`, { version: "1", notes: "from someone else" });
  const wrong = await refuse(409, `/orders/${orderId}/discard`, { version: "1" });
  assert.match(wrong, /Not discarded: the draft changed in the meantime/);
  assert.equal((await readOrder(orderId)).status, "draft");
  await submit(`/orders/${orderId}/discard`, { version: "2" });
  assert.equal((await readOrder(orderId)).status, "cancelled");
  const copy = await buyer.get(await submit(`/orders/${orderId}/duplicate`));
  assert.match(copy.body, new RegExp(`duplicated from <a href="/orders/${orderId}">`));
});

test("while the catalog is loading, an order is duplicated, and lines left out have their numbers", async () => {
  const orderId = await placeNew({ "WAIT-1": 2, "WAIT-2": 2 });
  await run("update offers set received = 1 where part_number = 'WAIT-2'");
  await withUnfilledReplica(app, async () => {
    const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
    const { body, statusCode } = await buyer.get(location);
    assert.equal(statusCode, 200);
    assert.match(body, /1 line left out/);
    assert.match(body, /href="\/parts\/WAIT-2">WAIT-2<\/a>/);
  });
});

test("all lines that a duplicate was created without are listed until their part is added", async () => {
  const numbers = Array.from({ length: 8 }, (_, place) => `LO-${place}`);
  for (const number of ["LO-KEPT", ...numbers]) await offer(number);
  const wanted = Object.fromEntries(["LO-KEPT", ...numbers].map((number) => [number, 4]));
  const orderId = await place(wanted);
  await run("update offers set received = 0 where part_number like 'LO-_'");
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const body = await read(location);
  assert.match(body, /8 lines left out/);
  for (const number of numbers) {
    assert.match(body, new RegExp(`href="/parts/${number}">${number}</a>`), number);
  }
  await run("update offers set received = 9 where part_number = 'LO-3'");
  const added = { version: "1", part_number: "LO-3", quantity: "4" };
  const copy = location.replace(/\?.*/, "");
  assert.match(await read(await submit(`${copy}/add`, added)), /7 lines left out/);
});

before(async () => {
  await offer("COPY-1", { stock: 100 });
});

const placeCopied = () => place({ "COPY-1": 1 });

async function duplicate(orderId: string, more: Readonly<Record<string, string>> = {}) {
  return await submit(`/orders/${orderId}/duplicate`, more);
}

test("a second duplication leads to the unchanged copy, and creates another one on request", async () => {
  const orderId = await placeCopied();
  const first = await duplicate(orderId);
  assert.equal(await duplicate(orderId), `${first}?done=copied`);
  const colleague = await openColleague();
  assert.equal(await submit(`/orders/${orderId}/duplicate`, {}, colleague), `${first}?done=copied`);
  const body = await read(`${first}?done=copied`);
  assert.match(body, /was already duplicated[\s\S]*?This is the copy, unchanged\./);
  assert.match(body, /name="again" value="yes"[\s\S]*?>Duplicate again</);
  assert.doesNotMatch(await read(first), /Duplicate again/);
  const second = await duplicate(orderId, { again: "yes" });
  assert.notEqual(second, first);
  assert.equal(await duplicate(orderId), `${second}?done=copied`);
});

test("concurrent duplications with different forms create one copy", async () => {
  const orderId = await placeCopied();
  const all = await Promise.all([1, 2, 3].map(() => duplicate(orderId)));
  assert.equal(new Set(all.map((one) => one.replace(/\?.*/, ""))).size, 1);
});

test("a copy that was changed or discarded, or an order edited since, is duplicated again", async () => {
  const orderId = await placeCopied();
  const first = await duplicate(orderId);
  await buyer.post(first, { version: "1", notes: "Dock 2" });
  const body = await read(`${first}?done=copied`);
  assert.match(body, /Copy of <a/);
  assert.doesNotMatch(body, /unchanged|Duplicate again/);
  const second = await duplicate(orderId);
  assert.doesNotMatch(second, /copied/);
  await buyer.post(`${second}/discard`, { version: "1" });
  assert.doesNotMatch(await duplicate(orderId), /copied/);
  await buyer.post(`/orders/${orderId}`, { version: "1", notes: "Dock 3" });
  assert.doesNotMatch(await duplicate(orderId), /copied/);
});
