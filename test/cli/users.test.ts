import assert from "node:assert/strict";
import { before, test } from "node:test";
import { acceptInvitation } from "../../src/people/acceptInvitation.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople, testPassword, visit } from "../support/testPeople.ts";

const database = share(openTestDatabase);

before(async () => {
  await partsdesk("account", "create", "--name", "Acme", "--email", "a@b.example");
});

const partsdesk = (...args: string[]) => runCommand(database, args);

test("a user is invited by a printed link, listed and removed", async () => {
  const invite = ["user", "invite", "--account", "acme", "--email", "Ann@B.example"];
  const invited = await partsdesk(...invite, "--role", "admin", "--name", "Ann", "--json");
  assert.equal(invited.exitCode, 0, invited.stderr);
  const { link, invitation_id, account_id, expires_at, ...rest } = invited.json();
  assert.deepEqual(rest, { email: "ann@b.example", role: "admin" });
  assert.match(link, /^http:\/\/127\.0\.0\.1:3000\/invitation\/[\w-]{43}$/);
  const people = createTestPeople(database.db);
  const token = link.split("/").at(-1);
  const request = { token, name: "Ann Lee", password: testPassword, ...visit };
  const accepted = await acceptInvitation(people, request, new Date());
  assert.equal(accepted.outcome, "accepted");
  const listed = (await partsdesk("user", "list", "--account", "acme", "--json")).json();
  assert.equal(listed.length, 1);
  const ann = { account_id, email: "ann@b.example", name: "Ann Lee", role: "admin" };
  assert.partialDeepStrictEqual(listed[0], { ...ann, has_second_factor: false });
  assert.equal((await partsdesk(...invite)).exitCode, 6);
  const last = await partsdesk("user", "remove", "ann@b.example");
  assert.equal(last.exitCode, 6);
  assert.match(last.stderr, /last admin of the account/);
  assert.ok(invitation_id && expires_at);
});

test("with a mail server the link is not printed", async () => {
  const args = ["user", "invite", "--account", "acme", "--email", "bo@b.example"];
  const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "desk@b.example" };
  const invited = await runCommand(database, args, mail);
  assert.equal(invited.exitCode, 0, invited.stderr);
  assert.ok(!invited.stdout.includes("/invitation/"));
  const asJson = await runCommand(database, [...args, "--json"], mail);
  assert.equal(asJson.json().link, null);
});

test("a user can be removed once", async () => {
  const invite = ["user", "invite", "--account", "acme", "--email", "cy@b.example", "--json"];
  const { link } = (await partsdesk(...invite)).json();
  const token = link.split("/").at(-1);
  const request = { token, name: "Cy", password: testPassword, ...visit };
  await acceptInvitation(createTestPeople(database.db), request, new Date());
  const removed = await partsdesk("user", "remove", "CY@b.example", "--json");
  assert.deepEqual([removed.json().email, removed.json().changed], ["cy@b.example", true]);
  assert.equal((await partsdesk("user", "remove", "cy@b.example")).exitCode, 5);
});

test("the exit code is 2 for wrong usage and 5 if something is not found", async () => {
  const wrong = [
    ["user", "invite", "--account", "acme", "--email", "no address"],
    ["user", "invite", "--account", "acme", "--email", "a@b.example", "--role", "king"],
    ["user", "invite", "--account", "acme", "--email", "a@b.example", "--name", " "],
    ["user", "invite", "--email", "a@b.example"],
  ];
  for (const args of wrong) {
    const result = await partsdesk(...args);
    assert.equal(result.exitCode, 2, `${args.join(" ")}: ${result.stderr}`);
    assert.equal(result.stdout, "");
  }
  const nobody = await partsdesk("user", "invite", "--account", "x", "--email", "a@b.example");
  assert.equal(nobody.exitCode, 5);
});

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
  assert.doesNotMatch((await partsdesk("user", "list", "--json")).stdout, /rea@desk/);
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
