// docs/site.md names every page of the portal; the screenshots are all used.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { portalRoutes } from "../../src/home/portalRoutes.ts";

const docs = join(import.meta.dirname, "../../docs");
const page = readFileSync(join(docs, "site.md"), "utf8");
const pictured = page + readFileSync(join(docs, "console.md"), "utf8");

test("docs/site.md names every page of the portal, and no other", () => {
  const named = [...page.matchAll(/^\| [^|]+ \| `(\/[^`]*)` \|/gm)].map(([, path]) => path);
  const files = /\.(csv|xlsx|pdf)$/;
  // Pages that are reached only from a page in the table.
  const within = [
    "/suggestions",
    "/developers/request",
    "/developers/keys/:key",
    "/account/second-factor",
  ];
  const pages = portalRoutes
    .filter(({ method, access, path }) => method === "GET" && access !== "anyone" && path !== "")
    .map(({ path }) => path)
    .filter((path) => !files.test(path) && !within.includes(path));
  assert.deepEqual(named.toSorted(), pages.toSorted());
});

test("docs/site.md and docs/console.md show every screenshot", () => {
  const shown = [...pictured.matchAll(/!\[[^\]]+\]\(screenshots\/([^)]+)\)/g)].map(
    ([, name]) => name,
  );
  assert.deepEqual(shown.toSorted(), readdirSync(join(docs, "screenshots")).toSorted());
});
