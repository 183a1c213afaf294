// Migrations that landed: databases have run them, so they never change.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";

const directory = new URL("../../migrations/", import.meta.url);

/** The SHA-256 of each file. A new migration adds a line; no line ever changes. */
const landed: Readonly<Record<string, string>> = {
  "0001-baseline.sql": "548f1ca745daffa3e91055808006350c4f8508d9d45b907ca999a28a38538a8b",
  "upgrade-0.1.0.sql": "d403e54ca35d5c12c8a040fd9c1544c91388307d3efeb614b9e318bed0a75095",
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
