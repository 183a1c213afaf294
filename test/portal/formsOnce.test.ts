// Forms that create orders or add to them, sent twice as by two clicks without JavaScript: they
// take effect once.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { app, buyer, openPortal } from "../support/portal.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { offer, submit } from "../support/steps.ts";
import type { TestAccount } from "../support/testApp.ts";
import { openVisitor, type TestVisitor } from "../support/testVisitor.ts";

openPortal({ publicUrl: "https://parts.example" });

before(() => offer("ONCE-1"));

async function openBuyer() {
  const account = await app.openAccount();
  return { account, visitor: await openVisitor(app, account.accountId) };
}

/** The fields of a part's form for a quantity, for a draft or a new one. */
async function readAddForm(number: string, visitor: TestVisitor, draft = "new") {
  const { body } = await visitor.get(`/parts/${number}`);
  const [, form = ""] = /name="form" value="([^"]+)"/.exec(body) ?? [];
  const [, partId = ""] = /value="(pt_[^"]+)"/.exec(body) ?? [];
  return { form, part_id: readAttribute(partId), quantity: "3", draft };
}

async function listQuantities(of: TestAccount): Promise<number[][]> {
  const { orders } = (await of.get("orders")).json();
  type Line = { quantity: number };
  return orders.map(({ line_items }: { line_items: Line[] }) =>
    line_items.map(({ quantity }) => quantity),
  );
}

test("a form that adds a part adds it once, however often it is sent concurrently", async () => {
  const { account, visitor } = await openBuyer();
  const fields = await readAddForm("ONCE-1", visitor);
  const sent = await Promise.all([1, 2, 3, 4, 5].map(() => visitor.post("/parts/ONCE-1", fields)));
  const places = new Set(sent.map(({ headers }) => headers.location));
  assert.equal(places.size, 1);
  assert.deepEqual(await listQuantities(account), [[3]]);
  const [, draft = ""] = /^\/orders\/([^?]+)\?done=added$/.exec([...places].join()) ?? [];
  const more = await readAddForm("ONCE-1", visitor, draft);
  for (let time = 0; time < 2; time += 1) await submit("/parts/ONCE-1", more, visitor);
  assert.deepEqual(await listQuantities(account), [[6]]);
});

test("a form duplicates an order once, also if it duplicates it again", async () => {
  const { account: other, visitor } = await openBuyer();
  await visitor.post("/parts/ONCE-1", await readAddForm("ONCE-1", visitor));
  const [order] = (await other.get("orders")).json().orders;
  const page = `/orders/${order.order_id}`;
  const copy = async (from: string) => {
    const { body } = await visitor.get(from);
    const [, form = ""] =
      /duplicate"[^>]*>\s*<input[^>]*name="form" value="([^"]+)"/.exec(body) ?? [];
    assert.notEqual(form, "");
    const again = body.includes('name="again"') ? "yes" : "";
    const both = [1, 2].map(() => visitor.post(`${page}/duplicate`, { form, again }));
    return (await Promise.all(both)).map(({ headers }) => headers.location);
  };
  const [first, repeated] = await copy(page);
  assert.equal(first, repeated);
  assert.equal((await listQuantities(other)).length, 2);
  const [existing = ""] = await copy(page);
  assert.equal(existing, `${first}?done=copied`);
  assert.equal((await listQuantities(other)).length, 2);
  await copy(existing);
  assert.equal((await listQuantities(other)).length, 3);
});

test("the form ID of another account has no effect", async () => {
  const fields = await readAddForm("ONCE-1", buyer);
  await submit("/parts/ONCE-1", fields);
  const { account: other, visitor } = await openBuyer();
  const own = { ...(await readAddForm("ONCE-1", visitor)), form: fields.form };
  await submit("/parts/ONCE-1", own, visitor);
  assert.deepEqual(await listQuantities(other), [[3]]);
});
