// The logins of the demo: all have one password, which stays the same at the next start.

import assert from "node:assert/strict";
import { test } from "node:test";
import { demoLogins, prepareDemoLogins } from "../../src/demo/demoLogins.ts";
import { signIn } from "../../src/signIn/signIn.ts";
import { insertAccount } from "../support/insertBuyer.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople, visit } from "../support/testPeople.ts";

const database = share(openTestDatabase);

test("each demo login accepts the stored password, or a new one if none is stored", async () => {
  const people = createTestPeople(database.db);
  const now = new Date();
  for (const { account: name, email } of demoLogins) {
    await insertAccount(database.db, now, { name, email });
  }
  const outcomes = async (password: string): Promise<string[]> => {
    const signIns = demoLogins.map(({ email }) =>
      signIn(people, { email, password, address: "192.0.2.1", ...visit }, now),
    );
    return (await Promise.all(signIns)).map(({ outcome }) => outcome);
  };
  const first = await prepareDemoLogins(people, undefined, now);
  assert.ok(first.length >= 15);
  assert.deepEqual(await outcomes(first), ["signed in", "signed in"]);
  assert.equal(await prepareDemoLogins(people, first, now), first);
  const second = await prepareDemoLogins(people, "another that opens nothing", now);
  assert.notEqual(second, first);
  assert.deepEqual(await outcomes(first), ["wrong", "wrong"]);
  assert.deepEqual(await outcomes(second), ["signed in", "signed in"]);
});
