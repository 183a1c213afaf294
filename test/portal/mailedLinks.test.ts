// The pages that e-mails link to: invitations and resets. Opening one changes nothing, and its form
// works once.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { PeopleContext } from "../../src/signIn/peopleContext.ts";
import { sendReset } from "../../src/signIn/requestReset.ts";
import { findSignedInEmail, signIn, titleOf, visit } from "../support/portalVisitor.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import {
  createTestPeople,
  inviteTo,
  makeUser,
  readMails,
  type TestUser,
  testPassword,
} from "../support/testPeople.ts";

const publicUrl = "https://parts.example";
let app: TestApp;
let people: PeopleContext;

before(async () => {
  app = await openTestApp({ publicUrl });
  people = createTestPeople(app.database.db, app.secret);
});

after(() => app.close());

async function countRows(table: string): Promise<number> {
  const text = `select count(*)::integer as count from ${table}`;
  const rows = await app.database.db.query<{ count: number }>({ name: "", text, values: [] });
  return rows[0]?.count ?? -1;
}

test("opening an invitation changes nothing; its form creates the user once", async () => {
  const email = "ann@invited.example";
  const path = await inviteTo(people, email, app.clock.now);
  const scanner = visit(app.server);
  for (let number = 0; number < 3; number += 1) {
    const page = await scanner.get(path);
    assert.equal(page.statusCode, 200);
    assert.match(titleOf(page), /^Join Account /);
    assert.match(page.body, /value="Ann"/);
  }
  const { statusCode } = await app.server.inject({ method: "HEAD", url: path });
  assert.equal(statusCode, 200);
  assert.equal(await countRows("invitations"), 1);
  const visitor = visit(app.server);
  const short = await visitor.post(path, { name: "", password: "short" });
  assert.equal(short.statusCode, 422);
  assert.match(short.body, /href="#field-name"/);
  assert.match(short.body, /href="#field-password"/);
  const accepted = await visitor.post(path, { name: "Ann <b>Lee", password: testPassword });
  assert.equal(accepted.headers.location, "/");
  assert.equal(await findSignedInEmail(visitor), email);
  assert.match((await visitor.get("/account")).body, /Ann &lt;b&gt;Lee|Ann &#60;b/);
  assert.equal((await visit(app.server).get(path)).statusCode, 410);
  const again = await visit(app.server).post(path, { name: "Eve", password: testPassword });
  assert.equal(again.statusCode, 410);
});

test("an invitation to an address that is already registered is refused with the reason", async () => {
  const user = await makeUser(people, app.clock.now);
  const path = await inviteTo(people, user.email, app.clock.now);
  const taken = await visit(app.server).post(path, { name: "Ann", password: testPassword });
  assert.equal(taken.statusCode, 409);
  assert.match(taken.body, /is already registered/);
});

async function resetPath(user: TestUser): Promise<string> {
  const text = "select request_id from reset_requests";
  const rows = await people.db.query<{ request_id: string }>({ name: "", text, values: [] });
  for (const { request_id } of rows) await sendReset(people, request_id, app.clock.now);
  const mails = await readMails(people, user.email);
  return new URL(mails.at(-1)?.secrets["link"] ?? "").pathname;
}

test("requesting a reset answers the same for every address; the link changes the password once", async () => {
  const user = await makeUser(people, app.clock.now);
  const visitor = visit(app.server);
  await signIn(visitor, user, testPassword);
  const requested = await visit(app.server).post("/forgotten", { email: user.email.toUpperCase() });
  const unknown = await visit(app.server).post("/forgotten", { email: "nobody@example.example" });
  for (const answer of [requested, unknown]) {
    assert.equal(answer.statusCode, 303);
    assert.equal(answer.headers.location, "/forgotten?done=reset-asked-unsent");
  }
  assert.equal(
    (await visit(app.server).post("/forgotten", { email: "no address" })).statusCode,
    422,
  );
  const path = await resetPath(user);
  assert.match((await visit(app.server).get(path)).body, new RegExp(user.email));
  assert.equal(await findSignedInEmail(visitor), user.email, "opening the link ends nothing");
  const password = "another password of mine";
  const short = await visit(app.server).post(path, { password: "short" });
  assert.equal(short.statusCode, 422);
  assert.match(short.body, /Use at least 15 characters/);
  const reset = await visit(app.server).post(path, { password });
  assert.equal(reset.headers.location, "/sign-in?done=reset");
  assert.equal(await findSignedInEmail(visitor), "nobody");
  assert.equal((await visit(app.server).post(path, { password })).statusCode, 410);
  assert.equal((await signIn(visit(app.server), user, testPassword)).statusCode, 422);
  assert.equal((await signIn(visit(app.server), user, password)).statusCode, 303);
});
