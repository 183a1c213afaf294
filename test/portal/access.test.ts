// Access to the portal: cookies, roles, requests from other sites, methods, and the page of each
// refusal.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { get, ofAccount, type PortalRoute, post } from "../../src/home/portalContext.ts";
import { html } from "../../src/kit/html/html.ts";
import { none } from "../../src/kit/site/routes.ts";
import { describeSessionCookie } from "../../src/kit/site/sessionCookie.ts";
import type { Answer } from "../../src/kit/site/visit.ts";
import { openTestSite, type TestSite } from "../support/testSite.ts";
import { cookieName, openVisitor, type TestVisitor } from "../support/testVisitor.ts";

const publicUrl = "https://parts.example";
const changes: string[] = [];
let site: TestSite;
let buyer: TestVisitor;

function showText(text: string): Promise<Answer> {
  return Promise.resolve({ kind: "page", page: { title: text, body: html`<p>${text}</p>` } });
}

const routes: readonly PortalRoute[] = [
  get("/open", "anyone", none, (_, { signedIn }) => showText(signedIn?.user.email ?? "nobody")),
  get(
    "/mine/:id",
    "signed in",
    ofAccount(async () => null),
    (_, { signedIn, param }) => showText(`${signedIn.user.email} ${param("id")}`),
  ),
  get("/people", "admins", none, () => showText("people")),
  get(
    "/other",
    "signed in",
    async () => undefined,
    () => assert.fail(),
  ),
  get("/broken", "signed in", none, () => Promise.reject(new Error("SECRET-31"))),
  post(
    "/change",
    "signed in",
    none,
    async (_, { form }) => {
      changes.push(form.text("what"));
      return { kind: "redirect", to: "/open" };
    },
    { maxBodyBytes: 1_000 },
  ),
  post("/begin", "anyone", none, async (_, { form }) => ({
    kind: "redirect",
    to: "/open",
    session: form.has("end") ? "ended" : { token: "a-token" },
  })),
];

before(async () => {
  site = await openTestSite(routes, publicUrl);
  buyer = await openVisitor(site, site.accountId);
});

after(() => site.close());

test("a public page recognizes a signed-in visitor and treats an unknown token as signed out", async () => {
  assert.ok((await buyer.get("/open")).body.includes(buyer.email));
  for (const token of ["", "x", "a".repeat(43)]) {
    const headers = { cookie: `${cookieName}=${token}` };
    const { statusCode, body } = await site.server.inject({ url: "/open", headers });
    assert.deepEqual([statusCode, body.includes("<p>nobody</p>")], [200, true], token);
  }
});

test("a visitor who is not signed in signs in and returns to the page, or that of the form", async () => {
  const next = `/sign-in?next=${encodeURIComponent("/mine/7?a=1&b=%26")}`;
  const { statusCode, headers } = await site.server.inject("/mine/7?a=1&b=%26");
  assert.deepEqual([statusCode, headers.location], [303, next]);
  assert.equal(headers["cache-control"], "no-store");
  for (const [referer, location] of [
    [`${publicUrl}/mine/7?a=1&b=%26`, next],
    ["https://evil.example//x", "/sign-in"],
  ] as const) {
    const sent = { "sec-fetch-site": "same-origin", referer };
    const answer = await site.server.inject({ method: "POST", url: "/change", headers: sent });
    assert.equal(answer.headers.location, location);
  }
  for (const url of ["//evil.example/mine/7", "/mine//evil.example", "/mine/%5C%5Cevil"]) {
    const { location = "/" } = (await site.server.inject({ url })).headers;
    const to = new URL(String(location), publicUrl).searchParams.get("next") ?? "/";
    assert.equal(new URL(to, publicUrl).origin, publicUrl, url);
  }
});

type Sender = Readonly<Record<string, string>>;

const ownPages: readonly Sender[] = [
  { "sec-fetch-site": "same-origin" },
  { "sec-fetch-site": "none" },
  { "sec-fetch-site": "same-origin", origin: "null" },
  { origin: publicUrl },
  { origin: "https://behind.example:8443", host: "behind.example:8443" },
  {},
];

const otherPages: readonly Sender[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { "sec-fetch-site": "cross-site", origin: publicUrl },
  { "sec-fetch-site": "" },
  { "sec-fetch-site": "Same-Origin " },
  { origin: "null" },
  { origin: "https://evil.example" },
  { origin: "https://parts.example.evil.example" },
  { origin: "http://parts.example" },
  { origin: "https://parts.example:444" },
  { origin: "https://evil.example", host: "parts.example" },
  { origin: "no address", host: "no address" },
];

function send(headers: Sender): ReturnType<TestVisitor["post"]> {
  const type = "application/x-www-form-urlencoded";
  return site.server.inject({
    method: "POST",
    url: "/change",
    headers: { "content-type": type, cookie: buyer.cookie, host: "parts.example", ...headers },
    payload: "what=x",
  });
}

test("a form of the same site is accepted", async () => {
  for (const headers of ownPages) {
    changes.length = 0;
    assert.equal((await send(headers)).statusCode, 303, JSON.stringify(headers));
    assert.deepEqual(changes, ["x"]);
  }
});

test("a form from another site changes nothing and gets an error page", async () => {
  changes.length = 0;
  for (const headers of otherPages) {
    const { statusCode, body } = await send(headers);
    assert.equal(statusCode, 403, JSON.stringify(headers));
    assert.ok(body.includes("the form came from another site"));
  }
  assert.deepEqual(changes, []);
});

