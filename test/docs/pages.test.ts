// docs/console.md and docs/site.md name every page of their site, and the changelog the version.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consoleRoutes } from "../../src/home/consoleRoutes.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { readVersion } from "../../src/version.ts";
import { root } from "./examples.ts";

const files = /\.(csv|xlsx|pdf)$/;

/** Each site, and pages that are reached only from a page in its table. */
for (const [name, routes, within] of [
  [
    "console.md",
    consoleRoutes,
    ["/console/account/second-factor", "/console/key-requests/:request/issue"],
  ],
  [
    "site.md",
    portalRoutes,
    ["", "/suggestions", "/developers/request", "/developers/keys/:key", "/account/second-factor"],
  ],
] as const) {
  test(`docs/${name} names every page of its site, and no other`, () => {
    const page = readFileSync(join(root, "docs", name), "utf8");
    const named = [...page.matchAll(/^\| [^|]+ \| `(\/[^`]*)` \|/gm)].map(([, path]) => path);
    const pages = routes
      .filter(({ method, access }) => method === "GET" && access !== "anyone")
      .map(({ path }): string => path)
      .filter((path) => !files.test(path) && !within.some((one) => one === path));
    assert.deepEqual(named.toSorted(), pages.toSorted());
  });
}

test("the changelog begins with the version of package.json, and its day or that it is unreleased", () => {
  const [, first = ""] = /^## (.+)$/m.exec(readFileSync(join(root, "CHANGELOG.md"), "utf8")) ?? [];
  const [version, day = ""] = first.split(" - ");
  assert.equal(version, readVersion());
  assert.match(day, /^(unreleased|\d{4}-\d{2}-\d{2})$/);
});
