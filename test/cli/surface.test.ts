import assert from "node:assert/strict";
import { test } from "node:test";
import { consoleRoutes } from "../../src/home/consoleRoutes.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { scopes } from "../../src/kit/access.ts";
import { operatorRoles } from "../../src/signIn/signedIn.ts";
import { operations } from "../../src/surface.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";

const database = share(openTestDatabase);

type Entry = { kind: string; name: string; who: string };

test("surface lists every page, operation and command once, with who may use it", async () => {
  const printed = await runCommand(database, ["surface", "--json"]);
  const entries: Entry[] = printed.json();
  const named = entries.map(({ kind, name }) => `${kind} ${name}`);
  assert.equal(new Set(named).size, named.length);
  const of = (kind: string) => entries.filter((entry) => entry.kind === kind);
  assert.equal(of("page").length, consoleRoutes.length + portalRoutes.length);
  assert.equal(of("operator API").length, operations.length);
  const commands = of("command").map(({ name }) => name);
  for (const name of ["key revoke", "account suspend", "operator-key issue", "serve", "surface"]) {
    assert.ok(commands.includes(name), name);
  }
  const known = new Set<string>([
    ...operatorRoles,
    ...scopes,
    "anyone",
    "signed in",
    "admins",
    "key of an account",
    "shell",
  ]);
  for (const { name, who } of entries) {
    for (const one of who.split(", ")) assert.ok(known.has(one), `${name}: ${one}`);
  }
});
