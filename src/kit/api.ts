// Declarations as operations of the operator API: an operation is a line of data, whether it comes
// from a list, a record or an action, or is written by hand. Routes and the OpenAPI document are made
// of it.
import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from "fastify";
import { type Static, type TObject, Type } from "typebox";
import type { KeyActor } from "../audit/actor.ts";
import { isUuid } from "../db/isUuid.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { allErrors, type ErrorCode, Failure } from "../errors.ts";
import { jsonAnswerType } from "../http/answerFailure.ts";
import type { JsonSchema, OpenApiDocument } from "../http/openApiDocument.ts";
import { type Fields, readFields } from "../site/fields.ts";
import { hasScope, type Scope } from "./access.ts";
import type { Action } from "./action.ts";
import type { Context, Noun } from "./declared.ts";
import { chooseNamed, isRequired, noId, propertiesOf, readInput } from "./input.ts";
import type { List } from "./list.ts";
import { exampleOf, toWire, wireSchema } from "./wire.ts";

export const operatorApiPrefix = "/operator/v1";

/** A request of a system whose key was accepted. */
type ApiCall = {
  readonly actor: KeyActor;
  readonly now: Date;
  readonly query: Fields;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  param(name: string): string;
};

/** What the body of an answer has besides `success`. */
type Answered = Readonly<Record<string, unknown>>;

/** `path` is below the prefix. Throws a Failure with one of `errors`, besides those of all. */
export type Operation<Needs> = {
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly scope: Scope;
  readonly summary: string;
  /** Parameters of the address; any other is refused. */
  readonly query?: TObject;
  readonly body?: TObject;
  /** The largest body in bytes, if it is not that of the API. */
  readonly bodyBytes?: number;
  readonly answer: object;
  readonly errors?: readonly ErrorCode[];
  readonly handle: (context: Needs, call: ApiCall) => Promise<Answered>;
};

type Named = { readonly singular: string; readonly plural: string };

/** `mail` is mail, mails and /mails. */
function nameOf({ name }: Pick<Noun<never>, "name">): Named {
  const singular = name.replaceAll(" ", "_");
  return { singular, plural: `${singular}s` };
}

const toId = (verb: string, noun: string): string =>
  `${verb}_${noun}`.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());

function refuseParameter(path: string, code: string, message: string): Failure {
  return new Failure("VALIDATION_FAILED", { message, details: [{ path, code, message }] });
}

/** Reads the parameters of an address, of which each is known and sent once. */
function readQuery<Schema extends TObject>(schema: Schema, query: Fields): Static<Schema> {
  const known = propertiesOf(schema).map(([name]) => name);
  for (const name of query.names()) {
    if (!known.includes(name)) {
      const names = known.join(", ") || "none";
      const message = `${name} is not a parameter of this request. The parameters are ${names}.`;
      throw refuseParameter(name, "additionalProperties", message);
    }
    if (query.all(name).length > 1) {
      throw refuseParameter(name, "maxItems", `${name} is sent twice.`);
    }
  }
  const { input, faults } = readInput(schema, query);
  if (faults === undefined) return input;
  const details = faults.map(({ field, text }) => ({ path: field, code: "format", message: text }));
  throw new Failure("VALIDATION_FAILED", { message: details[0]?.message ?? "", details });
}

const pageLimit = { usual: 50, most: 200 } as const;

const pageParameters = {
  cursor: Type.Optional(
    Type.String({ description: "`next_cursor` of the page before.", maxLength: 200 }),
  ),
  limit: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: pageLimit.most,
      description: `Rows of a page; ${pageLimit.usual} if it is not sent.`,
      fault: `limit must be an integer from 1 to ${pageLimit.most}.`,
    }),
  ),
};

/** A list with the parameters of its pages. */
function listParameters<Schema extends TObject>(filter: Schema): TObject {
  return Type.Object({ ...filter.properties, ...pageParameters });
}

