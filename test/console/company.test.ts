// The distributor's name, logo, color, address and terms: set in the console unless the
// environment fixes them, and shown on both sites and on quotes.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { changeDistributor } from "../../src/company/changeDistributor.ts";
import { unsetDistributor } from "../../src/company/distributor.ts";
import { selectDistributor } from "../../src/company/queries.ts";
import { admin, app, openConsole } from "../support/console.ts";
import { expectAnswer } from "../support/expectAnswer.ts";
import { readForm } from "../support/openedForm.ts";
import { openTestApp } from "../support/testApp.ts";
import { openOperator } from "../support/testOperator.ts";
import { uploadFile } from "../support/uploadFile.ts";

openConsole();

const svg = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8z"/></svg>';

const path = "/console/company";

async function countEvents(): Promise<number> {
  const filter = { action: "changed the company" };
  return (await selectAuditEvents(app.database.db, filter, { before: null, limit: 50 })).length;
}

test("an admin sets name, color, address and terms, and that is recorded in the audit log", async () => {
  const before = await countEvents();
  const texts = { address: "1 Main St\r\nSpringfield", terms: "Net 30." };
  const form = readForm((await admin.get(path)).body, path);
  const saved = admin.post(path, { ...form, name: "Skyward <Parts>", color: "#FFCC00", ...texts });
  await expectAnswer(saved, `${path}?done=saved`);
  assert.equal(await countEvents(), before + 1);
  const shown = ["<span>Skyward &#60;Parts&#62;</span></a>", "The brand color is darkened"];
  const page = await expectAnswer(admin.get(`${path}?done=saved`), 200, ...shown, "Company saved.");
  const [, styles = ""] = /href="(\/assets\/brand\/colors\.\w+\.css)"/.exec(page.body) ?? [];
  const { body, headers } = await app.server.inject(styles);
  assert.match(body, /^:root\{--brand:light-dark\(#/);
  assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
  await expectAnswer(app.server.inject("/sign-in"), 200, /Skyward/);
  await expectAnswer(app.server.inject("/assets/brand/colors.000000000000.css"), 404);
});

test("a form without changes is recorded nowhere, and a conflict has what it was compared with", async () => {
  const before = await countEvents();
  const form = readForm((await admin.get(path)).body, path);
  await expectAnswer(admin.post(path, form), 303);
  assert.equal(await countEvents(), before);
  const { db } = app.database;
  const { operatorId } = admin;
  const operator = { operatorId, name: "Al", email: "al@parts.example", role: "admin" };
  const actor = { kind: "operator", operator, requestId: "test" } as const;
  await admin.post(path, { ...form, terms: "Others." });
  const stored = await selectDistributor(db);
  const edit = { typed: { terms: "Mine." }, version: "older" };
  const conflict = await changeDistributor(db, edit, { actor, now: app.clock.now });
  assert.deepEqual(conflict, { outcome: "conflict", latest: stored });
});

test("a logo is an SVG or PNG file by its content, and can run no script", async () => {
  const send = (text: string) => uploadFile(app, admin, path, "logo.svg", Buffer.from(text));
  await expectAnswer(send("<html></html>"), 422);
  await expectAnswer(send(svg), `${path}?done=saved`);
  const page = await admin.get(path);
  const [, url = ""] = /<img src="(\/assets\/brand\/logo\.\w+\.svg)" alt=""/.exec(page.body) ?? [];
  const logo = await app.server.inject(url);
  assert.deepEqual([logo.body, logo.headers["content-type"]], [svg, "image/svg+xml"]);
  assert.match(String(logo.headers["content-security-policy"]), /default-src 'none'.*sandbox/);
  await admin.post(path, { remove_logo: "yes" });
  assert.doesNotMatch((await admin.get(path)).body, /assets\/brand\/logo/);
});

test("what the environment sets takes precedence, is shown as fixed and cannot be changed", async (t) => {
  const fixed = { ...unsetDistributor, name: "Fixed Aero" };
  const named = await openTestApp({ distributor: fixed }, app.database);
  t.after(() => named.server.close());
  const other = await openOperator(named);
  const shown = ["<span>Fixed Aero</span>", "<code>DISTRIBUTOR_NAME</code>"];
  const page = await expectAnswer(other.get(path), 200, ...shown);
  assert.doesNotMatch(page.body, /name="name"/);
  const form = { ...readForm(page.body, path), name: "Other", terms: "Net 10." };
  await expectAnswer(other.post(path, form), 303);
  await expectAnswer(other.get(path), 200, ...shown);
  await expectAnswer(admin.get(path), 200, /Net 10\./);
});
