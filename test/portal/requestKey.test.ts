// Keys for companies without an account: the public form and the link that shows a key once.
import assert from "node:assert/strict";
import { test } from "node:test";
import { shellActor } from "../../src/audit/actor.ts";
import { createReveal, revealDays } from "../../src/keys/createReveal.ts";
import { createKey } from "../../src/keys/issueKey.ts";
import { revokeKey } from "../../src/keys/revokeKey.ts";
import { app, openColleague, openPortal } from "../support/portal.ts";
import { visit } from "../support/portalVisitor.ts";
import { run } from "../support/steps.ts";

openPortal({ publicUrl: "https://parts.example" });

const fields = { company: "Acme Air", person: "Ann Lee", purpose: "Our ERP" };

async function countOf(table: string, where: string, value: string): Promise<number> {
  const text = `select count(*)::integer as count from ${table} where ${where} = $1`;
  const rows = await run<{ count: number }>(text, [value]);
  return rows[0]?.count ?? -1;
}

/** Sends the form from a given IP address. */
function send(from: string, fields: Record<string, string>) {
  return app.server.inject({
    method: "POST",
    url: "/request-key",
    remoteAddress: from,
    headers: {
      "content-type": "application/x-www-form-urlencoded",
      "sec-fetch-site": "same-origin",
      accept: "text/html",
    },
    payload: new URLSearchParams(fields).toString(),
  });
}

test("anyone can request a key with the public form, and the operators are notified", async () => {
  assert.equal((await visit(app.server).get("/request-key")).statusCode, 200);
  assert.match((await visit(app.server).get("/sign-in")).body, /href="\/request-key"/);
  const email = "ann@acme-air.example";
  const sent = await send("192.0.2.1", { ...fields, email });
  assert.equal(sent.headers.location, "/request-key?done=requested");
  const done = await visit(app.server).get("/request-key?done=requested");
  assert.match(done.body, /within one business day/);
  const text = `select r.request_id, r.company, r.person, r.purpose, r.source, r.state, m.body
    from key_requests r join mails m on m.body like '%/console/key-requests/' || r.request_id || '%'
    where r.email = $1`;
  const [row] = await run<Record<string, string>>(text, [email]);
  const { request_id: requestId, body, ...stored } = row ?? {};
  assert.deepEqual(stored, { ...fields, source: "form", state: "new" });
  assert.match(body ?? "", /By: {7}Ann Lee, ann@acme-air\.example/);
});

test("customers and strangers get the same answer", async () => {
  const known = await openColleague();
  const answers = await Promise.all(
    [known.email, "nobody@unknown.example"].map((email) => send("192.0.2.3", { ...fields, email })),
  );
  const [first, second] = answers.map(({ statusCode, headers, body }) => ({
    statusCode,
    body,
    location: headers.location,
  }));
  assert.deepEqual(first, second);
});

test("a robot that fills in the hidden field gets the usual answer, and nothing is stored", async () => {
  const email = "robot@spam.example";
  const robot = await send("192.0.2.4", { ...fields, email, fax_extension: "1" });
  assert.equal(robot.statusCode, 303);
  assert.equal(robot.headers.location, "/request-key?done=requested");
  assert.equal(await countOf("key_requests", "email", email), 0);
  const person = await send("192.0.2.4", { ...fields, email: "person@spam.example" });
  assert.equal(person.body, robot.body);
  assert.equal(await countOf("key_requests", "email", "person@spam.example"), 1);
});

test("an e-mail address can request three keys a day; the fourth must wait", async () => {
  const email = "often@acme-air.example";
  for (const place of [1, 2, 3]) {
    assert.equal((await send(`198.51.100.${place}`, { ...fields, email })).statusCode, 303);
  }
  const refused = await send("198.51.100.9", { ...fields, email });
  assert.equal(refused.statusCode, 429);
  assert.match(refused.body, /Too many attempts/);
  assert.equal(await countOf("key_requests", "email", email), 3);
});

test("a client can send ten requests an hour; the eleventh must wait", async () => {
  const ask = (count: number) =>
    send("203.0.113.5", { ...fields, email: `many${count}@acme-air.example` });
  for (let count = 1; count <= 10; count += 1) assert.equal((await ask(count)).statusCode, 303);
  assert.equal((await ask(11)).statusCode, 429);
  assert.equal(await countOf("key_requests", "email", "many11@acme-air.example"), 0);
});

async function reveal() {
  const { db } = app.database;
  const { accountId } = await app.openAccount();
  const { now } = app.clock;
  return db.transaction(async (tx) => {
    const issued = await createKey(tx, { accountId, name: "ERP", expiresAt: null, now });
    const token = await createReveal(tx, issued, now);
    return { ...issued, path: `/keys/reveal/${token}` };
  });
}

test("opening a link to a key shows no key and does not use the link; its button shows the key once", async () => {
  const { path, key, lastFour } = await reveal();
  for (let count = 0; count < 3; count += 1) {
    const page = await visit(app.server).get(path);
    assert.equal(page.statusCode, 200);
    assert.ok(page.body.includes(lastFour));
    assert.ok(!page.body.includes(key));
  }
  assert.equal((await app.server.inject({ method: "HEAD", url: path })).statusCode, 200);
  const spent = await Promise.all([1, 2, 3, 4].map(() => visit(app.server).post(path, {})));
  const shown = spent.filter(({ body }) => body.includes(key));
  assert.equal(shown.length, 1);
  assert.equal(shown[0]?.headers["cache-control"], "no-store");
  assert.equal(spent.filter(({ statusCode }) => statusCode === 410).length, 3);
  assert.equal((await visit(app.server).get(path)).statusCode, 410);
});

test("a link stops working when it expires and when its key ends", async () => {
  const revoked = await reveal();
  await revokeKey(
    app.database.db,
    { keyId: revoked.keyId, accountId: null },
    app.clock.now,
    shellActor,
  );
  assert.equal((await visit(app.server).post(revoked.path, {})).statusCode, 410);
  const { path, key } = await reveal();
  const then = app.clock.now;
  app.clock.now = new Date(then.getTime() + revealDays * 86_400_000 - 1_000);
  assert.equal((await visit(app.server).get(path)).statusCode, 200);
  app.clock.now = new Date(then.getTime() + revealDays * 86_400_000);
  const late = await visit(app.server).post(path, {});
  app.clock.now = then;
  assert.equal(late.statusCode, 410);
  assert.ok(!late.body.includes(key));
  for (const none of ["/keys/reveal/x", `/keys/reveal/${"A".repeat(43)}`]) {
    assert.equal((await visit(app.server).get(none)).statusCode, 410, none);
  }
});