test("a page can be linked from another site, asked for by HEAD, and not be sent a form", async () => {
  const headers = { cookie: buyer.cookie, "sec-fetch-site": "cross-site" };
  assert.equal((await site.server.inject({ url: "/mine/7", headers })).statusCode, 200);
  const head = await site.server.inject({ method: "HEAD", url: "/mine/7", headers });
  assert.deepEqual([head.statusCode, head.body], [200, ""]);
  assert.equal(head.headers["content-type"], "text/html; charset=utf-8");
  const refused = await buyer.get("/change");
  assert.deepEqual([refused.statusCode, refused.headers["allow"]], [405, "POST"]);
  const sent = await buyer.post("/mine/7");
  assert.deepEqual([sent.statusCode, sent.headers["allow"]], [405, "GET, HEAD"]);
});

test("a path segment may have 200 characters; a longer one is not found", async () => {
  assert.equal((await buyer.get(`/mine/${"x".repeat(200)}`)).statusCode, 200);
  assert.equal((await buyer.get(`/mine/${"x".repeat(201)}`)).statusCode, 404);
});

test("every error page says what happened, why and what to do, with its request ID, uncached", async () => {
  for (const path of ["/nowhere", "/other", "/broken", "/people", "/mine/%ff"]) {
    const { statusCode, headers, body } = await buyer.get(path);
    assert.ok(statusCode >= 400, path);
    assert.equal(headers["content-type"], "text/html; charset=utf-8");
    assert.equal(headers["cache-control"], "no-store", path);
    assert.ok(body.includes(`<code>${headers["x-request-id"]}</code>`), path);
    assert.match(
      body,
      /<h1>[^<]+<\/h1>\n<p class="lead">[^<]+<\/p>[\s\S]*<p><strong>[^<]+<\/strong>/,
    );
  }
  const [unknown, nothing] = [await buyer.get("/nowhere"), await buyer.get("/other")];
  assert.deepEqual([unknown.statusCode, nothing.statusCode], [404, 404]);
  const strip = (page: string) => page.replace(/req_[0-9a-f]+/g, "");
  assert.equal(strip(unknown.body), strip(nothing.body), "another account's page is unknown");
  assert.ok(unknown.body.includes("Sign out"), "the page has the frame of the signed-in person");
});

test("an unexpected error is a 500 that is logged with its request ID and not shown on the page", async () => {
  const { statusCode, headers, body } = await buyer.get("/broken");
  assert.deepEqual([statusCode, body.includes("SECRET-31")], [500, false]);
  const lines = site.logLines.filter((line) => line["request_id"] === headers["x-request-id"]);
  const failed = lines.find(({ msg }) => msg === "request failed");
  assert.ok(JSON.stringify(failed).includes("SECRET-31"));
});

test("a body that is too large, broken or of another type gets an error page and changes nothing", async () => {
  changes.length = 0;
  for (const [status, what, headers] of [
    [413, "x".repeat(996), {}],
    [400, "x", { "content-type": "application/json" }],
    [400, "x", { "content-type": "text/plain" }],
  ] as const) {
    const answer = await buyer.post("/change", { what }, headers);
    assert.equal(answer.statusCode, status);
    assert.match(String(answer.headers["content-type"]), /^text\/html/);
  }
  assert.deepEqual(changes, []);
  assert.equal((await buyer.post("/change", { what: "y".repeat(995) })).statusCode, 303);
});

test("the log line of a page has the route template, account and user, and no address", async () => {
  const { headers } = await buyer.get("/mine/TOKEN-99?q=QUERY-99");
  const line = site.logLines.find(({ request_id: id }) => id === headers["x-request-id"]);
  assert.equal(line?.["route"], "/mine/:id");
  assert.equal(line?.["account_id"], site.accountId);
  assert.equal(line?.["user_id"], buyer.userId);
  const logged = JSON.stringify(site.logLines);
  for (const text of ["TOKEN-99", "QUERY-99", buyer.token]) assert.ok(!logged.includes(text), text);
});

test("signing in and out sets a cookie for this host that scripts cannot read", async () => {
  const started = await buyer.post("/begin");
  assert.equal(
    started.headers["set-cookie"],
    `${cookieName}=a-token; Max-Age=2592000; Path=/; HttpOnly; Secure; SameSite=Lax`,
  );
  const ended = await buyer.post("/begin", { end: "yes" });
  const cookie = String(ended.headers["set-cookie"]);
  assert.ok(cookie.startsWith(`${cookieName}=; Max-Age=0; Path=/; Expires=Thu, 01 Jan 1970 `));
  assert.ok(cookie.endsWith("; HttpOnly; Secure; SameSite=Lax"));
});

test("over plain http the cookie has a name that browsers accept", () => {
  const names = [
    ["https://parts.example", "__Host-partsdesk", true],
    ["http://127.0.0.1:3000", "__Host-partsdesk", true],
    ["http://localhost:3000", "__Host-partsdesk", true],
    ["http://[::1]:3000", "__Host-partsdesk", true],
    ["http://parts.lan", "partsdesk", false],
    ["http://localhost.evil.example", "partsdesk", false],
  ] as const;
  for (const [url, name, secure] of names) {
    const cookie = describeSessionCookie(url, "partsdesk");
    assert.deepEqual([cookie.name, cookie.options.secure], [name, secure], url);
  }
});
