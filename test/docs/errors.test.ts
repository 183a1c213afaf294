// docs/errors.md matches the catalogue of errors. UPDATE_DOCS=1 updates the table.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { errorCatalogue } from "../../src/kit/errors.ts";
import { openApiErrorExamples } from "../../src/server/api/openApiErrorExamples.ts";
import { renderErrorTable } from "../../src/server/api/openApiErrorGuide.ts";

const place = new URL("../../docs/errors.md", import.meta.url);
const written = readFileSync(place, "utf8");

/** The rows of a Markdown table by their first cell, without its backticks. */
function readRows(markdown: string): Map<string, string[]> {
  const lines = markdown.split("\n").filter((line) => line.startsWith("| `"));
  const rows = lines.map((line) => line.slice(2, -2).split(" | "));
  return new Map(rows.map(([code = "", ...cells]) => [code.replaceAll("`", ""), cells]));
}

/** The fields of a code's details besides path, code and message, by its example. */
function listExtras(code: string): string[] {
  const body = openApiErrorExamples[code]?.value as { error: { details?: object[] } };
  const names = (body.error.details ?? []).flatMap((detail) => Object.keys(detail));
  return names.filter((name) => !["path", "code", "message"].includes(name));
}

test("docs/errors.md has the table of errors of the code", () => {
  const prose = written.split("\n").filter((line) => !line.startsWith("|"));
  const due = `${prose.join("\n").trimEnd()}\n\n${renderErrorTable()}\n`;
  if (process.env["UPDATE_DOCS"] === "1") writeFileSync(place, due);
  else assert.equal(written, due, "Run UPDATE_DOCS=1 bin/test test/docs/errors.test.ts");
});

test("docs/errors.md names each code once, with its status, message and retry, in order", () => {
  const rows = readRows(readFileSync(place, "utf8"));
  assert.deepEqual([...rows.keys()], Object.keys(errorCatalogue));
  for (const [code, { status, message, retry }] of Object.entries(errorCatalogue)) {
    const [shownStatus, shownMessage, when, shownRetry, remedy] = rows.get(code) ?? [];
    assert.deepEqual([shownStatus, shownMessage, shownRetry], [String(status), message, retry]);
    assert.ok(when && remedy, `${code} says when it comes and what to do`);
    for (const extra of listExtras(code)) {
      assert.ok(when.includes(`\`${extra}\``), `${code} says that details have ${extra}`);
    }
  }
});

test("the body in docs/errors.md is the one the service returns", () => {
  const shown = /```json\n([\s\S]*?)```/.exec(written)?.[1] ?? "";
  assert.deepEqual(JSON.parse(shown), openApiErrorExamples["INSUFFICIENT_STOCK"]?.value);
});
