// Declarations as operations of the operator API: an operation is a line of data, whether it comes
// from a list, a record or an action, or is written by hand. Routes and the OpenAPI document are made
// of it.

import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyReply, FastifyRequest, onResponseHookHandler } from "fastify";
import { type Static, type TObject, Type } from "typebox";
import type { KeyActor } from "../audit/actor.ts";
import type { Database } from "../db/database.ts";
import { isUuid } from "../db/isUuid.ts";
import { toStorableText } from "../db/toStorableText.ts";
import { jsonAnswerType } from "../server/http/answerFailure.ts";
import { hasScope, type Part, type Scope } from "./access.ts";
import type { Verb } from "./action.ts";
import type { Context, Noun } from "./declared.ts";
import { type ErrorCode, Failure } from "./errors.ts";
import { capitalize } from "./html/capitalize.ts";
import { chooseEach, isRequired, propertiesOf, readInput } from "./input.ts";
import type { Listing } from "./list.ts";
import { type Fields, readFields } from "./site/fields.ts";
import { exampleOf, toWire, wireSchema } from "./wire.ts";

export const operatorApiPrefix = "/operator/v1";

/** A request of a system whose key was accepted. */
export type ApiCall = {
  readonly actor: KeyActor;
  readonly now: Date;
  /** The parameters of the address, as the operation declares them. */
  readonly input: unknown;
  readonly body: unknown;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  param(name: string): string;
};

/** What the body of an answer has besides `success`, or a file instead. */
type Answered = Readonly<Record<string, unknown>> | CsvFile;

/** A file that is sent as it is. */
export class CsvFile {
  readonly bytes: Readable;

  constructor(bytes: Readable) {
    this.bytes = bytes;
  }
}

/** `path` is below the prefix. Throws a Failure with one of `errors`, besides those of all. */
export type Operation<Needs> = {
  readonly id: string;
  readonly method: "GET" | "POST" | "PATCH";
  readonly path: string;
  readonly summary: string;
  /** Parameters of the address, by default none; any other is refused. */
  readonly query?: TObject;
  /** "file": any bytes, which `handle` reads from the call's body, a stream. */
  readonly body?: TObject | "file";
  /** "csv": a file. */
  readonly answer: object | "csv";
  /** When the answer is 202 instead of 200. */
  readonly later?: string;
  readonly errors?: readonly ErrorCode[];
  readonly handle: (context: Needs, call: ApiCall) => Promise<Answered>;
};

/** An operation that needs a scope. */
export type ScopedOperation<Needs> = Operation<Needs> & { readonly scope: Scope };

/** Operations of a part: those that change something need its scope to write. */
export function inPart<Needs>(
  part: Part,
  operations: readonly Operation<Needs>[],
): readonly ScopedOperation<Needs>[] {
  return operations.map((one) => ({
    ...one,
    scope: `${part}:${one.method === "GET" ? "read" : "write"}` as Scope,
  }));
}

type Named = {
  readonly singular: string;
  readonly plural: string;
  /** Of its list, below the prefix. */
  readonly path: string;
};

/** `key request` is key_request, key_requests and /key-requests. */
function nameOf({ name }: Pick<Noun<never>, "name">): Named {
  const singular = name.replaceAll(" ", "_");
  return { singular, plural: `${singular}s`, path: `/${name.replaceAll(" ", "-")}s` };
}

const toId = (verb: string, noun: string): string =>
  `${verb}_${noun}`.replace(/[_-]([a-z])/g, (_, letter: string) => letter.toUpperCase());

