// The API reference as one page, generated from the OpenAPI document. It works offline, can be
// printed and needs no script.
import type { FastifyInstance } from "fastify";
import { type ExamplePart, findExample } from "../../catalog/search/siteQueries.ts";
import { utcDay } from "../../kit/day.ts";
import type { Brand } from "../../kit/html/brand/brand.ts";
import { renderCodeBlock, renderKeySetting } from "../../kit/html/codeBlock.ts";
import { type Html, html } from "../../kit/html/html.ts";
import { writeJson } from "../../kit/html/json.ts";
import { type Page, renderPage } from "../../kit/html/page.ts";
import { renderInline, renderProse } from "../../kit/html/prose.ts";
import { sendPage } from "../../kit/html/sendPage.ts";
import { type Column, renderTable } from "../../kit/html/table.ts";
import { formatCurl } from "../../mail/formatSampleRequest.ts";
import { registerClientPackage } from "../http/clientPackage.ts";
import type {
  Answer,
  Example,
  JsonContent,
  JsonSchema,
  OpenApiDocument,
  Operation,
} from "../http/openApiDocument.ts";
import { type OpenApiPreface, readOpenApi, registerOpenApi } from "../http/registerOpenApi.ts";
import type { ApiContext } from "./apiContext.ts";
import { describeErrorAnswer } from "./describeAnswers.ts";
import { openApiComponents } from "./openApiComponents.ts";
import { openApiErrorExamples } from "./openApiErrorExamples.ts";
import { openApiErrorGuide, renderErrorTable } from "./openApiErrorGuide.ts";
import { type GuideSection, type Installation, renderOpenApiGuide } from "./openApiGuide.ts";
import {
  headerRowId,
  nameOf,
  renderHeaders,
  renderParameters,
  renderReferencePageFields,
} from "./referencePageFields.ts";

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

function renderReferencePageErrors(document: OpenApiDocument): Html {
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

type RenderedOperation = Operation & {
  readonly method: string;
  readonly path: string;
  readonly curl?: string;
};

export function listRendered(document: OpenApiDocument): RenderedOperation[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      return { ...operation, method: method.toUpperCase(), path };
    }),
  );
}

/** Shell variables that the requests on the page read, and how to get them. */
const variables = [
  { name: "PART_ID", from: "lookUpParts", pick: "grep -o 'pt_[A-Za-z0-9_-]*' | head -n 1" },
  {
    name: "ORDER_ID",
    from: "listOrders",
    pick: `grep -o '"order_id":"[^"]*' | head -n 1 | cut -d '"' -f 4`,
  },
  {
    name: "QUOTE_REQUEST_ID",
    from: "listQuoteRequests",
    pick: `grep -o '"quote_request_id":"[^"]*' | head -n 1 | cut -d '"' -f 4`,
  },
] as const;

/** Bodies that work as pasted with the catalog that is served. */
function writeBody(operationId: string, { partNumber, quantity }: ExamplePart): unknown {
  if (operationId === "lookUpParts") return { part_numbers: [partNumber] };
  if (operationId === "requestQuote") return { lines: [{ part_id: "$PART_ID", quantity }] };
  if (operationId === "acceptQuote") return { lines: [{ line: 1, option: 1, quantity }] };
  return { items: [{ part_id: "$PART_ID", quantity }], po_number: "PO-4713" };
}

function listExamples(content: JsonContent): [string, Example][] {
  return Object.entries(content["application/json"].examples).flatMap(([name, example]) =>
    "value" in example ? [[name, example] as [string, Example]] : [],
  );
}

const shownQuery: ReadonlySet<string> = new Set(["status", "limit"]);

function formatRequest(url: string, operation: Operation, example: ExamplePart): string {
  const { operationId, parameters = [], requestBody } = operation;
  const query = parameters
    .filter((parameter) => parameter.in === "query" && shownQuery.has(parameter.name))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join("&");
  const headers = parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name, example }) => `${name}: ${example}`);
  const body = requestBody === undefined ? null : writeJson(writeBody(operationId, example));
  const path = url.replace(/\{(\w+)\}/, (_, name: string) => `$${name.toUpperCase()}`);
  const curl = formatCurl(`${path}${query === "" ? "" : `?${query}`}`, body, undefined, headers);
  // The shell fills in variables only outside of single quotes.
  return curl.replace(/\$[A-Z_]+_ID/g, `'"$&"'`);
}

/** The operations, each with a request that works as pasted if `PARTSDESK_KEY` is set. */
function listOperations(
  document: OpenApiDocument,
  baseUrl: string,
  example: ExamplePart,
): RenderedOperation[] {
  const operations = listRendered(document).map((operation) => {
    const curl = formatRequest(baseUrl + operation.path, operation, example);
    return { ...operation, curl };
  });
  const curlOf = new Map(operations.map(({ operationId, curl }) => [operationId, curl]));
  return operations.map((operation) => {
    const used = variables.filter(({ name }) => operation.curl.includes(`$${name}`));
    const settings = used.map(
      ({ name, from, pick }) => `${name}=$(${curlOf.get(from)} \\\n  | ${pick})\n`,
    );
    return { ...operation, curl: settings.join("") + operation.curl };
  });
}