/** How many rows a page has, and where it starts. */
function readPage(input: Readonly<Record<string, unknown>>) {
  const { cursor, limit } = input as { readonly cursor?: string; readonly limit?: number };
  return { after: cursor ?? null, limit: limit ?? pageLimit.usual };
}

/** The schema of the answer with a page of rows. */
function pageOf(plural: string, row: object): object {
  return Type.Object({
    [plural]: { type: "array", items: row, examples: [[exampleOf(row)]] } as never,
    next_cursor: { type: ["string", "null"], examples: [null] } as never,
  });
}

/** `GET /nouns`. */
export function listOperation<Needs extends Context, Row>(
  scope: Scope,
  declared: List<never, Row>,
): Operation<Needs> {
  const { of, filter, about, select } = declared;
  const { plural } = nameOf(of);
  const fields = of.wire;
  if (fields === undefined) throw new Error(`${declared.name} has nothing for machines.`);
  const query = listParameters(filter);
  return {
    id: toId("list", plural),
    method: "GET",
    path: `/${plural}`,
    scope,
    summary: `${about[0]?.toUpperCase()}${about.slice(1)}`,
    query,
    answer: pageOf(plural, wireSchema(fields, of.name)),
    async handle({ db }, { query: sent, now }) {
      const { cursor: _, limit: __, ...typed } = readQuery(query, sent) as Record<string, unknown>;
      const { after, limit } = readPage(readQuery(query, sent));
      const named = await chooseNamed(db, filter, typed as never, () => "");
      const unclear = named.choices.find(({ id }) => id === noId);
      if (unclear !== undefined) {
        const message = `${unclear.name}: none or several match “${unclear.text}”.`;
        throw refuseParameter(unclear.name, "format", message);
      }
      if (after !== null && !isUuid(after)) {
        const message = "cursor is not valid. Use next_cursor of the previous page.";
        throw refuseParameter("cursor", "pattern", message);
      }
      const asked = { filter: named.filter, now, zone: "UTC" };
      const found = await select(db, asked, { after, limit: limit + 1 });
      const page = found.slice(0, limit);
      const last = found.length > limit ? page.at(-1) : undefined;
      return {
        [plural]: page.map((row) => toWire(fields, row)),
        next_cursor: last === undefined ? null : of.idOf(last),
      };
    },
  };
}

function answerOf<Row>(of: Noun<Row>): object {
  const { singular } = nameOf(of);
  return Type.Object({ [singular]: wireSchema(of.wire, of.name) as never });
}

function unknown(of: Pick<Noun<never>, "name">): Failure {
  return new Failure("NOT_FOUND", { message: `There is no such ${of.name}.` });
}

/** `GET /nouns/{noun}`. */
export function recordOperation<Needs extends Context, Row>(
  scope: Scope,
  of: Noun<Row>,
): Operation<Needs> {
  const { singular, plural } = nameOf(of);
  return {
    id: toId("read", singular),
    method: "GET",
    path: `/${plural}/:${singular}`,
    scope,
    summary: `Get one ${of.name}`,
    query: Type.Object({}),
    answer: answerOf(of),
    errors: ["NOT_FOUND"],
    async handle({ db }, { param }) {
      const row = await of.find(db, param(singular), { lock: false });
      if (row === undefined) throw unknown(of);
      return { [singular]: toWire(of.wire, row) };
    },
  };
}

