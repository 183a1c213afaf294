// The OpenAPI document of the operator API, and its reference as one page.
import type { FastifyInstance } from "fastify";
import { type TSchema, Type } from "typebox";
import { operatorApiPrefix, type ScopedOperation } from "../../kit/api.ts";
import { allErrors, type ErrorCode } from "../../kit/errors.ts";
import type { Brand } from "../../kit/html/brand/brand.ts";
import type { Html } from "../../kit/html/html.ts";
import { renderProse } from "../../kit/html/prose.ts";
import { sendPage } from "../../kit/html/sendPage.ts";
import { type Column, renderTable } from "../../kit/html/table.ts";
import { isRequired, propertiesOf } from "../../kit/input.ts";
import { exampleOf } from "../../kit/wire.ts";
import type {
  Answer,
  JsonContent,
  JsonSchema,
  OpenApiDocument,
  Operation,
} from "../http/openApiDocument.ts";
import { describeErrorAnswer, successHeaders } from "./describeAnswers.ts";
import { openApiComponents, referToHeaders } from "./openApiComponents.ts";
import {
  errorRowId,
  listRendered,
  renderReference,
  renderReferencePageOperation,
} from "./referencePage.ts";
import { renderHeaders } from "./referencePageFields.ts";

const everywhere: readonly ErrorCode[] = [
  "INVALID_API_KEY",
  "KEY_REVOKED",
  "INSUFFICIENT_SCOPE",
  "RATE_LIMITED",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "VALIDATION_FAILED",
  "INTERNAL_ERROR",
  "UNAVAILABLE",
];
const withBody: readonly ErrorCode[] = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_ENCODING"];
const documented: readonly ErrorCode[] = [...everywhere, ...withBody, "NOT_FOUND", "CONFLICT"];

const error = Type.Object({
  success: Type.Literal(false),
  error: Type.Object({
    code: Type.String({ description: "Decide by this code, not by the message." }),
    message: Type.String(),
    request_id: Type.String(),
    details: Type.Optional(
      Type.Array(
        Type.Object(
          { path: Type.String(), code: Type.String(), message: Type.String() },
          { additionalProperties: true },
        ),
      ),
    ),
  }),
});

function describeExample(code: ErrorCode) {
  const { message } = allErrors[code];
  const details = [{ path: "", code, message }];
  const error = { code, message, request_id: "req_01a1fe69f7c07b3e9d41f2a65c80e713", details };
  return { summary: message, value: { success: false, error } };
}

function describeJson(schema: object): JsonContent {
  const examples = { example: { value: exampleOf(schema) } };
  return { "application/json": { schema: schema as JsonSchema, examples } };
}

function describeAnswers(operation: ScopedOperation<never>): Readonly<Record<string, Answer>> {
  const { answer, later, body, errors = [] } = operation;
  const codes = [...everywhere, ...(body ? withBody : []), ...errors];
  const $ref = "#/components/schemas/Error";
  const refused = [...Map.groupBy(codes, (code) => allErrors[code].status)].map(
    ([status, ofStatus]) => [status, describeErrorAnswer(ofStatus, {}, { $ref })] as const,
  );
  const headers = referToHeaders(successHeaders);
  if (answer === "csv") {
    const content = { "text/csv": { schema: { type: "string" } } } as never;
    return { 200: { description: "The file.", headers, content }, ...Object.fromEntries(refused) };
  }
  const { properties, required = [] } = answer as JsonSchema;
  const content = describeJson({
    type: "object",
    properties: { success: { const: true, examples: [true] }, ...properties },
    required: ["success", ...required],
  });
  return {
    200: { description: "Done.", headers, content },
    ...(later !== undefined && {
      202: {
        description: later,
        headers: referToHeaders([...successHeaders, "Location"]),
        content,
      },
    }),
    ...Object.fromEntries(refused),
  };
}

function describeParameters({ path, query }: ScopedOperation<never>): Operation["parameters"] {
  const named = [...path.matchAll(/:(\w+)/g)].map(([, name = ""]) => {
    const schema = { type: "string", maxLength: 200 };
    return { name, in: "path", required: true, description: "Its ID.", schema } as const;
  });
  if (query === undefined) return named;
  const asked = propertiesOf(query).map(([name, property]) => {
    const { title, description = `${title ?? name}.`, fault: _, choose: __, ...rest } = property;
    const { words: ___, suggestions: ____, ...schema } = rest;
    const required = isRequired(query, name);
    return { name, in: "query", required, description, schema: schema as JsonSchema } as const;
  });
  return [...named, ...asked];
}

