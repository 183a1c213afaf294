import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consoleRoutes } from "../../src/home/consoleRoutes.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/console.md"), "utf8");

test("docs/console.md names every page of the console, and no other", () => {
  const named = [...page.matchAll(/^\| [^|]+ \| `(\/[^`]*)` \|/gm)].map(([, path]) => path);
  // Files, and pages that are reached only by a form of a page in the table.
  const files = /\.(csv|xlsx)$/;
  const within = ["/console/account/second-factor", "/console/key-requests/:request/issue"];
  const pages = consoleRoutes
    .filter(({ method, access }) => method === "GET" && access !== "anyone")
    .map(({ path }) => path)
    .filter((path) => !files.test(path) && !within.includes(path));
  assert.deepEqual(named.toSorted(), pages.toSorted());
});
