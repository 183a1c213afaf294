// An order that is placed while the import of its offer is reverted: real transactions that meet at
// every point where they can.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { beforeEach, test } from "node:test";
import { Client } from "pg";
import type { AccountId, KeyId } from "../../src/accounts/account.ts";
import { createPartIds, type OfferId } from "../../src/catalog/partId.ts";
import type { Database, Queryable, Session, Statement } from "../../src/db/database.ts";
import { newId } from "../../src/db/newId.ts";
import { requestRevert } from "../../src/imports/revert.ts";
import type { RunId } from "../../src/imports/run.ts";
import { selectRun } from "../../src/imports/runQueries.ts";
import { createDraft } from "../../src/orders/drafts/createDraft.ts";
import { editDraft } from "../../src/orders/drafts/editDraft.ts";
import { noInstructions } from "../../src/orders/lineInstructions.ts";
import { openCommitWindow, placeOrder } from "../../src/orders/placeOrder.ts";
import { runOrderTransaction } from "../../src/orders/runOrderTransaction.ts";
import { revertRun } from "../../src/prices/agreements/revertAgreement.ts";
import { awaitWaiting } from "../support/awaitLocks.ts";
import { catalogHeader as header, importText } from "../support/importText.ts";
import { insertAccount, insertBuyer } from "../support/insertBuyer.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { runSql } from "../support/runSql.ts";
import { renew } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = renew(() => openTestDatabase(4));
let accountId: AccountId;
let run: RunId;
const partIds = createPartIds(randomBytes(32));
const now = new Date();
const text = `${header}\nB-1,BOLT,NE,EA,10,10.00,USD,Acme\nS-1,SEAL,NE,EA,3,5.00,USD,Acme\n`;

beforeEach(async () => {
  accountId = await insertAccount(database.db, now);
  run = (await importText(database.db, text)).runId;
});

/** A point in a transaction: `reached` resolves there, and it continues after `pass` is called. */
function createGate(name: string) {
  const reached = Promise.withResolvers<void>();
  const opened = Promise.withResolvers<void>();
  let isFirst = true;
  return {
    reached: reached.promise,
    pass: opened.resolve,
    /** The statements of `queryable`, with the gate behind the first of that name or text. */
    behind(queryable: Queryable): Queryable["query"] {
      async function pass<Row>(statement: Statement): Promise<Row[]> {
        const rows = await queryable.query<Row>(statement);
        const isMeant = statement.name === name || statement.text.includes(name);
        if (!isMeant || !isFirst) return rows;
        isFirst = false;
        reached.resolve();
        await opened.promise;
        return rows;
      }
      return <Row>(statement: Statement) => {
        const rows = pass<Row>(statement);
        // The transaction reports a statement that nobody awaits.
        rows.catch(() => undefined);
        return rows;
      };
    },
  };
}

type Gate = ReturnType<typeof createGate>;

/** Orders one of a part through `db`. */
async function order(db: Database, partNumber: string) {
  const rows = await runSql<{ id: OfferId }>(
    database.db,
    "select offer_id::float8 as id from offers where part_number = $1",
    [partNumber],
  );
  const ids = rows.map(({ id }) => id);
  const [partId = ""] = partIds.mint(accountId, ids, now.getTime());
  const placement = {
    accountId,
    keyId: newId() as KeyId,
    requestId: "r",
    content: {
      items: [{ partId, quantity: 1, ...noInstructions }],
      poNumber: null,
      shipTo: null,
      notes: null,
    },
    idempotencyKey: null,
    now,
  };
  const rules = { partIds, partIdTtlS: 3600, partIdGraceS: 300, renderAnswer: () => "{}" };
  return placeOrder(db, placement, rules, openCommitWindow());
}

/** The database with a gate in its transactions. */
function withGate(gate: Gate): Database {
  return {
    ...database.db,
    transaction: (work) =>
      database.db.transaction((tx) => {
        const query = gate.behind(tx);
        return work({ query, send: (statement) => void query(statement) });
      }),
  };
}

/** A database whose transactions stay open on `session`, all their statements done. */
function holdingOpen(session: Session): Database {
  return {
    ...database.db,
    transaction: async (work) => {
      const sent: Promise<unknown>[] = [];
      await session.client.query("begin");
      function query<Row>(statement: Statement): Promise<Row[]> {
        const answer = session.query<Row>(statement);
        sent.push(answer);
        return answer;
      }
      const result = await work({ query, send: (statement) => void query(statement) });
      await Promise.all(sent);
      return result;
    },
  };
}

async function revert(runId: RunId, gate?: Gate) {
  const undone = await selectRun(database.db, runId);
  assert.ok(undone);
  const session = await database.db.openSession();
  const gated: Session = gate === undefined ? session : { ...session, query: gate.behind(session) };
  try {
    const by = { startedBy: "test", isDry: false, now };
    return await revertRun(database.db, gated, requestRevert(undone, by));
  } finally {
    await session.close();
  }
}

