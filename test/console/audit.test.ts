// The audit log names what was changed as people call it.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { AuditEvent } from "../../src/audit/queries.ts";
import { recordAuditEvent } from "../../src/audit/recordAuditEvent.ts";
import { newId } from "../../src/db/newId.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let olga: TestOperator;

before(async () => {
  app = await openTestApp();
  olga = await openOperator(app);
});

after(() => app.close());

type Subject = Pick<AuditEvent, "subjectKind" | "subjectId"> & Partial<AuditEvent>;

async function record(action: string, subject: Subject): Promise<void> {
  const { now } = app.clock;
  const actor = { kind: "shell", requestId: "shell" } as const;
  const event = { actor, action, accountId: null, now, ...subject };
  await app.database.db.transaction(async (tx) => recordAuditEvent(tx, event));
}

/** The texts of the subjects that an action has on the page, without tags. */
async function readSubjects(action: string): Promise<string[]> {
  const page = await olga.get(`/console/audit?${new URLSearchParams({ action })}`);
  assert.equal(page.statusCode, 200);
  const rows = page.body.match(/<tr role="row">.*?<\/tr>/gs) ?? [];
  return rows.flatMap((row) => {
    const subject = row.match(/<td.*?<\/td>/gs)?.[2];
    return subject === undefined ? [] : [subject.replace(/<[^>]*>/g, "").trim()];
  });
}

test("orders, offers and accounts are named and linked, also in the CSV", async () => {
  const order = await confirmOne(app, "PO-AUDIT");
  const { db } = app.database;
  const [row] = await db.query<{ number: string; offer: string; account: string }>({
    name: "",
    text: `select o.order_number as number, l.offer_id::text as offer, o.account_id as account
      from orders o join order_lines l using (order_id) where order_id = $1`,
    values: [order.orderId],
  });
  assert.ok(row);
  await record("named it", { subjectKind: "order", subjectId: order.orderId });
  await record("named it", { subjectKind: "offer", subjectId: row.offer });
  await record("named it", { subjectKind: "account", subjectId: row.account });
  const subjects = await readSubjects("named it");
  assert.deepEqual(subjects.slice(1), [
    `offer ${order.partNumber}, NE, Example Supply`,
    `order ${row.number}`,
  ]);
  const page = await olga.get("/console/audit?action=named+it");
  assert.ok(page.body.includes(`<a href="/console/orders/${order.orderId}">${row.number}</a>`));
  assert.ok(page.body.includes(`<a href="/console/catalog/offers/${row.offer}">`));
  const csv = await olga.get("/console/audit/export.csv?action=named+it");
  assert.match(csv.body, new RegExp(`,order,${order.orderId},${row.number},`));
});

test("what was deleted, and an id that is none, are shown by their id without a link", async () => {
  const gone = newId();
  for (const subjectId of [gone, "hana@buyer.example", "12345678901234567890123"]) {
    for (const subjectKind of ["order", "offer", "agreement rule", "buyer", "key", "mail"]) {
      await record("lost it", { subjectKind, subjectId });
    }
  }
  const subjects = await readSubjects("lost it");
  assert.equal(subjects.length, 18);
  assert.equal(subjects.filter((text) => text.endsWith(gone)).length, 6);
  const page = await olga.get("/console/audit?action=lost+it");
  assert.doesNotMatch(page.body, new RegExp(`href="[^"]*${gone}`));
});

test("a filter by a subject that has no event yet is shown, and is not added twice", async () => {
  const page = (await olga.get("/console/audit?kind=drawing&subject=1")).body;
  assert.match(page, /<option value="drawing" selected>drawing</);
  await record("changed a drawing", { subjectKind: "drawing", subjectId: "1" });
  const known = (await olga.get("/console/audit?kind=drawing")).body;
  assert.equal(known.match(/<option value="drawing"/g)?.length, 1);
});
