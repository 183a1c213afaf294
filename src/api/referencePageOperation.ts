// One operation on the reference page: what it takes, a call to paste, what it answers, how it fails.
import { writeCodeBlock } from "../html/codeBlock.ts";
import { type Html, html } from "../html/html.ts";
import { writeProse } from "../html/prose.ts";
import { writeTable } from "../html/table.ts";
import type {
  Answer,
  Example,
  JsonContent,
  OpenApiDocument,
  Operation,
  Parameter,
} from "../http/openApiDocument.ts";
import { nameOf, writeParameters, writeType } from "./referencePageFields.ts";
import { errorRowId } from "./referencePageErrors.ts";

/** An operation with its address and, for a shell, its first example as a call. */
export type ShownOperation = Operation & {
  readonly method: string;
  readonly path: string;
  readonly curl: string;
};

/** Text as one word of a shell. */
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

function writeCurl(method: string, url: string, operation: Operation): string {
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
          `-d ${quote(JSON.stringify(first[1].value, null, 2))}`,
        ];
  const address = `${url}${query === "" ? "" : `?${query}`}`;
  return [`curl -sS ${quote(address)}`, '-H "Authorization: Bearer $API_KEY"', ...body].join(
    " \\\n  ",
  );
}

/** The operations of a document in its order, called at `baseUrl`. */
export function listOperations(document: OpenApiDocument, baseUrl: string): ShownOperation[] {
  return Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
      curl: writeCurl(method, baseUrl + fillIn(path, operation.parameters ?? []), operation),
    })),
  );
}

function writeExamples(label: string, content: JsonContent): Html {
  const blocks = listExamples(content).map(([, { summary, value }]) =>
    writeCodeBlock(`${label}: ${summary}`, JSON.stringify(value, null, 2)),
  );
  return html`${blocks}`;
}

const parameterKinds = [
  { kind: "path", title: "Path" },
  { kind: "query", title: "Query" },
  { kind: "header", title: "Headers" },
] as const;

function writeInputs({ parameters = [], requestBody, summary }: ShownOperation): Html {
  const tables = parameterKinds.map(({ kind, title }) => {
    const ofKind = parameters.filter((parameter) => parameter.in === kind);
    if (ofKind.length === 0) return null;
    return html`<h3>${title}</h3>\n${writeParameters(`${title} of: ${summary}`, ofKind)}`;
  });
  const schema = requestBody?.content["application/json"].schema;
  const body = schema && html`<h3>Body</h3>\n<p>JSON: ${writeType(schema)}</p>\n`;
  return html`${tables}${body}`;
}

function writeSuccess(status: string, answer: Answer): Html {
  const { schema } = answer.content["application/json"];
  const headers = Object.values(answer.headers).map(({ $ref }, index) => [
    index > 0 && ", ",
    html`<code>${nameOf($ref)}</code>`,
  ]);
  return html`<h3>Answer ${status}</h3>
<p>${answer.description} JSON: ${writeType(schema)}. Headers: ${headers}.</p>
${writeExamples(`Answer ${status}`, answer.content)}`;
}

function writeErrors(errors: readonly (readonly [string, Answer])[], summary: string): Html {
  const rows = errors.flatMap(([status, answer]) =>
    Object.keys(answer.content["application/json"].examples).map((code) => ({
      cells: [status, html`<a href="#${errorRowId(code)}"><code>${code}</code></a>`],
    })),
  );
  return html`<h3>Errors</h3>
${writeTable({
  caption: `Errors of: ${summary}`,
  columns: [
    { title: "HTTP", kind: "number" },
    { title: "Code", kind: "code" },
  ],
  rows,
})}`;
}

/** The body of an operation's chapter. */
export function writeOperation(operation: ShownOperation): Html {
  const answers = Object.entries(operation.responses);
  const successes = answers.filter(([status]) => status.startsWith("2"));
  const errors = answers.filter(([status]) => !status.startsWith("2"));
  return html`<p class="address"><code>${operation.method} ${operation.path}</code></p>
${writeProse(operation.description)}
${writeInputs(operation)}
${writeCodeBlock("Call", operation.curl)}
${successes.map(([status, answer]) => writeSuccess(status, answer))}
${writeErrors(errors, operation.summary)}`;
}
