import { renderCodeBlock } from "../html/codeBlock.ts";
import { type Html, html } from "../html/html.ts";
import { writeJson } from "../html/json.ts";
import { renderInline } from "../html/prose.ts";
import { type Column, renderTable } from "../html/table.ts";
import type { OpenApiDocument } from "../http/openApiDocument.ts";
import { openApiErrorGuide } from "./openApiErrorGuide.ts";

export function errorRowId(code: string): string {
  return `error-${code}`;
}

const columns: readonly Column[] = [
  { title: "Code", kind: "code" },
  { title: "HTTP", kind: "number" },
  { title: "Retry", kind: "words" },
  { title: "When", kind: "prose" },
  { title: "What to do", kind: "prose" },
];

export function renderReferencePageErrors(document: OpenApiDocument): Html {
  const rows = openApiErrorGuide.map(({ code, status, retry, when, remedy }) => ({
    id: errorRowId(code),
    cells: [code, status, retry, renderInline(when), renderInline(remedy)],
  }));
  const examples = Object.entries(document.components.examples).map(([code, { value }]) =>
    renderCodeBlock(code, writeJson(value)),
  );
  return html`${renderTable({ caption: "All errors", columns, rows })}
<details>
<summary>Example of each error</summary>
${examples}</details>
`;
}
