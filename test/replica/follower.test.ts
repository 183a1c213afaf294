// A replica that follows the database equals a newly filled one, whatever changes the catalog.

import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { test } from "node:test";
import { addCode } from "../../src/catalog/changeCodes.ts";
import { requestRevert } from "../../src/imports/revert.ts";
import { selectRun } from "../../src/imports/runQueries.ts";
import { revertRun } from "../../src/prices/agreements/revertAgreement.ts";
import { importText } from "../support/importText.ts";
import { insertOffer } from "../support/insertOffer.ts";
import { createRandom } from "../support/random.ts";
import { compareRows, currentPath, readContents } from "../support/replicaContents.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { openTestReplica } from "../support/testReplica.ts";

const database = share(openTestDatabase);

/** Catches up and compares the replica with a newly filled one. */
async function assertFollows(db = database): Promise<void> {
  const filled = openTestReplica(db.db);
  try {
    await Promise.all([db.replica.catchUp(), filled.catchUp()]);
    assert.deepEqual(await readContents(db.replica), await readContents(filled));
    assert.deepEqual(await compareRows(db.db, db.replica), []);
  } finally {
    await filled.close();
  }
}

const change = (text: string) => runSql(database.db, text);

async function importSome(below: (limit: number) => number): Promise<void> {
  const lines = Array.from({ length: 1 + below(60) }, () => {
    const name = ["PUMP,FUEL", "VALVE,CHECK", "BOLTS", ""][below(4)];
    const [stock, price] = [below(3) * below(50), below(9_999)];
    return `F-${below(90)},"${name}",${stock},${price}.50,USD,Example Feed,NE,EA`;
  });
  const head =
    "part_number,part_name,available_stock,price,currency,vendor,condition,unit_of_measure";
  const replace = below(3) === 0;
  const { runId } = await importText(database.db, [head, ...new Set(lines)].join("\n"), {
    vendor: "Example Feed",
    replace,
  });
  if (below(4) !== 0) return;
  const session = await database.db.openSession();
  const run = await selectRun(database.db, runId);
  assert.ok(run);
  const by = { startedBy: "test", isDry: false, now: new Date() };
  await revertRun(database.db, session, requestRevert(run, by));
  await session.close();
}

/** One change of the catalog, of any kind. */
async function changeSomething(below: (limit: number) => number, round: number): Promise<void> {
  const some = `offer_id % 7 = ${below(7)}`;
  const changes: (() => Promise<unknown>)[] = [
    () =>
      insertOffer(database.db, {
        partNumber: `R-${round}`,
        partName: ["SEAL,PLAIN", "O-RING", "Läger"][below(3)] ?? null,
        price: below(5) === 0 ? null : below(2 ** 30),
        stock: below(3),
        shelfLifeExpires: below(4) === 0 ? "2026-01-01" : null,
        interchangeable: below(3) === 0 ? [`F-${below(90)}`, "F-1"] : [],
        nsn: below(3) === 0 ? `5330${String(below(1e9)).padStart(9, "0")}` : null,
      }),
    () => change(`update offers set received = shipped + allocated + ${below(3)} where ${some}`),
    () =>
      change(`update offers set list_price = ${below(2 ** 20)} where list_price > 5 and ${some}`),
    () => change(`update offers set condition = 'OH', vendor = vendor || '${round}' where ${some}`),
    () => change(`update offers set cage = '0ABC${below(9)}' where ${some}`),
    () => change(`delete from offers where offer_id % 31 = ${below(31)}`),
    () => importSome(below),
    () => importSome(below),
  ];
  await changes[below(changes.length)]?.();
}

test("after random changes, imports and reverts, a replica equals a new one", async () => {
  const below = createRandom(7);
  for (let round = 0; round < 120; round += 1) {
    await changeSomething(below, round);
    if (below(3) === 0) await database.replica.catchUp();
    if (round % 20 === 19) await assertFollows();
  }
});

test("a new condition that moves others rebuilds the file", async () => {
  await database.replica.catchUp();
  const path = await currentPath(database.replica);
  const place = { side: "before", neighbour: "NE" } as const;
  await addCode(database.db, { kind: "condition", code: "FN", name: "factory new", place });
  await assertFollows();
  assert.notEqual(await currentPath(database.replica), path);
});

test("only the user that runs the service can read a replica", async () => {
  await database.replica.catchUp();
  const path = await currentPath(database.replica);
  const modes = await Promise.all(
    [path, `${path}-wal`, `${path}-shm`].map(async (file) => (await stat(file)).mode & 0o777),
  );
  assert.deepEqual(modes, [0o600, 0o600, 0o600]);
});
