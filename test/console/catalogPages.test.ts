// The catalog pages: editing an offer, undoing the edit, and how the API returns a part.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import type { LightMyRequestResponse } from "fastify";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { selectOfferTexts } from "../../src/catalog/offerEditQueries.ts";
import { listPartHistory } from "../../src/catalog/partHistory.ts";
import type { OfferId } from "../../src/catalog/partId.ts";
import { insertOffer, type OfferFields } from "../support/insertOffer.ts";
import { openedForm, readForm } from "../support/openedForm.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

let app: TestApp;
let manager: TestOperator;
let reader: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
  reader = await openOperator(app, { role: "read-only" });
});

after(() => app.close());

async function run<Row>(text: string, values: readonly unknown[] = []): Promise<Row[]> {
  return app.database.db.query<Row>({ name: "", text, values });
}

async function insert(offer: OfferFields): Promise<OfferId> {
  return insertOffer(app.database.db, offer);
}

type Form = Record<string, string>;

/** The fields of the form on the page of an offer. */
async function openForm(offerId: OfferId): Promise<Form> {
  const texts = (await selectOfferTexts(app.database.db, offerId)) ?? assert.fail();
  const page = await manager.get(`/console/catalog/offers/${offerId}`);
  assert.equal(page.statusCode, 200);
  assert.ok(page.body.includes(`name="shown_title" value="${texts.title}"`));
  return openedForm(texts);
}

function send(offerId: OfferId, form: Form): Promise<LightMyRequestResponse> {
  return manager.post(`/console/catalog/offers/${offerId}`, form);
}

function runOf(answer: LightMyRequestResponse): string {
  const [, number] = /done=edited&run=(\d+)/.exec(String(answer.headers.location)) ?? [];
  return number ?? assert.fail(`${answer.statusCode} ${answer.headers.location}`);
}

async function textOf(offerId: OfferId, column: "title" | "price" | "available_stock" | "status") {
  return (await selectOfferTexts(app.database.db, offerId))?.[column];
}

test("a part's page, its form and its history show its NSN with dashes", async () => {
  const offerId = await insert({ partNumber: "NSN-1", nsn: "0000000065152" });
  const { body } = await reader.get("/console/catalog/parts/NSN-1");
  assert.match(body, /0000-00-006-5152/);
  const form = await openForm(offerId);
  const page = await manager.get(`/console/catalog/offers/${offerId}`);
  assert.match(page.body, /name="nsn"[^>]* value="0000-00-006-5152"/);
  const same = await send(offerId, { ...form, nsn: "0000-00-006-5152" });
  assert.match(same.headers.location ?? "", /done=unchanged/);
  await send(offerId, { ...form, nsn: "0000000065153" });
  const past = (await reader.get("/console/catalog/parts/NSN-1?view=history")).body;
  assert.match(past, /nsn: 0000-00-006-5152 → 0000-00-006-5153/);
});

test("certificates have one name in the form and the history, and are stored by their codes", async () => {
  const stored = "8130-3; CoC; Mill cert";
  const offerId = await insert({ partNumber: "CERT-1", certificate: stored });
  const part = (await reader.get("/console/catalog/parts/CERT-1")).body;
  assert.match(part, /FAA\u00a08130-3; <abbr title="Certificate of Conformance">CoC</);
  const form = await openForm(offerId);
  const page = (await manager.get(`/console/catalog/offers/${offerId}`)).body;
  const named = "FAA 8130-3; Certificate of Conformance; Mill cert";
  assert.ok(page.includes(`value="${named}"`), page);
  assert.match(page, /One of FAA 8130-3, Certificate of Conformance, EASA Form 1\./);
  const same = await send(offerId, { ...form, certificate: named });
  assert.match(same.headers.location ?? "", /done=unchanged/);
  await send(offerId, { ...form, certificate: "Certificate of Conformance; FAA 8130-3" });
  assert.equal((await selectOfferTexts(app.database.db, offerId))?.certificate, "CoC; 8130-3");
  const past = (await reader.get("/console/catalog/parts/CERT-1?view=history")).body;
  assert.ok(past.includes(`${named} → Certificate of Conformance; FAA 8130-3`), past);
});