function describeBody({ body }: ScopedOperation<never>): Partial<Operation> {
  if (body === undefined) return {};
  if (body === "file") {
    const schema = { type: "string", format: "binary" };
    const content = { "application/octet-stream": { schema } } as never;
    return { requestBody: { required: true, content } };
  }
  const required = propertiesOf(body).some(([name]) => isRequired(body, name));
  return { requestBody: { required, content: describeJson(body) } };
}

function describeOperation(operation: ScopedOperation<never>): Operation {
  const { id: operationId, path, scope, summary } = operation;
  const parameters = describeParameters(operation) ?? [];
  return {
    operationId,
    summary,
    description: `Scope: \`${scope}\`.`,
    tags: [path.split("/")[1] ?? ""],
    ...(parameters.length > 0 && { parameters }),
    ...describeBody(operation),
    responses: describeAnswers(operation),
  };
}

/** The OpenAPI 3.1 document of operations. */
function describeOperations(
  operations: readonly ScopedOperation<never>[],
  baseUrl: string,
): OpenApiDocument {
  const addressOf = ({ path }: ScopedOperation<never>) =>
    `${operatorApiPrefix}${path.replace(/:(\w+)/g, "{$1}")}`;
  const paths = [...Map.groupBy(operations, addressOf)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((one) => [one.method.toLowerCase(), describeOperation(one)])),
  ]);
  const tags = [...new Set(operations.map(({ path }) => path.split("/")[1] ?? ""))];
  return {
    openapi: "3.1.0",
    info: {
      title: "partsdesk operator API",
      version: "1.0",
      summary: "For the distributor's own systems.",
      description:
        "Send a key of the operator API with each request: `Authorization: Bearer ok_live_…`. " +
        "An answer has `success`; an error has a `code`, and the same `request_id` as the header " +
        "`X-Request-Id`.",
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags: tags.map((name) => ({ name, description: name })),
    paths: Object.fromEntries(paths),
    components: {
      schemas: { Error: error as TSchema as JsonSchema },
      headers: openApiComponents.headers,
      responses: {},
      examples: Object.fromEntries(documented.map((code) => [code, describeExample(code)])),
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key `ok_live_…`." },
      },
    },
  };
}

const errorColumns: readonly Column[] = [
  { title: "Code", kind: "code" },
  { title: "HTTP", kind: "number" },
  { title: "Message", kind: "prose" },
];

/** Adds `/operator/openapi.json` and `/operator/docs`. */
export function registerOperatorReference(
  server: FastifyInstance,
  operations: readonly ScopedOperation<never>[],
  baseUrl: string,
  readBrand: () => Promise<Brand>,
): void {
  const document = describeOperations(operations, baseUrl);
  const hidden = { schema: { hide: true } };
  server.get("/operator/openapi.json", hidden, async () => document);
  const errors = documented.map((code) => {
    const { status, message } = allErrors[code];
    return { id: errorRowId(code), cells: [code, status, message] };
  });
  const { description } = document.info;
  const chapters = [
    { id: "keys", title: "Keys", body: renderProse(description) },
    ...listRendered(document).map((operation) => ({
      id: operation.operationId,
      title: operation.summary,
      body: renderReferencePageOperation(operation, document),
    })),
    {
      id: "headers",
      title: "Response headers",
      body: renderHeaders(document.components.headers),
    },
    {
      id: "errors",
      title: "Errors",
      body: renderTable({ caption: "All errors", columns: errorColumns, rows: errors }),
    },
  ];
  const pages = new WeakMap<Brand, Html>();
  server.get("/operator/docs", hidden, async (_request, reply) => {
    const brand = await readBrand();
    const page =
      pages.get(brand) ??
      renderReference({
        brand,
        title: "Operator API reference",
        description: "How the distributor's own systems use partsdesk.",
        root: "/operator",
        baseUrl,
        chapters,
      });
    pages.set(brand, page);
    return sendPage(reply, page, "no-cache");
  });
}
