// The pages behind the links of mails: an invitation, a reset. Opening one changes nothing, its form
// works once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import type { EmailAddress } from "../../src/accounts/emailAddress.ts";
import { inviteUser } from "../../src/accounts/inviteUser.ts";
import type { PeopleContext } from "../../src/accounts/peopleContext.ts";
import { sendReset } from "../../src/accounts/sendReset.ts";
import { createVisitor, type PortalVisitor } from "../support/portalVisitor.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import {
  createTestPeople,
  makeUser,
  openPeoplesAccount,
  readMails,
  type TestUser,
  testPassword,
} from "../support/testPeople.ts";

const publicUrl = "https://parts.example";
let app: TestApp;
let people: PeopleContext;
let clients = 0;

before(async () => {
  app = await openTestApp({ publicUrl });
  people = createTestPeople(app.database.db, app.secret);
});

after(() => app.close());

function visit(): PortalVisitor {
  clients += 1;
  return createVisitor(app.server, `192.0.2.${clients}`);
}

function signIn(
  visitor: PortalVisitor,
  user: { email: string },
  password = testPassword,
  next = "/",
) {
  return visitor.post("/sign-in", { email: user.email, password, next });
}

async function whoIs(visitor: PortalVisitor): Promise<string> {
  const page = await visitor.get("/account");
  return page.statusCode === 200
    ? (/<dd>([^<]*@[^<]*)<\/dd>/.exec(page.body)?.[1] ?? "")
    : "nobody";
}

function titleOf({ body }: LightMyRequestResponse): string {
  return /<h1>([^<]*)<\/h1>/.exec(body)?.[1] ?? "";
}

async function countRows(table: string): Promise<number> {
  const text = `select count(*)::integer as count from ${table}`;
  const rows = await app.database.db.query<{ count: number }>({ name: "", text, values: [] });
  return rows[0]?.count ?? -1;
}

async function inviteTo(email: string): Promise<string> {
  const { now } = app.clock;
  const account = await openPeoplesAccount(people.db, now);
  const request = { account, name: "Ann", role: "admin", invitedBy: null } as const;
  await inviteUser(people, { ...request, email: email as EmailAddress }, now);
  const mails = await readMails(people, email);
  return new URL(mails.at(-1)?.secrets["link"] ?? "").pathname;
}

test("opening an invitation changes nothing; its form makes the user, once", async () => {
  const email = "ann@invited.example";
  const path = await inviteTo(email);
  const scanner = visit();
  for (let number = 0; number < 3; number += 1) {
    const page = await scanner.get(path);
    assert.equal(page.statusCode, 200);
    assert.match(titleOf(page), /^Join Account /);
    assert.match(page.body, /value="Ann"/);
  }
  const { statusCode } = await app.server.inject({ method: "HEAD", url: path });
  assert.equal(statusCode, 200);
  assert.equal(await countRows("invitations"), 1);
  const visitor = visit();
  const short = await visitor.post(path, { name: "", password: "short" });
  assert.equal(short.statusCode, 422);
  assert.match(short.body, /href="#field-name"/);
  assert.match(short.body, /href="#field-password"/);
  const accepted = await visitor.post(path, { name: "Ann <b>Lee", password: testPassword });
  assert.equal(accepted.headers.location, "/");
  assert.equal(await whoIs(visitor), email);
  assert.match((await visitor.get("/account")).body, /Ann &lt;b&gt;Lee|Ann &#60;b/);
  assert.equal((await visit().get(path)).statusCode, 410);
  const again = await visit().post(path, { name: "Eve", password: testPassword });
  assert.equal(again.statusCode, 410);
});

test("an address that signs in already is told so by its own invitation", async () => {
  const user = await makeUser(people, app.clock.now);
  const path = await inviteTo(user.email);
  const taken = await visit().post(path, { name: "Ann", password: testPassword });
  assert.equal(taken.statusCode, 409);
  assert.match(taken.body, /signs in already/);
});

async function resetPath(user: TestUser): Promise<string> {
  const text = "select request_id from reset_requests";
  const rows = await people.db.query<{ request_id: string }>({ name: "", text, values: [] });
  for (const { request_id } of rows) await sendReset(people, request_id, app.clock.now);
  const mails = await readMails(people, user.email);
  return new URL(mails.at(-1)?.secrets["link"] ?? "").pathname;
}

test("asking for a reset answers alike for every address; the link changes the password, once", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit();
  await signIn(visitor, user);
  const asked = await visit().post("/forgotten", { email: user.email.toUpperCase() });
  const unknown = await visit().post("/forgotten", { email: "nobody@example.example" });
  for (const answer of [asked, unknown]) {
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location, "/forgotten?done=reset-asked");
  }
  assert.equal((await visit().post("/forgotten", { email: "no address" })).statusCode, 422);
  const path = await resetPath(user);
  assert.match((await visit().get(path)).body, new RegExp(user.email));
  assert.equal(await whoIs(visitor), user.email, "opening the link ends nothing");
  const password = "another password of mine";
  const short = await visit().post(path, { password: "short" });
  assert.equal(short.statusCode, 422);
  assert.match(short.body, /Use 15 characters or more/);
  const reset = await visit().post(path, { password });
  assert.equal(reset.headers.location, "/sign-in?done=reset");
  assert.equal(await whoIs(visitor), "nobody");
  assert.equal((await visit().post(path, { password })).statusCode, 410);
  assert.equal((await signIn(visit(), user)).statusCode, 422);
  assert.equal((await signIn(visit(), user, password)).statusCode, 303);
});
