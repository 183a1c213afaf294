import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { readVersion } from "../../src/version.ts";
import { root } from "./examples.ts";

test("the changelog begins with the version of package.json, and its day or that it is unreleased", () => {
  const [, first = ""] = /^## (.+)$/m.exec(readFileSync(join(root, "CHANGELOG.md"), "utf8")) ?? [];
  const [version, day = ""] = first.split(" - ");
  assert.equal(version, readVersion());
  assert.match(day, /^(unreleased|\d{4}-\d{2}-\d{2})$/);
});
