// What belongs to another account does not exist, on every page whose address names something.
import assert from "node:assert/strict";
import { test } from "node:test";
import { newId } from "../../src/db/newId.ts";
import { portalRoutes } from "../../src/home/portalRoutes.ts";
import { draftOrder } from "../support/confirmedOrder.ts";
import { findLogged } from "../support/findLogged.ts";
import { openQuoteRequestFixture } from "../support/quoteRequestFixture.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";
import { openVisitor } from "../support/testVisitor.ts";

const app = share(() => openTestApp({ rateLimitCatalog: 0, rateLimitOrders: 0 }));

/** The body without what differs in every answer. */
const plain = (body: string) => body.replaceAll(/req_[0-9a-f]{32}/g, "req");

test("every page and form is 404 for what another account has, as for what nobody has", async () => {
  const theirs = await app.openAccount();
  const { orderId } = await draftOrder(app, null, { account: theirs });
  const admin = await openVisitor(app, theirs.accountId, { role: "admin" });
  const quote = await openQuoteRequestFixture(app).send();
  const lookup = await theirs.post("catalog", { part_numbers: ["X"] });
  const requestId = String(lookup.headers["x-request-id"]);
  await findLogged(app.database.db, requestId);
  const pasted = await admin.post("/quick-order", { rows: "OTHER-1 2" });
  const list = /quick-order\/([0-9a-f-]{36})/.exec(String(pasted.headers.location))?.[1];
  await admin.post("/account/invitations", { email: "new@other.example", role: "buyer", name: "" });
  const [invited] = await app.database.db.query<{ id: string }>({
    name: "",
    text: "select invitation_id as id from invitations where account_id = $1",
    values: [theirs.accountId],
  });
  const known = new Map<string, string | undefined>([
    ["id", orderId],
    ["list", list],
    ["quote", quote.request.requestId],
    ["key", theirs.keyId],
    ["request", requestId],
    ["user", admin.userId],
    ["invitation", invited?.id],
  ]);
  const me = await openVisitor(app, (await app.openAccount()).accountId, { role: "admin" });
  let tried = 0;
  for (const { method, path, access } of portalRoutes) {
    const [, name = ""] = /:(\w+)/.exec(path) ?? [];
    // Parts are everybody's, and sessions are those of a person.
    if (access === "anyone" || ["", "number", "session"].includes(name)) continue;
    const id = known.get(name) ?? assert.fail(`nothing for ${path}`);
    const send = (value: string) => {
      const url = path.replace(/:\w+/, value);
      return method === "GET" ? me.get(url) : me.post(url, {});
    };
    const answer = await send(id);
    assert.equal(answer.statusCode, 404, `${method} ${path}`);
    const nobodys = await send(name === "request" ? `req_${"0".repeat(32)}` : newId());
    assert.equal(plain(answer.body), plain(nobodys.body), `${method} ${path}`);
    tried += 1;
  }
  assert.ok(tried > 30, String(tried));
});
