// The page of conditions in the console: what files may write for them, and who may change that.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { selectAuditEvents } from "../../src/audit/queries.ts";
import { selectTradeCodes } from "../../src/catalog/codeQueries.ts";
import { openTestApp, type TestApp } from "../support/testApp.ts";
import { openOperator, type TestOperator } from "../support/testOperator.ts";

const page = "/console/catalog/conditions";
let app: TestApp;
let manager: TestOperator;

before(async () => {
  app = await openTestApp({ publicUrl: "https://parts.example" });
  manager = await openOperator(app, { role: "catalog manager" });
});

after(() => app.close());

async function synonymsOf(code: string): Promise<readonly string[]> {
  const { conditions } = await selectTradeCodes(app.database.db);
  return conditions.find((condition) => condition.code === code)?.synonyms ?? [];
}

test("a catalog manager maps a word to a condition and unmaps it", async () => {
  const shown = await manager.get(page);
  assert.match(shown.body, /FACTORY NEW/);
  assert.match(
    (await manager.get("/console/catalog")).body,
    /href="\/console\/catalog\/conditions"/,
  );

  const mapped = await manager.post(page, { word: " Re-certified ", condition: "SV" });
  assert.deepEqual([mapped.statusCode, mapped.headers.location], [303, `${page}?done=mapped`]);
  assert.ok((await synonymsOf("SV")).includes("RE CERTIFIED"));
  assert.match((await manager.get(`${page}?done=mapped`)).body, /Word mapped/);

  const unmapped = await manager.post(`${page}/unmap`, { word: "RE CERTIFIED" });
  assert.deepEqual(
    [unmapped.statusCode, unmapped.headers.location],
    [303, `${page}?done=unmapped`],
  );
  assert.ok(!(await synonymsOf("SV")).includes("RE CERTIFIED"));
  const any = { operatorId: null, action: null, subjectId: null, accountId: null, from: null };
  const filter = { ...any, until: null, subjectKind: "condition" };
  const page1 = { before: null, limit: 10 };
  const events = await selectAuditEvents(app.database.db, filter, page1);
  assert.deepEqual(
    events.map(({ action, subjectId }) => [action, subjectId]),
    [
      ["unmapped a word for a condition", "SV"],
      ["mapped a word to a condition", "SV"],
    ],
  );
});

test("a code or an unknown condition is refused, and what was typed stays", async () => {
  for (const [form, fault] of [
    [{ word: "ns", condition: "NE" }, "NS is itself a condition."],
    [{ word: "--", condition: "NE" }, "Enter a word of 1 to 40 letters and digits."],
    [{ word: "NEWISH", condition: "ZZ" }, "Choose a condition."],
  ] as const) {
    const refused = await manager.post(page, form);
    assert.equal(refused.statusCode, 422);
    assert.ok(refused.body.includes(fault), fault);
    assert.ok(refused.body.includes(`value="${form.word}"`), form.word);
  }
  assert.equal((await manager.post(`${page}/unmap`, { word: "UNKNOWN" })).statusCode, 404);
});

test("other operators see the conditions and cannot change them", async () => {
  const reader = await openOperator(app, { role: "read-only" });
  const { body } = await reader.get(page);
  assert.match(body, /FACTORY NEW/);
  assert.doesNotMatch(body, /Map word/);
});
