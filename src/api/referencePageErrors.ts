// The table of all errors on the reference page, and the body of each as an example.
import { renderCodeBlock } from "../html/codeBlock.ts";
import { type Html, html } from "../html/html.ts";
import { writeJson } from "../html/json.ts";
import { renderInline } from "../html/prose.ts";
import { type Column, renderTable } from "../html/table.ts";
import type { OpenApiDocument } from "../http/openApiDocument.ts";
import { openApiErrorGuide } from "./openApiErrorGuide.ts";

/** The fragment of a code's row. */
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

/** Every error of the catalogue in its order, then an example of each. */
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
<summary>The body of each error as an example</summary>
${examples}</details>
`;
}
