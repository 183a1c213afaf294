// Drafts that are discarded or duplicated, once or again, on the pages without JavaScript.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { account, app, buyer, openColleague, openPortal, openStranger } from "../support/portal.ts";
import { offer, place, placeNew, read, readOrder, refuse, run, submit } from "../support/steps.ts";
import { withUnfilledReplica } from "../support/unfilledReplica.ts";

openPortal({ publicUrl: "https://parts.example" }, { discount: 1000 });

test("a draft is discarded as displayed without typing a name, and can be duplicated in every state", async () => {
  const orderId = await placeNew({ "A-9": 2 }, "PO 9");
  await buyer.post(`/orders/${orderId}`, { version: "1", notes: "from someone else" });
  const wrong = await refuse(409, `/orders/${orderId}/discard`, { version: "1" });
  assert.match(wrong, /Not discarded: the draft changed in the meantime/);
  assert.equal((await readOrder(orderId)).status, "draft");
  assert.doesNotMatch(wrong, /Type .+ to confirm/);
  await submit(`/orders/${orderId}/discard`, { version: "2" });
  assert.equal((await readOrder(orderId)).status, "cancelled");
  const page = await buyer.get(`/orders/${orderId}`);
  assert.ok(!page.body.includes("Review and confirm"));
  const copy = await buyer.get(await submit(`/orders/${orderId}/duplicate`));
  assert.match(copy.body, /Copy of <a [^>]*>SO-\d+<\/a>, now your current draft/);
  assert.match(copy.body, new RegExp(`duplicated from <a href="/orders/${orderId}">`));
  assert.doesNotMatch(copy.body, /left out/);
});

test("a draft duplicated without some lines reports it, and its history names them", async () => {
  const orderId = await placeNew({ "A-91": 2, "A-92": 2 });
  await run("update offers set received = 1 where part_number = 'A-92'");
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const body = await read(location);
  assert.match(body, /1 line left out/);
  assert.match(body, /left out: A-92: 2 requested, 1 in stock; request/);
  assert.doesNotMatch(body, /see History/);
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
    assert.match(body, /The catalog is still loading\. Reload the page in a minute/);
    assert.doesNotMatch(body, /No other offer in stock/);
  });
});

test("a line left out is listed until another line of its part is added, copied ones aside", async () => {
  const price = 1000;
  await offer("BOTH-1", { stock: 9, price });
  const worn = await offer("both-1", { vendor: "Worn", condition: "OH", stock: 9, price });
  const lookup = await account.post("catalog", { part_numbers: ["BOTH-1"] });
  const found: { part_id: string }[] = lookup.json().found_parts;
  const items = found.map(({ part_id }) => ({ part_id, quantity: 2 }));
  const placed = await account.post("orders", { items, po_number: "BOTH" });
  const { order_id: orderId } = placed.json().order;
  await run("update offers set received = 0 where offer_id = $1", [worn]);
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const body = await read(location);
  assert.match(body, /1 line left out/);
  assert.match(body, /aria-label="Add 2 in NE: BOTH-1, NE/i);
});

test("all lines that a duplicate was created without are listed, with their other offers", async () => {
  const numbers = Array.from({ length: 8 }, (_, place) => `LO-${place}`);
  for (const number of ["LO-KEPT", ...numbers]) await offer(number);
  const wanted = Object.fromEntries(["LO-KEPT", ...numbers].map((number) => [number, 4]));
  const orderId = await place(wanted);
  await run("update offers set received = 0 where part_number like 'LO-_'");
  await offer("LO-3", { condition: "OH", stock: 9 });
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const body = await read(location);
  assert.match(body, /8 lines left out/);
  for (const number of numbers) {
    assert.match(body, new RegExp(`href="/parts/${number}">${number}</a>`), number);
  }
  assert.equal(body.match(/No other offer in stock/g)?.length, 7);
  const form = /action="([^"]*\/add)"([\s\S]*?)<\/form>/.exec(body) ?? [];
  assert.match(form[2] ?? "", /aria-label="Add 4 in OH: LO-3, OH/);
  const fields = [...(form[2] ?? "").matchAll(/name="(\w+)" value="([^"]*)"/g)];
  const sent = Object.fromEntries(fields.map(([, name = "", value = ""]) => [name, value]));
  assert.match(await read(await submit(form[1] ?? "", sent)), /7 lines left out/);
});

