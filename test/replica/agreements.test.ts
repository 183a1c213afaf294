// The rules of agreements in a replica follow every way in which they change.
import assert from "node:assert/strict";
import { test } from "node:test";
import { requestRevert } from "../../src/imports/revert.ts";
import type { RunId } from "../../src/imports/run.ts";
import { selectRun } from "../../src/imports/runQueries.ts";
import { revertRun } from "../../src/prices/agreements/revertAgreement.ts";
import { importRulesOf, openEuroAccount } from "../support/agreementFixture.ts";

import { createFollowedFolder } from "../support/followedFolder.ts";
import { insertAgreementRule } from "../support/insertAgreementRule.ts";
import { createRandom } from "../support/random.ts";
import { compareRows } from "../support/replicaContents.ts";
import { runSql } from "../support/runSql.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const now = new Date("2026-11-22T12:00:00Z");

const database = share(openTestDatabase);
const account = share(() => openEuroAccount(database, "Rules GmbH", now));
const below = createRandom(11);

const change = (text: string) => runSql(database.db, text);

async function importSome(): Promise<void> {
  const lines = Array.from({ length: 1 + below(20) }, () => {
    const vendor = below(3) === 0 ? "Feed" : "";
    return `A-${below(30)},${vendor},${1 + below(3)},${below(999)}.50,EUR,2026-0${1 + below(9)}-01`;
  });
  const head = "part_number,vendor,min_quantity,unit_price,currency,valid_from";
  const unique = new Map(lines.map((line) => [line.replace(/,\d+\.50/, ""), line]));
  await importRulesOf(database, account, [head, ...unique.values()].join("\n"), now);
}

async function revertLast(): Promise<void> {
  const [last] = await runSql<{ runId: RunId }>(
    database.db,
    `select run_id as "runId" from import_runs r
      where kind = 'agreement' and state = 'committed' and reverts is null
        and not exists (select from import_runs b where b.reverts = r.run_id)
      order by run_id desc limit 1`,
  );
  const run = last && (await selectRun(database.db, last.runId));
  if (run === undefined) return;
  const session = await database.db.openSession();
  const by = { startedBy: "test", isDry: false, now };
  await revertRun(database.db, session, requestRevert(run, by));
  await session.close();
}

const changes: readonly (() => Promise<unknown>)[] = [
  importSome,
  importSome,
  revertLast,
  () =>
    insertAgreementRule(database.db, {
      accountId: account.accountId,
      partNumber: `B-${below(1e9)}`,
      price: below(999),
    }),
  () =>
    change(`update agreement_rules set valid_to = '2027-01-0${1 + below(9)}'
    where rule_id % 5 = ${below(5)}`),
  () => change(`delete from agreement_rules where rule_id % 31 = ${below(31)}`),
];

test("after random imports, reverts and edits of agreements, a replica has their rules", async (t) => {
  const followed = await createFollowedFolder(database.db);
  t.after(() => followed.close());
  await importSome();
  await followed.followOnce();
  assert.deepEqual(await compareRows(database.db, followed), []);
  const file = await followed.readCurrent();
  const follower = await followed.openOne();
  t.after(() => follower.close());
  for (let round = 0; round < 60; round += 1) {
    await changes[below(changes.length)]?.();
    if (below(2) === 0) continue;
    await follower.catchUp();
    assert.deepEqual(await compareRows(database.db, followed), [], `round ${round}`);
  }
  await follower.catchUp();
  assert.deepEqual(await compareRows(database.db, followed), []);
  assert.equal(await followed.readCurrent(), file, "the file is not rebuilt");
  assert.ok((await change("select from agreement_rules")).length > 0);
});
