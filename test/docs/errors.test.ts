// docs/errors.md matches the catalogue of errors. UPDATE_DOCS=1 updates the table.
import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { test } from "node:test";
import { openApiErrorExamples } from "../../src/server/api/openApiErrorExamples.ts";
import { renderErrorTable } from "../../src/server/api/openApiErrorGuide.ts";

const place = new URL("../../docs/errors.md", import.meta.url);
const written = readFileSync(place, "utf8");

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

test("each code of docs/errors.md names the further fields of its details", () => {
  for (const line of renderErrorTable().split("\n").slice(2)) {
    const [, code = ""] = /^\| `(\w+)`/.exec(line) ?? assert.fail(line);
    for (const extra of listExtras(code)) {
      assert.ok(line.includes(`\`${extra}\``), `${code} says that details have ${extra}`);
    }
  }
});

test("the body in docs/errors.md is the one the service returns", () => {
  const shown = /```json\n([\s\S]*?)```/.exec(written)?.[1] ?? "";
  assert.deepEqual(JSON.parse(shown), openApiErrorExamples["INSUFFICIENT_STOCK"]?.value);
});
