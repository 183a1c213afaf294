// The named schemas and headers of the OpenAPI document. A contract schema with an `$id` is written
// once under that name and referenced everywhere else.
import {
  AccountPriceObject,
  CatalogAnswer,
  CatalogRequest,
  EntryMatch,
  LookupSummary,
  Part,
  QuantityBreak,
  SuggestedNumber,
} from "../../kit/contract/catalog.ts";
import {
  CurrencyFault,
  ErrorAnswer,
  KeyReuseError,
  KeyReuseFault,
  LineError,
  PartIdFault,
  PartStatusFault,
  PlainError,
  PriceFault,
  QuantityFault,
  QuoteError,
  QuoteFault,
  QuoteKeyReuseFault,
  StockFault,
  ValidationError,
  ValidationFault,
} from "../../kit/contract/errorAnswer.ts";
import { MoneyObject, toDocumented } from "../../kit/contract/fields.ts";
import { storedLimits } from "../../kit/contract/limits.ts";
import { LineItem, Requested, RequestedLine } from "../../kit/contract/orderLines.ts";
import { Order, OrderAnswer, OrderListAnswer, OrderRequest } from "../../kit/contract/orders.ts";
import { PartDetailsObject } from "../../kit/contract/partDetails.ts";
import {
  QuoteAcceptance,
  QuoteLine,
  QuoteOption,
  QuoteRequest,
  QuoteRequestAnswer,
  QuoteRequestBody,
  QuoteRequestListAnswer,
  RequestedQuoteLine,
} from "../../kit/contract/quotes.ts";
import type { Header, JsonSchema, Reference } from "../http/openApiDocument.ts";

const named = [
  CatalogRequest,
  CatalogAnswer,
  Part,
  MoneyObject,
  AccountPriceObject,
  PartDetailsObject,
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
  Requested,
  QuoteRequestBody,
  RequestedQuoteLine,
  QuoteRequestAnswer,
  QuoteRequestListAnswer,
  QuoteRequest,
  QuoteLine,
  QuoteOption,
  QuoteAcceptance,
  ErrorAnswer,
  ValidationError,
  ValidationFault,
  KeyReuseError,
  KeyReuseFault,
  QuoteKeyReuseFault,
  LineError,
  PartIdFault,
  PartStatusFault,
  PriceFault,
  QuantityFault,
  CurrencyFault,
  StockFault,
  QuoteError,
  QuoteFault,
  PlainError,
] as unknown as readonly (JsonSchema & { readonly $id: string })[];

const descriptions = new Map(named.map((schema) => [schema.$id, schema.description]));

/** Keywords whose values are data, not schemas. */
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

export function referToComponents(schema: object): JsonSchema {
  return rewrite(toDocumented(schema), false) as JsonSchema;
}

const schemas: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  named.map((schema) => [schema.$id, rewrite(toDocumented(schema), true) as JsonSchema]),
);

function textHeader(description: string, example: string): Header {
  return { description, schema: { type: "string", maxLength: storedLimits.headerLength }, example };
}

const headers = {
  "X-Request-Id": {
    ...textHeader(
      "The id of this request. It is also in the body of an error and in our log.",
      "req_01a1fe69f7c07b3e9d41f2a65c80e713",
    ),
    required: true,
  },
  "RateLimit-Policy": textHeader(
    "The limit of this key: requests (`q`) per number of seconds (`w`). Absent if unlimited.",
    '"catalog";q=3000;w=60',
  ),
  RateLimit: textHeader(
    "Remaining requests (`r`), and seconds until the limit is reset (`t`).",
    '"catalog";r=2999;t=42',
  ),
  "Retry-After": textHeader("Seconds to wait before you repeat the request.", "2"),
  "WWW-Authenticate": textHeader("The authentication scheme.", "Bearer"),
  Location: textHeader(
    "The path of what was placed or started.",
    "/public/api/v1/b2b/orders/01a1fe69-f7c0-7d20-8e4b-3f6a91c2d705",
  ),
  "Idempotent-Replayed": textHeader(
    "`true` if this is the response to an earlier request and nothing was written; else absent.",
    "true",
  ),
  "X-Catalog-Time": {
    ...textHeader(
      "The response shows the catalog as it was at this time, or later.",
      "2026-11-21T14:02:31.204Z",
    ),
    required: true,
  },
  Allow: textHeader("The methods that this address supports.", "GET, HEAD, POST"),
} as const satisfies Readonly<Record<string, Header>>;

export const openApiComponents = { schemas, headers } as const;

export type HeaderName = keyof typeof headers;

export function referToHeaders(names: readonly HeaderName[]): Readonly<Record<string, Reference>> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