test("an edit stores what was typed and creates a run and an audit event", async () => {
  const offerId = await insert({ partNumber: "EDIT-1" });
  const form = await openForm(offerId);
  const confirmed = "USD 1,234.50";
  const stored = await send(offerId, {
    ...form,
    title: "A better title",
    price: "1,234.50",
    confirmed,
  });
  const runId = runOf(stored);
  assert.equal(await textOf(offerId, "title"), "A better title");
  assert.equal(await textOf(offerId, "price"), "1234.50");
  const [history] = await listPartHistory(app.database.db, "EDIT-1");
  assert.equal(history?.entries[0]?.mode, "edit");
  assert.deepEqual(
    history?.entries[0]?.fields.map(({ field }) => field),
    ["title", "list_price"],
  );
  const none = { operatorId: null, action: null, accountId: null, from: null, until: null };
  const subject = { subjectKind: "offer", subjectId: String(offerId) };
  const page = { before: null, limit: 5 };
  const [event] = await selectAuditEvents(app.database.db, { ...none, ...subject }, page);
  assert.equal(event?.action, "edited an offer");
  assert.deepEqual(JSON.parse(event?.before ?? ""), { title: "PART", price: "10.00" });
  assert.deepEqual(JSON.parse(event?.after ?? ""), { title: "A better title", price: "1234.50" });
  assert.equal(event?.requestId, stored.headers["x-request-id"]);
  const shown = await reader.get("/console/catalog/parts/EDIT-1?view=history");
  assert.match(shown.body, /USD 10\.00 → USD 1,234\.50/);
  assert.match(shown.body, new RegExp(`run ${runId}\\b`));
});

test("an edit gets one position in the order of changes", async () => {
  const offerId = await insert({ partNumber: "PLACE-1" });
  const [before] = await run<{ place: string }>(
    "select max(position) as place from catalog_changes",
  );
  const runId = runOf(await send(offerId, { ...(await openForm(offerId)), title: "Moved" }));
  const places = await run<{ run_id: number; offer_id: string | null }>(
    "select run_id, offer_id from catalog_changes where position > $1",
    [before?.place],
  );
  assert.deepEqual(places, [{ run_id: Number(runId), offer_id: null }]);
});

test("an edit that changes nothing creates no run and no audit event", async () => {
  const offerId = await insert({ partNumber: "SAME-1" });
  const [before] = await run<{ count: string }>("select count(*) from import_runs");
  const answer = await send(offerId, await openForm(offerId));
  assert.match(String(answer.headers.location), /done=unchanged$/);
  const [after] = await run<{ count: string }>("select count(*) from import_runs");
  assert.equal(after?.count, before?.count);
});

test("an edit is checked like a row of a file, and a refusal keeps what was typed", async () => {
  const offerId = await insert({ partNumber: "WRONG-1" });
  const form = await openForm(offerId);
  const wrong = { price: "1.234.5", on_hand: "many", nsn: "12", min_quantity: "0" };
  const answer = await send(offerId, { ...form, ...wrong, currency: "XYZ" });
  assert.equal(answer.statusCode, 422);
  for (const field of ["on_hand", "nsn", "min_quantity", "currency"]) {
    assert.ok(answer.body.includes(`href="#field-${field}"`), field);
  }
  assert.ok(answer.body.includes('value="many"'));
  assert.equal(await textOf(offerId, "price"), "10.00");
  for (const empty of ["on_hand", "currency"]) {
    assert.equal((await send(offerId, { ...form, [empty]: "" })).statusCode, 422, empty);
  }
  assert.equal((await send(offerId, { price: "5" })).statusCode, 409);
});

test("an edit cannot create a loop of supersessions", async () => {
  const first = await insert({ partNumber: "LOOP-1" });
  await insert({ partNumber: "LOOP-2", supersededBy: "LOOP-3", status: "SUPERSEDED" });
  await insert({ partNumber: "LOOP-3", supersededBy: "LOOP-1", status: "SUPERSEDED" });
  const form = { ...(await openForm(first)), status: "SUPERSEDED" };
  for (const superseded_by of ["loop-1", "LOOP-2", "LOOP-3"]) {
    const answer = await send(first, { ...form, superseded_by });
    assert.equal(answer.statusCode, 422, superseded_by);
    assert.match(answer.body, /leads back to itself/);
  }
  runOf(await send(first, { ...form, superseded_by: "LOOP-4" }));
});

test("an operator who edits an offer that someone else has changed sees both versions before saving", async () => {
  const offerId = await insert({ partNumber: "BOTH-1" });
  const form = await openForm(offerId);
  runOf(await send(offerId, { ...form, title: "Theirs" }));
  const mine = { ...form, title: "Mine" };
  const conflict = await send(offerId, mine);
  assert.equal(conflict.statusCode, 409);
  assert.match(conflict.body, /Theirs/);
  assert.match(conflict.body, /Mine/);
  assert.ok(conflict.body.includes("Last changed by Olga Operator"));
  assert.equal(await textOf(offerId, "title"), "Theirs");
  runOf(await send(offerId, readForm(conflict.body, `/console/catalog/offers/${offerId}`)));
  assert.equal(await textOf(offerId, "title"), "Mine");
});

