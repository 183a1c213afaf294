// People of accounts and operators in the shell: invited by a link, listed and removed.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { acceptInvitation } from "../../src/people/acceptInvitation.ts";
import { runCommand } from "../support/runCommand.ts";
import { share } from "../support/share.ts";
import { openTestDatabase } from "../support/testDatabase.ts";
import { createTestPeople, testPassword, tokenOf, visit } from "../support/testPeople.ts";

const database = share(openTestDatabase);

before(async () => {
  await partsdesk("account", "create", "--name", "Acme", "--email", "a@b.example");
});

const partsdesk = (...args: string[]) => runCommand(database, args);

const kinds = [
  [
    "user",
    "buyers",
    ["invite", "--account", "acme"],
    "",
    "buyer",
    "has_second_factor",
    { changed: true },
  ],
  [
    "operator",
    "operators",
    ["create"],
    "/console",
    "read-only",
    "second_factor",
    { state: "removed" },
  ],
] as const;

for (const [noun, kind, verb, under, other, factor, done] of kinds) {
  const invite = (email: string, ...more: string[]) =>
    partsdesk(noun, ...verb, "--email", email, ...more);

  async function accept(link: string): Promise<string> {
    const people = { ...createTestPeople(database.db), kind };
    const request = { token: tokenOf(link), name: "Ann Lee", password: testPassword, ...visit };
    return (await acceptInvitation(people, request, new Date())).outcome;
  }

  test(`of ${kind}, the first admin is invited by a printed link, and the last one stays`, async () => {
    const invited = await invite("Ann@B.example", "--role", "admin", "--json");
    assert.equal(invited.exitCode, 0, invited.stderr);
    const { link, invitation_id, expires_at, email, role } = invited.json();
    assert.deepEqual([email, role], ["ann@b.example", "admin"]);
    assert.ok(invitation_id && expires_at);
    assert.match(link, new RegExp(`^http://127\\.0\\.0\\.1:3000${under}/invitation/[\\w-]{43}$`));
    assert.equal(await accept(link), "accepted");
    const [listed, ...others] = (await partsdesk(noun, "list", "--json")).json();
    const ann = { email, name: "Ann Lee", role, [factor]: false };
    assert.partialDeepStrictEqual([listed, others], [ann, []]);
    assert.equal((await invite("ann@b.example")).exitCode, 6);
    const last = await partsdesk(noun, "remove", "ann@b.example");
    assert.equal(last.exitCode, 6);
    assert.match(last.stderr, /last admin/);
  });

  test(`of ${kind}, each can be removed once, and not as another kind of person`, async () => {
    const email = `cy-${noun}@b.example`;
    assert.equal(
      await accept((await invite(email, "--role", other, "--json")).json().link),
      "accepted",
    );
    const [otherNoun] = kinds.find(([one]) => one !== noun) ?? assert.fail();
    assert.equal((await partsdesk(otherNoun, "remove", email)).exitCode, 5);
    const removed = await partsdesk(noun, "remove", email.toUpperCase(), "--json");
    assert.partialDeepStrictEqual(removed.json(), done);
    assert.equal((await partsdesk(noun, "remove", email)).exitCode, 5);
  });

  test(`of ${kind}, a link is not printed if there is a mail server`, async () => {
    const mail = { SMTP_URL: "smtp://127.0.0.1:9", MAIL_FROM: "desk@b.example" };
    const args = [noun, ...verb, "--email", "bo@b.example"];
    const invited = await runCommand(database, args, mail);
    assert.equal(invited.exitCode, 0, invited.stderr);
    assert.ok(!invited.stdout.includes("/invitation/"));
    assert.equal((await runCommand(database, [...args, "--json"], mail)).json().link, null);
  });
}

test("the exit code is 2 for wrong usage and 5 if something is not found", async () => {
  const invite = ["user", "invite", "--account", "acme", "--email"];
  for (const [args, code] of [
    [[...invite, "no address"], 2],
    [[...invite, "a@b.example", "--role", "king"], 2],
    [[...invite, "a@b.example", "--name", " "], 2],
    [["user", "invite", "--email", "a@b.example"], 2],
    [["user", "invite", "--account", "x", "--email", "a@b.example"], 5],
    [["operator", "create"], 2],
    [["operator", "create", "--email", "none"], 2],
    [["operator", "create", "--email", "a@b.example", "--role", "buyer"], 2],
  ] as const) {
    const { exitCode, stdout } = await partsdesk(...args);
    assert.deepEqual([exitCode, stdout], [code, ""], args.join(" "));
  }
});