/** `POST /nouns/{noun}/verb`. A refusal is 409 with its name in the details. */
export function actionOperation<Needs extends Context, Row>(
  scope: Scope,
  declared: Action<Needs, Row>,
): Operation<Needs> {
  const { of, verb, about, input, perform } = declared;
  const { singular, plural } = nameOf(of);
  return {
    id: toId(verb, singular),
    method: "POST",
    path: `/${plural}/:${singular}/${verb}`,
    scope,
    summary: `${about[0]?.toUpperCase()}${about.slice(1)}`,
    query: Type.Object({}),
    body: input,
    answer: answerOf(of),
    errors: ["NOT_FOUND", "CONFLICT"],
    async handle(context, { param, body, actor, now }) {
      const texts = Object.entries(body ?? {}).map(([name, value]) => [
        name,
        typeof value === "string" ? toStorableText(value) : value,
      ]);
      const ask = { id: param(singular), input: Object.fromEntries(texts) };
      const result = await perform(context, ask, { actor, now });
      if (result === undefined) throw unknown(of);
      if ("refused" in result) {
        const state = toWire(of.wire, result.row)["state"];
        const details = [{ path: "", code: result.refused, message: result.text, state }];
        throw new Failure("CONFLICT", { message: result.text, details });
      }
      const row = await of.find(context.db, result.at, { lock: false });
      if (row === undefined) throw unknown(of);
      return { [singular]: toWire(of.wire, row) };
    },
  };
}

/** What a key is, once it was accepted. */
type ApiKeyHolder = KeyActor["key"] & { readonly scopes: readonly Scope[] };