test("stock sold while a form is open stays sold, and a typed stock is then a conflict", async () => {
  const offerId = await insert({ partNumber: "SOLD-1", stock: 100 });
  const form = await openForm(offerId);
  await run("update offers set received = 93 where offer_id = $1", [offerId]);
  const sold = await send(offerId, { ...form, title: "Still sold" });
  runOf(sold);
  assert.doesNotMatch(String(sold.headers.location), /also=/, "an order is nobody's edit");
  assert.equal(await textOf(offerId, "available_stock"), "93");
  const again = await openForm(offerId);
  await run("update offers set received = 90 where offer_id = $1", [offerId]);
  const typed = await send(offerId, { ...again, on_hand: "200" });
  assert.equal(typed.statusCode, 409);
  const renamed = await openForm(offerId);
  await run("update offers set received = 80, title = 'Other' where offer_id = $1", [offerId]);
  const conflict = await send(offerId, { ...renamed, title: "Mine" });
  assert.equal(conflict.statusCode, 409);
  assert.match(conflict.body, /name="on_hand" type="text" value="80"/);
});

test("an edit is undone once, and stock sold since stays sold", async () => {
  const offerId = await insert({ partNumber: "UNDO-1", stock: 100 });
  const form = await openForm(offerId);
  const answer = await send(offerId, { ...form, title: "Wrong", on_hand: "150" });
  const runId = runOf(answer);
  const page = await manager.get(String(answer.headers.location));
  assert.ok(page.body.includes(`action="/console/catalog/offers/${offerId}/undo"`));
  await run("update offers set allocated = allocated + 10 where offer_id = $1", [offerId]);
  const path = `/console/catalog/offers/${offerId}/undo`;
  const undone = await manager.post(path, { run: runId });
  assert.match(String(undone.headers.location), /done=undone$/);
  assert.equal(await textOf(offerId, "title"), "PART");
  assert.equal(await textOf(offerId, "available_stock"), "90");
  const twice = await manager.post(path, { run: runId });
  assert.match(String(twice.headers.location), /done=undone-already$/);
  assert.equal(await textOf(offerId, "available_stock"), "90");
  for (const odd of ["", "x", "0", "99999999999", "2147483647"]) {
    assert.equal((await manager.post(path, { run: odd })).statusCode, 404, odd);
  }
});

test("an edit cannot be undone after a later edit, nor through another offer's page", async () => {
  const offerId = await insert({ partNumber: "LATER-1" });
  const otherId = await insert({ partNumber: "LATER-2" });
  const first = runOf(await send(offerId, { ...(await openForm(offerId)), title: "First" }));
  runOf(await send(offerId, { ...(await openForm(offerId)), title: "Second" }));
  const late = await manager.post(`/console/catalog/offers/${offerId}/undo`, { run: first });
  assert.match(String(late.headers.location), /done=changed-since$/);
  assert.equal(await textOf(offerId, "title"), "Second");
  const other = await manager.post(`/console/catalog/offers/${otherId}/undo`, { run: first });
  assert.equal(other.statusCode, 404);
});

test("a read-only operator sees an offer without a form", async () => {
  const offerId = await insert({ partNumber: "READ-1" });
  const page = await reader.get(`/console/catalog/offers/${offerId}`);
  assert.equal(page.statusCode, 200);
  assert.ok(!page.body.includes('name="price"'));
  assert.match(page.body, /10\.00/);
});

test("the API response for a part is shown exactly, with the account's prices and masked part_ids", async () => {
  await insert({ partNumber: "WIRE-1", title: 'A "quoted" <b>', price: 20_000 });
  const account = await app.openAccount({ discount: 1000 });
  const include = ["matches", "suggestions", "account_price", "unpriced"];
  const response = await account.post("catalog", { part_numbers: ["WIRE-1"], include });
  const path = `/console/catalog/parts/WIRE-1?view=api&account=${account.accountId}`;
  const { body } = await reader.get(path);
  const code = [...body.matchAll(/<pre[^>]*><code>([\s\S]*?)<\/code>/g)].at(-1)?.[1] ?? "";
  const text = code
    .replace(/&#(\d+);/g, (_, number: string) => String.fromCodePoint(Number(number)))
    .replaceAll("&quot;", '"')
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
  const expected = response.json<{ found_parts: { part_id: string }[] }>();
  const [{ part_id: minted }] = expected.found_parts as [{ part_id: string }];
  const masked = JSON.stringify(expected).replaceAll(minted, "(created for each response)");
  assert.deepEqual(JSON.parse(text), JSON.parse(masked));
  assert.match(text, /"180\.00"/);
  assert.ok(!/pt_[A-Za-z0-9_-]{22}/.test(body));
  const unknown = await reader.get("/console/catalog/parts/WIRE-1?view=api&account=Nobody");
  assert.equal(unknown.statusCode, 422);
});
