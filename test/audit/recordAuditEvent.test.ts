import assert from "node:assert/strict";
import { test } from "node:test";
import { findOperator } from "../../src/audit/actor.ts";
import {
  type AuditEvent,
  selectAuditEventKinds,
  selectAuditEvents,
} from "../../src/audit/queries.ts";
import { recordAuditEvent } from "../../src/audit/recordAuditEvent.ts";
import { newId } from "../../src/db/newId.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

const anyEvent = {
  operatorId: null,
  action: null,
  subjectKind: null,
  subjectId: null,
  accountId: null,
  from: null,
  until: null,
};
const firstPage = { before: null, limit: 10 };

function createEvent(texts: Partial<AuditEvent> = {}): AuditEvent {
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

test("an audit event is stored with the transaction it is part of, or not at all", async () => {
  const { db } = database;
  const committed = createEvent();
  const rolledBack = createEvent();
  await db.transaction(async (tx) => recordAuditEvent(tx, committed));
  const failed = db.transaction(async (tx) => {
    recordAuditEvent(tx, rolledBack);
    throw new Error("no");
  });
  await assert.rejects(failed, /no/);
  const found = async (event: AuditEvent) =>
    selectAuditEvents(db, { ...anyEvent, subjectId: event.subjectId }, firstPage);
  const [stored] = await found(committed);
  assert.equal(stored?.operatorName, "Olga");
  assert.equal(stored?.after, '{"state":"revoked"}');
  assert.deepEqual(await found(rolledBack), []);
});

test("any text that a form can send is stored", async () => {
  const { db } = database;
  const event = createEvent({ subjectId: "a\0b\ud800", after: { text: "\0\ud800" } });
  await db.transaction(async (tx) => recordAuditEvent(tx, event));
  const [stored] = await selectAuditEvents(
    db,
    { ...anyEvent, subjectId: "a\ufffdb\ufffd" },
    firstPage,
  );
  assert.deepEqual(JSON.parse(stored?.after ?? ""), { text: "\0\ud800" });
});

test("a transaction fails if its audit event cannot be stored", async () => {
  const bad = createEvent({ accountId: "no id" });
  await assert.rejects(database.db.transaction(async (tx) => recordAuditEvent(tx, bad)));
});

test("audit events are found by operator, action, subject, account and time, page by page", async () => {
  const { db } = database;
  const accountId = newId();
  const now = new Date("2026-03-01T12:00:00Z");
  const events = Array.from({ length: 5 }, () =>
    createEvent({ action: "looked", subjectKind: "order", accountId, now }),
  );
  for (const event of events) await db.transaction(async (tx) => recordAuditEvent(tx, event));
  const filter = { ...anyEvent, accountId };
  const first = await selectAuditEvents(db, filter, { before: null, limit: 3 });
  const last = first.at(-1)?.auditEventId ?? "";
  const second = await selectAuditEvents(db, filter, { before: last, limit: 3 });
  const pages = [...first, ...second];
  // Ids within one millisecond can be in any order; events are sorted by id.
  const ids = pages.map(({ auditEventId }) => auditEventId);
  assert.deepEqual(ids, ids.toSorted().reverse());
  const subjects = pages.map(({ subjectId }) => subjectId);
  assert.deepEqual(subjects.toSorted(), events.map(({ subjectId }) => subjectId).toSorted());
  const one = events[0] ?? assert.fail();
  const filters = [
    { operatorId: findOperator(one.actor)?.operatorId ?? "" },
    { action: "looked", subjectId: one.subjectId },
    { subjectKind: "order", subjectId: one.subjectId },
    { from: now, until: new Date(now.getTime() + 1), subjectId: one.subjectId },
  ];
  for (const some of filters) {
    const found = await selectAuditEvents(db, { ...anyEvent, ...some }, firstPage);
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
