// All links of the console, followed from its start page with data on every page: none is dead, and
// every page is linked.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { consoleRoutes } from "../../src/home/consoleRoutes.ts";
import { insertUnmetDemand } from "../../src/requests/unmetDemandQueries.ts";
import { countUnmetDemand, type UnmetDemandTally } from "../../src/requests/unmetDemandTally.ts";
import { confirmOne } from "../support/confirmedOrder.ts";
import { admin, app, checkFile, commitRun, openConsole, smtpUrl } from "../support/console.ts";
import { findLogged } from "../support/findLogged.ts";
import { keyTerms, openKeyRequestFixture } from "../support/keyRequestFixture.ts";
import { makeRequest } from "../support/makeRequest.ts";
import { openQuoteRequestFixture } from "../support/quoteRequestFixture.ts";
import { readAttribute } from "../support/readAttribute.ts";
import { catalogHeader, sendImport } from "../support/sendImport.ts";

/** Key requests: one open, one whose key was issued. */
async function fillKeyRequests(): Promise<void> {
  const at = openKeyRequestFixture(app, admin);
  await at.enter();
  const { page, email } = await at.enterMatched();
  const { form } = await at.previewed(page, keyTerms(email));
  assert.equal((await admin.post(`${page}/issue`, form)).statusCode, 303);
}

/** Quote requests: one open, one answered. */
async function fillQuoteRequests(): Promise<void> {
  const { send } = openQuoteRequestFixture(app);
  await send([{}, { partNumber: "L-1" }], { message: "Please quote." });
  const { page } = await send();
  const reply = { version: "1", text: "In 3 weeks." };
  assert.equal((await admin.post(`${page}/answer`, reply)).statusCode, 303);
}

/** Imports: a file without mapped columns, one checked, one committed with refused rows. */
async function fillImports(): Promise<void> {
  const good = "L-1,BOLT,NE,EA,4,5.00,USD,Vendor L";
  const rows = [catalogHeader, good, "L-2,BOLT,XX,EA,many,5,USD,Vendor L", ""].join("\n");
  await sendImport(app, admin, rows);
  const checked = await checkFile(rows);
  await commitRun(checked);
  await checkFile(rows);
}

openConsole({ smtpUrl });

before(async () => {
  await fillKeyRequests();
  await fillQuoteRequests();
  await fillImports();
  const { account, partNumber } = await confirmOne(app, "PO 4711/A");
  const own = `/console/accounts/${account.accountId}`;
  const people = { email: "ann@air.example", name: "Ann", role: "buyer" };
  assert.equal((await admin.post(`${own}/invitations`, people)).statusCode, 303);
  const line = { part_number: partNumber, unit_price: "8.50" };
  const rule = `/console/agreements/${account.accountId}/rules/new`;
  assert.equal((await admin.post(rule, line)).statusCode, 303);
  const guest = { email: "guest@desk.example", name: "Guest", role: "read-only" };
  assert.equal((await admin.post("/console/operators/invitations", guest)).statusCode, 303);
  const call = await account.post("catalog", { part_numbers: [partNumber] });
  await findLogged(app.database.db, String(call.headers["x-request-id"]));
  const misses: UnmetDemandTally = new Map();
  countUnmetDemand(
    misses,
    makeRequest({ accountId: account.accountId, partNumbers: ["LACKS-1"], outcomes: "n" }),
  );
  await insertUnmetDemand(app.database.db, misses);
});

/** A link and the page it is on. */
type Link = { readonly href: string; readonly from: string };

function* linksOf(body: string, from: string): Generator<Link> {
  for (const [, written = ""] of body.matchAll(/<a\s[^>]*?href="([^"]*)"/g)) {
    const { origin, pathname, search } = new URL(readAttribute(written), `https://here${from}`);
    if (origin === "https://here") yield { href: `${pathname}${search}`, from };
  }
}

/** Follows all links of the console; returns each address with the page that linked to it first. */
async function walk(start: string): Promise<ReadonlyMap<string, string>> {
  const seen = new Map<string, string>();
  const waiting: Link[] = [{ href: start, from: start }];
  for (let link = waiting.pop(); link !== undefined; link = waiting.pop()) {
    const { href, from } = link;
    if (seen.has(href)) continue;
    seen.set(href, from);
    const answer = await admin.get(href);
    const isOfOthers = !href.startsWith("/console");
    const expected = isOfOthers ? [200, 303] : [200];
    assert.ok(expected.includes(answer.statusCode), `${href} on ${from}: ${answer.statusCode}`);
    const isPage = String(answer.headers["content-type"]).startsWith("text/html");
    if (!isOfOthers && isPage) waiting.push(...linksOf(answer.body, href));
  }
  return seen;
}

const oldAddresses = /^\/console\/requests\/missed/;

/** Pages that are reached only from a form, from an e-mail or while signed out. */
const unlinkedPages = [
  "/console/sign-in",
  "/console/sign-in/code",
  "/console/forgotten",
  "/console/reset/:token",
  "/console/invitation/:token",
  "/console/account/second-factor",
  "/console/key-requests/:request/issue",
  "/console/keys/revoke",
  "/console/orders/fulfil",
];

/** It opens every page: with other tests beside it, more than a minute on a slow machine. */
const limitMs = 180_000;

test("no link of the console is dead, and every page is linked", {
  timeout: limitMs,
}, async () => {
  const seen = await walk("/console");
  const reached = [...seen.keys()].map((href) => href.split("?", 1)[0] ?? "");
  const pages = consoleRoutes.filter(
    ({ method, path }) => method === "GET" && !oldAddresses.test(path),
  );
  const unreached = pages
    .map(({ path }) => path)
    .filter((path) => {
      const like = new RegExp(`^${path.replace(/:\w+/g, "[^/]+").replaceAll(".", "\\.")}$`);
      return !reached.some((one) => like.test(one));
    });
  assert.deepEqual(unreached.toSorted(), unlinkedPages.toSorted());
});
