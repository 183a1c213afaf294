// The reference of the operator API as one page, and its OpenAPI document.
import type { FastifyInstance } from "fastify";
import type { Brand } from "../../kit/html/brand/brand.ts";
import { renderCodeBlock } from "../../kit/html/codeBlock.ts";
import { type Html, html } from "../../kit/html/html.ts";
import { writeJson } from "../../kit/html/json.ts";
import { renderPage } from "../../kit/html/page.ts";
import { renderInline, renderProse } from "../../kit/html/prose.ts";
import { sendPage } from "../../kit/html/sendPage.ts";
import { renderTable } from "../../kit/html/table.ts";
import type { OpenApiDocument, Operation } from "../http/openApiDocument.ts";
import { renderParameters, renderReferencePageFields } from "./referencePageFields.ts";

type Rendered = Operation & { readonly method: string; readonly path: string };

function renderErrors({ summary, responses }: Rendered): Html {
  const rows = Object.entries(responses)
    .filter(([status]) => Number(status) >= 400)
    .flatMap(([status, { description }]) =>
      description.split("\n").map((line) => ({ cells: [status, renderInline(line.slice(2))] })),
    );
  const columns = [
    { title: "HTTP", kind: "number" },
    { title: "Code", kind: "prose" },
  ] as const;
  const table = renderTable({ caption: `Errors of: ${summary}`, columns, rows });
  return html`<details>
<summary>Errors</summary>
${table}</details>
`;
}

function renderOperation(operation: Rendered): Html {
  const { method, path, summary, description, parameters = [], requestBody, responses } = operation;
  const tables = (["path", "query"] as const).map((place) => {
    const ofPlace = parameters.filter((parameter) => parameter.in === place);
    const title = place === "path" ? "Path" : "Query";
    if (ofPlace.length === 0) return null;
    return html`<h3>${title}</h3>\n${renderParameters(`${title} of: ${summary}`, ofPlace)}`;
  });
  const sent = requestBody?.content["application/json"]?.schema;
  const body =
    sent === undefined || Object.keys(sent.properties ?? {}).length === 0
      ? null
      : html`<h3>Body</h3>\n${renderReferencePageFields({ ...sent, title: "the body" })}`;
  const [answer] = Object.values(responses["200"]?.content["application/json"]?.examples ?? {});
  const example = answer !== undefined && "value" in answer ? writeJson(answer.value) : "";
  return html`<p class="address"><code>${method} ${path}</code></p>
${renderProse(description)}
${tables}${body}${renderCodeBlock(`Response: ${summary}`, example)}
${renderErrors(operation)}`;
}

function renderReference(document: OpenApiDocument, brand: Brand): Html {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => ({
      ...one,
      method: method.toUpperCase(),
      path,
    })),
  );
  const links = operations.map(
    ({ operationId, summary }) => html`<li><a href="#${operationId}">${summary}</a></li>\n`,
  );
  const sections = operations.map(
    (operation) => html`<section aria-labelledby="${operation.operationId}">
<h2 id="${operation.operationId}"><a href="#${operation.operationId}">${operation.summary}</a></h2>
${renderOperation(operation)}</section>
`,
  );
  const places = [
    { href: "/operator/docs", text: "Operator API", icon: "file-text" },
    { href: "/operator/openapi.json", text: "OpenAPI", icon: "code" },
  ] as const;
  return renderPage({
    site: {
      brand,
      frame: { kind: "bar", places, search: null, draft: null },
      home: "/",
      menu: null,
      footer: null,
    },
    current: "/operator/docs",
    title: "Operator API reference",
    description: "How the distributor's own systems use partsdesk.",
    main: html`<div class="reading">
<nav class="contents" aria-label="Contents"><ol>
${links}</ol></nav>
<article>
<h1>Operator API reference</h1>
${renderProse(document.info.description)}
${sections}</article>
</div>
`,
  });
}

/** Adds `/operator/openapi.json` and `/operator/docs`. */
export function registerOperatorReference(
  server: FastifyInstance,
  document: OpenApiDocument,
  readBrand: () => Promise<Brand>,
): void {
  const hidden = { schema: { hide: true } };
  server.get("/operator/openapi.json", hidden, async () => document);
  const pages = new WeakMap<Brand, Html>();
  server.get("/operator/docs", hidden, async (_request, reply) => {
    const brand = await readBrand();
    const page = pages.get(brand) ?? renderReference(document, brand);
    pages.set(brand, page);
    return sendPage(reply, page, "no-cache");
  });
}
