// Released migrations: databases have run them, so they never change.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { readVersion } from "../../src/version.ts";
import { runSql } from "../support/runSql.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const directory = new URL("../../migrations/", import.meta.url);

/** The SHA-256 of each file. A new migration adds a line; no line ever changes. */
const landed: Readonly<Record<string, string>> = {
  "0042-baseline.sql": "69c7b5191fc59b6492f9ad1554cb7df33befdcbd2801ba8398c24e46387cd440",
  "0043-request-content.sql": "65a003ff742f02833b876587c48adfcc42180f44592dac37a3b402dc25e11dbe",
  "0044-order-keys.sql": "befc78794d01d8eea6af20e6cf2eefbaadd3ad1fafb21664d4c15f6c03ba4121",
  "0045-service-login.sql": "916d7dc7147431155d3d3ed6421df476d91b2d0cd0730537617c943b3cf3d72a",
  "0046-requested-facts.sql": "21866a90a6d4a834d0eb557d52af54246a0201e2a3984d31d3801284deae7736",
  "0047-unread-rows.sql": "aa5dab310b0af96895c1a79ebd518f21ad26ba8e7ac005b5aa71265762d5a354",
  "0048-accepted-part-names.sql":
    "426feab25fb5110b63588e1f6cb6063f37fbe1148d9c421e65750415712c1b71",
  "0049-urgency.sql": "a407fc53b14a45f74df40b035b53104d3ad44c5a8274b278a87dacfb24421c0f",
  "0050-list-changes.sql": "8a86a9d68879fb14b8fc70fcf44ea06e5fca1cbe24466824cc4b329a58f63dcd",
  "0051-operator-keys.sql": "b25f1962605da066a8664fcf96a89712dfa19707dd449e7f8ff5d481f69308d7",
  "0052-order-ends.sql": "e3184e782d16490844078bdfe55aabda767eca71c46a061b9bdc44795edca04b",
  "0053-order-changes.sql": "40e10f4b356843cba196112386d1e05ea507c7f57c2e8f18c4aea74f97c57654",
  "0054-agreements-in-order.sql":
    "edb1e3ddd22e981e45f6a40bde758efb5c54ac5f4c35b7f18eb3c78e96aad594",
  "0055-quotes.sql": "7509307d16af4e640bcbca80474b9dcf9ff7beb403afa507630935e3ee5fe439",
  "0056-all-rows-imported.sql": "284291c45f22952cae10a2539bbcd89e81c4590ae5af2dddb21dd74547c1f5d1",
};

test("a released migration never changes", async () => {
  const files = (await readdir(directory)).filter((file) => file !== "schema.sql").sort();
  assert.deepEqual(
    files,
    Object.keys(landed).sort(),
    "A new migration needs its hash in this test; a landed one is never removed.",
  );
  for (const file of files) {
    const hash = createHash("sha256")
      .update(await readFile(new URL(file, directory)))
      .digest("hex");
    assert.equal(
      hash,
      landed[file],
      `migrations/${file} was changed, but databases have run it as it was. ` +
        "Restore it and write a new migration with the next number.",
    );
  }
});

test("each migration says with which versions its result works, and the database stores that", async (t) => {
  const { db, close } = await openTestDatabase();
  t.after(close);
  const ran = await runSql<{ name: string; worksWith: string | null }>(
    db,
    `select name, works_with as "worksWith" from schema_migrations order by name`,
  );
  for (const { name, worksWith } of ran) {
    const [first] = (await readFile(new URL(`${name}.sql`, directory), "utf8")).split("\n");
    assert.equal(first, `-- Works with: ${worksWith}`, `the first line of ${name}.sql`);
    assert.match(worksWith ?? "", /^\d+\.\d+$/);
    assert.ok(readVersion().localeCompare(worksWith ?? "", "en", { numeric: true }) >= 0, name);
  }
});
