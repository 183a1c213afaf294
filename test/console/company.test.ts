// The distributor's name, logo, color, address and terms: set in the console unless the
// environment fixes them, and shown on both sites and on quotes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { changeDistributor } from "../../src/distributor/changeDistributor.ts";
import { unsetDistributor } from "../../src/distributor/distributor.ts";
import { selectDistributor } from "../../src/distributor/queries.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";
import { uploadFile } from "../support/uploadFile.ts";

let app: TestApp;
let admin: TestOperator;

before(async () => {
  app = await openTestApp();
  admin = await openOperator(app);
});

after(() => app.close());

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';

async function countEvents(): Promise<number> {
  const filter = {
    operatorId: null,
    action: "changed the company",
    subjectKind: null,
    accountId: null,
  };
  const found = await selectAuditEvents(app.database.db, filter, { before: null, limit: 50 });
  return found.length;
}

test("an admin sets name, color, address and terms, and that is recorded in the audit log", async () => {
  const before = await countEvents();
  const saved = await admin.post("/console/company", {
    name: "Skyward <Parts>",
    color: "#FFCC00",
    address: "1 Main St\r\nSpringfield",
    terms: "Net 30.",
  });
  assert.equal(saved.headers.location, "/console/company?done=saved");
  assert.equal(await countEvents(), before + 1);
  const page = await admin.get("/console/company?done=saved");
  assert.match(page.body, /<span>Skyward &#60;Parts&#62;<\/span><\/a>/);
  assert.match(page.body, /The brand color is darkened/);
  assert.match(page.body, /<div class="toast" role="status">[\s\S]*?<p>Company saved\./);
  const [, styles = ""] = /href="(\/assets\/brand\/colors\.\w+\.css)"/.exec(page.body) ?? [];
  const { body, headers } = await app.server.inject(styles);
  assert.match(body, /^:root\{--brand:light-dark\(#/);
  assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  const signIn = await app.server.inject("/sign-in");
  assert.match(signIn.body, /Skyward/);
  assert.equal((await app.server.inject("/assets/brand/colors.000000000000.css")).statusCode, 404);
});

test("two admins do not overwrite each other's fields, and one who would is asked", async () => {
  const shownOn = async () => {
    const { body } = await admin.get("/console/company");
    const found = body.matchAll(/name="(shown_\w+)" value="([^"]*)"/g);
    return Object.fromEntries([...found].map(([, name = "", value = ""]) => [name, value]));
  };
  const texts = { name: "Both", color: "", address: "1 Main St\r\nSpringfield", terms: "Net 30." };
  await admin.post("/console/company", texts);
  const opened = await shownOn();
  await admin.post("/console/company", { ...texts, ...opened, address: "2 Side St" });
  await admin.post("/console/company", { ...texts, ...opened, terms: "Net 45." });
  const merged = await shownOn();
  const after = await admin.get("/console/company?done=saved&also=address");
  assert.match(after.body, /Someone else also changed: Address\. Both changes are saved\./);
  assert.deepEqual([merged["shown_address"], merged["shown_terms"]], ["2 Side St", "Net 45."]);
  const mine = { ...texts, ...opened, terms: "Net 60." };
  const asked = await admin.post("/console/company", mine);
  assert.equal(asked.statusCode, 409);
  assert.equal(asked.body.match(/Someone else/g)?.length, 1, "said once");
  assert.match(asked.body, /Someone else changed this<[^>]*>\s*<p>Your version is not saved yet\./);
  assert.match(asked.body, /Net 60\.\s*<\/textarea>/);
  assert.equal((await shownOn())["shown_terms"], "Net 45.");
  assert.match(asked.body, /name="shown_terms" value="Net 45\."/);
  assert.match(asked.body, /2 Side St\s*<\/textarea>/, "saving again keeps the other's address");
  const unfit = await admin.post("/console/company", { ...mine, color: "red" });
  assert.match(unfit.body, /name="shown_terms" value="Net 30\."/, "the conflict is still found");
  const saved = await admin.post("/console/company", readForm(asked.body, "/console/company"));
  assert.equal(saved.headers.location, "/console/company?done=saved");
  const last = await shownOn();
  assert.deepEqual([last["shown_address"], last["shown_terms"]], ["2 Side St", "Net 60."]);
});

test("a form without changes is recorded nowhere, and a conflict has what it was compared with", async () => {
  const before = await countEvents();
  const { body } = await admin.get("/console/company");
  const sent = await admin.post("/console/company", readForm(body, "/console/company"));
  assert.equal(sent.statusCode, 303);
  assert.equal(await countEvents(), before);
  const { db } = app.database;
  const { operatorId } = admin;
  const operator = { operatorId, name: "Al", email: "al@parts.example", role: "admin" };
  const actor = { kind: "operator", operator, requestId: "test" } as const;
  const stored = await selectDistributor(db);
  const edit = { typed: { terms: "Mine." }, shown: { terms: "Older." } };
  const conflict = await changeDistributor(db, edit, { actor, now: app.clock.now });
  assert.deepEqual([conflict.conflicts, conflict.before], [["terms"], stored]);
});

test("values that do not fit are refused, and what was typed is kept", async () => {
  const refused = await admin.post("/console/company", { name: "x".repeat(61), color: "red" });
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /Enter a name of at most 60 characters\./);
  assert.match(refused.body, /Enter a color such as #1b4fd8\./);
  assert.match(refused.body, /value="red"/);
});

test("a logo is an SVG or PNG file by its content, and can run no script", async () => {
  const refused = await uploadFile(
    app,
    admin,
    "/console/company",
    "logo.svg",
    Buffer.from("<html></html>"),
  );
  assert.equal(refused.statusCode, 422);
  const saved = await uploadFile(app, admin, "/console/company", "logo.svg", Buffer.from(svg));
  assert.equal(saved.headers.location, "/console/company?done=saved");
  const page = await admin.get("/console/company");
  const [, path = ""] = /<img src="(\/assets\/brand\/logo\.\w+\.svg)" alt=""/.exec(page.body) ?? [];
  const logo = await app.server.inject(path);
  assert.equal(logo.body, svg);
  assert.equal(logo.headers["content-type"], "image/svg+xml");
  assert.match(String(logo.headers["content-security-policy"]), /default-src 'none'.*sandbox/);
  await admin.post("/console/company", { remove_logo: "yes" });
  assert.doesNotMatch((await admin.get("/console/company")).body, /assets\/brand\/logo/);
});

/** Sends the form of the page as a browser does. */
async function sendCompany(texts: Readonly<Record<string, string>>, logo: string) {
  const form = new FormData();
  for (const [name, text] of Object.entries(texts)) form.append(name, text);
  form.append("logo", new File([logo], logo === "" ? "" : "logo.svg"));
  const encoded = new Response(form);
  return app.server.inject({
    method: "POST",
    url: "/console/company",
    headers: {
      cookie: admin.cookie,
      "sec-fetch-site": "same-origin",
      "content-type": encoded.headers.get("content-type") ?? "",
    },
    payload: Buffer.from(await encoded.arrayBuffer()),
  });
}

test("texts and logo are one form: neither is saved or lost without the other", async () => {
  const texts = { name: "Both Aero", color: "", address: "2 Side St", terms: "Net 60." };
  const refused = await sendCompany({ ...texts, color: "red" }, svg);
  assert.equal(refused.statusCode, 422);
  assert.match(refused.body, /value="Both Aero"[\s\S]*2 Side St/);
  assert.match(refused.body, /Choose the logo again\./);
  const unfit = await sendCompany(texts, "no picture");
  assert.equal(unfit.statusCode, 422);
  assert.match(unfit.body, /value="Both Aero"/);
  const before = (await admin.get("/console/company")).body;
  assert.doesNotMatch(before, /Both Aero|assets\/brand\/logo/);
  assert.equal((await sendCompany(texts, svg)).statusCode, 303);
  const { body } = await admin.get("/console/company");
  assert.match(body, /value="Both Aero"/);
  assert.match(body, /assets\/brand\/logo/);
  const onlyTexts = await sendCompany({ ...texts, name: "Texts Aero" }, "");
  assert.equal(onlyTexts.statusCode, 303);
  assert.match((await admin.get("/console/company")).body, /assets\/brand\/logo/);
  await admin.post("/console/company", { remove_logo: "yes" });
  assert.match((await admin.get("/console/company")).body, /value="Texts Aero"/);
});

test("what the environment sets takes precedence, is shown as fixed and cannot be changed", async (t) => {
  const fixed = { ...unsetDistributor, name: "Fixed Aero" };
  const named = await openTestApp({ distributor: fixed }, app.database);
  t.after(() => named.server.close());
  const other = await openOperator(named);
  const page = await other.get("/console/company");
  assert.match(page.body, /<span>Fixed Aero<\/span>/);
  assert.match(page.body, /<code>DISTRIBUTOR_NAME<\/code>/);
  assert.doesNotMatch(page.body, /name="name"/);
  await other.post("/console/company", { name: "Other", terms: "Net 10." });
  assert.match((await other.get("/console/company")).body, /<span>Fixed Aero<\/span>/);
  assert.match((await admin.get("/console/company")).body, /Net 10\./);
});

test("only admins may see and change the company", async () => {
  const operator = await openOperator(app, { role: "operator" });
  assert.equal((await operator.get("/console/company")).statusCode, 403);
  assert.equal((await operator.post("/console/company", { name: "x" })).statusCode, 403);
});
