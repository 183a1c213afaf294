import type { ExamplePart } from "../catalog/search/siteQueries.ts";
import { renderCodeBlock } from "../html/codeBlock.ts";
import { type Html, html } from "../html/html.ts";
import { writeJson } from "../html/json.ts";
import { renderInline, renderProse } from "../html/prose.ts";
import { renderTable } from "../html/table.ts";
import type {
  Answer,
  Example,
  JsonContent,
  JsonSchema,
  OpenApiDocument,
  Operation,
} from "../http/openApiDocument.ts";
import { formatCurl } from "../mail/formatSampleRequest.ts";
import { errorRowId } from "./referencePageErrors.ts";
import {
  headerRowId,
  nameOf,
  renderParameters,
  renderReferencePageFields,
} from "./referencePageFields.ts";

type RenderedOperation = Operation & {
  readonly method: string;
  readonly path: string;
  readonly curl: string;
};

/** Shell variables that the requests on the page read, and how to get them. */
const variables = [
  { name: "PART_ID", from: "lookUpParts", pick: "grep -o 'pt_[A-Za-z0-9_-]*' | head -n 1" },
  {
    name: "ORDER_ID",
    from: "listOrders",
    pick: `grep -o '"order_id":"[^"]*' | head -n 1 | cut -d '"' -f 4`,
  },
] as const;

/** Bodies that work as pasted with the catalog that is served. */
function writeBody(operationId: string, { partNumber, quantity }: ExamplePart): unknown {
  if (operationId === "lookUpParts") return { part_numbers: [partNumber] };
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
  const path = url.replace("{order_id}", "$ORDER_ID");
  const curl = formatCurl(`${path}${query === "" ? "" : `?${query}`}`, body, undefined, headers);
  // The shell fills in variables only outside of single quotes.
  return curl.replace(/\$(PART|ORDER)_ID/g, `'"$&"'`);
}

/** The operations, each with a request that works as pasted if `PARTSDESK_KEY` is set. */
export function listOperations(
  document: OpenApiDocument,
  baseUrl: string,
  example: ExamplePart,
): RenderedOperation[] {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      curl: formatRequest(baseUrl + path, operation, example),
    })),
  );
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
    renderCodeBlock(`${label}: ${summary}`, writeJson(value)),
  );
  return html`${blocks}`;
}

const parameterKinds = [
  { kind: "path", title: "Path" },
  { kind: "query", title: "Query" },
  { kind: "header", title: "Headers" },
] as const;

function renderBodyFields({ $ref = "" }: JsonSchema, document: OpenApiDocument): Html {
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
  const schema = requestBody?.content["application/json"].schema;
  const body = schema && html`<h3>Body</h3>\n${renderBodyFields(schema, document)}`;
  return html`${tables}${body}`;
}

function renderSuccess(status: string, answer: Answer, document: OpenApiDocument): Html {
  const { schema } = answer.content["application/json"];
  const headers = Object.keys(answer.headers).map((name, index) => [
    index > 0 && ", ",
    html`<a href="#${headerRowId(name)}"><code>${name}</code></a>`,
  ]);
  return html`<h3>Response ${status}</h3>
<p>${renderInline(answer.description)} Headers: ${headers}.</p>
${renderBodyFields(schema, document)}
${renderExamples(`Response ${status}`, answer.content)}`;
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
${renderCodeBlock(`Request: ${operation.summary}`, operation.curl)}
${successes.map(([status, answer]) => renderSuccess(status, answer, document))}
${renderErrors(errors, operation.summary, document)}`;
}
