import assert from "node:assert/strict";
import { test } from "node:test";
import { acceptInvitation } from "../../src/people/acceptInvitation.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople, testPassword, visit } from "../support/testPeople.ts";

const database = share(openTestDatabase);

const partsdesk = (...args: string[]) => runCommand(database, args);

async function accept(link: string): Promise<string> {
  const people = { ...createTestPeople(database.db), kind: "operators" as const };
  const token = link.split("/").at(-1) ?? "";
  const request = { token, name: "Olga", password: testPassword, ...visit };
  return (await acceptInvitation(people, request, new Date())).outcome;
}

test("the first admin is invited by a printed link, and the last admin cannot be removed", async () => {
  const create = ["operator", "create", "--email", "Olga@desk.example"];
  const created = await partsdesk(...create, "--json");
  assert.equal(created.exitCode, 0, created.stderr);
  const { link, invitation_id, expires_at, ...rest } = created.json();
  assert.deepEqual(rest, { email: "olga@desk.example", role: "admin" });
  assert.ok(invitation_id && expires_at);
  assert.match(link, /^http:\/\/127\.0\.0\.1:3000\/console\/invitation\/[\w-]{43}$/);
  assert.equal(await accept(link), "accepted");
  assert.equal((await partsdesk(...create)).exitCode, 6);
  const listed = (await partsdesk("operator", "list", "--json")).json();
  assert.deepEqual(
    listed.map(({ email, role }: Record<string, string>) => [email, role]),
    [["olga@desk.example", "admin"]],
  );
  const last = await partsdesk("operator", "remove", "olga@desk.example");
  assert.equal(last.exitCode, 6);
  assert.match(last.stderr, /last admin/);
});

test("an operator can be removed once and is not a user of an account", async () => {
  const create = ["operator", "create", "--email", "rea@desk.example", "--role", "read-only"];
  const { link } = (await partsdesk(...create, "--json")).json();
  assert.equal(await accept(link), "accepted");
  assert.equal((await partsdesk("user", "remove", "rea@desk.example")).exitCode, 5);
  assert.deepEqual((await partsdesk("user", "list", "--json")).json(), []);
  const removed = await partsdesk("operator", "remove", "REA@desk.example", "--json");
  assert.equal(removed.json().state, "removed");
  assert.equal((await partsdesk("operator", "remove", "rea@desk.example")).exitCode, 5);
});

test("with a mail server the link is not printed; wrong usage ends with 2", async () => {
  const create = ["operator", "create", "--email", "bo@desk.example", "--json"];
  const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "desk@b.example" };
  assert.equal((await runCommand(database, create, mail)).json().link, null);
  for (const wrong of [["--email", "none"], ["--email", "a@b.example", "--role", "buyer"], []]) {
    assert.equal((await partsdesk("operator", "create", ...wrong)).exitCode, 2);
  }
});
