// docs/site.md names every page of the portal; the screenshots are small and all used.
import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { portalRoutes } from "../../src/portal/routes.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";

const docs = join(import.meta.dirname, "../../docs");
const page = readFileSync(join(docs, "site.md"), "utf8");
const pictured = page + readFileSync(join(docs, "console.md"), "utf8");
const maxBytes = 60 * 1024;

let app: TestApp;

before(async () => {
  app = await openTestApp();
});

after(() => app.close());

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

test("docs/site.md and docs/console.md show every screenshot, each of at most 60 KiB", () => {
  const shown = [...pictured.matchAll(/!\[[^\]]+\]\(screenshots\/([^)]+)\)/g)].map(
    ([, name]) => name,
  );
  const files = readdirSync(join(docs, "screenshots"));
  assert.deepEqual(shown.toSorted(), files.toSorted());
  for (const file of files) {
    const bytes = readFileSync(join(docs, "screenshots", file));
    assert.equal(bytes.subarray(8, 12).toString("latin1"), "WEBP", file);
    assert.ok(bytes.length <= maxBytes, `${file} has ${bytes.length} bytes`);
  }
});