function renderExamples(label: string, content: JsonContent): Html {
  const blocks = listExamples(content).map(([, { summary, value }]) =>
    renderCodeBlock(summary === undefined ? label : `${label}: ${summary}`, writeJson(value)),
  );
  return html`${blocks}`;
}

const parameterKinds = [
  { kind: "path", title: "Path" },
  { kind: "query", title: "Query" },
  { kind: "header", title: "Headers" },
] as const;

function renderBodyFields(sent: JsonSchema, document: OpenApiDocument): Html {
  const { $ref, properties = {} } = sent;
  if ($ref === undefined) {
    return Object.keys(properties).length === 0 ? html`` : renderReferencePageFields(sent);
  }
  const schema = new Map(Object.entries(document.components.schemas)).get(nameOf($ref));
  return schema === undefined ? html`` : renderReferencePageFields(schema);
}

function renderInputs(operation: RenderedOperation, document: OpenApiDocument): Html {
  const { parameters = [], requestBody, summary } = operation;
  const tables = parameterKinds.map(({ kind, title }) => {
    const ofKind = parameters.filter((parameter) => parameter.in === kind);
    if (ofKind.length === 0) return null;
    return html`<h3>${title}</h3>\n${renderParameters(`${title} of: ${summary}`, ofKind)}`;
  });
  const schema = requestBody?.content["application/json"]?.schema;
  const body = schema && html`<h3>Body</h3>\n${renderBodyFields(schema, document)}`;
  return html`${tables}${body}`;
}

function renderSuccess(status: string, answer: Answer, document: OpenApiDocument): Html {
  const isJson = answer.content["application/json"] !== undefined;
  const headers = Object.keys(answer.headers).map((name, index) => [
    index > 0 && ", ",
    html`<a href="#${headerRowId(name)}"><code>${name}</code></a>`,
  ]);
  return html`<h3>Response ${status}</h3>
<p>${renderInline(answer.description)} Headers: ${headers}.</p>
${
  isJson && [
    renderBodyFields(answer.content["application/json"].schema, document),
    renderExamples(`Response ${status}`, answer.content),
  ]
}`;
}

function renderErrors(
  errors: readonly (readonly [string, Answer])[],
  summary: string,
  document: OpenApiDocument,
): Html {
  const examples = new Map(Object.entries(document.components.examples));
  const rows = errors.flatMap(([status, answer]) =>
    Object.keys(answer.content["application/json"].examples).map((code) => ({
      cells: [
        html`<a href="#${errorRowId(code)}">${code}</a>`,
        status,
        examples.get(code)?.summary,
      ],
    })),
  );
  return html`<h3>Errors</h3>
${renderTable({
  caption: `Errors of: ${summary}`,
  columns: [
    { title: "Code", kind: "code" },
    { title: "HTTP", kind: "number" },
    { title: "Message", kind: "prose" },
  ],
  rows,
})}`;
}

export function renderReferencePageOperation(
  operation: RenderedOperation,
  document: OpenApiDocument,
): Html {
  const answers = Object.entries(operation.responses);
  const successes = answers.filter(([status]) => status.startsWith("2"));
  const errors = answers.filter(([status]) => !status.startsWith("2"));
  return html`<p class="address"><code>${operation.method} ${operation.path}</code></p>
${renderProse(operation.description)}
${renderInputs(operation, document)}
${operation.curl !== undefined && renderCodeBlock(`Request: ${operation.summary}`, operation.curl)}
${successes.map(([status, answer]) => renderSuccess(status, answer, document))}
${renderErrors(errors, operation.summary, document)}`;
}

/**
 * Version of the API: the first number is part of the path, the second increases with additions.
 */
const version = "1.0";

function renderDescription(installation: Installation): string {
  const sections = renderOpenApiGuide(installation).map(
    ({ title, text }) => `## ${title}\n\n${text}`,
  );
  return [...sections, renderErrorTable()].join("\n\n");
}

function renderOpenApiPreface(installation: Installation): OpenApiPreface {
  return {
    title: "partsdesk parts ordering",
    version,
    summary: "Look up aerospace parts and place draft orders at your own prices.",
    description: renderDescription(installation),
    baseUrl: installation.baseUrl,
    keyDescription: "An API key: `sk_live_` followed by 38 characters.",
    tags: [
      { name: "Catalog", description: "Look up parts." },
      { name: "Orders", description: "Place draft orders, list and get orders." },
      { name: "Quotes", description: "Request quotes, follow the answers, accept them." },
    ],
    components: {
      ...openApiComponents,
      responses: {
        UnknownAddress: describeErrorAnswer(["NOT_FOUND"]),
        MethodNotAllowed: describeErrorAnswer(["METHOD_NOT_ALLOWED"]),
      },
      examples: openApiErrorExamples,
    },
  };
}