test("a copy names what was not copied, changed prices, and the draft that was current before", async () => {
  await offer("CP-1", { price: 1000 });
  await offer("CP-2", { price: 500 });
  const orderId = await place({ "CP-1": 2, "CP-2": 1 }, "PO 77");
  await buyer.post(`/orders/${orderId}`, {
    version: "1",
    notes: "Hangar 3",
    "remark-1": "Job 4471",
  });
  const before = await place({ "CP-1": 1 }, "PO-BEFORE");
  await buyer.post(`/orders/${before}`, { version: "1", notes: "in progress" });
  await run("update offers set list_price = 2000 where part_number = 'CP-1'");
  const { location = "" } = (await buyer.post(`/orders/${orderId}/duplicate`)).headers;
  const body = await read(location);
  assert.match(body, /Copy of <a href="\/orders\/[^"]+">SO-\d+<\/a>, now your current draft/);
  assert.match(body, /Not copied: PO 77, notes\./);
  assert.match(body, /<span class="sub typed">Job 4471</);
  assert.match(body, /Today's prices: 1 price changed\./);
  assert.match(body, /<dt>CP-1<\/dt><dd>USD 18\.00, was USD 9\.00</);
  assert.match(body, /Parts you add go into this draft, no longer into PO-BEFORE\./);
  const colleague = await openColleague();
  const theirs = (await colleague.get(location)).body;
  assert.match(theirs, /Copy of <a [^>]*>SO-\d+<\/a><\/strong>/);
  assert.doesNotMatch(theirs, /PO-BEFORE/);
  await colleague.post(location, { version: "1", notes: "added" });
  const edited = (await colleague.get(location)).body;
  assert.match(edited, /now your current draft/);
  assert.doesNotMatch(edited, /PO-BEFORE/);

  const back = await buyer.post(`/orders/${before}/current`);
  assert.equal(back.headers.location, `/orders/${before}?done=current`);
  const current = await read(`/orders/${before}?done=current`);
  assert.match(current, /This is your current draft again\./);
  assert.match(current, /data-draft>[\s\S]*?PO-BEFORE · /);
  assert.doesNotMatch(await read(location), /current draft|Switch back/);
});

test("only a draft of the own account becomes the current one", async () => {
  const orderId = await placeNew({ "CU-1": 1 }, "PO-CUR");
  const stranger = await openStranger();
  await refuse(404, `/orders/${orderId}/current`, {}, stranger);
  await buyer.post(`/orders/${orderId}/discard`, { version: "1" });
  const refused = await refuse(409, `/orders/${orderId}/current`);
  assert.match(refused, /Nothing changed: this order is no longer a draft/);
});

test("an order is duplicated at its title and in its row of the list, above its lines", async () => {
  const orderId = await placeNew({ "ROW-1": 3 }, "PO-ROW");
  const page = await read(`/orders/${orderId}`);
  const at = page.indexOf(`action="/orders/${orderId}/duplicate"`);
  assert.ok(at > 0 && at < page.indexOf("ROW-1"));
  const list = await read("/orders?q=PO-ROW");
  const row = /<form[^>]*action="(\/orders\/[^"]+\/duplicate)"[\s\S]*?value="([^"]+)"/.exec(list);
  const [, action = "", form = ""] = row ?? [];
  assert.match(list, /aria-label="Duplicate SO-\d+"/);
  const [first, again] = [await buyer.post(action, { form }), await buyer.post(action, { form })];
  assert.equal(first.statusCode, 303);
  assert.equal(again.headers.location, first.headers.location);
  assert.match(await read(String(first.headers.location)), /Copy of [\s\S]*?value="3"/);
});

before(async () => {
  await offer("COPY-1", { stock: 100 });
  await offer("GONE-1", { stock: 100 });
  const certificate = "8130-3; CoC";
  await offer("GONE-1", { condition: "OH", stock: 100, certificate });
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

test("a line left out shows its other offers with certificates, and what was written for it", async () => {
  const orderId = await place({ "GONE-1": 2, "COPY-1": 2 });
  const wish = "Certificate requested: CoC";
  const fields = { "remark-1": wish, "remark-2": wish, "remark-3": wish };
  await buyer.post(`/orders/${orderId}`, { version: "1", ...fields });
  const text = "update offers set received = 0 where part_number = 'GONE-1' and condition <> 'OH'";
  await run(text);
  const body = await read(await duplicate(orderId));
  assert.match(body, /1 line left out/);
  assert.match(body, /<div>OH · [^·]* · [^·]* · FAA.8130.3; <abbr [^·]* · 100 EA in stock/);
  assert.match(
    body,
    /GONE-1<\/a><span class="sub">[^<]*<\/span><span class="sub typed">Certificate requested: CoC/,
  );
});
