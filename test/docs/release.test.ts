// The changelog and the upgrade notes belong to the version of package.json.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { upgradeName } from "../../src/db/upgradeFrom010.ts";
import { readVersion } from "../../src/version.ts";
import { root } from "./examples.ts";

const read = (path: string): string => readFileSync(join(root, path), "utf8");

test("the changelog begins with the version of package.json and a day, or with Unreleased", () => {
  const [first = "", ...earlier] = [...read("CHANGELOG.md").matchAll(/^## (.+)$/gm)].map(
    ([, heading = ""]) => heading,
  );
  const released = first === "Unreleased" ? earlier[0] : first;
  assert.match(released ?? "", /^\d+\.\d+\.\d+ - \d{4}-\d{2}-\d{2}$/);
  assert.equal(released?.split(" ")[0], readVersion());
});

test("the upgrade notes name every migration", () => {
  const [notes = ""] = read("docs/operating.md")
    .split("\n### From 0.")
    .slice(1)
    .join("")
    .split("\n## ");
  const named = [...notes.matchAll(/^\| `([^`]+)` \|/gm)].map(([, name]) => name).sort();
  const migrations = readdirSync(join(root, "migrations"))
    .filter((file) => /^\d{4}-/.test(file) && !file.startsWith("0001-"))
    .map((file) => file.slice(0, -".sql".length))
    .sort();
  assert.deepEqual(named, [upgradeName, ...migrations].sort());
});
