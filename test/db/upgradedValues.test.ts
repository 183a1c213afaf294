// What an upgrade of a database of version 0.1.0 changes on purpose: words, jobs, codes and times.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { Client } from "pg";
import { migrateSchema } from "../../src/db/migrateSchema.ts";
import { type DatabaseOf010, withDatabaseOf010 } from "../support/databaseOf010.ts";
import { openTestDatabase, type TestDatabase } from "../support/testDatabase.ts";

let fresh: TestDatabase;
let owner: Client;

before(async () => {
  fresh = await openTestDatabase();
  owner = new Client(fresh.address);
  await owner.connect();
});

after(async () => {
  await owner.end();
  await fresh.close();
});

const withOld = <T>(work: (old: DatabaseOf010) => Promise<T>): Promise<T> =>
  withDatabaseOf010(owner, fresh.address, work);

test("jobs that were queued before an upgrade are queued for the tasks of this version", async () => {
  await withOld(async ({ address, client }) => {
    type Job = { task: string; payload: Record<string, unknown>; key: string | null };
    const jobs = `select j.id, t.identifier as task, j.payload, j.key, j.run_at
      from graphile_worker._private_jobs j
        join graphile_worker._private_tasks t on t.id = j.task_id order by j.id`;
    const old = (await client.query<Job>(jobs)).rows;
    assert.deepEqual([...new Set(old.map(({ task }) => task))].sort(), [
      "check_list",
      "send_mail",
      "send_reset",
      "tell_key_change",
    ]);
    await migrateSchema(address);
    const expected = old.map((job) => {
      if (job.task === "tell_key_change") return { ...job, task: "send_key_change_mail" };
      if (job.task !== "check_list") return job;
      const id = String(job.payload["list_id"]);
      const payload = { quick_order_id: id };
      return { ...job, task: "check_quick_order", payload, key: `quick_order:${id}` };
    });
    assert.deepEqual((await client.query(jobs)).rows, expected);
    const checks = "select from quick_orders where quick_order_id = any($1)";
    const ids = expected.map(({ payload }) => payload["quick_order_id"]).filter(Boolean);
    assert.deepEqual([ids.length, (await client.query(checks, [ids])).rowCount], [2, 2]);
  });
});

test("after an upgrade, the audit log is filtered by the words of this version", async () => {
  await withOld(async ({ address, client }) => {
    const words = (table: string, id: string) =>
      client.query(`select action, subject_kind as kind from ${table} order by ${id}`);
    const old = (await words("deeds", "deed_id")).rows;
    await migrateSchema(address);
    const actions: Record<string, string> = {
      "asked about a key request": "requested information on a key request",
      "began a dry run": "started a dry run",
      "began an import": "started an import",
      "began to undo an import": "started reverting an import",
      "began to view as a buyer": "started viewing as a buyer",
      "kept a list of orders": "saved a view",
      "mapped the columns of a file": "mapped the columns of an import file",
      "undid an import": "reverted an import",
      "wrote a note on an order": "added a note to an order",
    };
    for (const action of Object.keys(actions)) {
      assert.ok(
        old.some((row) => row.action === action),
        `${action} is not in the dump`,
      );
    }
    const kinds: Record<string, string> = { "list of orders": "saved view" };
    assert.deepEqual(
      (await words("audit_events", "event_id")).rows,
      old.map(({ action, kind }) => ({
        action: actions[action] ?? action,
        kind: kinds[kind] ?? kind,
      })),
    );
  });
});

test("the codes of the trade are added, and those that an operator added stay as they are", async () => {
  await withOld(async ({ address, client }) => {
    const insert = "insert into conditions (code, name, rank) values ($1, $2, $3)";
    await client.query("update conditions set rank = rank + 1 where rank > 2");
    await client.query(insert, ["US", "unserviceable", 7 + 1]);
    await client.query(insert, ["FN", "factory new", 3]);
    await migrateSchema(address);
    const conditions = await client.query<{ code: string; name: string }>(
      "select code, name from conditions order by rank",
    );
    assert.deepEqual(
      conditions.rows.map(({ code }) => code),
      ["NE", "NS", "NU", "FN", "OH", "SV", "RP", "AR", "US", "CR", "EX", "ST"],
    );
    const names = new Map(conditions.rows.map(({ code, name }) => [code, name]));
    assert.deepEqual(
      ["US", "FN", "RP", "NU"].map((code) => names.get(code)),
      ["unserviceable", "factory new", "repaired or repairable", "new, unused"],
    );
    const synonyms = "select condition from condition_synonyms where synonym = any($1)";
    const found = await client.query(synonyms, [["FN", "NEW", "REPAIRABLE"]]);
    assert.deepEqual(found.rows, [{ condition: "NE" }, { condition: "RP" }]);
  });
});

test("an order's last change is its last event, or that it was placed", async () => {
  await withOld(async ({ address, client }) => {
    const [first, second] = (await client.query("select order_id as id from orders order by 1"))
      .rows;
    await client.query("delete from order_events where order_id = $1", [first.id]);
    await client.query("update order_events set at = at + interval '1 day' where order_id = $1", [
      second.id,
    ]);
    await migrateSchema(address);
    const orders = await client.query<{ id: string; changed: Date; placed: Date; last: Date }>(
      `select order_id as id, changed_at as changed, created_at as placed, (
          select max(at) from order_events e where e.order_id = o.order_id
        ) as last
        from orders o order by 1`,
    );
    const expected = orders.rows.map(({ placed, last }) => (last > placed ? last : placed));
    assert.deepEqual(
      orders.rows.map(({ changed }) => changed),
      expected,
    );
    const [eventless, moved] = orders.rows;
    assert.ok(eventless?.last === null && moved !== undefined && moved.last > moved.placed);
  });
});

test("existing orders are numbered in the order of creation, and count as unchanged", async () => {
  await withOld(async ({ address, client }) => {
    type Numbered = { order_number: string; changed: boolean };
    const { rows: before } = await client.query<{ ended: Date }>("select now() as ended");
    await migrateSchema(address);
    const { rows } = await client.query<Numbered>(
      `select order_number, changed_at > $1 as changed from orders order by created_at, order_id`,
      [before[0]?.ended],
    );
    assert.ok(rows.length > 1);
    const expected = rows.map((_, place) => ({
      order_number: `SO-${100_001 + place}`,
      changed: false,
    }));
    assert.deepEqual(rows, expected);
    const next = await client.query<{ number: string }>("select next_order_number() as number");
    assert.equal(next.rows[0]?.number, `SO-${100_001 + rows.length}`);
  });
});

test("an upgrade sets nothing about the distributor, and nobody has a current draft", async () => {
  await withOld(async ({ address, client }) => {
    await migrateSchema(address);
    assert.deepEqual((await client.query("select * from distributor")).rows, []);
    const { rows } = await client.query(
      "select count(*)::integer as people, count(draft_id)::integer as drafts from users",
    );
    assert.deepEqual(rows, [{ people: 5, drafts: 0 }]);
  });
});
