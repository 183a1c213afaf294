// A replica that is behind a run whose changes have expired.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Client } from "pg";
import { expireOfferChanges } from "../../src/catalog/changeQueries.ts";
import { createFollowedFolder } from "../support/followedFolder.ts";
import { catalogHeader as header, importText } from "../support/importText.ts";
import { compareRows } from "../support/replicaContents.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

test("a replica that is behind a run whose changes have expired is rebuilt", async (t) => {
  const database = await openTestDatabase();
  const owner = new Client(database.address);
  await owner.connect();
  const followed = await createFollowedFolder(database.db);
  t.after(async () => {
    await followed.close();
    await owner.end();
    await database.close();
  });
  const importStock = (stock: number) =>
    importText(database.db, [header, `OLD-RUN,BOLT,NE,EA,${stock},2.00,USD,Acme`].join("\n"), {
      vendor: "Acme",
      replace: false,
    });
  await importStock(1);
  await followed.followOnce();
  const file = await followed.readCurrent();
  const { runId } = await importStock(2);
  await owner.query("update import_runs set ended_at = now() - interval '31 days'");
  assert.equal(await expireOfferChanges(database.db, 30), 1);
  const { rows } = await owner.query(
    "select from catalog_changes, catalog_epoch where run_id = $1 and position > expired_position",
    [runId],
  );
  assert.equal(rows.length, 1, "the run still has its place");
  await followed.followOnce();
  assert.match(followed.lines.join("\n"), /changes have expired/);
  assert.notEqual(await followed.readCurrent(), file);
  assert.deepEqual(await compareRows(database.db, followed), []);
});
