// The audit: deeds are stored with what they are part of, and stay as they are.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { findOperator } from "../../src/audit/actor.ts";
import {
  type AuditEvent,
  selectAuditEventKinds,
  selectAuditEvents,
} from "../../src/audit/queries.ts";
import { recordAuditEvent } from "../../src/audit/recordAuditEvent.ts";
import { newId } from "../../src/db/newId.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let database: TestDatabase;

before(async () => {
  database = await openTestDatabase();
});

after(() => database.close());

const anyDeed = {
  operatorId: null,
  action: null,
  subjectKind: null,
  subjectId: null,
  accountId: null,
  from: null,
  until: null,
};
const firstPage = { before: null, limit: 10 };

function deedOf(texts: Partial<AuditEvent> = {}): AuditEvent {
  return {
    actor: {
      kind: "operator",
      operator: { operatorId: newId(), name: "Olga", email: "o@b.example", role: "admin" },
      requestId: "req_1",
    },
    action: "revoked a key",
    subjectKind: "key",
    subjectId: newId(),
    accountId: null,
    before: { state: "active" },
    after: { state: "revoked" },
    now: new Date(),
    ...texts,
  };
}

test("a deed is stored with the transaction it is part of, or not at all", async () => {
  const { db } = database;
  const kept = deedOf();
  const lost = deedOf();
  await db.transaction(async (tx) => recordAuditEvent(tx, kept));
  const failed = db.transaction(async (tx) => {
    recordAuditEvent(tx, lost);
    throw new Error("no");
  });
  await assert.rejects(failed, /no/);
  const found = async (deed: AuditEvent) =>
    selectAuditEvents(db, { ...anyDeed, subjectId: deed.subjectId }, firstPage);
  const [stored] = await found(kept);
  assert.equal(stored?.operatorName, "Olga");
  assert.equal(stored?.after, '{"state":"revoked"}');
  assert.deepEqual(await found(lost), []);
});

test("any text that a form can hold is stored, without what no text has", async () => {
  const { db } = database;
  const deed = deedOf({ subjectId: "a\0b\ud800", after: { text: "\0\ud800" } });
  await db.transaction(async (tx) => recordAuditEvent(tx, deed));
  const [stored] = await selectAuditEvents(
    db,
    { ...anyDeed, subjectId: "a\ufffdb\ufffd" },
    firstPage,
  );
  assert.deepEqual(JSON.parse(stored?.after ?? ""), { text: "\0\ud800" });
});

test("a deed that cannot be stored fails what it is part of", async () => {
  const bad = deedOf({ accountId: "no id" });
  await assert.rejects(database.db.transaction(async (tx) => recordAuditEvent(tx, bad)));
});

test("the service can change and delete no deed", async () => {
  const { db } = database;
  await db.transaction(async (tx) => recordAuditEvent(tx, deedOf()));
  const tries = [
    "update audit_events set action = 'nothing'",
    "delete from audit_events",
    "truncate audit_events",
    "alter table audit_events add column x text",
  ];
  for (const text of tries) {
    await assert.rejects(
      db.query({ name: "", text, values: [] }),
      /permission denied|must be owner/,
    );
  }
});

test("deeds are found by who, what, subject, account and time, page by page", async () => {
  const { db } = database;
  const accountId = newId();
  const now = new Date("2026-03-01T12:00:00Z");
  const deeds = Array.from({ length: 5 }, () =>
    deedOf({ action: "looked", subjectKind: "order", accountId, now }),
  );
  for (const deed of deeds) await db.transaction(async (tx) => recordAuditEvent(tx, deed));
  const filter = { ...anyDeed, accountId };
  const first = await selectAuditEvents(db, filter, { before: null, limit: 3 });
  const last = first.at(-1)?.auditEventId ?? "";
  const second = await selectAuditEvents(db, filter, { before: last, limit: 3 });
  const pages = [...first, ...second];
  // Ids of one millisecond are in any order: what counts is that of the ids.
  const ids = pages.map(({ auditEventId }) => auditEventId);
  assert.deepEqual(ids, ids.toSorted().reverse());
  const subjects = pages.map(({ subjectId }) => subjectId);
  assert.deepEqual(subjects.toSorted(), deeds.map(({ subjectId }) => subjectId).toSorted());
  const one = deeds[0] ?? assert.fail();
  const filters = [
    { operatorId: findOperator(one.actor)?.operatorId ?? "" },
    { action: "looked", subjectId: one.subjectId },
    { subjectKind: "order", subjectId: one.subjectId },
    { from: now, until: new Date(now.getTime() + 1), subjectId: one.subjectId },
  ];
  for (const some of filters) {
    const found = await selectAuditEvents(db, { ...anyDeed, ...some }, firstPage);
    assert.deepEqual(
      found.map(({ subjectId }) => subjectId),
      [one.subjectId],
    );
  }
  assert.deepEqual(await selectAuditEvents(db, { ...filter, until: now }, firstPage), []);
  const { actions, subjectKinds } = await selectAuditEventKinds(db);
  assert.ok(actions.includes("looked") && actions.includes("revoked a key"));
  assert.ok(subjectKinds.includes("order") && subjectKinds.includes("key"));
});
