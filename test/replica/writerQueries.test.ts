// One list of values fits the statement that inserts an offer and the one that updates it.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import type { ReplicaOffer } from "../../src/catalog/replica/offerRecord.ts";
import { createReplicaFile } from "../../src/catalog/replica/replicaFile.ts";
import { prepareStatements, writtenValues } from "../../src/catalog/replica/writerQueries.ts";

test("an update changes the row that an insert wrote, column by column", async (t) => {
  const folder = await mkdtemp(join(tmpdir(), "partsdesk-writer-"));
  const file = createReplicaFile(join(folder, "catalog.sqlite"));
  t.after(async () => {
    file.close();
    await rm(folder, { recursive: true });
  });
  const statements = prepareStatements(file);
  const readRow = () => ({ ...file.prepare("select * from offers").get() });
  const columns = file.prepare("select name, type from pragma_table_info('offers')").all();
  const { rank, ...offer } = Object.fromEntries(
    columns.map(({ name, type }, place) => [name, type === "TEXT" ? name : place]),
  ) as ReplicaOffer & { rank: number };
  statements.put.run(...writtenValues(offer, rank));
  assert.deepEqual(readRow(), { ...offer, rank });
  const changed = { ...offer, wire: "changed", list_price: 1_200, updated_at: 2_000 };
  assert.equal(statements.update.run(...writtenValues(changed, 1)).changes, 1n);
  assert.deepEqual(readRow(), { ...changed, rank: 1 });
  const other = { ...changed, vendor: "another" };
  assert.equal(statements.update.run(...writtenValues(other, 1)).changes, 0n);
});
