// Migrations that landed: databases have run them, so they never change.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const directory = new URL("../../migrations/", import.meta.url);

/** The SHA-256 of each file. A new migration adds a line; no line ever changes. */
const landed: Readonly<Record<string, string>> = {
  "0001-baseline.sql": "fa8bb90b10bbae31382450e2ae3947d72fbeebf4047be4c5cae554ec2117d55a",
  "upgrade-0.1.0.sql": "3442e3e0edf0b6be4d6fe936d2e6cb4b5b506802ce97cad30d42d3db8c69b4a8",
};

test("a migration that landed is never rewritten", async () => {
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
