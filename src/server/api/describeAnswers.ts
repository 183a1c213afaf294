// Describes the responses of every operation: success and errors by status, with headers and
// examples.
import { ErrorAnswer, lineCodes, quoteCodes } from "../../kit/contract/errorAnswer.ts";
import { allErrors, type ErrorCode, errorCatalogue, type Failure } from "../../kit/errors.ts";
import type { Answer, Example, RequestBody } from "../http/openApiDocument.ts";
import { type HeaderName, referToComponents, referToHeaders } from "./openApiComponents.ts";
import { writeErrorExample } from "./openApiErrorExamples.ts";

const anywhere = [
  "INVALID_API_KEY",
  "KEY_REVOKED",
  "ACCOUNT_SUSPENDED",
  "RATE_LIMITED",
  "REQUEST_TIMEOUT",
  "HEADERS_TOO_LARGE",
  "VALIDATION_FAILED",
  "INTERNAL_ERROR",
] as const satisfies readonly ErrorCode[];

const body = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_ENCODING"] as const;

/** Codes per operation; NOT_FOUND for an unknown address and 405 belong to none. */
export const operationErrors = {
  lookUpParts: [...anywhere, ...body, "UPSTREAM_ERROR", "UNAVAILABLE"],
  placeOrder: [
    ...anywhere,
    ...body,
    "IDEMPOTENCY_KEY_REUSED",
    "IDEMPOTENCY_IN_PROGRESS",
    ...lineCodes,
    "UNAVAILABLE",
  ],
  listOrders: [...anywhere, "UNAVAILABLE"],
  readOrder: [...anywhere, "NOT_FOUND", "UNAVAILABLE"],
  requestQuote: [
    ...anywhere,
    ...body,
    "IDEMPOTENCY_KEY_REUSED",
    "PART_NOT_FOUND",
    "PART_ID_EXPIRED",
    "UNAVAILABLE",
  ],
  listQuoteRequests: [...anywhere, "UNAVAILABLE"],
  readQuoteRequest: [...anywhere, "NOT_FOUND", "UNAVAILABLE"],
  acceptQuote: [
    ...anywhere,
    ...body,
    "NOT_FOUND",
    "IDEMPOTENCY_KEY_REUSED",
    "IDEMPOTENCY_IN_PROGRESS",
    ...quoteCodes,
    "PART_NOT_FOUND",
    "PART_NOT_ORDERABLE",
    "QUANTITY_NOT_ALLOWED",
    "CURRENCY_MISMATCH",
    "INSUFFICIENT_STOCK",
    "UNAVAILABLE",
  ],
} as const satisfies Readonly<Record<string, readonly ErrorCode[]>>;

type OperationName = keyof typeof operationErrors;

export function describeRequestBody(
  schema: object,
  examples: Readonly<Record<string, Example>>,
): RequestBody {
  const content = { "application/json": { schema: referToComponents(schema), examples } };
  return { required: true, content };
}

type Success = {
  readonly status: 200 | 201;
  readonly description: string;
  readonly schema: object;
  readonly examples: Readonly<Record<string, Example>>;
  readonly headers?: readonly HeaderName[];
};

const rateHeaders = ["RateLimit-Policy", "RateLimit"] as const;
export const successHeaders = ["X-Request-Id", ...rateHeaders] as const;

/** Statuses of responses that are sent before the rate limit of the key is known. */
const beforeRateLimit: ReadonlySet<number> = new Set([401, 403, 408, 431]);
const withRetryAfter: ReadonlySet<number> = new Set([409, 429, 502, 503]);

function headersOf(status: number): HeaderName[] {
  return [
    "X-Request-Id",
    ...(beforeRateLimit.has(status) ? [] : rateHeaders),
    ...(withRetryAfter.has(status) ? (["Retry-After"] as const) : []),
    ...(status === 401 ? (["WWW-Authenticate"] as const) : []),
    ...(status === 405 ? (["Allow"] as const) : []),
  ];
}

/** Describes a status with one or more codes; `own` examples replace the shared ones. */
export function describeErrorAnswer(
  codes: readonly ErrorCode[],
  own: Readonly<Record<string, Example>> = {},
  schema: object = ErrorAnswer,
): Answer {
  const [first] = codes;
  const status = first === undefined ? 500 : allErrors[first].status;
  const lines = codes.map((code) => `- \`${code}\`: ${allErrors[code].message}`);
  const examples = codes.map((code) => [
    code,
    own[code] ?? { $ref: `#/components/examples/${code}` },
  ]);
  return {
    description: lines.join("\n"),
    headers: referToHeaders(headersOf(status)),
    content: {
      "application/json": {
        schema: referToComponents(schema),
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Describes all responses of an operation; `refused` is its example of VALIDATION_FAILED. */
export function describeAnswers(
  operation: OperationName,
  success: Success,
  refused?: Failure,
): Readonly<Record<string, Answer>> {
  const all = Object.keys(errorCatalogue) as ErrorCode[];
  const possible: ReadonlySet<string> = new Set(operationErrors[operation]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const code of all.filter((one) => possible.has(one))) {
    const { status } = allErrors[code];
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  const own = refused && { VALIDATION_FAILED: writeErrorExample(refused) };
  const errors = [...byStatus].map(([status, codes]) => [
    String(status),
    describeErrorAnswer(codes, own),
  ]);
  const { status, description, schema, examples, headers = [] } = success;
  const answer: Answer = {
    description,
    headers: referToHeaders([...successHeaders, ...headers]),
    content: { "application/json": { schema: referToComponents(schema), examples } },
  };
  return { [status]: answer, ...Object.fromEntries(errors) };
}