async function statesNow(): Promise<unknown> {
  const rows = await runSql<{ states: unknown }>(
    database.db,
    `select coalesce(json_object_agg(part_number, status), '{}') as states from offers`,
  );
  return rows[0]?.states;
}

async function countOrphans(): Promise<unknown> {
  const rows = await runSql<{ lines: number; orphans: number }>(
    database.db,
    `select count(*)::integer as lines, count(*) filter (
        where not exists (select from offers o where o.offer_id = l.offer_id))::integer as orphans
      from order_lines l`,
  );
  return rows[0];
}

const refusal = { code: "PART_NOT_FOUND" };

test("an uncommitted order keeps its offer, which is discontinued", async () => {
  const held = await database.db.openSession();
  await order(holdingOpen(held), "B-1");
  const undoing = revert(run);
  await awaitWaiting(database.db, "relation");
  await held.client.query("commit");
  await held.close();
  const undone = await undoing;
  assert.deepEqual(undone.counts, { restored: 0, recreated: 0, deleted: 1, discontinued: 1 });
  assert.deepEqual(await statesNow(), { "B-1": "DISCONTINUED" });
  assert.deepEqual(await countOrphans(), { lines: 1, orphans: 0 });
  const redone = await revert(undone.runId);
  assert.equal(redone.state, "committed");
  assert.deepEqual(await statesNow(), { "B-1": "ACTIVE", "S-1": "ACTIVE" });
  await revert(redone.runId);
  assert.deepEqual(await statesNow(), { "B-1": "DISCONTINUED" });
});

test("an order that has read its offer but is stored after the revert is refused", async () => {
  const gate = createGate("lock_order_facts");
  const ordering = order(withGate(gate), "B-1");
  const refused = assert.rejects(ordering, refusal);
  await gate.reached;
  const undone = await revert(run);
  assert.deepEqual(undone.counts, { restored: 0, recreated: 0, deleted: 2, discontinued: 0 });
  gate.pass();
  await refused;
  assert.deepEqual(await countOrphans(), { lines: 0, orphans: 0 });
});

test("an order placed while the revert commits waits for it and is refused", async () => {
  const read = createGate("lock_order_facts");
  const refused = assert.rejects(order(withGate(read), "B-1"), refusal);
  await read.reached;
  const recalled = createGate("recalled as");
  const undoing = revert(run, recalled);
  await recalled.reached;
  read.pass();
  await awaitWaiting(database.db, "relation");
  recalled.pass();
  assert.equal((await undoing).counts["deleted"], 2);
  await refused;
  assert.deepEqual(await countOrphans(), { lines: 0, orphans: 0 });
});

/** A draft of two hours ago with an offer that no revert here touches, and how to add a part. */
async function makeOldDraft() {
  const { db } = database;
  const signedIn = await insertBuyer(db, now, accountId);
  const kept = (await insertOffer(db, { partNumber: "K-1", stock: 5 })) as OfferId;
  const lines = [{ offerId: kept, quantity: 1 }];
  const texts = { poNumber: null, shipTo: null, notes: null, requestId: "r" };
  const created = await db.transaction((tx) => createDraft(tx, { signedIn, lines, ...texts, now }));
  assert.equal(created.outcome, "created");
  const admin = new Client(database.address);
  await admin.connect();
  await admin.query("set session_replication_role = replica");
  const { rows } = await admin.query("select uuidv7(interval '-2 hours') as id");
  const orderId: string = rows[0].id;
  for (const table of ["orders", "order_lines", "order_events"]) {
    await admin.query(`update ${table} set order_id = $1`, [orderId]);
  }
  const found = await admin.query("select offer_id from offers where part_number = 'B-1'");
  await admin.end();
  const added = [{ offerId: Number(found.rows[0].offer_id) as OfferId, quantity: 1 }];
  const request = { signedIn, orderId, version: null, edit: { added }, requestId: "r", now };
  return (through: Database) => runOrderTransaction(through, (tx) => editDraft(tx, request));
}

test("an uncommitted change of an old draft keeps its offer", async () => {
  const addPart = await makeOldDraft();
  const held = await database.db.openSession();
  await addPart(holdingOpen(held));
  const undoing = revert(run);
  await awaitWaiting(database.db, "relation");
  await held.client.query("commit");
  await held.close();
  assert.deepEqual((await undoing).counts["discontinued"], 1);
  assert.deepEqual(await countOrphans(), { lines: 2, orphans: 0 });
});

test("a change of a draft that has read its offer but is stored after the revert is refused", async () => {
  const addPart = await makeOldDraft();
  const gate = createGate("select_offers");
  const adding = addPart(withGate(gate));
  await gate.reached;
  await revert(run);
  gate.pass();
  const outcome = await adding;
  assert.ok(outcome !== "busy");
  assert.equal(outcome.outcome, "refused");
  assert.deepEqual(await countOrphans(), { lines: 1, orphans: 0 });
});