const isBody = /(Request|Answer)$/;

type Chapter = { readonly id: string; readonly title: string; readonly body: Html };

function toChapter({ id, title, text }: GuideSection): Chapter {
  return { id, title, body: renderProse(text) };
}

function renderFirstRequest(lookup: string): Html {
  return html`${renderProse(
    "Set your key once in a shell. Then you can paste the requests on this page.",
  )}
${renderKeySetting()}
${renderCodeBlock("Look up a part number", lookup)}
${renderProse("Each part in the response has a `part_id`. To order, send it with a quantity.")}`;
}

function renderObjects(document: OpenApiDocument): Html {
  // Bodies are shown with their operations.
  const named = Object.entries(document.components.schemas).filter(([name]) => !isBody.test(name));
  const objects = named.map(
    ([name, schema]) => html`<section aria-labelledby="${name}">
<h3 id="${name}">${name}</h3>
${renderProse(schema.description ?? "")}
${renderReferencePageFields(schema)}</section>
`,
  );
  return html`${objects}`;
}

function listChapters(
  document: OpenApiDocument,
  installation: Installation,
  example: ExamplePart,
): Chapter[] {
  const { components } = document;
  const guide = new Map(renderOpenApiGuide(installation).map((section) => [section.id, section]));
  const take = (id: string): Chapter[] => {
    const section = guide.get(id);
    return section === undefined ? [] : [toChapter(section)];
  };
  const operations = listOperations(document, installation.baseUrl, example);
  return [
    ...take("overview"),
    ...take("authentication"),
    {
      id: "first-request",
      title: "First request",
      body: renderFirstRequest(operations[0]?.curl ?? ""),
    },
    ...take("client"),
    ...take("conventions"),
    ...operations.map((operation) => ({
      id: operation.operationId,
      title: operation.summary,
      body: renderReferencePageOperation(operation, document),
    })),
    { id: "headers", title: "Response headers", body: renderHeaders(components.headers) },
    ...["part_id", "idempotency", "money", "limits"].flatMap(take),
    ...take("errors").map(({ id, title, body }) => {
      return { id, title, body: html`${body}${renderReferencePageErrors(document)}` };
    }),
    { id: "objects", title: "Objects", body: renderObjects(document) },
  ];
}

type Reference = {
  readonly brand: Brand;
  readonly title: string;
  readonly description: string;
  /** Of the addresses of the page and the document. */
  readonly root: "" | "/operator";
  readonly baseUrl: string;
  readonly chapters: readonly Chapter[];
};

export function renderReference(reference: Reference): Html {
  const { brand, title, description, root, baseUrl, chapters } = reference;
  const links = chapters.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>\n`);
  const sections = chapters.map(
    ({ id, title, body }) => html`<section aria-labelledby="${id}">
<h2 id="${id}"><a href="#${id}">${title}</a></h2>
${body}</section>
`,
  );
  const page: Page = {
    site: {
      brand,
      frame: {
        kind: "bar",
        places: [
          { href: `${root}/docs`, text: title, icon: "file-text" },
          { href: `${root}/openapi.json`, text: "OpenAPI", icon: "code" },
        ],
        search: null,
        draft: null,
      },
      home: "/",
      menu: null,
      footer: null,
    },
    current: `${root}/docs`,
    title,
    description,
    main: html`<div class="reading">
<nav class="contents" aria-label="Contents"><ol>
${links}</ol></nav>
<article>
<h1>${title}</h1>
<p class="lead">Base URL <code>${baseUrl}</code>. Also available as
<a href="${root}/openapi.json">OpenAPI 3.1</a>.</p>
${sections}</article>
</div>
`,
  };
  return renderPage(page);
}

/**
 * Adds `/openapi.json`, `/docs` and the client that both name. They document the routes that are
 * registered later.
 */
export async function registerReferencePage(
  server: FastifyInstance,
  installation: Installation & Pick<ApiContext, "replica" | "clock">,
  readBrand: () => Promise<Brand>,
): Promise<void> {
  await registerOpenApi(server, renderOpenApiPreface(installation));
  registerClientPackage(server);
  /** The last page of each brand, with its example. */
  const pages = new WeakMap<Brand, readonly [example: string, page: Html]>();
  server.get("/docs", { schema: { hide: true } }, async (_request, reply) => {
    const brand = await readBrand();
    const example = findExample(installation.replica, utcDay(installation.clock()));
    const key = JSON.stringify(example);
    const [shown, last] = pages.get(brand) ?? [];
    const page =
      last !== undefined && shown === key
        ? last
        : renderReference({
            brand,
            title: "API reference",
            description: "How to look up parts and place draft orders through the API.",
            root: "",
            baseUrl: installation.baseUrl,
            chapters: listChapters(readOpenApi(server), installation, example),
          });
    pages.set(brand, [key, page]);
    return sendPage(reply, page, "no-cache");
  });
  server.get("/docs/", { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect("/docs", 301),
  );
}
