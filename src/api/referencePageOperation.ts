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
  Parameter,
} from "../http/openApiDocument.ts";
import { errorRowId } from "./referencePageErrors.ts";
import {
  headerRowId,
  nameOf,
  renderParameters,
  renderReferencePageFields,
} from "./referencePageFields.ts";

/** `curl` sends the first example. */
type RenderedOperation = Operation & {
  readonly method: string;
  readonly path: string;
  readonly curl: string;
};

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function listExamples(content: JsonContent): [string, Example][] {
  return Object.entries(content["application/json"].examples).flatMap(([name, example]) =>
    "value" in example ? [[name, example] as [string, Example]] : [],
  );
}

function fillIn(path: string, parameters: readonly Parameter[]): string {
  return parameters
    .filter((parameter) => parameter.in === "path")
    .reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
}

const shownQuery: ReadonlySet<string> = new Set(["status", "limit"]);

function formatCurl(url: string, operation: Operation): string {
  const { parameters = [], requestBody } = operation;
  const query = parameters
    .filter((parameter) => parameter.in === "query" && shownQuery.has(parameter.name))
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join("&");
  const headers = parameters
    .filter((parameter) => parameter.in === "header")
    .map(({ name, example }) => `-H ${quote(`${name}: ${example}`)}`);
  const [first] = requestBody === undefined ? [] : listExamples(requestBody.content);
  const body =
    first === undefined
      ? []
      : [
          `-H ${quote("Content-Type: application/json")}`,
          ...headers,
          `-d ${quote(writeJson(first[1].value))}`,
        ];
  const address = `${url}${query === "" ? "" : `?${query}`}`;
  return [`curl -sS ${quote(address)}`, '-H "Authorization: Bearer $PARTSDESK_KEY"', ...body].join(
    " \\\n  ",
  );
}

export function listOperations(document: OpenApiDocument, baseUrl: string): RenderedOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      curl: formatCurl(baseUrl + fillIn(path, operation.parameters ?? []), operation),
    })),
  );
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
  const schema = document.components.schemas[nameOf($ref)];
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
  const rows = errors.flatMap(([status, answer]) =>
    Object.keys(answer.content["application/json"].examples).map((code) => ({
      cells: [
        html`<a href="#${errorRowId(code)}">${code}</a>`,
        status,
        document.components.examples[code]?.summary,
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
