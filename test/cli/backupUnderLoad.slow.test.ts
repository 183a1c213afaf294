// Backups of the embedded database while orders are placed and the server recycles its WAL.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { test } from "node:test";
import {
  embedded,
  environmentAt,
  openBackupFixture,
  readTables,
  runAt,
  withClient,
} from "../support/backupFixture.ts";
import { startServed } from "../support/servedNode.ts";
import { share } from "../support/share.ts";

const acknowledgedBefore = 40;

const fixture = share(openBackupFixture);

type Acknowledged = { readonly body: string; readonly idempotencyKey: string; answer: string };

const post = (url: string, path: string, body: string, idempotencyKey: string) =>
  fetch(`${url}/api/b2b/${path}`, {
    method: "POST",
    headers: {
      authorization: `Bearer ${fixture.key}`,
      "content-type": "application/json",
      "idempotency-key": idempotencyKey,
    },
    body,
  });

/** Places orders until it is stopped; `first` resolves when some are acknowledged. */
async function placeOrders(url: string) {
  const found = await post(
    url,
    "catalog",
    JSON.stringify({ part_numbers: fixture.partNumbers }),
    "-",
  );
  const { found_parts: parts } = (await found.json()) as { found_parts: { part_id: string }[] };
  const acknowledged: Acknowledged[] = [];
  const first = Promise.withResolvers<void>();
  let isStopped = false;
  async function placeInTurn(buyer: number): Promise<void> {
    for (let turn = 0; !isStopped; turn += 1) {
      const items = parts.slice(turn % 20, (turn % 20) + 10);
      const body = JSON.stringify({
        items: items.map(({ part_id }) => ({ part_id, quantity: 1 + buyer })),
      });
      const idempotencyKey = `${buyer}-${turn}`;
      const response = await post(url, "orders", body, idempotencyKey);
      assert.equal(response.status, 201);
      acknowledged.push({ body, idempotencyKey, answer: await response.text() });
      if (acknowledged.length === acknowledgedBefore) first.resolve();
    }
  }
  const buyers = Promise.all([0, 1, 2, 3].map(placeInTurn));
  await Promise.race([first.promise, buyers]);
  return {
    acknowledged,
    async stop() {
      isStopped = true;
      await buyers;
    },
  };
}

/** Makes the server reuse its WAL files until `backup` ends, a few times. */
async function recycleWal(dataDir: string, backup: Promise<unknown>): Promise<void> {
  let isRunning = true;
  void backup.finally(() => {
    isRunning = false;
  });
  await withClient(dataDir, async (client) => {
    for (let turn = 0; turn < 6 && isRunning; turn += 1) {
      await client.query("select pg_switch_wal()");
      await client.query("checkpoint");
    }
  });
}

test("a backup taken while orders are placed has every order acknowledged before, unchanged", async (t) => {
  const { folder, dataDir: source } = fixture;
  const backup = join(folder, "busy.tar.gz");
  const served = await startServed(embedded, { ...environmentAt(source), RATE_LIMIT_ORDERS: "0" });
  t.after(() => served.end("SIGKILL"));
  const load = await placeOrders(served.url);
  const before = load.acknowledged.slice();
  const backingUp = runAt(source, "backup", backup, "--json");
  await recycleWal(source, backingUp);
  const made = await backingUp;
  const during = load.acknowledged.length - before.length;
  await load.stop();
  await served.end();
  assert.equal(made.exitCode, 0, made.stderr);
  assert.equal(made.json().has_secret_key, true);
  assert.ok(during > 0, "orders were placed during the backup");
  assert.equal((await stat(backup)).mode & 0o777, 0o600);

  const restored = join(folder, "restored");
  const restore = await runAt(restored, "restore", backup, "--json");
  assert.equal(restore.exitCode, 0, restore.stderr);
  assert.equal(restore.json().consistent_at, made.json().consistent_at);
  const [was, is] = [await readTables(source), await readTables(restored)];
  for (const table of ["orders", "order_lines"]) {
    const original = new Set(was.get(table));
    assert.deepEqual(
      is.get(table)?.filter((row) => !original.has(row)),
      [],
      table,
    );
  }
  const orders = is.get("orders") ?? [];
  t.diagnostic(`${before.length} before, ${during} during, ${orders.length} restored`);
  assert.equal(is.get("order_lines")?.length, orders.length * 10);
  const again = await startServed(embedded, environmentAt(restored));
  t.after(() => again.end("SIGKILL"));
  for (const { body, idempotencyKey, answer } of before) {
    const response = await post(again.url, "orders", body, idempotencyKey);
    assert.equal(response.headers.get("idempotent-replayed"), "true");
    assert.equal(await response.text(), answer);
  }
  // A part_id from before is decrypted with the secret of the backup.
  const { body } = before[0] ?? assert.fail();
  assert.equal((await post(again.url, "orders", body, "new")).status, 201);
  await again.end();
});
