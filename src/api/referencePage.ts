// The API reference as one page, generated from the OpenAPI document. It works offline, can be
// printed and needs no script.

import type { FastifyInstance } from "fastify";
import { type ExamplePart, findExample } from "../catalog/search/siteQueries.ts";
import { utcDay } from "../day.ts";
import type { Brand } from "../html/brand/brand.ts";
import { renderCodeBlock, renderKeySetting } from "../html/codeBlock.ts";
import { type Html, html } from "../html/html.ts";
import { type Page, renderPage } from "../html/page.ts";
import { renderProse } from "../html/prose.ts";
import { unknownReader } from "../html/reader/reader.ts";
import { sendPage } from "../html/sendPage.ts";
import { registerClientPackage } from "../http/clientPackage.ts";
import type { OpenApiDocument } from "../http/openApiDocument.ts";
import { type OpenApiPreface, readOpenApi, registerOpenApi } from "../http/registerOpenApi.ts";
import type { ApiContext } from "./apiContext.ts";
import { describeErrorAnswer } from "./describeAnswers.ts";
import { openApiComponents } from "./openApiComponents.ts";
import { openApiErrorExamples } from "./openApiErrorExamples.ts";
import { renderErrorTable } from "./openApiErrorGuide.ts";
import { type GuideSection, type Installation, renderOpenApiGuide } from "./openApiGuide.ts";
import { renderReferencePageErrors } from "./referencePageErrors.ts";
import { renderHeaders, renderReferencePageFields } from "./referencePageFields.ts";
import { listOperations, renderReferencePageOperation } from "./referencePageOperation.ts";

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

function renderReferencePage(
  document: OpenApiDocument,
  installation: Installation,
  brand: Brand,
  example: ExamplePart,
): Html {
  const chapters = listChapters(document, installation, example);
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
          { href: "/docs", text: "API reference", icon: "file-text" },
          { href: "/openapi.json", text: "OpenAPI", icon: "code" },
        ],
        search: null,
        draft: null,
      },
      home: "/",
      menu: null,
      footer: null,
    },
    current: "/docs",
    title: "API reference",
    description: "How to look up parts and place draft orders through the API.",
    main: html`<div class="reading">
<nav class="contents" aria-label="Contents"><ol>
${links}</ol></nav>
<article>
<h1>API reference</h1>
<p class="lead">Base URL <code>${installation.baseUrl}</code>. Also available as
<a href="/openapi.json">OpenAPI 3.1</a>.</p>
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
        : renderReferencePage(readOpenApi(server), installation, brand, example);
    pages.set(brand, [key, page]);
    return sendPage(reply, page, { caching: "no-cache", reader: unknownReader });
  });
  server.get("/docs/", { schema: { hide: true } }, async (_request, reply) =>
    reply.redirect("/docs", 301),
  );
}
