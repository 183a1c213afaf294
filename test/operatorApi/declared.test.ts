// Lists, records and actions as operations of the operator API.
import assert from "node:assert/strict";
import { test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import type { OpenApiDocument } from "../../src/server/http/openApiDocument.ts";
import { openSystem } from "../support/operatorApi.ts";
import { createSchemaCheck } from "../support/schemaCheck.ts";
import { share } from "../support/share.ts";
import { openTestApp } from "../support/testApp.ts";

const app = share(() => openTestApp({ rateLimitOrders: 0 }));

test("a list is read page by page, each row once, and filtered", async () => {
  const system = await openSystem(app);
  const opened = await Promise.all(Array.from({ length: 5 }, () => app.openAccount()));
  const seen: string[] = [];
  let cursor: string | null = null;
  do {
    const next: string = cursor === null ? "" : `&cursor=${cursor}`;
    const answer = await system.get(`/accounts?limit=2${next}`);
    const { accounts, next_cursor, success } = answer.json();
    assert.equal(success, true);
    assert.ok(accounts.length <= 2);
    seen.push(...accounts.map(({ account_id }: { account_id: string }) => account_id));
    cursor = next_cursor;
  } while (cursor !== null);
  assert.equal(new Set(seen).size, seen.length);
  for (const { accountId } of opened) assert.ok(seen.includes(accountId));
  const [one] = opened;
  const found = (await system.get(`/accounts?q=${one?.accountId}`)).json();
  assert.deepEqual(
    found.accounts.map(({ account_id }: { account_id: string }) => account_id),
    [one?.accountId],
  );
});

test("a parameter that is unknown, sent twice or wrong is refused by its name", async () => {
  const system = await openSystem(app);
  for (const [query, path, message] of [
    ["stat=active", "stat", /parameters are q, state, cursor, limit/],
    ["limit=1&limit=2", "limit", /twice/],
    ["limit=201", "limit", /from 1 to 200/],
    ["limit=x", "limit", /from 1 to 200/],
    ["state=asleep", "state", /State/],
    ["cursor=abc", "cursor", /next_cursor/],
  ] as const) {
    const answer = await system.get(`/accounts?${query}`);
    assert.equal(answer.statusCode, 400, query);
    const { code, details } = answer.json().error;
    assert.deepEqual([code, details[0].path], ["VALIDATION_FAILED", path], query);
    assert.match(details[0].message, message);
  }
});

test("an action changes its thing, once, with the key as the actor of its event", async () => {
  const system = await openSystem(app);
  const { accountId, get } = await app.openAccount();
  const suspended = await system.post(`/accounts/${accountId}/suspend`, {});
  assert.equal(suspended.statusCode, 200);
  assert.equal(suspended.json().account.state, "suspended");
  assert.equal((await get("orders")).statusCode, 403);
  const again = await system.post(`/accounts/${accountId}/suspend`);
  assert.deepEqual(again.json(), suspended.json(), "the same request again changes nothing");
  const filter = { subjectId: accountId };
  const events = await selectAuditEvents(app.database.db, filter, { before: null, limit: 5 });
  assert.deepEqual(
    events.map(({ action, operatorName, operatorRole, requestId }) => [
      action,
      operatorName,
      operatorRole,
      requestId,
    ]),
    [["suspended an account", "erp", "key", suspended.headers["x-request-id"]]],
  );
  const read = (await system.get(`/accounts/${accountId}`)).json();
  assert.deepEqual(read, suspended.json());
});

test("what does not exist is 404, whatever its id looks like", async () => {
  const system = await openSystem(app);
  for (const id of ["x", "01900000-0000-7000-8000-000000000000", "%00", "a".repeat(90)]) {
    for (const answer of [
      await system.get(`/accounts/${id}`),
      await system.post(`/accounts/${id}/resume`),
    ]) {
      assert.deepEqual([answer.statusCode, answer.json().error.code], [404, "NOT_FOUND"], id);
    }
  }
});

test("the API has its own OpenAPI document, in which each operation has its scope", async () => {
  const { statusCode, body } = await app.server.inject({ url: "/operator/openapi.json" });
  assert.equal(statusCode, 200);
  const document = JSON.parse(body);
  assert.equal(document.openapi, "3.1.0");
  assert.match(document.paths["/operator/v1/accounts"].get.description, /accounts:read/);
  const buyers = (await app.server.inject({ url: "/openapi.json" })).body;
  assert.doesNotMatch(buyers, /operator/);
});

test("each example in the document fits its schema, and no text is only called text", async () => {
  const document: OpenApiDocument = (await app.server.inject("/operator/openapi.json")).json();
  const check = createSchemaCheck(document);
  const known = new Map(Object.entries(document.components.examples));
  let count = 0;
  for (const { requestBody, responses } of Object.values(document.paths).flatMap(Object.values)) {
    for (const part of [requestBody, ...Object.values(responses)]) {
      const { schema, examples = {} } = part?.content?.["application/json"] ?? {};
      for (const [name, example] of Object.entries(examples)) {
        const { value } = known.get(name) ?? (example as { readonly value: unknown });
        assert.deepEqual(check(schema ?? {}, value), []);
        assert.doesNotMatch(JSON.stringify(value), /:"text"/);
        count += 1;
      }
    }
  }
  assert.ok(count > 30);
});
