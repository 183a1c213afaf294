import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { portalRoutes } from "../../src/home/portalRoutes.ts";

const page = readFileSync(join(import.meta.dirname, "../../docs/site.md"), "utf8");

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
