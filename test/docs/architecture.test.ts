// docs/ARCHITECTURE.md against the code: its paths, functions and addresses exist.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { consoleRoutes } from "../../src/home/consoleRoutes.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";

const root = join(import.meta.dirname, "../..");
const page = readFileSync(join(root, "docs/ARCHITECTURE.md"), "utf8").replace(/\n +/g, " ");
const flat = page.replace(/(?<![|\n])\n(?![|\n])/g, " ");

function readRepository(path: string): string | undefined {
  const place = join(root, path);
  if (path.endsWith("/")) return existsSync(place) ? "" : undefined;
  return existsSync(place) ? readFileSync(place, "utf8") : undefined;
}

/** The paths that a text names and the repository does not have. */
function listMissingPaths(text: string): string[] {
  const paths = text.matchAll(/`((?:src|test|docs|migrations|bench)\/[\w./-]*)`/g);
  return [...paths].flatMap(([, path = ""]) => (readRepository(path) === undefined ? [path] : []));
}

/** The names in "`name` in `path`" that the file at the path does not declare. */
function listMissingNames(text: string): string[] {
  const pairs = [...text.matchAll(/((?:`\w+`,? (?:and )?)+)in `([\w./-]+\.ts)`/g)];
  assert.ok(pairs.length > 0, "The text names functions with their files.");
  return pairs.flatMap(([, names = "", path = ""]) =>
    [...names.matchAll(/\w+(?=`)/g)]
      .map(([name]) => name)
      .filter((name) => {
        const declared = new RegExp(`\\b(?:function|const|type|class) ${name}\\b`);
        return !declared.test(readRepository(path) ?? "");
      })
      .map((name) => `${name} in ${path}`),
  );
}

test("every path in docs/ARCHITECTURE.md exists", () => {
  assert.deepEqual(listMissingPaths(flat), []);
  assert.deepEqual(listMissingPaths("`src/server/app.ts` and `src/no/such.ts`"), [
    "src/no/such.ts",
  ]);
});

test("every name that docs/ARCHITECTURE.md gives with a file is declared in it", () => {
  assert.deepEqual(listMissingNames(flat), []);
  const wrong = "`createApp`, `noSuchName` and `createServer` in `src/server/http/createServer.ts`";
  assert.deepEqual(listMissingNames(wrong), [
    "createApp in src/server/http/createServer.ts",
    "noSuchName in src/server/http/createServer.ts",
  ]);
});

test("every address in docs/ARCHITECTURE.md is a route", () => {
  const routes = [...consoleRoutes, ...portalRoutes].map(({ method, path }) => `${method} ${path}`);
  const named = [...flat.matchAll(/`((?:GET|POST) \/[^`]*)`/g)].map(([, address = ""]) => address);
  assert.ok(named.length > 0);
  assert.deepEqual(
    named.filter((address) => !routes.includes(address)),
    [],
  );
});