export function refuseParameter(path: string, code: string, message: string): Failure {
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
    const isList = propertiesOf(schema).some(([one, { type }]) => one === name && type === "array");
    if (!isList && query.all(name).length > 1) {
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

/** `GET /nouns`: a page of rows, with the parameters of the filter, and where the next begins. */
export function listOperation<Row>({
  name,
  of,
  filter,
  about,
  select,
}: Listing<Row>): Operation<Context> {
  const { wire } = of;
  if (wire === undefined) throw new Error(`${name} has nothing for machines.`);
  const { plural, path } = nameOf(of);
  const row = wireSchema(wire, of.name);
  const pages = Type.Object(pageParameters);
  return {
    id: toId("list", plural),
    method: "GET",
    path,
    summary: capitalize(about),
    query: Type.Object({ ...filter.properties, ...pageParameters }),
    answer: Type.Object({
      [plural]: { type: "array", items: row, examples: [[exampleOf(row)]] } as never,
      next_cursor: { type: ["string", "null"], examples: [null] } as never,
    }),
    async handle({ db }, { input, now }) {
      const { cursor = null, limit = pageLimit.usual, ...typed } = input as Static<typeof pages>;
      if (cursor !== null && !isUuid(cursor)) {
        const message = "cursor is not valid. Use next_cursor of the previous page.";
        throw refuseParameter("cursor", "pattern", message);
      }
      const named = await chooseEach(db, filter, typed, (parameter, message) => {
        throw refuseParameter(parameter, "format", `${parameter}: ${message}`);
      });
      const page = { after: cursor, limit: limit + 1 };
      const found = await select(db, { filter: named, now, zone: "UTC" }, page);
      const rows = found.slice(0, limit);
      const last = found.length > limit ? rows.at(-1) : undefined;
      return {
        [plural]: rows.map((one) => toWire(wire, one, now)),
        next_cursor: last === undefined ? null : of.idOf(last),
      };
    },
  };
}

function answerOf({ name, wire }: Pick<Noun<never>, "name" | "wire">): object {
  return Type.Object({ [nameOf({ name }).singular]: wireSchema(wire, name) as never });
}

function unknown(of: Pick<Noun<never>, "name">): Failure {
  return new Failure("NOT_FOUND", { message: `There is no such ${of.name}.` });
}

type Found<Row> = Pick<Noun<Row, Database>, "name" | "find" | "wire">;

/** `GET /nouns/{noun}`. */
export function recordOperation<Row>(of: Found<Row>): Operation<Context> {
  const { singular, path } = nameOf(of);
  return {
    id: toId("read", singular),
    method: "GET",
    path: `${path}/:${singular}`,
    summary: `Get one ${of.name}`,
    answer: answerOf(of),
    errors: ["NOT_FOUND"],
    async handle({ db }, { param, now }) {
      const row = await of.find(db, param(singular), { lock: false });
      if (row === undefined) throw unknown(of);
      return { [singular]: toWire(of.wire, row, now) };
    },
  };
}

/** Texts of a body as the database can store them. */
function toStorable(body: unknown): unknown {
  const fields = Object.entries(body ?? {}).map(([name, value]) => [
    name,
    typeof value === "string" ? toStorableText(value) : value,
  ]);
  return Object.fromEntries(fields);
}

/** `POST /nouns/{noun}/verb`. A refusal is 409 with its name and the state in the details. */
export function verbOperation<Needs extends Context, Row>({
  of,
  verb,
  about,
  input: schema,
  perform,
}: Verb<Needs, Row, KeyActor>): Operation<Needs> {
  const { singular, path } = nameOf(of);
  return {
    id: toId(verb, singular),
    method: "POST",
    path: `${path}/:${singular}/${verb}`,
    summary: capitalize(about),
    body: schema,
    answer: answerOf(of),
    errors: ["NOT_FOUND", "CONFLICT"],
    async handle(context, { param, body: input, actor, now }) {
      const ask = { id: param(singular), input };
      const done = await perform(context, ask, { actor, now });
      if (done === undefined) throw unknown(of);
      const id = "refused" in done ? ask.id : done.at;
      const latest = await of.find(context.db, id, { lock: false });
      const wire = toWire(of.wire, latest ?? done.row, now);
      if (!("refused" in done)) return { [singular]: wire };
      const { refused: code, text: message } = done;
      const state = wire["state"] ?? wire["status"];
      throw new Failure("CONFLICT", { message, details: [{ path: "", code, message, state }] });
    },
  };
}

/** What a key is, once it was accepted. */
type ApiKeyHolder = KeyActor["key"] & { readonly scopes: readonly Scope[] };

export type ApiSettings<Needs> = {
  readonly context: Needs;
  readonly operations: readonly ScopedOperation<Needs>[];
  readonly clock: () => Date;
  /** Throws INVALID_API_KEY or KEY_REVOKED, or RATE_LIMITED above the limit of the key. */
  readonly admit: (request: FastifyRequest, reply: FastifyReply) => Promise<ApiKeyHolder>;
  readonly record: onResponseHookHandler;
};

const holders = new WeakMap<FastifyRequest, ApiKeyHolder>();

/** A body without required fields may be left out. */
function toBodySchema(body: TObject): object {
  const isOptional = !propertiesOf(body).some(([name]) => isRequired(body, name));
  return isOptional ? { ...body, type: ["object", "null"] } : body;
}

/** Adds the operations; nothing else is reachable under the prefix. */
export function registerOperations<Needs>(
  server: FastifyInstance,
  settings: ApiSettings<Needs>,
): void {
  const { operations } = settings;
  for (const one of operations) if (one.body !== "file") addRoute(server, one, settings);
  // A body of any type is not read before the key is accepted, and never as a whole.
  server.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser("*", (_request, body, done) => done(null, body));
    for (const one of operations) if (one.body === "file") addRoute(scope, one, settings);
    done();
  });
}

function addRoute<Needs>(
  server: FastifyInstance,
  operation: ScopedOperation<Needs>,
  { context, clock, admit, record }: ApiSettings<Needs>,
): void {
  const { method, path, scope, query = Type.Object({}), body, handle } = operation;
  const isFile = body === "file";
  server.route({
    method,
    url: `${operatorApiPrefix}${path}`,
    schema: { hide: true, ...(body && !isFile && { body: toBodySchema(body) }) },
    ...(isFile && { bodyLimit: Number.MAX_SAFE_INTEGER }),
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
      const answered = await handle(context, {
        actor: { kind: "key", key, requestId: request.id },
        now: clock(),
        input: readQuery(query, readFields(search)),
        body: isFile ? request.body : toStorable(request.body),
        request,
        reply,
        param: (name) => toStorableText(params.get(name) ?? ""),
      });
      if (answered instanceof CsvFile) {
        return reply.header("content-type", "text/csv; charset=utf-8").send(answered.bytes);
      }
      const text = JSON.stringify({ success: true, ...answered });
      return reply.header("content-type", jsonAnswerType).send(text);
    },
  });
}
