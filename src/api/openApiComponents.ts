// The named schemas and headers of the OpenAPI document. A schema of the contract that has an
// `$id` is written once, under that name, and referred to wherever else it stands.
import {
  AccountPriceObject,
  CatalogAnswer,
  CatalogRequest,
  EntryMatch,
  LookupSummary,
  Part,
  QuantityBreak,
  SuggestedNumber,
} from "../contract/catalog.ts";
import { ErrorAnswer, FaultDetailObject } from "../contract/errorAnswer.ts";
import { MoneyObject } from "../contract/fields.ts";
import {
  LineItem,
  Order,
  OrderAnswer,
  OrderListAnswer,
  OrderRequest,
  RequestedLine,
} from "../contract/orders.ts";
import type { Header, JsonSchema, Reference } from "../http/openApiDocument.ts";

const named = [
  CatalogRequest,
  CatalogAnswer,
  Part,
  MoneyObject,
  AccountPriceObject,
  QuantityBreak,
  LookupSummary,
  EntryMatch,
  SuggestedNumber,
  OrderRequest,
  RequestedLine,
  OrderAnswer,
  OrderListAnswer,
  Order,
  LineItem,
  ErrorAnswer,
  FaultDetailObject,
] as unknown as readonly (JsonSchema & { readonly $id: string })[];

const descriptions = new Map(named.map((schema) => [schema.$id, schema.description]));

/** Keywords whose values are values of the wire and not schemas. */
const valueKeywords: ReadonlySet<string> = new Set(["examples", "default", "enum", "const"]);

function rewrite(value: unknown, isRoot: boolean): unknown {
  if (Array.isArray(value)) return value.map((one) => rewrite(one, false));
  if (typeof value !== "object" || value === null) return value;
  const { $id, ...schema } = value as JsonSchema & { readonly $id?: string };
  if (!isRoot && $id !== undefined && descriptions.has($id)) {
    const $ref = `#/components/schemas/${$id}`;
    const { description } = schema;
    return description === descriptions.get($id) ? { $ref } : { $ref, description };
  }
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, one]) => [
      keyword,
      valueKeywords.has(keyword) ? one : rewrite(one, false),
    ]),
  );
}

/** A schema of the contract as the document has it: the named ones in it are references. */
export function referToComponents(schema: object): JsonSchema {
  return rewrite(schema, false) as JsonSchema;
}

const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  named.map((schema) => [schema.$id, rewrite(schema, true) as JsonSchema]),
);

function textHeader(description: string, example: string): Header {
  return { description, schema: { type: "string" }, example };
}

const headers = {
  "X-Request-Id": {
    ...textHeader(
      "The id of this request. The same is in the body of an error and in our log.",
      "req_01a1fe69f7c07b3e9d41f2a65c80e713",
    ),
    required: true,
  },
  "RateLimit-Policy": textHeader(
    "The limit of this key: requests (`q`) in so many seconds (`w`). Absent without one.",
    '"catalog";q=3000;w=60',
  ),
  RateLimit: textHeader(
    "What is left of the limit: requests (`r`) until the window ends in so many seconds (`t`).",
    '"catalog";r=2999;t=42',
  ),
  "Retry-After": textHeader("Seconds to wait before the request is sent again.", "2"),
  "WWW-Authenticate": textHeader("The scheme of authentication.", "Bearer"),
  Location: textHeader(
    "The path of the order, to read it again.",
    "/public/api/v1/b2b/orders/01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705",
  ),
  "Idempotent-Replayed": textHeader(
    "`true` where this is the first answer again and nothing was written; absent otherwise.",
    "true",
  ),
  Allow: textHeader("The methods this address takes.", "GET, HEAD, POST"),
} as const satisfies Readonly<Record<string, Header>>;

/** Every named schema, itself written out, and every header a client may want to read. */
export const openApiComponents = { schemas, headers } as const;

export type HeaderName = keyof typeof headers;

/** The headers of an answer, by reference. */
export function referToHeaders(names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