export type ApiSettings<Needs> = {
  readonly context: Needs;
  readonly operations: readonly Operation<Needs>[];
  readonly clock: () => Date;
  /** Throws INVALID_API_KEY or KEY_REVOKED, or RATE_LIMITED above the limit of the key. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<ApiKeyHolder>;
  readonly record: onResponseHookHandler;
};

const holders = new WeakMap<FastifyRequest, ApiKeyHolder>();

/** Adds the operations; nothing else is reachable under the prefix. */
export function registerOperations<Needs>(
  server: FastifyInstance,
  { context, operations, clock, admit, record }: ApiSettings<Needs>,
): void {
  for (const operation of operations) {
    const { method, path, scope, query = Type.Object({}), body, bodyBytes, handle } = operation;
    server.route({
      method,
      url: `${operatorApiPrefix}${path}`,
      schema: { hide: true, ...(body && { body: { ...body, type: ["object", "null"] } }) },
      ...(bodyBytes !== undefined && { bodyLimit: bodyBytes }),
      async onRequest(request, reply) {
        const holder = await admit(request, reply);
        holders.set(request, holder);
        if (hasScope(holder.scopes, scope)) return;
        const message = `The key has no scope ${scope}.`;
        const details = [{ path: "", code: "INSUFFICIENT_SCOPE", message, scope }];
        throw new Failure("INSUFFICIENT_SCOPE", { message, details });
      },
      onResponse: record,
      async handler(request, reply) {
        const key = holders.get(request);
        if (key === undefined) throw new Error("The request was not admitted.");
        const params = new Map(Object.entries(request.params as Record<string, string>));
        const [, search = ""] = request.url.split("?", 2);
        const sent = readFields(search);
        if (operation.query !== undefined) readQuery(query, sent);
        const answered = await handle(context, {
          actor: { kind: "key", key, requestId: request.id },
          now: clock(),
          query: sent,
          body: request.body,
          request,
          reply,
          param: (name) => toStorableText(params.get(name) ?? ""),
        });
        const text = JSON.stringify({ success: true, ...answered });
        return reply.header("content-type", jsonAnswerType).send(text);
      },
    });
  }
}

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

const errorSchema = "#/components/schemas/Error";

function describeError(code: ErrorCode): object {
  const { message } = allErrors[code];
  const details = [{ path: "", code, message }];
  const error = { code, message, request_id: "req_01a1fe69f7c07b3e9d41f2a65c80e713", details };
  return { value: { success: false, error } };
}

function describeAnswers({ answer, body, errors = [] }: Operation<never>): object {
  const shown = answer as { properties?: Record<string, object>; required?: readonly string[] };
  const properties = { success: { const: true, examples: [true] }, ...shown.properties };
  const required = ["success", ...(shown.required ?? [])];
  const schema = { type: "object", properties, required };
  const codes = [...everywhere, ...(body ? withBody : []), ...errors];
  const byStatus = Map.groupBy(codes, (code) => allErrors[code].status);
  const refused = [...byStatus].map(([status, ofStatus]) => [
    String(status),
    {
      description: ofStatus.map((code) => `- \`${code}\`: ${allErrors[code].message}`).join("\n"),
      content: {
        "application/json": {
          schema: { $ref: errorSchema },
          examples: Object.fromEntries(ofStatus.map((code) => [code, describeError(code)])),
        },
      },
    },
  ]);
  const example = { value: exampleOf(schema) };
  return {
    200: {
      description: "Done.",
      content: { "application/json": { schema, examples: { example } } },
    },
    ...Object.fromEntries(refused),
  };
}

function describeOperation(operation: Operation<never>): object {
  const { id, path, scope, summary, query, body } = operation;
  const [, tag = ""] = path.split("/");
  const parameters = [
    ...[...path.matchAll(/:(\w+)/g)].map(([, name]) => ({
      name,
      in: "path",
      required: true,
      description: "Its ID.",
      schema: { type: "string", maxLength: 200 },
    })),
    ...(query === undefined ? [] : propertiesOf(query)).map(([name, property]) => {
      const { title, description = title ?? name, fault: _, choose: __, ...rest } = property;
      const { words: ___, suggestions: ____, ...schema } = rest;
      const required = query !== undefined && isRequired(query, name);
      return { name, in: "query", required, description, schema };
    }),
  ];
  const content = body && {
    "application/json": { schema: body, examples: { example: { value: exampleOf(body) } } },
  };
  return {
    operationId: id,
    summary,
    description: `Scope: \`${scope}\`.`,
    tags: [tag],
    ...(parameters.length > 0 && { parameters }),
    ...(content && {
      requestBody: {
        required: propertiesOf(body).some(([name]) => isRequired(body, name)),
        content,
      },
    }),
    responses: describeAnswers(operation),
  };
}

/** The OpenAPI 3.1 document of operations. */
export function describeOperations(
  operations: readonly Operation<never>[],
  about: { readonly title: string; readonly version: string; readonly baseUrl: string },
): OpenApiDocument {
  const addressOf = ({ path }: Operation<never>) =>
    `${operatorApiPrefix}${path.replace(/:(\w+)/g, "{$1}")}`;
  const paths = [...Map.groupBy(operations, addressOf)].map(([path, ofPath]) => [
    path,
    Object.fromEntries(ofPath.map((one) => [one.method.toLowerCase(), describeOperation(one)])),
  ]);
  const tags = [...new Set(operations.map(({ path }) => path.split("/")[1] ?? ""))];
  const detail = Type.Object(
    { path: Type.String(), code: Type.String(), message: Type.String() },
    { additionalProperties: true },
  );
  const error = Type.Object({
    code: Type.String({ description: "Decide by this code, not by the message." }),
    message: Type.String(),
    request_id: Type.String(),
    details: Type.Optional(Type.Array(detail)),
  });
  const schemas = { Error: Type.Object({ success: Type.Literal(false), error }) };
  const { title, version, baseUrl } = about;
  return {
    openapi: "3.1.0",
    info: {
      title,
      version,
      summary: "For the distributor's own systems.",
      description:
        "Send a key of the operator API with each request: `Authorization: Bearer ok_live_…`. " +
        "An answer has `success`; an error has a `code`, and the same `request_id` as the header " +
        "`X-Request-Id`.",
    },
    servers: [{ url: baseUrl }],
    security: [{ key: [] }],
    tags: tags.map((name) => ({ name, description: name })),
    paths: Object.fromEntries(paths) as OpenApiDocument["paths"],
    components: {
      schemas: schemas as unknown as Readonly<Record<string, JsonSchema>>,
      headers: {},
      responses: {},
      examples: {},
      securitySchemes: {
        key: { type: "http", scheme: "bearer", description: "A key `ok_live_…`." },
      },
    },
  };
}
